"""What a Go file declares."""

from __future__ import annotations

import pytest

from abcoder_py.plugin.values import Definition
from tests.go.reading import one, read, source


def names(text: str) -> list[tuple[str, str]]:
    return [(each.kind, each.name) for each in read(text).definitions]


def text_of(text: str, definition: Definition) -> str:
    return source(text)[definition.start : definition.end].decode()


def test_a_single_declaration_starts_at_its_keyword() -> None:
    for text, name in (("var x = 1", "x"), ("const x = 1", "x"), ("type T struct{}", "T"), ("type A = T", "A")):
        whole = f"package m\n\n{text}\n"
        assert text_of(whole, one(whole, name)) == text


def test_in_a_group_the_definition_is_the_one_spec_with_its_comment() -> None:
    text = """
        package m

        // of the group
        var (
            // of a
            a = 1
            b = 2 // behind b

            c int
        )
        """
    assert [text_of(text, each) for each in read(text).definitions] == ["// of a\n    a = 1", "b = 2", "c int"]
    assert one(text, "a").doc == "of a"
    assert one(text, "c").doc == ""


def test_a_comment_belongs_to_the_declaration_that_it_stands_directly_above() -> None:
    text = """
        package m

        // apart

        // F does it.
        //
        //go:noinline
        func F() {}
        """
    found = one(text, "F")
    assert text_of(text, found) == "// F does it.\n//\n//go:noinline\nfunc F() {}"
    assert found.doc == "F does it."
    assert source(text)[found.line_start : found.line_start + 4] == b"func"


def test_the_end_of_a_raw_string_is_no_comment() -> None:
    text = "package m\n\nvar a = `\n// no comment`\nvar b = 1\n"
    assert text_of(text, one(text, "b")) == "var b = 1"


def test_block_comments_and_crlf() -> None:
    text = "package m\r\n\r\n/*\r\nF it is.\r\n*/\r\nfunc F() {}\r\n"
    found = read(text).definitions[0]
    assert found.doc == "F it is."
    assert found.start == text.index("/*")


@pytest.mark.parametrize(
    ("receiver", "owner", "pointer"),
    [
        ("t T", "T", False),
        ("t *T", "T", True),
        ("*T", "T", True),
        ("t T[K, V]", "T", False),
        ("t *T[K, _]", "T", True),
        ("t (*T)", "T", True),
    ],
)
def test_a_method_belongs_to_the_type_of_its_receiver(receiver: str, owner: str, pointer: bool) -> None:
    found = one(f"package m\nfunc ({receiver}) M() {{}}\n", "M")
    assert (found.kind, found.owner, found.pointer, found.exported) == ("method", owner, pointer, True)
    assert found.signature == f"func ({receiver}) M()"


def test_methods_of_a_named_interface_are_nodes_and_of_an_anonymous_one_are_fields() -> None:
    text = "package m\ntype I interface { M(x int) error }\nfunc f(x interface{ N() }) {}\nvar v interface{ O() }\n"
    found = {each.name: each for each in read(text).definitions}
    assert found["M"].kind == "method"
    assert found["M"].interface_method
    assert found["M"].signature == "M(x int) error"
    assert {found["N"].kind, found["O"].kind} == {"field"}


def test_kinds_of_types() -> None:
    text = "package m\ntype (\n S struct{}\n I interface{}\n D int\n F func()\n A = S\n)\n"
    assert [(each.kind, each.modifiers) for each in read(text).definitions] == [
        ("struct", []),
        ("interface", []),
        ("typedef", []),
        ("typedef", []),
        ("typedef", ["alias"]),
    ]


def test_fields_embedded_ones_included() -> None:
    text = "package m\ntype T struct {\n a, b int\n *p.Base\n G[int]\n in struct{ c int }\n}\n"
    found = read(text).definitions
    assert [(each.name, each.type_text, each.modifiers, found[each.parent].name) for each in found[1:]] == [
        ("a", "int", [], "T"),
        ("b", "int", [], "T"),
        ("Base", "*p.Base", ["embedded"], "T"),
        ("G", "G[int]", ["embedded"], "T"),
        ("in", "struct{ c int }", [], "T"),
        ("c", "int", [], "in"),
    ]


def test_several_names_share_a_spec_and_the_blank_one_is_none() -> None:
    text = "package m\nvar _, b, c = f()\nvar x, y = 1, 2\n"
    found = read(text).definitions
    assert [each.name for each in found] == ["b", "c", "x", "y"]
    assert found[0].spec == found[1].spec >= 0
    assert [each.default for each in found] == ["f()", "f()", "1", "2"]


