"""What differs between two trees, found from the root down."""

from __future__ import annotations

import json
from typing import Any

import pytest

from abcoder_py.views.codestruct import Entity, read, write
from abcoder_py.views.codestruct.diff import Difference, UnhashedError, compare
from abcoder_py.views.codestruct.document import load
from abcoder_py.views.codestruct.repository import Choices, view
from tests.views.codestruct.repositories import document, node

CHOICES = Choices(uses=False, hashes=True)


def tree(**functions: str) -> Entity:
    """A repository of one file with a class `T` that decorates, and these functions (`T_f` is a method)."""
    receiver = {"Receiver": {"IsPointer": False, "Type": {"ModPath": "m", "PkgPath": "p", "Name": "T"}}}
    nodes, at = [], 100
    for name, text in functions.items():
        if name != "T":
            name = name.replace("_", ".")
            nodes.append(node(name, text, at, **(receiver if "." in name else {})))
            at += 100
    types = [node("T", functions["T"], TypeKind="class")] if "T" in functions else []
    return view(load(json.dumps(document(nodes, types)).encode()), CHOICES)[0]


def files(**contents: str) -> Entity:
    """A repository of files; `a__b` is `a/b`."""
    paths = {name.replace("__", "/"): content for name, content in contents.items()}
    wire: Any = document(files={path: {"Path": path, "Extra": {"Hash": text}} for path, text in paths.items()})
    return view(load(json.dumps(wire).encode()), CHOICES)[0]


def told(found: Difference) -> dict[str, list[str]]:
    lists = {
        "added": [str(place) for place in found.added],
        "removed": [str(place) for place in found.removed],
        "changed": [str(place) for place in found.changed],
        "renamed": [f"{old} -> {new}" for old, new in found.renamed],
    }
    assert found.equal == (not any(lists.values()))
    return {key: value for key, value in lists.items() if value}


def as_text(root: Entity) -> Entity:
    return read(write([root]))[0]


def test_equal_trees_are_left_at_the_root() -> None:
    found = compare(tree(f="f()", g="g()"), tree(f="f()", g="g()"))
    assert (told(found), found.visited) == ({}, 1)


def test_equal_parts_are_not_entered() -> None:
    many = {f"dir{n}__x": "00" for n in range(50)}
    assert compare(files(**many, dir0__y="00"), files(**many, dir0__y="01")).visited == 3  # the root, dir0, y


def test_functions() -> None:
    old = tree(f="f() {1}", g="g() {2}", gone="gone() {3}")
    new = tree(f="f() {1}", g="g() {22}", fresh="fresh() {4}")
    assert told(compare(old, new)) == {
        "added": ["func a.x fresh"],
        "removed": ["func a.x gone"],
        "changed": ["func a.x g"],
    }


def test_a_renamed_function_is_found_by_its_content() -> None:
    old, new = tree(f="f(n) {f(n - 1)}", g="g()"), tree(h="h(n) {h(n - 1)}", g="g()")
    assert told(compare(old, new)) == {"renamed": ["func a.x f -> func a.x h"]}
    assert told(compare(as_text(old), as_text(new))) == {"added": ["func a.x h"], "removed": ["func a.x f"]}


def test_members_and_what_is_their_types_own() -> None:
    old = tree(T="class T", T_f="f() {1}")
    assert told(compare(old, tree(T="class T", T_f="f() {2}"))) == {"changed": ["func a.x T.f"]}
    assert told(compare(old, tree(T="@d class T", T_f="f() {1}"))) == {"changed": ["class a.x T"]}
    both = {"changed": ["class a.x T", "func a.x T.f"]}
    assert told(compare(old, tree(T="@d class T", T_f="f() {2}"))) == both


def test_files_and_folders() -> None:
    old = files(a="01", b="02", lib__c="03", lib__d="04")
    assert told(compare(old, files(a="01", z="02", lib__c="33", lib__d="04"))) == {
        "changed": ["file lib/c"],
        "renamed": ["file b -> file z"],
    }
    assert told(compare(old, files(a="01", b="02", lib2__c="03", lib2__d="04"))) == {"renamed": ["dir lib -> dir lib2"]}
    assert told(compare(old, files(a="01", b="02", other__c="03"))) == {
        "added": ["dir other"],
        "removed": ["dir lib"],
        "renamed": ["file lib/c -> file other/c"],
    }


def test_text_with_hashes_is_as_good_as_a_document() -> None:
    old, new = files(a="01", b="02"), files(a="11", c="02")
    expected = {"changed": ["file a"], "renamed": ["file b -> file c"]}
    for one in (old, as_text(old)):
        for other in (new, as_text(new)):
            assert told(compare(one, other)) == expected


def test_parameters_are_told_where_their_function_changed() -> None:
    old = read("dir: a ::: 01\n  func: f ::: 02\n    param: x [type: int]\n    param: y")[0]
    new = read("dir: a ::: 11\n  func: f ::: 12\n    param: x [type: str]\n    returns: int")[0]
    assert told(compare(old, new)) == {
        "added": ["returns f.int"],
        "removed": ["param f.y"],
        "changed": ["param f.x", "func f"],
    }


def test_a_tree_without_hashes_cannot_be_compared() -> None:
    with pytest.raises(UnhashedError, match="dir: a"):
        compare(Entity("dir", "a"), Entity("dir", "a", hash="01"))
