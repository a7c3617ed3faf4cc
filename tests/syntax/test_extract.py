"""The engine over a small grammar of the test's own: what captures mean, whatever language they come from."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
import tree_sitter_python

from abcoder_py.plugin.language import Grammar, Language, RawDefinition
from abcoder_py.plugin.values import INVOKED, MEMBER, QUOTED, WRITTEN, Definition, FileFacts, Import, ImportedName
from abcoder_py.syntax.extract import extract

DEFINITIONS = """
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(import_from_statement) @import
(import_statement) @import
(lambda) @anonymous
"""
USES = """
(identifier) @use.value
(attribute object: (_) @object attribute: (identifier) @use.value.member)
(call function: (identifier) @use.call)
(call function: (attribute object: (_) @object attribute: (identifier) @use.call.member))
(decorator (identifier) @use.decorator)
(keyword_argument name: (identifier) @ignore)
(class_definition superclasses: (argument_list) @region.base)
(typed_parameter type: (type) @region.parameter)
(type (string (string_content) @quoted))
(augmented_assignment left: (identifier) @use.write)
(subscript value: (identifier) @use.value subscript: (_) @region.plain)
"""
SCOPES = """
(function_definition) @scope.hoisted
(function_definition name: (identifier) @bind.parent)
(parameters (identifier) @bind.local)
(typed_parameter (identifier) @bind.local)
(typed_parameter type: (type) @outer)
(default_parameter name: (identifier) @bind.local value: (_) @outer)
(class_definition body: (block) @scope.class)
(class_definition name: (identifier) @bind.local)
(assignment left: (identifier) @bind.local)
(augmented_assignment left: (identifier) @bind.local)
(list_comprehension) @scope.comprehension
(for_in_clause left: (identifier) @bind.local)
(for_in_clause right: (_) @outer)
(named_expression name: (identifier) @bind.function)
(lambda) @scope.hoisted
(lambda_parameters (identifier) @bind.local)
(global_statement (identifier) @free)
"""


class Toy(Language):
    name = "toy"
    grammars: ClassVar = {".toy": Grammar("python", "1", tree_sitter_python.language, DEFINITIONS, USES, SCOPES, True)}

    def define(self, raw: RawDefinition) -> Definition | None:
        node, name = raw.node, raw.name
        body = node.child_by_field_name("body") or node.child_by_field_name("right")
        return Definition(
            raw.kind, raw.text(name), name.start_byte, name.end_byte, node.start_byte, node.end_byte,
            node.start_byte, node.start_byte, body.start_byte, body.end_byte,
        )  # fmt: skip

    def read_import(self, node: Any, source: bytes) -> list[Import]:
        words = source[node.start_byte : node.end_byte].decode().split()
        if words[0] == "from":
            return [
                Import(words[1], node.start_byte, node.end_byte, names=[ImportedName(words[3])], star=words[3] == "*")
            ]
        return [Import(words[1], node.start_byte, node.end_byte, bound=words[1].split(".")[0], prefix=words[1])]


def facts(text: str | bytes) -> FileFacts:
    language = Toy()
    data = text.encode() if isinstance(text, str) else text
    return extract("a.toy", data, language, language.grammars[".toy"])


def used(found: FileFacts) -> list[tuple[str, str, int]]:
    return [(use.text, use.role, use.flags) for use in found.uses]


def test_locals_are_left_out_and_counted() -> None:
    found = facts("def f(a, b):\n    c = a\n    return c + b + d\n")
    assert used(found) == [("d", "value", 0)]
    assert found.local_uses == 3
    assert found.locals == [6, 9, 17]


def test_role_flags_and_holder() -> None:
    found = facts("@deco\ndef f(x: T):\n    g(x)\n    x.m(k=1).n\n")
    assert used(found) == [
        ("deco", "decorator", INVOKED),
        ("T", "parameter", 0),
        ("g", "call", INVOKED),
        ("m", "call", INVOKED | MEMBER),
        ("n", "value", MEMBER),
    ]
    assert [use.holder for use in found.uses] == [-1, 0, 0, 0, 0]


def test_a_default_is_read_outside_the_function() -> None:
    found = facts("def f(x=x, y=lambda x: x):\n    return x\n")
    assert [use.start for use in found.uses] == [8]


def test_class_names_are_seen_directly_only() -> None:
    found = facts("class C:\n    a = 1\n    b = a\n    def m(self):\n        return a\n    c = [a for q in a]\n")
    assert [(use.start, use.group) for use in found.uses] == [(27, -1), (61, 0), (72, 0), (83, -1)]


def test_one_binding_is_one_group_and_a_second_binding_none() -> None:
    found = facts("x = 1\ny = 2\ny = 3\ndef f():\n    x\n    x\n    y\n    len\n    len\n")
    assert [(use.text, use.group) for use in found.uses] == [("x", 0), ("x", 0), ("y", -1), ("len", 1), ("len", 1)]


def test_a_use_before_its_binding_is_not_grouped() -> None:
    assert [use.group for use in facts("x\nx = 1\nx\n").uses] == [-1, 0]


def test_a_star_import_leaves_unbound_names_ungrouped() -> None:
    assert [use.group for use in facts("from m import *\nf()\n").uses] == [-1]


def test_global_writes_are_uses_of_the_file() -> None:
    found = facts("n = 0\ndef f():\n    global n\n    n += 1\ndef g():\n    n += 1\n")
    assert [(use.text, use.role, use.flags) for use in found.uses if use.role == "write"] == [("n", "write", WRITTEN)]


def test_imported_names_lead_to_their_import() -> None:
    found = facts("from m import f\nimport a.b\ndef g(a1):\n    f()\n    a.b.h()\n    a1.b.h()\n")
    tied = [(use.text, use.imported, use.imported_name) for use in found.uses]
    assert tied == [("f", 0, 0), ("a", 1, -1), ("h", 1, -1), ("b", -1, -1), ("h", -1, -1)]


def test_quoted_types_have_true_offsets() -> None:
    found = facts("def f(é: 'T'): 'T'\n")
    assert [(use.start, use.text, use.role, use.flags) for use in found.uses] == [(11, "T", "parameter", QUOTED)]


def test_regions_and_plain_regions() -> None:
    found = facts("class C(A, B[D]):\n    pass\n")
    assert [(use.text, use.role) for use in found.uses] == [("A", "base"), ("B", "base"), ("D", "value")]


def test_walrus_binds_in_the_function() -> None:
    found = facts("def f(xs):\n    [y := x for x in xs]\n    return y, x\n")
    assert [use.text for use in found.uses] == ["x"]


def test_nested_definitions_are_local_and_their_uses_the_holders() -> None:
    found = facts("def f():\n    def g():\n        h()\n    class K:\n        def m(self):\n            return z\n")
    assert [(d.name, d.local, d.parent) for d in found.definitions] == [
        ("f", False, -1), ("g", True, 0), ("K", True, 0), ("m", True, 2)
    ]  # fmt: skip
    assert [(use.text, use.holder) for use in found.uses] == [("h", 0), ("z", 0)]


def test_anonymous_functions_belong_to_their_holder() -> None:
    assert facts("def f():\n    return lambda: 1\n").anonymous_functions == [(0, 20, 29)]


def test_faults_leave_the_rest() -> None:
    found = facts("def f():\n    pass\n\nx = = 2\n\ndef g():\n    pass\n")
    assert [d.name for d in found.definitions if d.kind == "function"] == ["f", "g"]
    assert found.faults


def test_lone_carriage_returns_end_lines() -> None:
    found = facts(b"def f():\r    return g()\rdef h():\r    pass\r")
    assert [(d.name, d.start) for d in found.definitions] == [("f", 0), ("h", 24)]


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe\x00", b"(" * 10_000, b"x = '" + b"\xc3" * 50])
def test_hostile_bytes_give_facts(data: bytes) -> None:
    assert facts(data).path == "a.toy"


def test_two_readings_are_equal() -> None:
    text = "from m import f\nclass C(A):\n    def m(self): return f(self.x, y=lambda: C)\n"
    assert facts(text) == facts(text)
