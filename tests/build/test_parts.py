"""Parts that an earlier run kept: the document is the same, and what a name's change reaches is made anew."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from abcoder_py.build.inputs import BuildInput
from abcoder_py.build.parts import Part
from abcoder_py.build.repository import build
from tests.build.builders import MEMBER_CALL, Source, given, unknown


class Shelf:
    """Parts in memory; counts those that were kept."""

    def __init__(self) -> None:
        self.parts: dict[bytes, Part] = {}
        self.kept = 0

    def take(self, keys: Iterable[bytes]) -> Mapping[bytes, Part]:
        return {key: self.parts[key] for key in keys if key in self.parts}

    def keep(self, parts: Mapping[bytes, Part]) -> None:
        self.kept += len(parts)
        self.parts.update(parts)


Sources = dict[str, Source]


def world() -> Sources:
    """A class, its user, a caller of something unknown, and a file that nothing names."""
    lib = Source("b.toy", "class C { def m }", pkg="p")
    lib.define("class", "C", "class C { def m }")
    m = lib.define("method", "m", "def m")
    user = Source("c.toy", "def f { m }", pkg="p")
    user.define("function", "f", "def f { m }", body="{ m }")
    user.use("m", "call", lib.target(m))
    guess = Source("d.toy", "x.m", pkg="q")
    guess.use("m", "call", unknown("receiver type unknown"), flags=MEMBER_CALL)
    alone = Source("e.toy", "def g", pkg="r")
    alone.define("function", "g", "def g")
    return {source.path: source for source in (lib, user, guess, alone)}


def put_together(root: Path, sources: Sources, shelf: Shelf | None, **more: Any) -> tuple[bytes, BuildInput]:
    built_from = given(root, *sources.values(), **more)
    share = built_from.languages[0]
    encode = msgspec.msgpack.encode
    for path, source in sources.items():
        source.facts.sha256 = built_from.tree.files[path].sha256
    share.digests = {path: sha256(encode((source.facts, source.targets))).digest() for path, source in sources.items()}
    share.interfaces = {path: sha256(source.text.encode()).digest() for path, source in sources.items()}
    built_from.shelf = shelf
    return b"".join(build(built_from).chunks), built_from


def homonym(sources: Sources) -> None:
    """An earlier file of the package takes the class's name: the class and its user's edge are numbered."""
    sources["a.toy"] = earlier = Source("a.toy", "class C", pkg="p")
    earlier.define("class", "C", "class C")


def own_homonym(sources: Sources) -> None:
    sources["a.toy"] = earlier = Source("a.toy", "def f", pkg="p")
    earlier.define("function", "f", "def f")


def candidate(sources: Sources) -> None:
    """Another type with a member of the name: what the unknown receiver may be."""
    sources["z.toy"] = other = Source("z.toy", "class D { def m }")
    other.define("class", "D", "class D { def m }")
    other.define("method", "m", "def m")


def constructor_elsewhere(sources: Sources) -> None:
    """A file of the package gives the class a member."""
    sources["z.toy"] = other = Source("z.toy", "def n", pkg="p")
    other.define("method", "n", "def n", owner="C")


def stub(sources: Sources) -> None:
    sources["b.toyi"] = said = Source("b.toyi", "\nclass C", pkg="p")
    said.define("class", "C", "class C")


def package(sources: Sources) -> None:
    sources["b.toy"].pkg = "elsewhere"


CHANGES: list[tuple[Callable[[Sources], None], int]] = [
    (homonym, 4),  # the new file, the class's, its user's, the one that may mean its member
    (own_homonym, 2),
    (candidate, 2),
    (constructor_elsewhere, 4),  # the type's members are seen by all that name it, and may be what is guessed
    (stub, 2),
    (package, 3),
]


def test_what_did_not_change_is_taken(tmp_path: Path) -> None:
    shelf = Shelf()
    fresh, _ = put_together(tmp_path, world(), shelf)
    assert shelf.kept == 4
    again, _ = put_together(tmp_path, world(), shelf)
    assert (again, shelf.kept) == (fresh, 4)


@pytest.mark.parametrize(("change", "remade"), CHANGES, ids=lambda each: getattr(each, "__name__", ""))
def test_names_that_change_elsewhere(tmp_path: Path, change: Callable[[Sources], None], remade: int) -> None:
    shelf = Shelf()
    before, _ = put_together(tmp_path, world(), shelf)
    changed = world()
    change(changed)
    known = shelf.kept
    found, _ = put_together(tmp_path, changed, shelf)
    expected, _ = put_together(tmp_path, changed, None)
    assert found == expected != before
    assert shelf.kept - known == remade


def test_what_must_not_be_kept_is_not(tmp_path: Path) -> None:
    shelf = Shelf()
    sources = world()
    built_from = given(tmp_path, *sources.values())
    built_from.shelf = shelf
    assert b"".join(build(built_from).chunks)
    assert shelf.parts == {}


@pytest.mark.parametrize("option", ["builtins", "load_external_symbol"])
def test_options_are_part_of_the_key(tmp_path: Path, option: str) -> None:
    shelf = Shelf()
    put_together(tmp_path, world(), shelf)
    put_together(tmp_path, world(), shelf, **{option: True})
    assert shelf.kept == 8


def test_without_the_graph(tmp_path: Path) -> None:
    shelf = Shelf()
    whole, _ = put_together(tmp_path, world(), shelf)
    without, _ = put_together(tmp_path, world(), shelf, graph=False)
    assert without == put_together(tmp_path, world(), None, graph=False)[0] != whole
