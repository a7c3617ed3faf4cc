"""Extracts many files: in this process where that is quicker than starting others, else in workers.

The order of results is the order of the files, whoever made them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from typing import Self

import msgspec

from abcoder_py.plugin.values import FileFacts
from abcoder_py.syntax.worker import HEADER, Order, run

ALONE_BELOW = 1_500_000
"""Bytes of source below which starting a worker costs more than it saves."""
AHEAD = 4
"""Orders under way for each worker: one slow file does not keep the others waiting."""


class WorkerError(RuntimeError):
    """A worker process ended before its time."""


class _Worker:
    """One process, fed and read by its own task."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(FileFacts | str)

    @classmethod
    async def start(cls) -> Self:
        # -P: the working folder may be the repository, and nothing of it is imported. A group of its own: Ctrl-C in
        # the terminal reaches us alone, and it ends with its stdin.
        argv = (sys.executable, "-P", "-m", "abcoder_py.syntax.worker")
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*argv, stdin=pipe, stdout=pipe, limit=1 << 24, process_group=0)
        return cls(process)

    async def send(self, order: Order) -> None:
        assert self._process.stdin is not None
        body = self._encoder.encode(order)
        try:
            self._process.stdin.write(HEADER.pack(len(body)) + body)
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as fault:
            raise WorkerError(f"a syntax worker ended on {order.path}") from fault

    async def receive(self, path: str) -> FileFacts | str:
        assert self._process.stdout is not None
        try:
            header = await self._process.stdout.readexactly(HEADER.size)
            return self._decoder.decode(await self._process.stdout.readexactly(HEADER.unpack(header)[0]))
        except asyncio.IncompleteReadError as fault:
            raise WorkerError(f"a syntax worker ended on {path}") from fault

    async def stop(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


async def extract_all(
    orders: Iterable[Order], total_bytes: int, jobs: int
) -> AsyncIterator[tuple[str, FileFacts | str]]:
    """Yields (path, facts or the reason why there are none) in the orders' order.

    A file that kills its worker (a fault of a grammar in C) gets a reason too, and the others go on.
    """
    if jobs <= 1 or total_bytes < ALONE_BELOW:
        for order in orders:
            yield order.path, run(order)
            await asyncio.sleep(0)
        return
    async with AsyncExitStack() as stack:
        lanes = [_Lane(stack) for _ in range(jobs)]
        waiting: list[asyncio.Task[tuple[str, FileFacts | str]]] = []
        try:
            for turn, order in enumerate(orders):
                waiting.append(asyncio.ensure_future(lanes[turn % jobs].extract(order)))
                if len(waiting) >= jobs * AHEAD:
                    yield await waiting.pop(0)
            while waiting:
                yield await waiting.pop(0)
        finally:
            for task in waiting:
                task.cancel()


class _Lane:
    """The orders of one worker, answered in turn; a new worker takes the place of one that died."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._worker: _Worker | None = None
        self._sending, self._receiving = asyncio.Lock(), asyncio.Lock()

    async def extract(self, order: Order) -> tuple[str, FileFacts | str]:
        async with self._sending:
            if self._worker is None:
                self._worker = await _Worker.start()
                self._stack.push_async_callback(self._worker.stop)
            worker = self._worker
            try:
                await worker.send(order)
            except WorkerError:
                self._drop(worker)
                return order.path, await self._alone(order)
            await self._receiving.acquire()  # in the order of sending
        try:
            return order.path, await worker.receive(order.path)
        except WorkerError:
            self._drop(worker)
            return order.path, await self._alone(order)
        finally:
            self._receiving.release()

    def _drop(self, worker: _Worker) -> None:
        if self._worker is worker:
            self._worker = None

    async def _alone(self, order: Order) -> FileFacts | str:
        """A worker that died had several files: each is tried once more in a process of its own."""
        worker = await _Worker.start()
        try:
            await worker.send(order)
            return await worker.receive(order.path)
        except WorkerError as fault:
            return str(fault)
        finally:
            await worker.stop()
