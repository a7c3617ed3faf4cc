"""The bounded window of requests under way: sends jobs in order, takes replies, gives up on late ones.

It knows neither processes nor how a server is started; a `Link` writes for it, and without a link it waits. Replies
come in runs and the window is filled once after each run, so that a thousand requests cost few system calls.

Files go in the order given, in waves: a wave's files are opened together, asked, and closed when its last answer is in.
Opening a file beside questions was rejected: ty drops what it is working on (5 % was asked again) and once answered
a question differently.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from abcoder_py.lsp.answers import (
    AGAIN_CODES,
    NOT_IN_BULK,
    NOTHING,
    REFUSED,
    TIMED_OUT,
    Answer,
    MeansNothing,
    says_nothing_there,
)
from abcoder_py.lsp.documents import Documents
from abcoder_py.lsp.framing import frame
from abcoder_py.lsp.jobs import Job
from abcoder_py.lsp.messages import BadShape, Message
from abcoder_py.lsp.stats import Stats

FIRST_DELAY = 0.05
LONGEST_DELAY = 2.0
MOST_TRIES = 8
"""How a request that the server wants again is repeated: seconds before the first time, doubled up to the longest."""

SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.03
"""Seconds between two runs of replies from a server with a full window."""
UNPACED = 8
"""Requests under way below which every reply is read at once."""

WAVE = 8
"""Windows of requests that one wave holds, so that the pause between waves is small beside it."""


class Link(Protocol):
    """The running server, as far as the window needs it."""

    request_id: int
    """The next free id."""
    heard_at: float
    """When the server last sent anything, by the loop's clock."""

    def write(self, data: bytes) -> None:
        """Queues whole messages for the server."""


