"""Which files the server has open: each once, as long as somebody needs it.

A file is open while jobs use it, and longer where it is held (servers that want all files open first). After a
restart the held ones are opened again; the jobs open theirs themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import orjson

from abcoder_py.lsp.framing import frame


def opening(uri: str, language_id: str, text: str) -> bytes:
    """The didOpen message. Raises ValueError for a text with lone surrogates."""
    document = {"uri": uri, "languageId": language_id, "version": 1, "text": text}
    return _notification("textDocument/didOpen", {"textDocument": document})


def _notification(method: str, params: object) -> bytes:
    return frame(orjson.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


class Documents:
    """Counts who uses which file and writes didOpen and didClose when that changes."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._held: dict[str, bytes] = {}
        self._users: Counter[str] = Counter()

    def hold(self, uri: str, message: bytes) -> None:
        """Opens the file until `drop`."""
        if uri not in self._held:
            self._held[uri] = message
            if not self._users[uri]:
                self._write(message)

    def drop(self, uri: str) -> None:
        """Ends a hold."""
        if self._held.pop(uri, None) is not None:
            self._close_unused(uri)

    def use(self, uri: str, message: bytes) -> None:
        """One more user; the first one opens the file."""
        if not self._users[uri] and uri not in self._held:
            self._write(message)
        self._users[uri] += 1

    def leave(self, uri: str) -> None:
        """One user less; the last one closes the file."""
        self._users[uri] -= 1
        self._close_unused(uri)

    def reopen(self) -> None:
        """For a new server: nobody uses a file yet, and what is held is opened."""
        self._users.clear()
        for message in self._held.values():
            self._write(message)

    def _close_unused(self, uri: str) -> None:
        if self._users[uri] <= 0 and uri not in self._held:
            del self._users[uri]
            self._write(_notification("textDocument/didClose", {"textDocument": {"uri": uri}}))
