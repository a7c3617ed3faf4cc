"""Which tokens are uses, in which role, and what scopes leave out."""

from __future__ import annotations

import pytest

from abcoder_py.plugin.values import INVOKED, MEMBER, QUOTED, WRITTEN
from tests.python.reading import read, use, uses


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("f(x)", [("f", "call"), ("x", "value")]),
        ("a.b.c(1).d", [("a", "value"), ("b", "value"), ("c", "call"), ("d", "value")]),
        ("@d\n@e.f(1)\ndef g(): pass", [("d", "decorator"), ("e", "value"), ("f", "decorator")]),
        ("class C(A, m.B[T]): pass", [("A", "base"), ("m", "value"), ("B", "base"), ("T", "field")]),
        ("class C(metaclass=M): pass", [("M", "value")]),
        ("def f(a: A, b: B = c) -> R: pass", [("A", "parameter"), ("B", "parameter"), ("c", "value"), ("R", "result")]),
        ("def f(a: m.A): pass", [("m", "parameter"), ("A", "parameter")]),
        ("class C:\n    x: A = f()", [("A", "field"), ("f", "call")]),
        ("x: A = f()", [("A", "type"), ("f", "call")]),
        ("type A[T: B] = list[T]", [("B", "type"), ("list", "field")]),
        ("a.b = c", [("a", "value"), ("b", "write"), ("c", "value")]),
        ("a.b, a.c = d", [("a", "value"), ("b", "write"), ("a", "value"), ("c", "write"), ("d", "value")]),
        ("f(key=v, *a, **k)", [("f", "call"), ("v", "value"), ("a", "value"), ("k", "value")]),
        ("match v:\n    case m.C(k=w) | D(): pass", [("v", "value"), ("m", "value"), ("C", "value"), ("D", "value")]),
        ("f'{a!r:{b}}'", [("a", "value"), ("b", "value")]),
        ("import a.b as c, d\nfrom e import f as g", []),
    ],
)  # fmt: skip
def test_roles(source: str, found: list[tuple[str, str]]) -> None:
    assert uses(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(a: 'A', b: \"list['no'] | B\") -> 'R': pass", ["A", "list", "B", "R"]),
        ("def f(a: Literal['A'], b: t.Literal['B']): pass", ["Literal", "t", "Literal"]),
        ("def f(a: Annotated['A', 'no', no2]): pass", ["Annotated", "A", "no2"]),
        ("class C(B['A']): pass", ["B", "A"]),
        ("x: Optional['A']", ["Optional", "A"]),
        ("x: Callable[['A'], 'B']", ["Callable", "A", "B"]),
        ("X: TypeAlias = 'A | B'", ["TypeAlias", "A", "B"]),
        ("cast('A', 'no')", ["cast", "A"]),
        ("T = TypeVar('T', bound='A')", ["TypeVar", "A"]),
        ("x = 'A'", []),
    ],
)
def test_types_in_strings(source: str, found: list[str]) -> None:
    assert [text for text, _ in uses(source)] == found


def test_what_follows_an_annotated_type_is_a_value() -> None:
    assert use("def f(a: Annotated[int, limit]): pass", "limit").role == "value"


def test_quoted_uses_lie_where_they_are_written() -> None:
    found = use("é = 1\ndef f(a: 'm.A'): pass\n", "A")
    assert (found.start, found.flags, found.parameter) == (19, MEMBER | QUOTED, "a")


@pytest.mark.parametrize(
    "source",
    [
        "def f(a, *b, **c): return a, b, c",
        "def f():\n    x = 1\n    def g(): return x\n    return g",
        "def f():\n    for x, (y, *z) in (): x, y, z",
        "def f():\n    with 1 as x, 2 as (y, z): x, y, z",
        "def f():\n    try: pass\n    except* 1 as e: e",
        "def f():\n    [x for x in () for y in x if y]",
        "def f():\n    if (x := 1): x\n    [(y := z) for z in ()]\n    y",
        "def f():\n    match 1:\n        case [a, *b]: a, b\n        case {'k': c, **d}: c, d",
        "def f():\n    match 1:\n        case (1 as e): e",
        "def f():\n    import a\n    def g[T](x: T): return x\n    class C[U]: pass",
        "lambda x, *y, z=1: (x, y, z)",
        "def f[T](x: T) -> T: return x",
        "class C[T]:\n    def m(self, x: T) -> T: return x",
        "type A[T] = T",
        "def f():\n    x += 1",
        "def f():\n    def g():\n        nonlocal x\n        x = 1\n    x = 2",
    ],
)
def test_locals_are_no_uses(source: str) -> None:
    assert uses(source) == []


def test_defaults_and_annotations_are_outside() -> None:
    assert uses("def f(x: x = x): return x") == [("x", "parameter"), ("x", "value")]
    assert uses("lambda x=x: x") == [("x", "value")]
    assert uses("def f():\n    [x for x in (y for y in q)]") == [("q", "value")]


def test_class_names_are_not_seen_from_methods() -> None:
    found = read("class C:\n    a = 1\n    b = a\n    def m(self, c=a): return a\n").uses
    assert [each.text for each in found] == ["a", "a", "a"]
    assert found[2].group >= 0, "the method's name means the file's or a builtin"


def test_global_names_are_written_and_read() -> None:
    source = "def f():\n    global x, y\n    x = 1\n    y += 1\n    x, z = 2, 3\n    return x, z\n"
    found = [(each.text, each.flags) for each in read(source).uses]
    assert found == [("x", WRITTEN), ("y", WRITTEN), ("x", WRITTEN), ("x", 0)]


def test_a_field_of_self_is_written_since_it_may_be_a_property() -> None:
    found = use("class C:\n    def m(self):\n        self.x = 1\n", "x")
    assert found.flags == MEMBER | WRITTEN


def test_members_of_a_module_lead_to_its_import() -> None:
    found = read("import a.b\nimport c as d\na.b.f()\nd.g\ndef h(d): d.g\n").uses
    assert [(each.text, each.flags, each.imported) for each in found] == [
        ("a", 0, 0),
        ("f", MEMBER | INVOKED, 0),
        ("d", 0, 1),
        ("g", MEMBER, 1),
        ("g", MEMBER, -1),
    ]


def test_imports() -> None:
    found = read("import a.b as c, d\nfrom ..e import (f,\n  g as h)\nfrom i import *\nfrom . import j\n").imports
    assert [(each.path, each.alias, each.bound, each.prefix, each.star) for each in found] == [
        ("a.b", "c", "c", "c", False),
        ("d", "", "d", "d", False),
        ("..e", "", "", "", False),
        ("i", "", "", "", True),
        (".", "", "", "", False),
    ]
    assert [(name.name, name.alias) for name in found[2].names] == [("f", ""), ("g", "h")]
    assert [each.token_start for each in found] == [9, 17, 26, 54, -1]


def test_uses_belong_to_the_innermost_node() -> None:
    found = read("x = [f(1)]\nclass C:\n    y = g\n    def m(self):\n        def n(): h\n@d\ndef k(): pass\n")
    assert [(each.text, found.definitions[each.holder].name) for each in found.uses] == [
        ("f", "x"),
        ("g", "C"),
        ("h", "m"),
        ("d", "k"),
    ]
