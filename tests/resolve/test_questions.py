"""Which positions are asked, and that sharing answers among uses of one binding changes nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from abcoder_py.pipeline import language_run
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import run
from abcoder_py.plugin.registry import language
from abcoder_py.plugin.values import FileFacts
from abcoder_py.resolve.questions import NOT_ASKED, ask_alone, questions
from abcoder_py.syntax.extract import extract
from tests.conformance import lacks

PACKAGE = Path(language_run.__file__).parents[1]
PYTHON = language("python")


def facts_of(source: str) -> FileFacts:
    return extract("m.py", source.encode(), PYTHON, PYTHON.grammars[".py"], "0" * 64)


def asked(source: str, everything: bool = False) -> list[str]:
    """The lines and columns, from 1, that are asked about, with the token there."""
    found = questions(facts_of(source), PYTHON, everything)
    data = source.encode()
    return [f"{data[:at].count(10) + 1}:{data[at:].split()[0].decode()}" for at in found.offsets]


def test_uses_of_one_binding_share_a_question() -> None:
    source = "from lib import thing\n\nA = thing\nB = thing\n"
    assert asked(source) == ["1:lib", "1:thing", "3:thing"]
    assert asked(source, everything=True) == ["1:lib", "1:thing", "3:thing", "4:thing"]


def test_a_call_and_a_mention_are_two_questions() -> None:
    found = asked("from lib import Thing\n\nA = Thing()\nB = Thing\nC = Thing()\n")
    assert found == ["1:lib", "1:Thing", "3:Thing()", "4:Thing"]


def test_members_are_asked_each_time() -> None:
    found = asked("def f(thing):\n    thing.work\n    thing.work\n")
    assert found == ["2:work", "3:work"]


def test_every_use_has_its_question() -> None:
    facts = facts_of("from lib import a, b\nimport other\n\nX = a(b, a, other.c)\n")
    found = questions(facts, PYTHON)
    assert found.offsets == sorted(set(found.offsets))
    for use, index in zip(facts.uses, found.uses, strict=True):
        assert found.offsets[index] <= use.start
    assert [len(row) for row in found.imports] == [1 + len(item.names) for item in facts.imports]
    assert all(index != NOT_ASKED for index in found.imports[0])


def test_an_import_of_everything_asks_for_the_module_alone() -> None:
    assert asked("from lib import *\n") == ["1:lib"]


def test_only_structural_languages_ask_what_types_satisfy() -> None:
    go = language("go")
    source = b"package p\n\ntype T struct{}\n\ntype I interface{ M() }\n\nfunc f() {}\n"
    facts = extract("m.go", source, go, go.grammars[".go"], "0" * 64)
    found = questions(facts, go)
    assert [facts.definitions[index].name for index, _ in found.types] == ["T"]
    assert [source[offset : offset + 1] for _, offset in found.types] == [b"T"]
    assert questions(facts_of("class T:\n    pass\n"), PYTHON).types == []


@pytest.fixture(scope="module")
def ourselves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of real code that is typed, and of several styles: this program's own."""
    folder = tmp_path_factory.mktemp("ourselves") / "copy"
    shutil.copytree(PACKAGE, folder / "abcoder_py", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_asking_for_everything_gives_the_same_document(ourselves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ParseOptions(ourselves, languages=("python",), use_store=False)
    shared = asyncio.run(run(options)).document
    monkeypatch.setattr(language_run, "questions", partial(questions, ask_everything=True))
    everything = asyncio.run(run(options)).document
    assert shared == everything, "\n".join(lacks(json.loads(shared), json.loads(everything)))


def test_a_shared_question_without_an_answer_is_asked_for_each_use() -> None:
    facts = facts_of("def f(known):\n    unknown, lib, lib.a\n    return unknown + unknown\n")
    found = questions(facts, PYTHON)
    before = list(found.offsets)
    assert ask_alone(found, facts, lambda index: False) == []
    alone = ask_alone(found, facts, lambda index: index == before.index(facts.uses[0].start))
    assert alone == [use.start for use in facts.uses if use.text == "unknown"][1:]
    assert found.offsets == [*before, *alone]
    assert all(
        found.offsets[at] == use.start for at, use in zip(found.uses, facts.uses, strict=True) if use.text != "lib"
    )


def test_what_an_import_binds_is_not_asked_again() -> None:
    facts = facts_of("from lib import thing\n\nA = thing\nB = thing\n")
    assert ask_alone(questions(facts, PYTHON), facts, lambda index: True) == []
