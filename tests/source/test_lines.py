"""Lines break where the protocol says and nowhere else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.source.lines import LineIndex

TEXT = st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", "\u2028".encode(), b"\x0c", b"\x85", b"\x1c"])).map(
    b"".join
)


@given(TEXT)
def test_lines_are_those_of_the_protocol(data: bytes) -> None:
    index = LineIndex(data)
    expected = [0, *(found.end() for found in re.finditer(rb"\r\n|\r|\n", data))]
    assert list(index.starts) == expected
    assert len(index) == len(expected)


@given(TEXT)
def test_every_offset_is_in_the_line_that_starts_before_it(data: bytes) -> None:
    index = LineIndex(data)
    for offset in range(len(data) + 1):
        line = index.line(offset)
        assert index.start(line) <= offset
        assert offset < index.end(line) or (line == len(index) and offset == len(data))


def test_line_numbers_are_1_based_and_end_with_the_file() -> None:
    index = LineIndex(b"one\r\ntwo\rthree\n")
    assert [index.line(offset) for offset in (0, 4, 5, 8, 9, 14, 15)] == [1, 1, 2, 2, 3, 3, 4]
    assert (index.end(3), index.end(4)) == (15, 15)
    for offset in (-1, 16):
        with pytest.raises(ValueError, match="outside"):
            index.line(offset)
    for line in (0, 5):
        with pytest.raises(ValueError, match="outside"):
            index.start(line)
