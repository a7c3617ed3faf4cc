"""Which tokens of a Go file are uses, in which role, and what scopes prove local."""

from __future__ import annotations

import pytest

from abcoder_py.plugin.values import INVOKED, MEMBER, WRITTEN
from tests.go.reading import body, read, use, uses


def of(statements: str) -> list[tuple[str, str]]:
    """Uses in the body of `func f(p int, q T) (r int)`."""
    return uses(body(statements))[3:]


def test_roles_of_a_signature_hold_for_nested_types_too() -> None:
    facts = read("package m\nfunc (r *R) F(a func(A) B, m map[K][]V) (x chan C) { return }\n")
    assert uses(facts) == [
        ("R", "receiver"),
        ("A", "parameter"),
        ("B", "parameter"),
        ("K", "parameter"),
        ("V", "parameter"),
        ("C", "result"),
    ]
    assert [each.parameter for each in facts.uses] == ["", "a", "a", "m", "m", "x"]


def test_a_function_literals_signature_is_of_the_body() -> None:
    assert of("g(func(x A) B { return x })") == [("g", "call"), ("A", "type"), ("B", "type")]


def test_fields_and_embedded_types() -> None:
    facts = read("package m\ntype T struct {\n a map[K]V\n Base\n *p.Other\n G[Arg]\n in struct{ Inner }\n}\n")
    assert uses(facts) == [
        ("K", "field"),
        ("V", "field"),
        ("Base", "base"),
        ("Other", "base"),
        ("G", "base"),
        ("Arg", "field"),
        ("Inner", "field"),
    ]
    assert [each.parameter for each in facts.uses] == ["a", "a", "Base", "Other", "G", "G", "Inner"]


def test_interfaces_and_constraints() -> None:
    text = "package m\ntype I interface {\n Base\n p.Q\n G[A]\n ~N\n B | C\n M(x D) E\n}\nfunc f[T I, S ~[]T]() {}\n"
    assert uses(read(text)) == [
        ("Base", "base"),
        ("Q", "base"),
        ("G", "base"),
        ("A", "field"),
        ("N", "type"),
        ("B", "type"),
        ("C", "type"),
        ("D", "parameter"),
        ("E", "result"),
        ("I", "type"),
    ]


def test_an_alias_and_a_defined_type_are_made_of_their_target() -> None:
    assert uses(read("package m\ntype A = B\ntype C map[D]func(E) F\n")) == [
        ("B", "field"),
        ("D", "field"),
        ("E", "field"),
        ("F", "field"),
    ]


def test_a_local_types_parts_are_of_the_function() -> None:
    assert of("type L struct { Base; a A }") == [("Base", "type"), ("A", "type")]


def test_an_arrays_length_is_a_value() -> None:
    assert uses(read("package m\nfunc f(a [N]T) {}\n")) == [("N", "value"), ("T", "parameter")]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("a()", [("a", "call", INVOKED)]),
        ("q.m()", [("m", "call", INVOKED | MEMBER)]),
        ("(a)()", [("a", "call", INVOKED)]),
        ("(*A)(nil)", [("A", "value", 0)]),
        ("[]A(p)", [("A", "type", 0)]),
        ("a[int](p)", [("a", "call", INVOKED), ("int", "type", 0)]),
        ("a[K](p, p)", [("a", "call", INVOKED), ("K", "value", 0)]),
        ("a[K, V](p, p)", [("a", "call", INVOKED), ("K", "type", 0), ("V", "type", 0)]),
        ("x.a[K](p)", [("x", "value", 0), ("a", "call", INVOKED | MEMBER), ("K", "type", 0)]),
        ("a[0](p)", [("a", "value", 0)]),
        ("_ = a", [("a", "value", 0)]),
        ("a = p", [("a", "write", WRITTEN)]),
        ("a++", [("a", "write", WRITTEN)]),
        ("a.b = p", [("a", "value", 0), ("b", "write", WRITTEN | MEMBER)]),
        ("a[p] = p", [("a", "value", 0)]),
        ("for a = range b {}", [("a", "write", WRITTEN), ("b", "value", 0)]),
        ("new(A)", [("new", "call", INVOKED), ("A", "type", 0)]),
        ("q.(A).m()", [("A", "type", 0), ("m", "call", INVOKED | MEMBER)]),
        ("L: for { break L }", []),
        ("p.q.r()", [("q", "value", MEMBER), ("r", "call", INVOKED | MEMBER)]),
    ],
)
def test_roles_in_a_body(statement: str, expected: list[tuple[str, str, int]]) -> None:
    assert [(each.text, each.role, each.flags) for each in body(statement).uses[3:]] == expected


def test_an_element_that_is_called_is_not_the_variable_called() -> None:
    facts = body("table[p](p)\nmake[p](p)", "var table []func(int)\nfunc make[T any](x T) {}")
    assert [use(facts, name).flags & INVOKED for name in ("table",)] == [0]
    assert [each.flags for each in facts.uses if each.text == "make"] == [INVOKED]