def test_implicit_constants_stand_for_the_expression_they_repeat() -> None:
    text = """
        package m

        const (
            _, a = iota, 1 << iota
            b, c
            d = "x"
            e
        )

        const single, other = 1, 2
        const alone = 3
        """
    found = {each.name: each for each in read(text).definitions}
    assert {name: each.value for name, each in found.items()} == {
        "a": "",
        "b": "iota",
        "c": "1 << iota",
        "d": "",
        "e": '"x"',
        "single": "",
        "other": "",
        "alone": "",
    }
    assert found["a"].group == found["e"].group >= 0
    assert found["single"].group == found["other"].group >= 0
    assert found["alone"].group == -1


def test_parameters_and_results() -> None:
    signature = "F[K comparable, V any](a, b int, f func(x int) T, rest ...string) (n int, err error)"
    text = f"package m\nfunc {signature} {{ return }}\n"
    found = one(text, "F")
    assert [(p.name, p.type, p.kind) for p in found.parameters] == [
        ("a", "int", "positional"),
        ("b", "int", "positional"),
        ("f", "func(x int) T", "positional"),
        ("rest", "...string", "variadic"),
    ]
    assert [(p.name, p.type) for p in found.results] == [("n", "int"), ("err", "error")]
    assert [(p.name, p.type) for p in found.type_parameters] == [("K", "comparable"), ("V", "any")]
    for item in (*found.parameters, *found.results, *found.type_parameters):
        assert source(text)[item.type_start : item.type_end].decode() == item.type
        assert source(text)[item.start : item.end].decode() == item.name


def test_unnamed_parameters_and_a_single_result() -> None:
    found = one("package m\nfunc F(int, *T) error { return nil }\n", "F")
    assert [(p.name, p.type) for p in found.parameters] == [("", "int"), ("", "*T")]
    assert [(p.name, p.type) for p in found.results] == [("", "error")]


def test_signatures_are_one_line_up_to_the_body() -> None:
    text = "package m\nfunc F(\n\ta int,\n) error {\n\treturn nil\n}\n\ntype T[K any]  struct {\n\tk K\n}\n"
    assert one(text, "F").signature == "func F( a int, ) error"
    assert one(text, "T").signature == "type T[K any] struct"
    assert one("package m\nfunc asm(x int) int\n", "asm").signature == "func asm(x int) int"


def test_local_types_are_local_and_local_variables_are_no_definitions() -> None:
    text = "package m\nfunc f() {\n type T struct{ a int }\n var x = 1\n const c = 2\n}\n"
    found = read(text).definitions
    assert [(each.name, each.local) for each in found] == [("f", False), ("T", True), ("a", True)]


def test_exported_by_its_capital() -> None:
    assert [(each.name, each.exported) for each in read("package m\nvar Ä, ä, _x int\n").definitions] == [
        ("Ä", True),
        ("ä", False),
        ("_x", False),
    ]


def test_the_file_itself() -> None:
    facts = read('// Package m is it.\npackage main\n\nimport "C"\n\nfunc main() { go func() {}() }\n', "m/m_test.go")
    assert facts.doc == "Package m is it."
    assert facts.package_clause == ("main", 20, 32)
    assert facts.is_main
    assert facts.is_test
    assert [(holder, facts.definitions[holder].name) for holder, _, _ in facts.anonymous_functions] == [(0, "main")]


def test_imports() -> None:
    text = 'package m\nimport (\n "fmt"\n . "a/b"\n _ "c"\n y "gopkg.in/yaml.v3"\n "x/go-bar/v2"\n)\nimport `raw`\n'
    assert [(i.path, i.alias, i.bound, i.star) for i in read(text).imports] == [
        ('"fmt"', "", "fmt", False),
        ('"a/b"', ".", "", True),
        ('"c"', "_", "", False),
        ('"gopkg.in/yaml.v3"', "y", "y", False),
        ('"x/go-bar/v2"', "", "bar", False),
        ("`raw`", "", "raw", False),
    ]


def test_declarations_around_a_broken_one_are_there() -> None:
    text = "package m\n\nfunc A() {}\n\nfunc B( {\n\nfunc C() {}\n\ntype D struct{}\n"
    facts = read(text)
    assert {"A", "C", "D"} <= {each.name for each in facts.definitions}
    assert facts.faults


def test_empty_files_and_files_without_a_clause() -> None:
    for text in ("", "\n", "// only a comment\n", "package"):
        facts = read(text)
        assert facts.definitions == []
        assert facts.package_clause is None
