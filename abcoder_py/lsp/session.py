"""A supervised language server: "resolve these positions of this file", whatever happens to the server meanwhile.

The layer above sees files, positions and answers; processes, retries and restarts stay below. A crash fails at once
what is under way, the server starts again (MAX_RESTARTS times a session), and the files it may have died on are asked
once more, each alone; one that kills the server again is answered "server crashed" and the others go on.
A server that stays silent over two rounds of time-outs counts as dead, with the reason "server timed out".

Ask for several files at once (eight `resolve` under way, say): they are opened and asked in one wave, in the order of
the calls. One at a time works and leaves the window half empty at the end of each file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import orjson

from abcoder_py.lsp import memory
from abcoder_py.lsp.answers import (
    CRASHED,
    NO_SERVER,
    NOT_IN_BULK,
    TIMED_OUT,
    Answer,
    Failed,
    Found,
    Place,
    says_nothing_there,
)
from abcoder_py.lsp.config import ServerCommand, SessionConfig
from abcoder_py.lsp.documents import opening
from abcoder_py.lsp.errors import ServerError, ServerMissing, ServerStartError
from abcoder_py.lsp.initialize import Encoding
from abcoder_py.lsp.jobs import FileJob, Job, PositionJob
from abcoder_py.lsp.messages import BadShape, Workspace, decode_workspace
from abcoder_py.lsp.stats import Stats
from abcoder_py.lsp.window import Window

if TYPE_CHECKING:
    from abcoder_py.lsp.handler import Handler
    from abcoder_py.lsp.launch import Running

__all__ = [
    "Answer",
    "Encoding",
    "Failed",
    "Found",
    "Place",
    "ServerCommand",
    "ServerError",
    "ServerMissing",
    "ServerStartError",
    "Session",
    "SessionConfig",
    "Stats",
]

MAX_RESTARTS = 3
IMPLEMENTATION = "textDocument/implementation"


class Session:
    """One server, started by `start` (or `async with`), asked by `resolve` and `implementations`, ended by `stop`.

    `start` raises ServerMissing or ServerStartError. After it nothing raises for a fault of the server: answers say
    what went wrong and `stats` counts it. Cancelling a question withdraws it; leaving `async with` by an exception
    kills.
    """

    def __init__(self, config: SessionConfig) -> None:
        self.config = config
        self.stats = Stats()
        self.encoding: Encoding = "utf-16"
        """What characters of positions count, as the server chose."""
        self.server_info: Mapping[str, Any] = {}
        self.capabilities: Mapping[str, Any] = {}
        self._handler: Handler | None = None
        self._window: Window | None = None
        self._over: Answer | None = NO_SERVER
        """What every question gets, where there is no server and will be none."""
        self._last_words: Answer = CRASHED
        self._revival: asyncio.Task[None] | None = None
        self._burial: asyncio.Task[None] | None = None
        self._old_stderr = ""

    @property
    def experimental(self) -> Mapping[str, Any]:
        """The server's `capabilities.experimental`."""
        found = self.capabilities.get("experimental")
        return found if isinstance(found, Mapping) else {}

    @property
    def stderr_tail(self) -> str:
        """The end of what the server, or the last one that died, wrote to stderr."""
        return (self._handler.stderr_tail if self._handler else "") or self._old_stderr

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            await self.stop()
        else:
            await self.kill()

    # Asking

    async def resolve(
        self, uri: str, language_id: str, text: str | None, positions: Sequence[tuple[int, int]]
    ) -> list[Answer]:
        """Where each position's name is defined: one answer a position, in order.

        Positions are (line, character) from 0, in `encoding`. The file is opened once, with `text` (ValueError for
        lone surrogates); without one the server reads it from disk. An empty `language_id` means the one that the
        configuration has for the suffix.
        """
        message = self._opening(uri, language_id, text)
        return await self._ask_file("definitions", self.config.question, uri, message, positions)

    async def implementations(
        self, uri: str, language_id: str, text: str | None, positions: Sequence[tuple[int, int]]
    ) -> list[Answer]:
        """What implements each position's name, or what it implements, as the server has it: as `resolve`."""
        message = self._opening(uri, language_id, text)
        return await self._ask_file("implementations", IMPLEMENTATION, uri, message, positions)

    async def workspace(self) -> Workspace:
        """What the server says of the whole, once it has loaded it: nothing, where it does not offer that."""
        from abcoder_py.lsp.handler import Error, ServerGone

        handler = self._handler
        if handler is None or not self._offers("workspace"):
            return Workspace()
        try:
            async with asyncio.timeout(self.config.ready_timeout):
                return decode_workspace(orjson.dumps(await handler.send_request("uniast/workspace", {})))
        except (TimeoutError, ServerGone, Error, *BadShape) as fault:
            self.stats.count_error(f"uniast/workspace: {fault!r}")
            return Workspace()

    def _offers(self, feature: str) -> bool:
        """Is this one of the methods of `uniast/` that the server has?"""
        offered = self.experimental.get("uniast")
        return isinstance(offered, Mapping) and bool(offered.get(feature))

    async def _ask_file(
        self, feature: str, method: str, uri: str, opening: bytes, positions: Sequence[tuple[int, int]]
    ) -> list[Answer]:
        if self._offers(feature):
            answers = await self._ask(FileJob(f"uniast/{feature}", uri, opening, positions))
            if not answers or answers[0] is not NOT_IN_BULK:
                return answers
        return await self._ask(PositionJob(method, uri, opening, positions))

    async def open(self, uri: str, language_id: str, text: str) -> None:
        """Opens a file and holds it open, over restarts too, until `close`. Waits where the server reads slowly."""
        if self._window is not None:
            self._window.documents.hold(uri, self._opening(uri, language_id, text))
        if self._handler is not None:
            await self._handler.drain()

    async def close(self, uri: str) -> None:
        """Lets go of a file that `open` holds."""
        if self._window is not None:
            self._window.documents.drop(uri)

    def close_all(self) -> None:
        """Lets go of all files that `open` holds, at once."""
        if self._window is not None:
            self._window.documents.close_all()

    @property
    def is_running(self) -> bool:
        """Whether there is a server that can be asked."""
        return self._handler is not None

    def tell(self, changes: Iterable[tuple[str, int]]) -> None:
        """Tells the server of files that changed on the disk, before all that is asked from now on: URI and the
        protocol's FileChangeType."""
        if self._handler is not None:
            told = [{"uri": uri, "type": kind} for uri, kind in changes]
            self._handler.send_notification("workspace/didChangeWatchedFiles", {"changes": told})

    async def settle(self, uri: str, position: tuple[int, int]) -> None:
        """Waits until the server has taken in what `open` gave it: a first question, with the time of a start.

        Opening a thousand files keeps gopls busy for minutes on a loaded machine; the questions behind must not pay
        for that with their own time. A server that does not answer this one is told by those that follow.
        """
        from abcoder_py.lsp.handler import Error, ServerGone

        handler = self._handler
        if handler is None:
            return
        line, character = position
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        try:
            async with asyncio.timeout(self.config.ready_timeout):
                await handler.send_request(self.config.question, params)
        except (TimeoutError, ServerGone, Error):
            return

    def _opening(self, uri: str, language_id: str, text: str | None) -> bytes:
        return b"" if text is None else opening(uri, language_id or self.config.language_of(uri), text)

    async def _ask(self, job: Job) -> list[Answer]:
        window = self._window
        if self._over is not None or window is None:
            return [self._over or NO_SERVER] * len(job.answers)
        if not job.answers:
            return []
        window.submit(job)
        if self._handler is None and self._revival is None:
            self._revival = asyncio.create_task(self._revive())
        try:
            return await job.done
        except asyncio.CancelledError:
            window.withdraw(job)
            raise

    # Life

    async def start(self) -> None:
        """Launches the server and waits until it is ready. Raises ServerMissing or ServerStartError."""
        config = self.config
        self._window = Window(
            config.in_flight,
            config.request_timeout,
            self.stats,
            self._hung,
            config.means_nothing or says_nothing_there,
            keep_open=config.open_all_first,
        )
        running = await self._launch()
        self._over = None
        self._adopt(running)

    async def stop(self) -> None:
        """Ends the server in order: shutdown, exit, then whatever is left is killed; without `stop_timeout` at once.

        May be called at any time.
        """
        handler = await self._retire()
        if handler is None:
            return
        self._sampled(handler, memory.resident_bytes(handler.pid))
        patience = 0.0
        try:
            if self.config.stop_timeout > 0:
                await self._say_goodbye(handler)
                patience = self.config.stop_timeout
        finally:
            await handler.reap(patience)
            self._remember(handler)

    async def kill(self) -> None:
        """Ends the server at once."""
        handler, self._handler = self._handler, None
        if handler is not None:
            handler.kill()
        await self._retire()
        if handler is not None:
            await handler.reap(0)
            self._remember(handler)

    async def _say_goodbye(self, handler: Handler) -> None:
        from abcoder_py.lsp.handler import Error, ServerGone

        try:
            async with asyncio.timeout(self.config.stop_timeout):
                await handler.send.shutdown()
        except (TimeoutError, ServerGone, Error):
            pass  # it may no longer listen; it is ended all the same
        handler.notify.exit()

    async def _retire(self) -> Handler | None:
        """No more questions, no more restarts; gives the handler to end."""
        self._over = self._over or NO_SERVER
        revival, self._revival = self._revival, None
        if revival is not None:
            revival.cancel()
            await asyncio.wait([revival])
        if self._burial is not None:
            await asyncio.wait([self._burial])
        handler, self._handler = self._handler, None
        if self._window is not None:
            self._window.fail_all(self._over)
        return handler

    async def _launch(self) -> Running:
        from abcoder_py.lsp.launch import Listener, launch

        window = self._window
        assert window is not None
        return await launch(self.config, Listener(window.receive, window.pause, self._lost, self._sampled))

    def _adopt(self, running: Running) -> None:
        assert self._window is not None
        self._handler = running.handler
        self.encoding, self.capabilities = running.encoding, running.capabilities
        self.server_info = running.server_info
        self._window.connect(running.handler)

    def _sampled(self, handler: Handler, size: int) -> None:
        self.stats.peak_memory_bytes = max(self.stats.peak_memory_bytes, size)
        limit = self.config.memory_limit
        if limit is not None and size > limit:
            handler.lose(f"held {size} bytes of memory, {limit} are allowed", kill=True)

    # Faults

    def _hung(self) -> None:
        if self._handler is not None:
            self._last_words = TIMED_OUT
            self._handler.lose(f"silent over two time-outs of {self.config.request_timeout:g} s", kill=True)

    def _lost(self, handler: Handler, why: str) -> None:
        if handler is not self._handler or self._window is None:
            return  # it was being launched or ended, and who does that knows
        self._handler = None
        self._window.disconnect(self._last_words)
        self._burial = asyncio.create_task(self._bury(handler, why))
        self._revival = asyncio.create_task(self._revive())

    async def _bury(self, handler: Handler, why: str) -> None:
        from abcoder_py.lsp.launch import bury

        self.stats.deaths.append(await bury(handler, why))
        self._remember(handler)

    def _remember(self, handler: Handler) -> None:
        self._old_stderr = handler.stderr_tail
        self.stats.garbage += handler.garbage

    async def _revive(self) -> None:
        """Starts the server again as soon as somebody waits for it, while restarts are left."""
        assert self._window is not None
        if self._burial is not None:
            await asyncio.wait([self._burial])
        while self._handler is None and self._window.busy:
            if self.stats.restarts >= MAX_RESTARTS:
                self._over = self._last_words
                self._window.fail_all(self._last_words)
                break
            self.stats.restarts += 1
            try:
                running = await self._launch()
            except ServerError as fault:
                self.stats.deaths.append(fault.what)
                self._old_stderr = fault.stderr_tail
                continue
            self._last_words = CRASHED
            self._adopt(running)
        self._revival = None
