"""The questions about one file, as messages made from a template, and their answers in place.

A job is what a crash, a retry or a cancellation acts on; a request is one message of it. `PositionJob` sends one
request a position, `FileJob` one for the file (`uniast/definitions` and the like). No future a request: one a job.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

import msgspec
import orjson

from abcoder_py.lsp.answers import (
    NOT_IN_BULK,
    NOT_IN_BULK_CODES,
    NOTHING,
    REFUSED,
    Answer,
    Found,
    read_bulk,
    read_places,
)
from abcoder_py.lsp.framing import frame


class Job:
    """The requests of one file that are still to send, under way or answered. `done` gives the answers.

    `opening` is the didOpen message that has to precede the first request; empty for a file that is not opened.
    """

    def __init__(self, uri: str, opening: bytes, count: int, requests: int) -> None:
        self.uri = uri
        self.opening = opening
        self.todo = deque(range(requests))
        """Numbers of the requests to send next."""
        self.left = requests
        """Requests without an answer."""
        self.answers: list[Answer | None] = [None] * count
        self.tries: dict[int, int] = {}
        """Request → how often the server said "again"."""
        self.opened = False
        self.queued = False
        self.alone = False
        """A server died on it: nothing else may be under way beside it."""
        self.done: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()

    def encode(self, first_id: int, requests: Sequence[int]) -> bytes:
        """The messages of these requests, with ids counted from `first_id`."""
        raise NotImplementedError

    def read(self, request: int, result: msgspec.Raw) -> None:
        """Takes the result of one request. Raises one of BadShape."""
        raise NotImplementedError

    def refuse(self, code: int) -> Answer:
        """What an error of the server means for a request."""
        return REFUSED

    def settle(self, request: int, answer: Answer) -> None:
        """Answers one request without a result."""
        raise NotImplementedError

    def fail(self, answer: Answer) -> None:
        """Gives `answer` to all that has none, and ends the job."""
        self.left = 0
        self.todo.clear()
        self.answers = [answer if given is None else given for given in self.answers]
        self.finish()

    def finish(self) -> None:
        """Hands the answers over; every position has one now."""
        if not self.done.done():
            self.done.set_result([answer for answer in self.answers if answer is not None])


class PositionJob(Job):
    """One request a position: `textDocument/definition` or another method with the same shape."""

    def __init__(self, method: str, uri: str, opening: bytes, positions: Sequence[tuple[int, int]]) -> None:
        super().__init__(uri, opening, len(positions), len(positions))
        self._positions = positions
        self._template = _template(method, uri)

    def encode(self, first_id: int, requests: Sequence[int]) -> bytes:
        template, positions = self._template, self._positions
        return b"".join([template % (id_, *positions[request]) for id_, request in enumerate(requests, first_id)])

    def read(self, request: int, result: msgspec.Raw) -> None:
        places = read_places(result)
        self.answers[request] = Found(places) if places else NOTHING
        self.left -= 1

    def settle(self, request: int, answer: Answer) -> None:
        self.answers[request] = answer
        self.left -= 1


class FileJob(Job):
    """One request for all positions of the file: `uniast/definitions` or another method with the same shape."""

    def __init__(self, method: str, uri: str, opening: bytes, positions: Sequence[tuple[int, int]]) -> None:
        super().__init__(uri, opening, len(positions), 1)
        self._method, self._positions = method, positions

    def encode(self, first_id: int, requests: Sequence[int]) -> bytes:
        params = {"textDocument": {"uri": self.uri}, "positions": self._positions}
        message = {"jsonrpc": "2.0", "id": first_id, "method": self._method, "params": params}
        return frame(orjson.dumps(message))

    def read(self, request: int, result: msgspec.Raw) -> None:
        self.answers = [*read_bulk(result, len(self._positions))]
        self.left = 0

    def refuse(self, code: int) -> Answer:
        return NOT_IN_BULK if code in NOT_IN_BULK_CODES else REFUSED

    def settle(self, request: int, answer: Answer) -> None:
        self.answers = [answer] * len(self._positions)
        self.left = 0


def _template(method: str, uri: str) -> bytes:
    """A whole message for `%` with (id, line, character). Padded numbers keep the length the same for each."""
    body = b'{"jsonrpc":"2.0","id":%%10d,"method":%b,"params":{"textDocument":{"uri":%b},' % (
        _literal(method),
        _literal(uri),
    )
    body += b'"position":{"line":%10d,"character":%10d}}}'
    return b"Content-Length: %d\r\n\r\n" % len(body % (0, 0, 0)) + body


def _literal(text: str) -> bytes:
    return orjson.dumps(text).replace(b"%", b"%%")
