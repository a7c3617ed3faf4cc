"""The minified form: the document's strings exactly, and any tree there and back by the rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from abcoder_py.views.codestruct import LEGEND, CodeStructError, Entity, expand, minify, read, write
from abcoder_py.views.codestruct.notation import FUNC, LEAVES, rank
from abcoder_py.views.codestruct.reader import is_minified, read_any
from tests.views.codestruct.trees import PROPERTY, TREES

EXAMPLES = Path(__file__).parent / "examples"


def reduced(
    entities: list[Entity], holder: Entity | None = None, doc: bool = False, most: bool = False
) -> list[Entity]:
    """What minification leaves of a tree, in its order, told independently of how it is done."""

    def is_leaf(entity: Entity) -> bool:
        if entity.children or holder is None:
            return False
        return entity.keyword in LEAVES or (entity.keyword == "import" and rank(holder.keyword) == FUNC)

    kept = [e for e in entities if not (most and is_leaf(e) and (e.keyword, e.name) == ("returns", "None"))]
    kept.sort(key=lambda entity: (0, 0) if is_leaf(entity) else (1, -rank(entity.keyword)))
    return [
        Entity(
            entity.keyword,
            entity.name,
            {key: value for key, value in entity.attributes.items() if doc or key != "doc"},
            children=reduced(entity.children, entity, doc, most),
        )
        for entity in kept
    ]


def test_the_documents_example_gives_exactly_its_string() -> None:
    tree = read((EXAMPLES / "to-minify.txt").read_text())
    assert minify(tree) + "\n" == (EXAMPLES / "minified.txt").read_text()


def test_an_attribute_is_compressed_as_the_document_says() -> None:
    assert minify(read('attr: name [type: STRING, default: "John"]')) == 'at:name[t:STR,d:"John"]'


@pytest.mark.parametrize(
    ("text", "minified"),
    [
        ("dir: app\n  dir: src\n    file: x.py\n  file: y", "d:app;f:y;d:app/src;f:x.py"),
        ("class: Outer\n  class: Inner\n    func: f\n  func: g", "cl:Outer;fn:g;cl:Outer.Inner;fn:f"),
        ("module: m\n  class: A\n  func: f", "m:m;fn:f;cl:A"),
        ("func: f\n  func: g\n  returns: X", "fn:f|r:X;fn:f.g"),
        ("func: f\nfunc: f\n  func: g", "fn:f;fn:f;fn:f~2.g"),
        ("class: a.b\n  class: C", 'cl:"a.b";cl:"a.b".C'),
        ("dir: app ::: ab\n  file: init~2.py", "d:app;f:init~2.py"),
        ("attr: a [type: BOOL]\nattr: b [type: BOOLEAN]", 'at:a[t:"BOOL"];at:b[t:BOOL]'),
        ("import: a [type: external]\nvar: b [type: external]", "i:a[t:ext];v:b[t:external]"),
        ("fn: x [t: y]", '"fn":x["t":y]'),
        ("import: a\nimport: b\nclass: C\n  class: D", "i:a&b;cl:C;cl:C.D"),
        ("interface: I\n  func: f\n    import: a & b\n      source: go", "interface:I;fn:f|i:a&b[s:go]"),
    ],
)
def test_short_forms(text: str, minified: str) -> None:
    tree = read(text)
    assert minify(tree) == minified
    assert expand(minified) == reduced(tree)


def test_docs_and_obvious_keys() -> None:
    tree = read("func: f\n  doc: Adds, twice.\n  param: a [type: INTEGER, default: 1]\n  returns: None\n  returns: X")
    assert minify(tree, doc=True) == 'fn:f|dc:"Adds, twice.",p:a[t:INT,d:1],r:None,r:X'
    assert minify(tree, most=True) == "fn:f|p:a[INT,d:1],r:X"


@PROPERTY
@given(TREES)
def test_any_tree_minifies_and_expands_by_the_rule(tree: list[Entity]) -> None:
    for doc in (False, True):
        for most in (False, True):
            text = minify(tree, doc=doc, most=most)
            assert expand(text) == reduced(tree, doc=doc, most=most)
            assert expand(LEGEND + text + "\n") == expand(text)
            assert minify(expand(text), doc=doc, most=most) == text


@PROPERTY
@given(TREES)
def test_either_form_is_recognised(tree: list[Entity]) -> None:
    text = minify(tree)
    assert not tree or is_minified(text)
    assert read_any(text) == read_any(LEGEND + text) == reduced(tree)
    assert read_any(write(tree)) == tree


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("fn:f|cl:C", 1, 6, "is no leaf"),
        ("fn:f,p:a", 1, 5, "`;` is wanted"),
        ("fn:f|p:a[t:INT", 1, 15, "`,` or `]`"),
        ("fn:f|p:a[t:INT,t:INT]", 1, 16, "given twice"),
        ("fn:g.f", 1, 1, "no 'g' stands before"),
        ("fn:g;fn:g~2.f", 1, 6, "no 'g' number 2"),
        (LEGEND + 'fn:"f', 5, 4, "never closed"),
        (LEGEND + "fn:f\nfn:g", 6, 1, "one line"),
        (LEGEND + "dc:x", 5, 1, "is no entity"),
        ("i:a&b|p:x", 1, 7, "a leaf of a group"),
    ],
)
def test_bad_minified_text_is_an_error_with_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(CodeStructError, match=message) as caught:
        expand(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_deep_nesting_minifies() -> None:
    text = "".join(f"{' ' * level}func: f\n" for level in range(1050))
    tree = read(text)
    assert expand(minify(tree)) == tree
