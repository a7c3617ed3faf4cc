"""One running server: multilspy's protocol handler with the process, the pipes and the reading done anew.

multilspy gives the typed requests (`send.*`), the notifications (`notify.*`), the tables of handlers and the JSON-RPC
shapes. Replaced, each for a hang or a cost that was seen with the stock one: the process is guarded (`guard`), stdout
is framed from chunks and decoded once a chunk, writes are gathered, stderr is drained whatever its lines are, a
dead server fails what waits for it at once, and requests have one future each without a condition variable.

Importing this module costs 0.2 s (multilspy): import it only where a server is started.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import orjson
from multilspy.lsp_protocol_handler.server import (  # type: ignore[import-untyped]
    Error,
    LanguageServerHandler,
    ProcessLaunchInfo,
    make_error_response,
    make_notification,
    make_request,
    make_response,
)

from abcoder_py.lsp.errors import ProtocolError
from abcoder_py.lsp.framing import Framer, frame
from abcoder_py.lsp.guard import Guard
from abcoder_py.lsp.messages import Message, decode_message

STDERR_TAIL_BYTES = 8192
DRAIN = 0.5
"""Seconds that an ended server's stdout may stay open in a child's hands before it is given up."""
UNKILLABLE = 5.0
"""Seconds after SIGKILL from which a process is left to the system."""

Replies = Callable[[list[Message]], list[Message]]


class ServerGone(Exception):
    """The server died while a request of `send` waited. `str()` says how."""


class Handler(LanguageServerHandler):  # type: ignore[misc]
    """A guarded server process and the conversation with it.

    `replies` is offered each run of responses and gives back those that are not its own; `pause` gives the seconds
    that stdout is left alone then, so that the next run is longer; `lost` is called once when the server is gone, with
    the reason.
    """

    def __init__(
        self, launch: Any, replies: Replies, pause: Callable[[], float], lost: Callable[[Handler, str], None]
    ) -> None:
        super().__init__(launch)
        self._replies = replies
        self._pause = pause
        self._lost = lost
        self._guard = Guard()
        self._framer = Framer()
        self._futures: dict[int, asyncio.Future[Any]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._out: list[bytes] = []
        self._hearing = False
        self._tail = bytearray()
        self._transport: asyncio.SubprocessTransport | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self._killed = False
        self.exited = asyncio.Event()
        self.stderr_ended = asyncio.Event()
        self.gone: str | None = None
        """Why the server can no longer be asked; None while it can."""
        self.heard_at = 0.0
        self.garbage = 0

    @property
    def pid(self) -> int:
        """The server's process and the number of its group."""
        assert self._transport is not None
        return int(self._transport.get_pid())

    @property
    def stderr_tail(self) -> str:
        """The end of what the server wrote to stderr and reported as errors by messages."""
        return self._tail.decode("utf-8", "replace")

    async def start(self) -> None:
        """Starts the process. Raises OSError where that fails."""
        self.loop = loop = asyncio.get_running_loop()
        info = self.process_launch_info
        try:
            self._transport, _ = await loop.subprocess_exec(
                lambda: _Pipes(self),
                *self._guard.argv(info.cmd),
                env=info.env,
                cwd=info.cwd,
                start_new_session=True,
                pass_fds=(self._guard.inherit,),
            )
        except BaseException:
            self._guard.kill()
            raise
        self._guard.started(self.pid)

    # Writing

    def write(self, data: bytes) -> None:
        """Queues whole messages; what one turn of the loop queues is written at once."""
        if not self._out and not self._hearing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._out.append(data)

    def _flush(self) -> None:
        if not self._out:
            return
        data = b"".join(self._out)
        self._out.clear()
        stdin = self._transport.get_pipe_transport(0) if self._transport else None
        if isinstance(stdin, asyncio.WriteTransport) and not stdin.is_closing() and self.gone is None:
            stdin.write(data)

    async def drain(self) -> None:
        """Waits until the server has read most of what was written, or is gone."""
        await self._writable.wait()

    def _send_payload_sync(self, payload: Any) -> None:
        if payload.get("params", ...) is None:
            del payload["params"]  # JSON-RPC knows no null params, and some servers insist
        self.write(frame(orjson.dumps(payload)))

    def send_notification(self, method: str, params: Any = None) -> None:
        """Queues a notification."""
        self._send_payload_sync(make_notification(method, params))

    def send_response(self, request_id: Any, params: Any) -> None:
        """Queues the answer to a request of the server."""
        self._send_payload_sync(make_response(request_id, params))

    def send_error_response(self, request_id: Any, err: Any) -> None:
        """Queues an error as the answer to a request of the server."""
        self._send_payload_sync(make_error_response(request_id, err))

    async def send_request(self, method: str, params: Any = None) -> Any:
        """Asks and waits. Raises multilspy's Error for an error answer, ServerGone when the server dies."""
        if self.gone is not None:
            raise ServerGone(self.gone)
        id_ = self.request_id
        self.request_id += 1
        future = self._futures[id_] = asyncio.get_running_loop().create_future()
        self._send_payload_sync(make_request(method, id_, params))
        try:
            return await future
        finally:
            self._futures.pop(id_, None)

    # Reading

    def heard(self, chunk: bytes) -> None:
        """Takes a chunk of stdout."""
        if self.gone is not None:
            return
        self.heard_at = asyncio.get_running_loop().time()
        try:
            bodies = self._framer.feed(chunk)
        except ProtocolError as fault:
            self.lose(f"spoke no language server protocol: {fault}", kill=True)
            return
        if bodies:
            self._hearing = True
            self._dispatch(bodies)
            self._hearing = False
            self._pace()
            self._flush()

    def _dispatch(self, bodies: list[bytes]) -> None:
        replies = []
        for body in bodies:
            try:
                message = decode_message(body)
            except msgspec.DecodeError:
                self.garbage += 1
                continue
            if message.method is None:
                replies.append(message)
            elif message.id is not None or message.method in self.on_notification_handlers:
                self._asked(message)
        for reply in self._replies(replies) if replies else ():
            self._answered(reply)

    def _asked(self, message: Message) -> None:
        payload: dict[str, Any] = {"method": message.method, "id": message.id}
        payload["params"] = _value(message.params)
        handle = self._notification_handler if message.id is None else self._request_handler
        self.spawn(handle(payload))

    def _answered(self, reply: Message) -> None:
        future = self._futures.get(reply.id) if isinstance(reply.id, int) else None
        if future is None or future.done():
            self.garbage += not self._was_asked(reply.id)
        elif reply.error is None:
            future.set_result(_value(reply.result))
        elif isinstance(reply.error, dict):
            future.set_exception(Error(reply.error.get("code"), str(reply.error.get("message"))))
        else:
            future.set_exception(Error(0, str(reply.error)))

    def _was_asked(self, id_: object) -> bool:
        # The late answer to something that was given up is no garbage.
        return isinstance(id_, int) and 0 < id_ < int(self.request_id)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs `work` until it ends or the server is killed."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _pace(self) -> None:
        pause = self._pause()
        stdout = self._transport.get_pipe_transport(1) if self._transport else None
        if pause > 0 and isinstance(stdout, asyncio.ReadTransport) and not stdout.is_closing():
            stdout.pause_reading()
            asyncio.get_running_loop().call_later(pause, self._resume, stdout)

    @staticmethod
    def _resume(stdout: asyncio.ReadTransport) -> None:
        if not stdout.is_closing():
            stdout.resume_reading()

    def heard_stderr(self, chunk: bytes) -> None:
        """Takes a chunk of stderr, or an error that the server reported by a message, and keeps the tail."""
        self._tail += chunk[-STDERR_TAIL_BYTES:]
        del self._tail[:-STDERR_TAIL_BYTES]

    def set_writable(self, writable: bool) -> None:
        """The pipe to the server has room, or is full."""
        if writable:
            self._writable.set()
        else:
            self._writable.clear()

    # Ending

    def ended(self) -> None:
        """The process is gone; what it still wrote is in the pipe."""
        self.exited.set()
        asyncio.get_running_loop().call_later(DRAIN, self.lose, "exited and left a child holding its output")

    def lose(self, why: str, kill: bool = False) -> None:
        """The server cannot be asked any more, or must not: everything that waits for it fails now."""
        if self.gone is not None:
            return
        self._end(why)
        if kill:
            self._killed = True
            self._guard.kill()
        self._lost(self, why)

    def _end(self, why: str) -> None:
        self.gone = why
        self._writable.set()
        for future in self._futures.values():
            if not future.done():
                future.set_exception(ServerGone(why))

    async def reap(self, patience: float) -> int | None:
        """Lets the server end within `patience` seconds, then kills its group. Gives its exit code, None if killed."""
        try:
            ended_itself = await _within(patience, self.exited) and not self._killed
        finally:
            self.kill()
        if self._transport is None:
            return None
        if await _within(UNKILLABLE, self.exited):
            await _within(DRAIN, self.stderr_ended)
            # Not before: closing a transport whose process runs would reap it behind asyncio's back.
            self._transport.close()
        return self._transport.get_returncode() if ended_itself else None

    def kill(self) -> None:
        """Kills the server and all in its group at once."""
        if self.gone is None:
            self._end("was ended")
        self._guard.kill()
        for task in self._running:
            task.cancel()


def _value(raw: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # JSON outside and broken UTF-8 inside: as good as no value


async def _within(seconds: float, event: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return event.is_set()
    return True


class _Pipes(asyncio.SubprocessProtocol):
    """Hands the process's events to the handler."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self._handler.heard(data)
        else:
            self._handler.heard_stderr(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self._handler.lose("closed its output")
        elif fd == 2:
            self._handler.stderr_ended.set()

    def process_exited(self) -> None:
        self._handler.ended()

    def pause_writing(self) -> None:
        self._handler.set_writable(False)

    def resume_writing(self) -> None:
        self._handler.set_writable(True)


__all__ = ["Error", "Handler", "ProcessLaunchInfo", "ServerGone"]