class Window:
    """Jobs in, answers out, at most `limit` requests under way, each given up after `timeout` seconds.

    With `keep_open` a file that was opened stays open. `hung` is called when the server stays silent over a second
    round of time-outs.
    """

    def __init__(
        self,
        limit: int,
        timeout: float,
        stats: Stats,
        hung: Callable[[], None],
        means_nothing: MeansNothing = says_nothing_there,
        keep_open: bool = False,
    ) -> None:
        self._limit = limit
        self._timeout = timeout
        self._means_nothing = means_nothing
        self._stats = stats
        self._hung = hung
        self._keep_open = keep_open
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._jobs: dict[Job, None] = {}
        self._queue: deque[Job] = deque()
        self._pending: dict[int, tuple[Job, int]] = {}
        self._sent: deque[tuple[float, int, int]] = deque()  # (when, first id, id after the last), oldest first
        self._solo: Job | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._silent_since: float | None = None
        self._pause = SHORTEST_PAUSE
        self._last_run = 0
        self.documents = Documents(self._write)

    @property
    def in_flight(self) -> int:
        """Requests under way."""
        return len(self._pending)

    @property
    def busy(self) -> bool:
        """Whether any job waits for answers."""
        return bool(self._jobs)

    def submit(self, job: Job) -> None:
        """Takes a job with at least one question; its `done` will get the answers."""
        self._jobs[job] = None
        self._enqueue(job, front=False)
        self.pump()

    def connect(self, link: Link) -> None:
        """A server is ready: held files are opened, the queue moves."""
        self._link = link
        self._silent_since = None
        self.documents.reopen()
        self.pump()

    def pump(self) -> None:
        """Fills the window."""
        link = self._link
        if link is None:
            return
        if not self._pending:
            self._turn()
        while self._queue and len(self._pending) < self._limit and self._may_ask(self._queue[0]):
            job = self._queue[0]
            self._send(link, job)
            if not job.todo:
                job.queued = False
                self._queue.popleft()

    def _turn(self) -> None:
        """Nothing is under way: closes what is done with and opens the files of the next wave."""
        self.documents.close_unused()
        room = WAVE * self._limit
        opened = False
        for job in self._queue:
            if room <= 0 or (job.alone and opened) or self._solo not in (None, job):
                break
            if job.alone:
                self._solo = job
            self._open(job)
            opened = True
            room -= len(job.todo)

    def _open(self, job: Job) -> None:
        if job.opened:
            return
        job.opened = True
        if not job.opening:
            return
        if self._keep_open:
            self.documents.hold(job.uri, job.opening)
        self.documents.use(job.uri, job.opening)

    def _may_ask(self, job: Job) -> bool:
        if self._solo is not None:
            return job is self._solo
        if not job.alone and (not job.opening or self.documents.is_open(job.uri)):
            self._open(job)
        return job.opened

    def _send(self, link: Link, job: Job) -> None:
        room = min(self._limit - len(self._pending), len(job.todo))
        requests = [job.todo.popleft() for _ in range(room)]
        first = link.request_id
        link.request_id = after = first + room
        pending = self._pending
        for id_, request in enumerate(requests, first):
            pending[id_] = (job, request)
        self._stats.requests += room
        self._sent.append((self._loop.time(), first, after))
        link.write(job.encode(first, requests))
        if self._timer is None:
            self._timer = self._loop.call_later(self._timeout, self._expire)

    def receive(self, replies: list[Message]) -> list[Message]:
        """Takes a run of responses, gives back those that answer no request of the window."""
        pending, strays = self._pending, []
        self._last_run = len(replies)
        for reply in replies:
            entry = pending.pop(reply.id, None)  # type: ignore[arg-type]
            if entry is None:
                strays.append(reply)
                continue
            job, request = entry
            if reply.error is not None:
                self._refused(job, request, reply.error)
            else:
                try:
                    job.read(request, reply.result)
                except BadShape as fault:
                    self._stats.count_error(f"a result of a wrong shape: {type(fault).__name__}: {fault}")
                    job.settle(request, REFUSED)
            if not job.left:
                self._finish(job)
        self._forget_answered()
        self.pump()
        return strays

    def pause(self) -> float:
        """How long replies may gather before they are read: waking up costs more than reading one.

        An eighth to a quarter of the window is aimed at, so that the server always has most of it to work on.
        """
        if len(self._pending) < self._limit:  # the end of a wave, where every reply is waited for
            return SHORTEST_PAUSE if len(self._pending) >= UNPACED else 0.0
        if self._last_run * 8 < self._limit:
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
        elif self._last_run * 4 > self._limit:
            self._pause = max(self._pause / 2, SHORTEST_PAUSE)
        return self._pause

    def _refused(self, job: Job, request: int, error: Any) -> None:
        code, message = (error.get("code"), error.get("message")) if isinstance(error, dict) else (None, error)
        code, message = code if isinstance(code, int) else 0, str(message)
        if code in AGAIN_CODES:
            self._again(job, request)
        elif self._says_nothing_there(code, message):
            job.settle(request, NOTHING)
        else:
            answer = job.refuse(code)
            if answer is not NOT_IN_BULK:
                self._stats.count_error(f"{message} ({code})")
            job.settle(request, answer)

    def _says_nothing_there(self, code: int, message: str) -> bool:
        try:
            return self._means_nothing(code, message)
        except Exception as fault:  # a plugin's code: its fault must not lose the answer
            self._stats.count_error(f"the rule for empty answers failed: {fault!r}")
            return False

    def _again(self, job: Job, request: int) -> None:
        tries = job.tries[request] = job.tries.get(request, 0) + 1
        if tries > MOST_TRIES:
            job.settle(request, TIMED_OUT)
            self._stats.timeouts += 1
            return
        self._stats.retries += 1
        delay = min(FIRST_DELAY * 2 ** (tries - 1), LONGEST_DELAY)
        self._loop.call_later(delay, self._requeue, job, request)

    def _requeue(self, job: Job, request: int) -> None:
        if job in self._jobs:
            job.todo.appendleft(request)
            self._enqueue(job, front=self._solo in (None, job))
            self.pump()

    def _enqueue(self, job: Job, front: bool) -> None:
        if job.queued or not job.todo:
            return
        job.queued = True
        if front:
            self._queue.appendleft(job)
        else:
            self._queue.append(job)

    def _finish(self, job: Job) -> None:
        self._remove(job)
        job.finish()

    def _remove(self, job: Job) -> None:
        if job not in self._jobs:
            return
        del self._jobs[job]
        if job.queued:
            self._queue.remove(job)
            job.queued = False
        if job is self._solo:
            self._solo = None
        if job.opened:
            job.opened = False
            if job.opening:
                self.documents.leave(job.uri)

    def _forget_answered(self) -> None:
        oldest = next(iter(self._pending), None)
        while self._sent and (oldest is None or self._sent[0][2] <= oldest):
            self._sent.popleft()

    def _expire(self) -> None:
        """Cancels what is late and looks again when the next one would be."""
        self._timer = None
        now = self._loop.time()
        hung = False
        while self._sent and self._sent[0][0] + self._timeout <= now:
            sent_at, first, after = self._sent.popleft()
            late = [id_ for id_ in range(first, after) if id_ in self._pending]
            if late:
                hung = self._still_silent(sent_at, now) or hung
                self._give_up(late)
        if self._sent:
            self._timer = self._loop.call_at(self._sent[0][0] + self._timeout, self._expire)
        if hung:
            self._hung()
        else:
            self.pump()

    def _still_silent(self, sent_at: float, now: float) -> bool:
        heard_at = self._link.heard_at if self._link else now
        if heard_at > sent_at:
            self._silent_since = None
        elif self._silent_since is None:
            self._silent_since = now
        else:
            return sent_at >= self._silent_since
        return False

    def _give_up(self, ids: list[int]) -> None:
        self._stats.timeouts += len(ids)
        for id_ in ids:
            job, request = self._pending.pop(id_)
            self._cancel_request(id_)
            job.settle(request, TIMED_OUT)
            if not job.left:
                self._finish(job)

    def _cancel_request(self, id_: int) -> None:
        self._write(frame(b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}' % id_))

    def _write(self, data: bytes) -> None:
        if self._link is not None:
            self._link.write(data)

    def withdraw(self, job: Job) -> None:
        """Nobody waits for this job any more: its requests are cancelled, its file closed."""
        mine = [id_ for id_, (other, _) in self._pending.items() if other is job]
        for id_ in mine:
            del self._pending[id_]
            self._cancel_request(id_)
        self._remove(job)
        self.pump()

    def disconnect(self, answer: Answer) -> None:
        """The server died. Jobs under way go back to be asked alone; those that were alone get `answer`."""
        self._link = None
        under_way: dict[Job, list[int]] = {}
        for job, request in self._pending.values():
            under_way.setdefault(job, []).append(request)
        self._pending.clear()
        self._sent.clear()
        for job in self._jobs:
            job.opened = False
        for job, requests in reversed(under_way.items()):
            if job.alone:
                self._remove(job)
                job.fail(answer)
            else:
                self._put_back(job, requests)
        self._solo = None

    def _put_back(self, job: Job, requests: list[int]) -> None:
        job.alone = True
        job.todo.extendleft(reversed(requests))
        if job.queued:
            self._queue.remove(job)
            job.queued = False
        self._enqueue(job, front=True)

    def fail_all(self, answer: Answer) -> None:
        """There will be no server: everything still open gets `answer`."""
        self._link = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._pending.clear()
        self._sent.clear()
        for job in list(self._jobs):
            self._remove(job)
            job.fail(answer)