def test_what_looks_like_a_package_among_type_arguments_may_be_a_variable() -> None:
    facts = read("package m\nfunc f(k K) { table[k.kind](1); table[key.kind](1) }\n")
    assert uses(facts)[1:] == [
        ("table", "call"),
        ("kind", "type"),
        ("table", "call"),
        ("key", "value"),
        ("kind", "type"),
    ]


def test_keys_are_asked_one_by_one_unless_the_literal_shows_a_map_or_a_local_bears_the_name() -> None:
    facts = body("_ = A{key: 1, p: 2}\n_ = map[string]int{key: 1}\n_ = []int{key: 1}\n_ = key")
    keys = [each for each in facts.uses if each.text == "key"]
    assert [each.group >= 0 for each in keys] == [False, True, True, True]
    assert keys[0].flags == MEMBER
    assert "p" not in {each.text for each in facts.uses}


@pytest.mark.parametrize(
    "statements",
    [
        "x := 1; _ = x",
        "var x, y int; x, y = y, x",
        "const x = 1; _ = x",
        "type x struct{}; _ = x{}",
        "for x, y := range p { _ = x; _ = y }",
        "for x := 0; x < p; x++ {}",
        "if x := p; x > 0 {} else if y := x; y > 0 { _ = x }",
        "switch x := p; x { case x: _ = x }",
        "switch x := p; y := x.(type) { default: _ = y }",
        "select { case x := <-p: _ = x; case y, ok := <-p: _, _ = y, ok }",
        "func(x int, rest ...int) { _ = x; _ = rest }(p)",
        "g := func() (x int) { x = 1; return }; g()",
        "p, x := 1, 2; _, _ = p, x",
        "{ x := 1; { _ = x } }",
        "r = p; q.int()",
    ],
)
def test_locals_are_left_out(statements: str) -> None:
    assert {text for text, _ in of(statements)} <= {"int"}


@pytest.mark.parametrize(
    ("statements", "outer"),
    [
        ("x := x; _ = x", ["x"]),
        ("{ x := 1; _ = x }; _ = x", ["x"]),
        ("if x := p; x > 0 {}; _ = x", ["x"]),
        ("for x := range x { _ = x }", ["x"]),
        ("switch x := x.(type) { default: _ = x }", ["x"]),
        ("func(x int) {}(x)", ["x"]),
        ("_ = x; x := 1; _ = x", ["x"]),
        ("var x = x; _ = x", ["x"]),
    ],
)
def test_a_name_means_the_packages_until_its_statement_ends(statements: str, outer: list[str]) -> None:
    assert [text for text, _ in of(statements) if text == "x"] == outer


def test_types_of_a_signature_are_the_packages_whatever_its_parameters_are_called() -> None:
    facts = read("package m\nfunc F(config config) config { return config }\nfunc (t t) M(t2 t) (r t) { return t }\n")
    assert uses(facts) == [
        ("config", "parameter"),
        ("config", "result"),
        ("t", "receiver"),
        ("t", "parameter"),
        ("t", "result"),
    ]


def test_type_parameters_are_bound_in_signature_and_body() -> None:
    text = """
        package m
        func F[S ~[]E, E any](s S) (e E) { var x E; return x }
        type T[K comparable, V G[K]] struct { k K; v V }
        func (t *T[K, V]) M(k K) V { return t.v }
        type A[P any] = T[P, P]
        """
    assert uses(read(text)) == [
        ("any", "type"),
        ("comparable", "type"),
        ("G", "type"),
        ("T", "receiver"),
        ("v", "value"),
        ("any", "type"),
        ("T", "field"),
    ]


def test_one_name_without_a_local_binding_is_one_question() -> None:
    facts = body("a(); { a := 1; _ = a }; a()")
    found = [each for each in facts.uses if each.text == "a"]
    assert len(found) == 2
    assert found[0].group == found[1].group >= 0


def test_members_of_a_package_are_tied_to_its_import_unless_a_local_bears_its_name() -> None:
    facts = read('package m\nimport u "a/util"\nfunc f() { u.X(); var t u.T; u := t; u.X() }\n')
    assert [(each.text, each.imported) for each in facts.uses] == [("u", 0), ("X", 0), ("T", 0), ("X", -1)]


def test_what_a_blank_variable_uses_is_the_files() -> None:
    facts = read("package m\nvar _ I = (*T)(nil)\nvar _, b = g()\n")
    assert [(each.text, each.holder) for each in facts.uses] == [("I", -1), ("T", -1), ("g", 0)]


def test_the_blank_name_is_no_use() -> None:
    assert of("_ = p; _, _ = p, p; for _ = range p {}; var _ = p") == []
