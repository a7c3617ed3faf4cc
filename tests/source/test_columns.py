"""Byte offsets and a server's positions, in every encoding, over whatever bytes a file holds."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.source.columns import Columns, Encoding, text

ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]
PIECES = [
    b"a",
    b" ",
    b"\n",
    b"\r\n",
    b"\r",
    "é".encode(),
    "\u2028".encode(),
    "日".encode(),
    "😀".encode(),
    b"\xef\xbb\xbf",
]
BROKEN = [
    b"\xff",
    b"\x80",
    b"\xc3",
    b"\xe6\x97",
    b"\xed\xa0\x80",
    b"\xf0\x9f",
    b"\xf0\x90\x80",
    b"\xf4\x90",
    b"\xc0\x80",
]
BYTES = st.one_of(st.binary(max_size=40), st.lists(st.sampled_from(PIECES + BROKEN), max_size=30).map(b"".join))


def width(part: str, encoding: Encoding) -> int:
    """The columns of a text, by the definition."""
    unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return len(part.encode({"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding])) // unit


def boundaries(data: bytes) -> list[tuple[int, int]]:
    """(byte offset, number of characters before it) at each character of the text, found one character at a time."""
    found = [(0, 0)]
    while (offset := found[-1][0]) < len(data):
        found.append((offset + first_size(data[offset:]), found[-1][1] + 1))
    return found


def first_size(data: bytes) -> int:
    """The bytes that the first character of the text stands for."""
    try:
        return len(data.decode()[0].encode())
    except UnicodeDecodeError as error:
        return len(data[: error.start].decode()[0].encode()) if error.start else error.end


@given(BYTES, st.sampled_from(ENCODINGS))
def test_positions_are_those_of_the_text_that_is_sent(data: bytes, encoding: Encoding) -> None:
    sent = text(data)
    columns = Columns(data)
    places = boundaries(data)
    got = columns.positions([offset for offset, _ in places], encoding)
    for (_, count), position in zip(places, got, strict=True):
        breaks = [found.end() for found in re.finditer(r"\r\n|\r|\n", sent) if found.end() <= count]
        start = breaks[-1] if breaks else 0
        assert position == (len(breaks), width(sent[start:count], encoding))


@given(BYTES, st.sampled_from(ENCODINGS))
def test_there_and_back(data: bytes, encoding: Encoding) -> None:
    columns = Columns(data)
    offsets = [offset for offset, _ in boundaries(data)]
    for offset, (line, character) in zip(offsets, columns.positions(offsets, encoding), strict=True):
        assert columns.position(offset, encoding) == (line, character)
        assert columns.offset(line, character, encoding) == offset


@given(BYTES, st.sampled_from(ENCODINGS), st.integers(-2, 40), st.integers(-2, 60))
def test_any_answer_is_a_place_of_the_file_or_none(data: bytes, encoding: Encoding, line: int, character: int) -> None:
    columns = Columns(data)
    offset = columns.offset(line, character, encoding)
    if offset is not None:
        assert 0 <= offset <= len(data)
        assert columns.position(offset, encoding) == (line, character)


@given(BYTES, st.sampled_from(ENCODINGS), st.lists(st.integers(0, 40)))
def test_offsets_in_any_order(data: bytes, encoding: Encoding, wanted: list[int]) -> None:
    columns = Columns(data)
    offsets = [offset for offset in wanted if offset <= len(data)]
    assert columns.positions(offsets, encoding) == [columns.position(offset, encoding) for offset in offsets]


def test_out_of_range() -> None:
    columns = Columns("é\nab\n".encode())
    assert columns.offset(0, 9, "utf-16") is None
    assert columns.offset(1, 3, "utf-16") is None, "past the line's end is not the next line"
    assert columns.offset(2, 0, "utf-16") == 6
    assert columns.offset(3, 0, "utf-16") is None
    assert columns.offset(-1, 0, "utf-16") is None
    assert Columns("😀".encode()).offset(0, 1, "utf-16") is None, "between two surrogates"
    with pytest.raises(ValueError, match="outside"):
        columns.positions([7], "utf-8")


def test_a_broken_byte_is_three_utf8_columns() -> None:
    columns = Columns(b"\xff = name")
    assert columns.position(4, "utf-8") == (0, 6)
    assert columns.position(4, "utf-16") == (0, 4)


def test_one_long_line_is_not_quadratic() -> None:
    data = "é = f(x);".encode() * 50_000
    columns = Columns(data)
    offsets = range(0, len(data), 10)
    started = time.process_time()
    positions = columns.positions(offsets, "utf-16")
    assert [columns.offset(line, character, "utf-16") for line, character in positions] == list(offsets)
    assert time.process_time() - started < 10
