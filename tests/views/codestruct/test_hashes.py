"""The Merkle tree: the same wherever it is made, and a change moves exactly the hashes above it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py import parse
from abcoder_py.views.codestruct import Entity, read, write
from abcoder_py.views.codestruct.document import load
from abcoder_py.views.codestruct.hashes import NO_CONTENT
from abcoder_py.views.codestruct.repository import Choices, view
from tests.test_trees import grow
from tests.views.codestruct.repositories import SHOP, document, node
from tests.views.codestruct.trees import PROPERTY

HASHED = Choices(hashes=True)


def hashed(wire: dict[str, Any]) -> list[Entity]:
    return view(load(json.dumps(wire).encode()), HASHED)


def hashes(roots: list[Entity], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every hash with the names on its path."""
    for number, entity in enumerate(roots):
        path = (*above, f"{number} {entity.keyword} {entity.name}")
        yield path, entity.hash
        yield from hashes(entity.children, path)


def moved(old: list[Entity], new: list[Entity]) -> set[tuple[str, ...]]:
    before, after = dict(hashes(old)), dict(hashes(new))
    assert before.keys() == after.keys()
    return {path for path in before if before[path] != after[path]}


def repository(bodies: dict[str, str]) -> dict[str, Any]:
    """Two files; in the first a type with members, one in another, and functions. `bodies` by function."""
    receiver = {"Receiver": {"IsPointer": False, "Type": {"ModPath": "m", "PkgPath": "p", "Name": "T"}}}
    head = "class T {\n"
    methods, at = [], len(head)
    text = head
    for name in ("T.f", "T.g"):
        body = f"{name[2:]}() {{{bodies.get(name, '')}}}\n"
        methods.append(node(name, body, at, **receiver))
        at += len(body.encode())
        text += body
    text += "}"
    functions = [node(name, f"{name}() {{{bodies.get(name, '')}}}", 10_000 * i, "b.x") for i, name in enumerate("hij")]
    files = {
        name: {"Path": name, "Package": "p", "Extra": {"Hash": f"{hash_of(bodies, names):032x}"}}
        for name, names in (("a.x", ("T.f", "T.g")), ("b.x", ("h", "i", "j")))
    }
    return document([*methods, *functions], [node("T", text, TypeKind="class")], files=files)


def hash_of(bodies: dict[str, str], names: tuple[str, ...]) -> int:
    return abs(hash(tuple(bodies.get(name, "") for name in names)))


PATHS = {
    "T.f": ["0 dir repo", "0 file a.x", "0 module p", "0 class T", "0 func f"],
    "T.g": ["0 dir repo", "0 file a.x", "0 module p", "0 class T", "1 func g"],
    "h": ["0 dir repo", "1 file b.x", "0 module p", "0 func h"],
    "i": ["0 dir repo", "1 file b.x", "0 module p", "1 func i"],
    "j": ["0 dir repo", "1 file b.x", "0 module p", "2 func j"],
}
BODIES = st.dictionaries(st.sampled_from(sorted(PATHS)), st.text(st.characters(codec="utf-8", exclude_characters="\r")))


@PROPERTY
@given(BODIES, BODIES)
def test_a_changed_body_moves_exactly_the_hashes_on_its_path_to_the_root(
    one: dict[str, str], two: dict[str, str]
) -> None:
    expected = {
        tuple(path[:length])
        for name, path in PATHS.items()
        if one.get(name, "") != two.get(name, "")
        for length in range(1, len(path) + 1)
    }
    assert moved(hashed(repository(one)), hashed(repository(two))) == expected


def test_hashes_are_the_same_for_other_folders_line_ends_and_views(shop: bytes, tmp_path: Path) -> None:
    windows = {name: str(text).replace("\n", "\r\n") for name, text in SHOP.items()}
    folder = grow(tmp_path / "other place" / "checkout", windows)
    other = parse(folder, use_store=False).dump()
    syntax = parse(folder, use_store=False, syntax_only=True).dump()
    expected = [value for _, value in hashes(view(load(shop), Choices(doc=False, uses=False, hashes=True)))]
    assert "" not in expected[:3]
    for data in (shop, other):
        found = view(load(data), Choices(doc=False, uses=False, hashes=True))
        assert [value for _, value in hashes(found)] == expected
    assert view(load(syntax), HASHED)[0].hash == expected[0]
    assert view(load(shop), Choices(impl=True, canonical_types=True, hashes=True))[0].hash == expected[0]


def test_hashed_text_reads_back(shop: bytes) -> None:
    roots = view(load(shop), HASHED)
    assert read(write(roots)) == roots
    assert all(len(value) in (0, 32) for _, value in hashes(roots))


def test_a_file_has_the_hash_of_its_content(shop: bytes) -> None:
    wire = json.loads(shop)
    named = {path: file["Extra"]["Hash"] for path, file in wire["Modules"]["shop"]["Files"].items()}
    found = {path[-1].split()[-1]: value for path, value in hashes(view(load(shop), HASHED)) if " file " in path[-1]}
    assert {path.rpartition("/")[2]: value for path, value in named.items()} == found
    assert found["__init__.py"] == NO_CONTENT


def test_the_roots_name_does_not_count_and_every_other_name_does() -> None:
    wire = repository({})
    other = copy.deepcopy(wire)
    other["id"] = "somewhere/else"
    assert hashed(other)[0].hash == hashed(wire)[0].hash
    files = other["Modules"]["m"]["Files"]
    files["c.x"] = {**files.pop("b.x"), "Path": "c.x"}
    for each in other["Modules"]["m"]["Packages"]["p"]["Functions"].values():
        each["File"] = each["File"].replace("b.x", "c.x")
    assert hashed(other)[0].hash != hashed(wire)[0].hash


def test_a_group_of_imports_has_one_hash_of_its_members() -> None:
    def imports(*names: str) -> list[Entity]:
        file = {"Path": "a.x", "Package": "p", "Imports": [{"Path": name} for name in names]}
        return hashed(document(files={"a.x": file}))[0].children[0].children[0].children

    (one,) = imports("a")
    a, b = imports("b", "a")
    assert a.hash == b.hash != one.hash
    assert imports("a", "b")[0].hash == a.hash != imports("a", "c")[0].hash


@pytest.mark.parametrize(("one", "two"), [("é", "e\u0301")])
def test_names_are_normalized(one: str, two: str) -> None:
    trees = [hashed(document(files={f"{name}/x": {"Path": f"{name}/x"}})) for name in (one, two)]
    assert trees[0][0].hash == trees[1][0].hash
