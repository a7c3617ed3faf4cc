"""Which files the server has open: each once, as long as somebody needs it.

A file is open while jobs use it, and longer where it is held (servers that want all files open first). Closing waits
for `close_unused`, because a file that opens or closes makes some servers drop the questions under way. After a
restart the held files are opened again; the jobs open theirs themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import orjson

from abcoder_py.lsp.framing import frame


def opening(uri: str, language_id: str, text: str) -> bytes:
    """The didOpen message. Raises ValueError for a text with lone surrogates."""
    document = {"uri": uri, "languageId": language_id, "version": 1, "text": text}
    try:
        return _notification("textDocument/didOpen", {"textDocument": document})
    except orjson.JSONEncodeError as fault:
        raise ValueError(f"{uri}: {fault}") from fault


def _notification(method: str, params: object) -> bytes:
    return frame(orjson.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


class Documents:
    """Counts who uses which file and writes didOpen and didClose when that changes."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._held: dict[str, bytes] = {}
        self._users: Counter[str] = Counter()  # a key for each open file that is not only held

    def is_open(self, uri: str) -> bool:
        """Whether a question needs no didOpen."""
        return uri in self._held or uri in self._users

    def hold(self, uri: str, message: bytes) -> None:
        """Opens the file until `drop`."""
        if not self.is_open(uri):
            self._write(message)
        self._held.setdefault(uri, message)

    def drop(self, uri: str) -> None:
        """Ends a hold; the file is closed with the unused ones."""
        if self._held.pop(uri, None) is not None:
            self._users[uri] += 0

    def use(self, uri: str, message: bytes) -> None:
        """One more user; the first one opens the file."""
        if not self.is_open(uri):
            self._write(message)
        self._users[uri] += 1

    def leave(self, uri: str) -> None:
        """One user less."""
        self._users[uri] -= 1

    def close_unused(self) -> None:
        """Closes what has neither user nor hold."""
        for uri in [uri for uri, users in self._users.items() if not users]:
            del self._users[uri]
            if uri not in self._held:
                self._write(_notification("textDocument/didClose", {"textDocument": {"uri": uri}}))

    def close_all(self) -> None:
        """Ends all holds and closes what nobody uses."""
        for uri in list(self._held):
            self.drop(uri)
        self.close_unused()

    def reopen(self) -> None:
        """For a new server: nobody uses a file yet, and what is held is opened."""
        self._users.clear()
        for message in self._held.values():
            self._write(message)
