"""Byte offsets of a file to the lines and characters of the language server protocol, and back.

The one module that converts; offsets are bytes everywhere else. A server is sent `text(data)`, in which each ill-formed
sequence of bytes is one U+FFFD, so its columns count that text: such a sequence is three bytes in UTF-8 columns however
long it is in the file. A byte order mark is kept: ty and gopls count it
as the character that it is, also in files that they read themselves.

Rejected: decoding the line up to a column for every question (a minified line of megabytes makes that quadratic).
Instead the characters at which bytes and columns drift apart are found once for a file and encoding; between two of
them both run in step. Files that are ASCII, and valid UTF-8 for UTF-8 columns, have none.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from typing import Literal

from abcoder_py.source.lines import LineIndex

Encoding = Literal["utf-8", "utf-16", "utf-32"]

# One character that is not ASCII, by the table of well-formed sequences in the Unicode standard: group 1, 2 or 3
# matched means well-formed with as many continuation bytes. No group: the longest ill-formed part, which Python's
# "replace" makes one U+FFFD.
_CHARACTER = re.compile(
    rb"([\xc2-\xdf][\x80-\xbf])"
    rb"|(\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf])"
    rb"|(\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})"
    rb"|\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]?|[\xf1-\xf3][\x80-\xbf]{1,2}|\xf4[\x80-\x8f][\x80-\xbf]?"
    rb"|[\x80-\xff]"
)

# Columns that a character takes, by the number of its matched group (None: ill-formed).
_WIDTHS: dict[Encoding, dict[int | None, int]] = {
    "utf-8": {None: 3, 1: 2, 2: 3, 3: 4},
    "utf-16": {None: 1, 1: 1, 2: 1, 3: 2},
    "utf-32": {None: 1, 1: 1, 2: 1, 3: 1},
}


def text(data: bytes) -> str:
    """The text that a server is sent for a file of these bytes."""
    return data.decode("utf-8", "replace")


class Columns:
    """Converts between byte offsets of one file and (0-based line, 0-based character) in the encoding of a server."""

    __slots__ = ("_data", "_drifts", "_lines")

    def __init__(self, data: bytes, lines: LineIndex | None = None) -> None:
        self._data = data
        self._lines = LineIndex(data) if lines is None else lines
        self._drifts: dict[Encoding, _Drift | None] = {}

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """`positions` for a single offset."""
        return self.positions((offset,), encoding)[0]

    def positions(self, offsets: Iterable[int], encoding: Encoding) -> list[tuple[int, int]]:
        """(line, character) of each byte offset, in their order; quickest where they are sorted. An offset inside a
        character gives a position at or in that character.

        Raises ValueError for an offset outside the file."""
        drift = self._drift(encoding)
        starts, size = self._lines.starts, self._lines.size
        line, start, after, base = 0, 0, -1, 0
        found: list[tuple[int, int]] = []
        for offset in offsets:
            if not start <= offset < after:
                line = self._lines.line(offset) - 1
                start = base = starts[line]
                after = starts[line + 1] if line + 1 < len(starts) else size + 1
                if drift is not None:
                    base = drift.column(start)
            found.append((line, (offset if drift is None else drift.column(offset)) - base))
        return found

    def offset(self, line: int, character: int, encoding: Encoding) -> int | None:
        """The byte offset of a position that a server gave; None where the file has no such position: no such line,
        past the line's end, or in the middle of a character (the last is not noticed where bytes and columns agree)."""
        lines = self._lines
        if not 0 <= line < len(lines) or character < 0:
            return None
        start, last = lines.starts[line], line + 1 == len(lines)
        drift = self._drift(encoding)
        offset = start + character if drift is None else drift.offset(drift.column(start) + character)
        if offset is None or offset > lines.size or (not last and offset >= lines.starts[line + 1]):
            return None
        return offset

    def _drift(self, encoding: Encoding) -> "_Drift | None":
        if encoding not in self._drifts:
            self._drifts[encoding] = self._find_drift(encoding)
        return self._drifts[encoding]

    def _find_drift(self, encoding: Encoding) -> "_Drift | None":
        if self._data.isascii() or (encoding == "utf-8" and is_utf8(self._data)):
            return None
        return _Drift(self._data, _WIDTHS[encoding])


def is_utf8(data: bytes) -> bool:
    """Is it well-formed, so that `text` gives it back?"""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Drift:
    """The characters of a file that take another number of columns than bytes. Columns are counted from the start of
    the file here, line breaks included, so that lines need no treatment of their own."""

    __slots__ = ("_byte_ends", "_byte_starts", "_column_ends", "_column_starts")

    def __init__(self, data: bytes, widths: dict[int | None, int]) -> None:
        self._byte_starts, self._byte_ends = array("q"), array("q", (0,))
        self._column_starts, self._column_ends = array("q"), array("q", (0,))
        byte = column = 0
        for match in _CHARACTER.finditer(data):
            start, end = match.span()
            width = widths[match.lastindex]
            if width == end - start:
                continue
            column += start - byte
            self._byte_starts.append(start)
            self._column_starts.append(column)
            byte, column = end, column + width
            self._byte_ends.append(byte)
            self._column_ends.append(column)

    def column(self, offset: int) -> int:
        """The column of a byte offset; inside a character, that of its start."""
        after = bisect_right(self._byte_ends, offset) - 1
        if after < len(self._byte_starts) and offset > self._byte_starts[after]:
            return self._column_starts[after]
        return self._column_ends[after] + offset - self._byte_ends[after]

    def offset(self, column: int) -> int | None:
        """The byte offset of a column; None inside a character."""
        after = bisect_right(self._column_ends, column) - 1
        if after < len(self._column_starts) and column > self._column_starts[after]:
            return None
        return self._byte_ends[after] + column - self._column_ends[after]
