"""Where the lines of a file start.

A line ends at `\\n`, `\\r\\n` or a lone `\\r`, as in the language server protocol, and at nothing else:
`bytes.splitlines` breaks at exactly these, while `str.splitlines` also breaks at U+2028, form feeds and others and so
is never used.
"""

import re
from array import array
from bisect import bisect_right
from itertools import accumulate

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_LONE_CR = re.compile(rb"\r(?!\n)")


def has_lone_cr(data: bytes) -> bool:
    """Is there a `\\r` that no `\\n` follows?"""
    return _LONE_CR.search(data) is not None


class LineIndex:
    """The byte offset at which each line of `data` starts. A file always has a line 1, and text that ends with a line
    break has one more, empty line after it."""

    __slots__ = ("size", "starts")

    def __init__(self, data: bytes, lone_cr: bool = True) -> None:
        """`lone_cr`: a lone `\\r` ends a line; False for a server that counts otherwise."""
        self.size: int = len(data)
        lines = data.splitlines(keepends=True) if lone_cr else _LINE.findall(data)
        starts = array("q", accumulate(map(len, lines), initial=0))
        if len(starts) > 1 and not data.endswith((b"\n", b"\r") if lone_cr else b"\n"):
            starts.pop()
        self.starts: array[int] = starts
        """Offsets in bytes; `starts[0]` is line 1's."""

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self.starts)

    def line(self, offset: int) -> int:
        """The 1-based line that holds the byte at `offset`; the end of the file belongs to the last line.

        Raises ValueError for an offset outside the file."""
        if not 0 <= offset <= self.size:
            raise ValueError(f"offset {offset} is outside a file of {self.size} bytes")
        return bisect_right(self.starts, offset)

    def start(self, line: int) -> int:
        """The byte offset of the first byte of the 1-based `line`. Raises ValueError where there is no such line."""
        if not 1 <= line <= len(self.starts):
            raise ValueError(f"line {line} is outside a file of {len(self.starts)} lines")
        return self.starts[line - 1]

    def end(self, line: int) -> int:
        """The byte offset after the 1-based `line`, its line break included. Raises ValueError as `start` does."""
        return self.size if line == len(self.starts) else self.start(line + 1)
