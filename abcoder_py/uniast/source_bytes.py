"""A repository's files as the check reads them: bytes, and the line of an offset."""

import re
from bisect import bisect_right
from pathlib import Path

_BREAK = re.compile(rb"\r\n|\r|\n")


class SourceFile:
    """One file's bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._breaks: list[int] | None = None

    def line(self, offset: int) -> int:
        """1-based; CRLF, LF and a lone CR end a line."""
        if self._breaks is None:
            self._breaks = [found.end() for found in _BREAK.finditer(self.data)]
        return bisect_right(self._breaks, offset) + 1

    def text(self, start: int, end: int) -> str:
        """The bytes of a span, U+FFFD for what is no UTF-8."""
        return self.data[start:end].decode("utf-8", "replace")


class SourceFolder:
    """The files of a repository, each read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, SourceFile | None] = {}

    def file(self, path: str) -> SourceFile | None:
        """None where there is no such file."""
        if path not in self._files:
            place = self._folder / path
            self._files[path] = SourceFile(place.read_bytes()) if place.is_file() else None
        return self._files[path]
