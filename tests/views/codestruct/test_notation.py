"""The long form: the document's own examples, round trips of any tree, and errors with their place."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from abcoder_py.views.codestruct import CodeStructError, Entity, Implementation, read, write
from abcoder_py.views.codestruct.reader import is_minified, read_any
from tests.views.codestruct.trees import PROPERTY, TREES

EXAMPLES = Path(__file__).parent / "examples"
FULL = sorted(path for path in EXAMPLES.glob("*.txt") if path.stem != "minified")


def one(text: str) -> Entity:
    (entity,) = read(text)
    return entity


@pytest.mark.parametrize("path", FULL, ids=lambda path: path.stem)
def test_the_documents_examples_read_and_write_back_equal(path: Path) -> None:
    tree = read(path.read_text())
    assert tree
    assert not is_minified(path.read_text())
    assert read(write(tree)) == tree


@pytest.mark.parametrize(
    ("text", "keyword", "name", "attributes"),
    [
        ("dir: src", "dir", "src", {}),
        ("namespace: std", "namespace", "std", {}),
        ("func: login [type: Async]", "func", "login", {"type": "Async"}),
        ("returns: BOOLEAN", "returns", "BOOLEAN", {}),
        ("optional: nickname [type: STRING]", "optional", "nickname", {"type": "STRING"}),
        ('param: users [type: "List[User]"]', "param", "users", {"type": "List[User]"}),
        ('returns: "Union[str, None]"', "returns", "Union[str, None]", {}),
        ('attr: name [type: STRING, default: "John"]', "attr", "name", {"type": "STRING", "default": '"John"'}),
        ('func: "operator[]"', "func", "operator[]", {}),
        ('func: "std::sort"', "func", "std::sort", {}),
        ("widget: button [size: 3]", "widget", "button", {"size": "3"}),
        ("import: x\n  ref: class: User", "import", "x", {"ref": "class: User"}),
        ('import: x [ref: func: "a::b"]', "import", "x", {"ref": "func: a::b"}),
        ("const: PI ::: ab\n  [type: FLOAT, default: 3.14159]", "const", "PI", {"type": "FLOAT", "default": "3.14159"}),
        ("func: f\n  doc: Takes [a, b]: all; of # them.", "func", "f", {"doc": "Takes [a, b]: all; of # them."}),
        ('func: f\n  doc: "Quoted" at first.', "func", "f", {"doc": '"Quoted" at first.'}),
        ('func: f\n  doc: " two\\nlines"', "func", "f", {"doc": " two\nlines"}),
        ("attr: a [INT]", "attr", "a", {"type": "INT"}),
        ("module:", "module", "", {}),
    ],
)
def test_a_declaration(text: str, keyword: str, name: str, attributes: dict[str, str]) -> None:
    entity = one(text)
    assert (entity.keyword, entity.name, dict(entity.attributes)) == (keyword, name, attributes)
    assert read(write([entity])) == [entity]


def test_a_hash_stands_before_or_behind_the_attributes() -> None:
    expected = Entity("const", "PI", {"type": "FLOAT"}, "d3fa")
    assert read("const: PI ::: d3fa [type: FLOAT]") == read("const: PI [type: FLOAT] ::: d3fa") == [expected]
    assert write([expected]) == "const: PI ::: d3fa [type: FLOAT]\n"


def test_a_group_is_several_entities_that_share_attributes() -> None:
    tree = read('import: os & "a & b" & sys\n  source: stdlib\n')
    assert [entity.name for entity in tree] == ["os", "a & b", "sys"]
    assert all(entity.attributes == {"source": "stdlib"} for entity in tree)
    assert write(tree) == 'import: os & "a & b" & sys\n  source: stdlib\n'
    assert len(read("var: a & b")) == 2


def test_comments_blank_lines_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    text = "# a view\ndir: a\n\n  # of it\n  file: b\n"
    for variant in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert read(variant) == read("dir: a\n  file: b")


def test_a_block_of_code_is_kept_as_it_is() -> None:
    code = "# no comment\n  ```\n\n\tif x:\n"
    text = write([Entity("func", "f", impl=Implementation("python", code), children=[Entity("returns", "X")])])
    assert "    ````python\n" in text
    assert one(text).impl == Implementation("python", code)
    assert one("func: f\n  impl: ```python return 1 ```").impl == Implementation("python", "return 1")
    assert one("func: f\n  impl: ```c\n    x;\n    ```").impl == Implementation("c", "  x;")
    assert one("func: f\n\timpl:\n\t\t```\n\t\tx\n\t\t```").impl == Implementation("", "x")


@PROPERTY
@given(TREES)
@example([Entity("import", ""), Entity("import", "a")])
def test_any_tree_writes_and_reads_back_equal(tree: list[Entity]) -> None:
    text = write(tree)
    assert read(text) == tree
    assert read_any(text) == tree


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("dir: a\n  file: b\n\tfile: c", 3, 1, "tabs and spaces are mixed"),
        ("dir: a\n  \tfile: b", 2, 3, "tabs and spaces are mixed"),
        ("dir: a\n    file: b\n  file: c", 3, 3, "none of those open above"),
        ("func: f\n  impl:\n", 2, 3, "a fenced block"),
        ("func: f\n  impl:\n    x = 1", 3, 5, "a fenced block"),
        ("func: f\n  impl:\n    ```python\n    x = 1", 3, 5, "never closed"),
        ("func: f\n  ```python\n  ```", 2, 3, "must stand below `impl:`"),
        ("func: f\n  impl: ```a\n  ```\n  impl: ```b\n  ```", 4, 3, "given twice"),
        ("type: x", 1, 1, "must stand below the entity"),
        ("impl: ```x```", 1, 1, "must stand below the entity"),
        ("func: f\n  doc: x\n  doc: y", 3, 3, "given twice"),
        ("func: f\n  doc: x\n    param: y", 3, 5, "nothing stands below"),
        ("just some words", 1, 1, "`keyword: name` is wanted"),
        ('func: "f', 1, 7, "never closed"),
        ('func: "\\x"', 1, 7, "no valid escape"),
        ('func: "\\ud800"', 1, 7, "no valid escape"),
        ('func: "f" g', 1, 11, "does not belong"),
        ("returns: List[str]", 1, 14, "double quotes"),
        ("param: p [type: List[str]]", 1, 21, "double quotes"),
        ("param: p [type: int", 1, 20, "is wanted"),
        ("param: p [type: a, type: b]", 1, 20, "given twice"),
        ("func: f ::: xyz", 1, 13, "hexadecimal"),
        ("import: a &", 1, 11, "a name is missing"),
        ("class: A & B\n  func: f", 2, 3, "one by one"),
    ],
)
def test_bad_input_is_an_error_with_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(CodeStructError, match=message) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@PROPERTY
@given(
    st.one_of(
        st.text(), st.text('ab: [],&"\\`#\n\t;|~'), st.text("dfir: \n[x]&"), TREES.map(write).map(lambda t: t[:-2])
    )
)
@example("0:")
def test_any_text_gives_a_tree_or_an_error_with_its_place(text: str) -> None:
    try:
        tree = read_any(text)
    except CodeStructError as fault:
        lines = len(text.splitlines()) + 1
        assert 1 <= fault.line <= lines
        assert fault.column >= 1
    else:
        assert read(write(tree)) == tree


@pytest.mark.parametrize(
    "entity",
    [Entity("no keyword", "x"), Entity("type", "x"), Entity("a", "x", {"b c": ""}), Entity("a", "x", hash="xyz")],
)
def test_what_has_no_place_in_the_notation_is_not_written(entity: Entity) -> None:
    with pytest.raises(ValueError, match="is no "):
        write([entity])


def nested(depth: int) -> str:
    return "".join(f"{' ' * level}func: f\n" for level in range(depth))


HARD = {
    "quotes": lambda n: "a: " + '"' * n,
    "escapes": lambda n: 'a: "' + "\\" * n,
    "ampersands": lambda n: "a: " + "x&" * n + "x",
    "brackets": lambda n: "a: x [" + "[" * n,
    "colons": lambda n: "a" + ":" * n,
    "words": lambda n: "a" * n,
    "spaces": lambda n: "a" + " " * n + "x",
    "backticks": lambda n: "a: x\n impl: " + "`" * n + "x",
    "fences": lambda n: "a: x\n impl:\n  ```\n" + "  ``\n" * (n // 5),
    "entities": lambda n: "a: x [t: y]\n" * (n // 12),
    "attributes": lambda n: "a: x [" + ", ".join(f"k{i}: v" for i in range(n // 8)) + "]",
    "indents": lambda n: nested(int(n**0.5)),
    "minified": lambda n: "fn:f|p:x[t:INT];" * (n // 16) + "fn:f",
    "chains": lambda n: "fn:f;" + "fn:f.f;" * (n // 8) + "fn:f",
}


@pytest.mark.parametrize("name", HARD)
def test_reading_takes_time_in_proportion_to_the_length(name: str) -> None:
    """Sixteen times the text may take forty times as long, no more: what is quadratic takes 256 times."""

    def seconds(size: int) -> float:
        text = HARD[name](size)
        best = 1e9
        for _ in range(3):
            began = time.process_time()
            try:
                read_any(text)
            except CodeStructError:
                pass
            best = min(best, time.process_time() - began)
        return best

    assert seconds(80_000) < 40 * max(seconds(5_000), 0.0005)


def test_nesting_may_be_deeper_than_python_recurses() -> None:
    text = nested(3000)
    tree = read(text)
    assert read(write(tree)) == tree
