"""Bytes to message bodies and back: the base protocol of LSP, tolerant of what servers were seen to send.

Pure: fed with chunks as they come from the pipe, it gives the bodies that are complete. Lines before a header
(a banner, a stray print) are skipped up to a limit, header names match in any case, a bare `\\n` ends a header line.
A reader on `StreamReader.readuntil` was rejected: two awaits a message are most of a cheap client's cost.
"""

from __future__ import annotations

import re

from abcoder_py.lsp.errors import ProtocolError

MAX_BODY_BYTES = 1 << 28
MAX_HEADER_BYTES = 1 << 16

_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"(?:^|\n)[ \t]*content-length[ \t]*:[ \t]*(\d{1,20})[ \t]*\r?(?:\n|$)", re.IGNORECASE)
_USUAL = b"Content-Length: "
_SEPARATOR = b"\r\n\r\n"


def frame(body: bytes) -> bytes:
    """The body with its header."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Framer:
    """Cuts a stream into message bodies.

    `feed` gives the bodies completed by one chunk. It raises ProtocolError for a body over `max_body` bytes or more
    than `max_header` bytes without a header; the stream cannot be used after that.
    """

    def __init__(self, max_body: int = MAX_BODY_BYTES, max_header: int = MAX_HEADER_BYTES) -> None:
        self._max_body = max_body
        self._max_header = max_header
        self._chunks: list[bytes] = []
        self._size = 0
        self._needed = 0
        self._junk = 0
        self.skipped = 0
        """Bytes that belonged to no message."""

    @property
    def pending(self) -> int:
        """Bytes of a message that is not complete."""
        return self._size

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that `data` completes, in order."""
        self._chunks.append(data)
        self._size += len(data)
        if self._size < self._needed:
            return []
        data = b"".join(self._chunks) if len(self._chunks) > 1 else data
        bodies: list[bytes] = []
        position = self._cut(data, bodies)
        rest = data[position:]
        self._chunks = [rest] if rest else []
        self._size = len(rest)
        return bodies

    def _cut(self, data: bytes, bodies: list[bytes]) -> int:
        """Appends what is complete; gives where the incomplete rest begins."""
        position, size, most = 0, len(data), self._max_body
        self._needed = 0
        while position < size:
            # The header that nearly every server sends, without a call: this loop runs once a message.
            start = data.find(_SEPARATOR, position, position + 40) + 4
            digits = data[position + 16 : start - 4] if data.startswith(_USUAL, position) else b""
            if start > 3 and digits.isdigit() and (length := int(digits)) <= most:
                self._junk = 0
            else:
                start, length = self._odd_header(data, position)
                if length < 0:
                    if start < 0:
                        return position
                    position = start
                    continue
            after = start + length
            if after > size:
                self._needed = after - position
                return position
            bodies.append(data[start:after])
            position = after
        return position

    def _odd_header(self, data: bytes, position: int) -> tuple[int, int]:
        """Where the next body starts and its length; (-1, -1): incomplete; (start, -1): junk up to `start`."""
        found = _END.search(data, position)
        if found is None:
            if len(data) - position > self._max_header:
                raise ProtocolError(f"{self._max_header} bytes without the end of a header")
            return -1, -1
        length = _LENGTH.search(data[position : found.start()])
        if length is None:
            self._skip(found.end() - position)
            return found.end(), -1
        return found.end(), self._checked(int(length[1]))

    def _checked(self, length: int) -> int:
        if length > self._max_body:
            raise ProtocolError(f"a message of {length} bytes announced, at most {self._max_body} are read")
        self._junk = 0
        return length

    def _skip(self, count: int) -> None:
        self.skipped += count
        self._junk += count
        if self._junk > self._max_header:
            raise ProtocolError(f"{self._junk} bytes that are no message")
