"""What holds for every document and every text."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from abcoder_py.cli.chunk_folder import write_chunks
from abcoder_py.cli.errors import UserError
from abcoder_py.views.skt import (
    Document,
    EdgeGroup,
    FileBlock,
    SktError,
    Symbol,
    flat_chunks,
    join_chunks,
    read,
    to_json,
    tree_chunks,
    write,
)
from abcoder_py.views.skt.model import full_ids
from tests.views.skt.documents import ODD, documents

SCHEMA = Draft202012Validator(json.loads((Path(__file__).parents[3] / "schemas/skt.schema.json").read_text()))
MANY, FEW = settings(max_examples=100, deadline=None), settings(max_examples=40, deadline=None)
PIECES = st.sampled_from(
    (
        "[symbols]\n",
        "[edges]\n",
        "[errors]\n",
        "[dict]\n",
        "## app.py\n",
        "S1 type/class L1-L6 Handler {}\n",
        "S2 d1 L2-L3 __init__(name) {d0}\n",
        "S1 --calls--> S2, f\n",
        'S1 --references[ambiguous]--> "a::b" [candidates=S2]\n',
        "- d0: async=false\n",
        "- a.py: broken\n",
        "\r\n",
        "\n",
    )
)


@MANY
@given(documents(), st.booleans())
def test_what_is_written_is_read_back(document: Document, minify: bool) -> None:
    assert read(write(document, minify=minify)) == document


@FEW
@given(documents())
def test_minified_text_is_not_longer(document: Document) -> None:
    assert len(write(document, minify=True).encode()) <= len(write(document).encode())


def read_or_place(text: str) -> Document | None:
    """The document; None of an error, whose place is in the text."""
    try:
        return read(text)
    except SktError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        return None


@MANY
@given(st.text(st.one_of(st.sampled_from(ODD), st.characters()), max_size=60))
@example("")
@example("[symbols]")
def test_any_text_is_a_document_or_an_error_with_its_place(text: str) -> None:
    read_or_place(text)


@MANY
@given(st.lists(PIECES, max_size=8), st.data())
def test_so_is_a_text_that_is_nearly_one(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    document = read_or_place(text[:at] + data.draw(st.text(st.sampled_from(ODD), max_size=3)) + text[at + cut :])
    if document is not None:
        assert read(write(document)) == document


@MANY
@given(documents(whole=True), st.integers(1, 12), st.booleans())
def test_chunks_put_together_are_the_inline_document(document: Document, lines: int, minify: bool) -> None:
    flat, tree = flat_chunks(document, lines, minify=minify), tree_chunks(document, minify=minify)
    assert join_chunks(flat) == document
    assert read("[symbols]\n" + "".join(flat.values())) == document  # as `cat` puts them together
    assert join_chunks(dict(reversed(tree.items()))) == document


@FEW
@given(documents(whole=True), st.integers(1, 12))
def test_a_flat_chunk_has_at_most_so_many_lines_or_one_file(document: Document, lines: int) -> None:
    for name, text in flat_chunks(document, lines).items():
        if name.startswith("map_"):
            assert text.count("\n") <= lines or len(read(text).files) <= 1


@FEW
@given(documents())
def test_full_ids_are_unique_and_name_the_file(document: Document) -> None:
    ids = full_ids(document)
    assert len(set(ids.values())) == len(ids) == sum(1 for _ in document.symbols())
    assert all(ids[number].startswith(f"{path}::") for number, path in document.paths().items())


@FEW
@given(documents())
def test_text_and_json_say_the_same(document: Document) -> None:
    told = to_json(document)
    SCHEMA.validate(told)
    assert told == to_json(read(write(document, minify=True)))
    assert len(told["edges"]) == sum(len(group.targets) for group in document.edges)


def test_an_uncertain_edge_with_to_short_breaks_the_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)
    edge = {"from": "a", "to": "b", "to_short": "S1", "kind": "calls"}
    told = {"files": [], "symbols": [], "edges": [edge], "errors": []}
    assert SCHEMA.is_valid(told)
    edge["resolution"] = "ambiguous"
    assert not SCHEMA.is_valid(told)


@pytest.mark.parametrize("path", ["dict", "errors"])
def test_a_source_file_may_be_called_like_a_section(path: str) -> None:
    symbol = Symbol(1, "type", "class", 1, 2, "A", (("exported", "false"),))
    block = FileBlock(
        path, (symbol, *(Symbol(n, "type", "class", 1, 1, f"C{n}", symbol.properties) for n in range(2, 9)))
    )
    document = Document((block,), (EdgeGroup(1, "calls", (2,)),))
    chunks = tree_chunks(document, minify=True)
    assert set(chunks) == {"dict.skt", f"{path}.skt"}
    assert join_chunks(chunks) == document


def test_more_than_999_chunks_are_joined_in_their_order() -> None:
    blocks = [FileBlock(f"{n:05}.py", (Symbol(n, "type", "class", 1, 1, "A"),)) for n in range(1100)]
    document = Document(tuple(blocks))
    chunks = flat_chunks(document, 1)
    assert [*chunks][:2] == ["map_0001.skt", "map_0002.skt"]
    assert join_chunks({name: chunks[name] for name in sorted(chunks)}) == document


@pytest.mark.parametrize("signature", ["", "two\nlines", "two  spaces", " f()"])
def test_what_no_line_can_hold_is_refused(signature: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a line"):
        write(Document((FileBlock("a.py", (Symbol(1, "type", "class", 1, 1, signature),)),)))


@FEW
@given(st.lists(st.sampled_from((".", "..", "a", "b")), min_size=1, max_size=5))
def test_no_chunk_is_written_outside_its_folder(parts: list[str]) -> None:
    path = "/".join(parts)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "out")
        folder.mkdir()
        inside = Path(scratch, "out", path + ".skt").resolve()
        assume(inside.suffix == ".skt")
        try:
            write_chunks(folder, {f"{path}.skt": "[symbols]\n"}, clean=False)
        except UserError:
            assert not inside.is_relative_to(folder.resolve())
        assert not [found for found in Path(scratch).rglob("*.skt") if not found.is_relative_to(folder)]
