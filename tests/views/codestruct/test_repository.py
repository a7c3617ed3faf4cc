"""The tree that is made from UniAST says what the source says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.views.codestruct import Entity, read, write
from abcoder_py.views.codestruct.document import load
from abcoder_py.views.codestruct.model import walk
from abcoder_py.views.codestruct.repository import Choices, view
from tests.views.codestruct.repositories import VIEW, document, node

EXAMPLE = Path(__file__).parents[3] / "examples/uniast.json"


def shown(wire: dict[str, Any], **choices: bool) -> str:
    """The view of a document without folder, file and module."""
    roots = view(load(json.dumps(wire).encode()), Choices(**choices))
    return write(roots[0].children[0].children[0].children)


def entity(roots: list[Entity], keyword: str, name: str) -> Entity:
    (found,) = [each for _, each in walk(roots) if (each.keyword, each.name) == (keyword, name)]
    return found


def test_a_python_repository(shop: bytes) -> None:
    assert write(view(load(shop))) == VIEW
    assert read(VIEW) == view(load(shop))


def test_what_can_be_left_out(shop: bytes) -> None:
    text = write(view(load(shop), Choices(doc=False, uses=False)))
    assert "doc:" not in text
    assert text.count("import:") == 5  # a group counts once
    assert "numpy" in text


def test_bodies_stand_in_fences(shop: bytes) -> None:
    roots = view(load(shop), Choices(impl=True))
    impl = entity(roots, "func", "taxed").impl
    assert impl is not None
    assert (impl.language, impl.code) == ("python", "def taxed(amount: int) -> float:\n    return amount * (1 + TAX)")
    assert entity(roots, "class", "Article").impl is None  # its method's body stands at the method
    assert read(write(roots)) == roots


def test_canonical_types(shop: bytes) -> None:
    text = write(view(load(shop), Choices(canonical_types=True)))
    assert 'attr: name [type: STRING, default: "thing"]' in text
    assert "param: count [type: INTEGER]" in text
    assert "returns: FLOAT" in text
    assert "type_alias: Amount [type: INTEGER]" in text


def test_the_example_in_go() -> None:
    text = write(view(load(EXAMPLE.read_bytes())))
    assert (
        "      class: Article\n"
        "        import: Base\n"
        "          type: internal\n"
        "          ref: class: Base\n"
        "        import: Priced\n"
        "          type: internal\n"
        "          ref: interface: Priced\n"
        "        import: example.org/money\n"
        "          type: external\n"
        "          source: go\n"
        "        func: Price\n"
        "          doc: The net price, reported with the tax.\n"
    ) in text
    assert "interface: Priced\n" in text
    assert "var: taxRate [type: int, default: 19]\n" in text
    assert "const: Large [default: 1]\n" in text
    assert "func: init~2\n" in text


def test_results_and_parameters() -> None:
    results = [{"Name": "n", "Type": "int"}, {"Name": "err", "Type": "error"}]
    unnamed = [{"Type": "int"}, {"Type": "error"}]
    params = [{"Name": "a", "Type": "func(\n\tint,\n) bool"}, {"Name": "b", "Default": "'x'", "Kind": "keyword"}]
    wire = document(
        [
            node("f", "f", Extra={"Params": params, "Results": results}),
            node("g", "g", 10, Extra={"Results": unnamed}),
        ]
    )
    assert shown(wire) == (
        "func: f\n"
        '  param: a [type: "func( int, ) bool"]\n'
        "  param: b [default: 'x']\n"
        '  returns: "(n int, err error)"\n'
        "func: g\n"
        '  returns: "(int, error)"\n'
    )


@pytest.mark.parametrize(
    ("kind", "more", "line"),
    [
        ("struct", {}, "class: T"),
        ("interface", {}, "interface: T"),
        ("trait", {}, "trait: T"),
        ("union", {}, "union: T"),
        ("protocol", {}, "class: T"),
        (
            "enum",
            {"Extra": {"Fields": [{"Name": "A", "Default": "1", "Kind": "member"}]}},
            "enum: T\n  attr: A [default: 1]",
        ),
        ("typedef", {"Extra": {"TypeText": "int"}}, "type_alias: T [type: int]"),
        (
            "typedef",
            {"Extra": {"TypeText": "int"}, "Methods": {"f": {"ModPath": "m", "PkgPath": "p", "Name": "T.f"}}},
            "class: T [type: int]",
        ),
        ("class", {"Extra": {"Fields": [{"Name": "x", "Kind": "optional"}]}}, "class: T\n  optional: x"),
    ],
)
def test_types(kind: str, more: dict[str, Any], line: str) -> None:
    assert shown(document(types=[node("T", "T", TypeKind=kind, **more)])) == line + "\n"


@pytest.mark.parametrize(
    ("content", "function", "keyword"),
    [
        ("var f = func() {}", "func() {}", "lambda"),
        ("const f = x => x;", "x => x", "lambda"),
        ("f = lambda é: é", "lambda é: é", "lambda"),
        ("f = g(lambda: 1)", "lambda: 1", "var"),
        ("f = lambda: 1, 2", "lambda: 1", "var"),
    ],
)
def test_a_variable_whose_whole_value_is_a_function(content: str, function: str, keyword: str) -> None:
    start = content.encode().index(function.encode())
    span = {"StartOffset": 100 + start, "EndOffset": 100 + start + len(function.encode())}
    wire = document(variables=[node("f", content, 100, Extra={"AnonymousFunctions": [span], "Default": "x"})])
    assert shown(wire) == f"{keyword}: f\n" if keyword == "lambda" else f"{keyword}: f [default: x]\n"


def test_a_callback_is_named_and_surely_never_called() -> None:
    def use(name: str, invoked: bool) -> dict[str, Any]:
        return {"ModPath": "m", "PkgPath": "p", "Name": name, "Extra": {"IsInvoked": invoked}}

    wire = document(
        [
            node("named", ""),
            node("called", "", 1),
            node("perhaps", "", 2),
            node("unused", "", 3),
            node(
                "user",
                "",
                4,
                FunctionCalls=[use("named", False), use("called", False), use("called", True), use("perhaps", False)],
                Extra={"Uncertain": [{"Candidates": ["m?p#perhaps"]}]},
            ),
        ]
    )
    assert "named [type: Callback]" in shown(wire)
    assert shown(wire).count("Callback") == 1


def test_a_doc_is_its_first_line_cut_at_80_characters() -> None:
    for text, doc in [("\n  First.\nSecond.", "First."), ("x" * 80, "x" * 80), ("x" * 81, "x" * 77 + "...")]:
        assert shown(document([node("f", "", Extra={"Doc": text})])) == f"func: f\n  doc: {doc}\n"


def test_a_summary_stands_in_for_a_doc_comment() -> None:
    wire = document(
        [node("f", "", compress_data="Said so.\nMore."), node("g", "", 1, compress_data="No.", Extra={"Doc": "Yes."})],
        compress_data="The package.",
    )
    assert shown(wire) == "func: f\n  doc: Said so.\nfunc: g\n  doc: Yes.\n"
    assert write(view(load(json.dumps(wire).encode()))).startswith(
        "dir: repo\n  file: a.x\n    module: p\n      doc: The package.\n"
    )


def test_members_stand_in_their_type_where_both_are_in_one_file() -> None:
    receiver = {"Receiver": {"IsPointer": False, "Type": {"ModPath": "m", "PkgPath": "p", "Name": "T"}}}
    wire = document(
        [node("T.f", "", 5, **receiver), node("T.g", "", file="b.x", **receiver)],
        [node("T", "T", TypeKind="class"), node("T.Inner", "", 1, TypeKind="class")],
        [node("T.field", "", 2, IsConst=True)],
        files={name: {"Path": name, "Package": "p"} for name in ("a.x", "b.x")},
    )
    assert write(view(load(json.dumps(wire).encode()))) == (
        "dir: repo\n  file: a.x\n    module: p\n      class: T\n"
        "        class: Inner\n        const: field\n        func: f\n"
        "  file: b.x\n    module: p\n      func: T.g\n"
    )


def test_namespaces_hold_what_stands_in_them() -> None:
    spans = [{"Name": "ns", "StartOffset": 0, "EndOffset": 50}, {"Name": "ns::in", "StartOffset": 10, "EndOffset": 40}]
    wire = document(
        [node("ns::in::f", "", 20), node("ns::g", "", 45), node("h", "", 60)],
        files={"a.x": {"Path": "a.x", "Package": "p", "Extra": {"Namespaces": spans}}},
    )
    assert shown(wire) == "namespace: ns\n  namespace: in\n    func: f\n  func: g\nfunc: h\n"


def test_imports_of_a_file() -> None:
    def target(mod: str, pkg: str, name: str = "") -> dict[str, str]:
        return {"ModPath": mod, "PkgPath": pkg, "Name": name}

    imports = [
        {"Path": "lib", "Target": target("lib@1", "lib")},
        {"Path": '"m/other"', "Target": target("m", "q")},
        {
            "Path": "q",
            "Names": [{"Name": "f", "Target": target("m", "p", "f")}, {"Name": "gone"}],
            "Target": target("m", "q"),
        },
        {"Path": "unknown"},
        {"Path": "star", "Names": [{"Name": "*"}], "Target": target("lib@1", "star")},
    ]
    wire = document([node("f", "", 1)], files={"a.x": {"Path": "a.x", "Package": "p", "Imports": imports}})
    assert shown(wire) == (
        "import: f\n  type: internal\n  ref: func: f\n"
        "import: gone\n  type: internal\n"
        "import: m/other\n  type: internal\n  ref: module: q\n"
        "import: lib & star\n  type: external\n"
        "import: unknown\n"
        "func: f\n"
    )


def test_a_package_that_is_a_file_is_no_module_of_its_own() -> None:
    files = {"src/a.x": {"Path": "src/a.x", "Package": "src/a.x"}, "src/b.x": {"Path": "src/b.x", "Excluded": "x"}}
    wire = document(files=files)
    assert write(view(load(json.dumps(wire).encode()))) == "dir: repo\n  dir: src\n    file: a.x\n    file: b.x\n"


def test_folders_may_nest_deeper_than_python_recurses() -> None:
    path = "a/" * 1500 + "x"
    roots = view(load(json.dumps(document(files={path: {"Path": path}})).encode()), Choices(hashes=True))
    assert sum(1 for _ in walk(roots)) == 1502
    assert read(write(roots)) == roots


def test_documents_of_other_tools_are_read() -> None:
    wire = document([node("f", "", Params=None, FunctionCalls={"x": {"ModPath": "m", "PkgPath": "p", "Name": "g"}})])
    wire["Modules"]["m"]["Packages"]["p"]["Types"]["T"] = node("T", "", 1, TypeKind=1)
    wire["Modules"]["m"]["Files"]["a.x"]["Imports"] = None
    wire["Modules"]["elsewhere"] = {"Language": "", "Dir": "", "Packages": None, "Files": None}
    assert shown(wire) == "func: f\n  import: g\n    type: internal\ninterface: T\n"


@pytest.mark.parametrize("data", [b"{", b"[]", b"{}", b'{"Modules": 3}', b'{"Modules": {"m": {"Files": 1}}}'])
def test_what_is_no_document_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"Modules|JSON|truncated|object"):
        load(data)
