"""Which uses of `self.x` share one question: those of methods that name their receiver for its members alone."""

from __future__ import annotations

import pytest

from tests.python.reading import read


def shared(source: str, text: str = "x") -> list[int]:
    """The groups of the uses of that text, numbered from 0 as they come; -1: asked alone."""
    groups = [use.group for use in read(source, "m.py").uses if use.text == text]
    known = dict.fromkeys(group for group in groups if group >= 0)
    return [list(known).index(group) if group >= 0 else -1 for group in groups]


def in_class(*methods: str) -> str:
    return "class C:\n" + "".join(f"    {line}\n" for method in methods for line in method.splitlines())


def test_methods_of_one_class_share() -> None:
    assert (
        shared(in_class("def a(self):\n    self.x\n    return self.x", "def b(self, n):\n    print(self.x)")) == [0] * 3
    )


def test_classes_and_class_methods_are_kept_apart() -> None:
    first = in_class(
        "def a(self):\n    self.x", "@classmethod\ndef b(self):\n    self.x", "def __new__(self):\n    self.x"
    )
    assert shared(first + in_class("def a(self):\n    self.x").replace("C", "D")) == [0, 1, 1, 2]


@pytest.mark.parametrize(
    "body",
    [
        "if isinstance(self, D): self.x",
        "if is_d(self): self.x",
        "self = other\n    self.x",
        "for self in many: self.x",
        "(self := other).x\n    self.x",
        "def inner(self): self.x",
        "[self.x for self in many]",
        "match self:\n        case D(): self.x",
        "with open() as self: self.x",
        "global self\n    self.x",
        "(self).x; self.x",
    ],
)
def test_a_receiver_that_is_named_alone_is_not_shared(body: str) -> None:
    assert set(shared(in_class(f"def a(self):\n    {body}"))) == {-1}


@pytest.mark.parametrize(
    "method",
    [
        "@staticmethod\ndef a(self):\n    self.x",
        "def a(self: D):\n    self.x",
        "def a(*self):\n    self.x",
        "def a(self):\n    self.x = 1",
        "def a(self):\n    other.self.x",
        "def a(self):\n    myself.x",
        "def a(self):\n    éself.x",
        "def a(self, y=self.x): pass",
        "def a():\n    self.x",
    ],
)
def test_what_is_no_bare_receiver_is_not_shared(method: str) -> None:
    assert set(shared(in_class(method))) == {-1}


def test_functions_have_no_receiver() -> None:
    assert shared("def a(self):\n    self.x\n    self.x\n") == [-1, -1]


def test_names_keep_their_own_groups() -> None:
    source = "import y\n" + in_class("def a(self):\n    y.z, self.x, y")
    assert shared(source, "y") == [0, 0]
    groups = {use.group for use in read(source, "m.py").uses if use.text == "x"}
    assert groups.isdisjoint({use.group for use in read(source, "m.py").uses if use.text == "y"})
