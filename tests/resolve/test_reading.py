"""Replies become targets: by the definition whose name holds the answer, never by guessing."""

from __future__ import annotations

from pathlib import Path

import pytest

from abcoder_py.plugin.language import Options
from abcoder_py.plugin.values import FileTargets, Target
from abcoder_py.resolve.asking import Reply
from abcoder_py.resolve.hops import Hops
from abcoder_py.resolve.places import Spot
from abcoder_py.resolve.questions import questions
from abcoder_py.resolve.reading import NOT_INSTALLED, Reader, missing_imports, without_server
from tests.resolve.trees import PYTHON, Shop

BASE = "class Base:\n    def __init__(self):\n        self.size = 1\n\n\ndef make():\n    return Base()\n"
USE = "import lib\nfrom base import make\n\nA = make()\nB = A.size\nC = lib.thing\n"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "shop", {"base.py": BASE, "use.py": USE, "notes.txt.py": "x = 1\n"})


def read(shop: Shop, replies: dict[str, Reply]) -> FileTargets:
    """Targets of use.py, where the tokens named are answered so and the others by nothing."""
    facts = shop.facts["use.py"]
    (module,) = PYTHON.modules(shop.tree, list(shop.tree.paths), Options())
    reader = Reader(
        PYTHON, shop.facts, dict.fromkeys(shop.tree.paths, module), shop.places, Hops(shop.places), Options()
    )
    asked = questions(facts, PYTHON)
    data = shop.tree.files["use.py"].data
    given = [
        next((reply for token, reply in replies.items() if data[offset:].startswith(token.encode())), ())
        for offset in asked.offsets
    ]
    return reader.read(asked, facts, given, [])


def target(shop: Shop, targets: FileTargets, token: str) -> Target:
    """What the use of the token came to."""
    facts = shop.facts["use.py"]
    (index,) = {
        found
        for use, found in zip(facts.uses, targets.uses, strict=True)
        if use.text == token and facts.imports[-1].end <= use.start
    }
    return targets.table[index]


def test_the_definition_whose_name_holds_the_answer(shop: Shop) -> None:
    targets = read(shop, {"make()": (shop.spot("base.py", "make"),)})
    assert target(shop, targets, "make") == Target("definition", path="base.py", offset=shop.offset("base.py", "make"))


def test_a_place_inside_no_name_is_passed_on_as_it_is(shop: Shop) -> None:
    targets = read(shop, {"make()": (shop.spot("base.py", "return"),)})
    assert target(shop, targets, "make") == Target(
        "definition", path="base.py", offset=shop.offset("base.py", "return")
    )


def test_a_module_at_its_first_position(shop: Shop) -> None:
    targets = read(shop, {"make()": (Spot("base.py", True, 0, 0),)})
    assert target(shop, targets, "make") == Target("module", path="base.py")


@pytest.mark.parametrize(("text", "length"), [("size", 4), ("self.size", 9), ("self.size", 13)])
def test_a_field_by_its_name_its_receiver_or_its_statement(shop: Shop, text: str, length: int) -> None:
    targets = read(shop, {"size": (shop.spot("base.py", text, length=length),)})
    assert target(shop, targets, "size") == Target("definition", path="base.py", offset=shop.offset("base.py", "size"))


def test_several_answers_are_several_targets(shop: Shop) -> None:
    spots = (shop.spot("base.py", "make"), shop.spot("base.py", "Base"))
    targets = read(shop, {"make()": spots})
    found = target(shop, targets, "make")
    assert found.status == "several"
    assert {targets.table[index].offset for index in found.several} == {spot.start for spot in spots}
    assert target(shop, read(shop, {"make()": (spots[0], spots[0])}), "make").status == "definition"


def test_what_is_not_there(shop: Shop) -> None:
    targets = read(shop, {})
    assert target(shop, targets, "make").reason == "no definition"
    assert target(shop, targets, "size").reason == "receiver type unknown"
    outside = target(shop, targets, "thing")
    assert (outside.status, outside.reason) == ("external", NOT_INSTALLED)
    assert missing_imports(shop.facts["use.py"], targets)["lib"] >= 1


@pytest.mark.parametrize("reason", ["server crashed", "server timed out", "no server"])
def test_why_there_is_no_answer_stays_as_it_was_said(shop: Shop, reason: str) -> None:
    assert target(shop, read(shop, {"make()": reason}), "make") == Target("unknown", reason=reason)


def test_a_file_that_is_not_of_the_build(shop: Shop) -> None:
    del shop.facts["base.py"]
    found = target(shop, read(shop, {"make()": (shop.spot("base.py", "make"),)}), "make")
    assert found == Target("unknown", reason="excluded from the build")


def test_without_a_server_every_use_says_so(shop: Shop) -> None:
    facts = shop.facts["use.py"]
    targets = without_server(facts)
    assert {targets.table[index].reason for index in targets.uses} == {"no server"}
    assert len(targets.uses) == len(facts.uses)
    assert [len(row) for row in targets.imports] == [1 + len(item.names) for item in facts.imports]
