"""The Python interface: `parse` and `parse_async` make a Repository, `watch` follows one, `load` reads one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from pathlib import Path
from threading import Event
from typing import TypedDict, Unpack

from abcoder_py.pipeline.errors import RunError as ParseError
from abcoder_py.pipeline.options import ParseOptions, Progress, Step, silent
from abcoder_py.pipeline.parse import run
from abcoder_py.pipeline.watching import Update
from abcoder_py.pipeline.watching import watch as follow
from abcoder_py.uniast import Repository

__all__ = ["Choices", "ParseError", "Progress", "Step", "Update", "load", "parse", "parse_async", "watch"]

CANCEL_CHECK = 0.1
"""Seconds between two looks at the caller's `cancel`."""


class Choices(TypedDict, total=False):
    """What may be chosen, as the options of `uniast parse`. All of it may be left out."""

    languages: Sequence[str]
    """Names or aliases; none: those that are found."""
    repo_id: str
    exclude: Sequence[str]
    tests: bool
    load_external_symbol: bool
    builtins: bool
    graph: bool
    build_flags: Sequence[str]
    servers: Mapping[str, str]
    """Language to server name: `{"python": "basedpyright"}`."""
    python: str
    jobs: int
    store: Path | None
    """The store's file; None: the user's own."""
    use_store: bool
    syntax_only: bool
    strict: bool
    max_file_size: int
    """Bytes."""
    submodules: bool
    server_memory: int | None
    """Bytes."""


def parse(
    repo: str | PathLike[str],
    *,
    progress: Progress = silent,
    cancel: Event | None = None,
    **choices: Unpack[Choices],
) -> Repository:
    """Parses the repository in the folder `repo`. Writes nothing.

    progress: called with a `Step` as the run goes on, in the thread that runs it. cancel: setting it ends the run with
    `asyncio.CancelledError`; so does Ctrl-C, with KeyboardInterrupt. Works inside a running event loop too, which then
    waits; `parse_async` lets it go on. Raises ParseError, with what can be done about it.
    """
    cancel = cancel or Event()
    task = _cancellable(repo, progress, cancel, choices)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(task)
    with ThreadPoolExecutor(1, "uniast") as thread:
        try:
            return thread.submit(asyncio.run, task).result()
        except KeyboardInterrupt:
            cancel.set()  # it came to this thread alone, and leaving the block waits for the other
            raise


async def parse_async(
    repo: str | PathLike[str], *, progress: Progress = silent, **choices: Unpack[Choices]
) -> Repository:
    """As `parse`, awaited. Cancelling the task ends servers and workers."""
    outcome = await run(_options(repo, choices), progress)
    return Repository.load(outcome.document)


def watch(
    repo: str | PathLike[str],
    *,
    tell: Callable[[str], None],
    progress: Progress = silent,
    **choices: Unpack[Choices],
) -> AsyncGenerator[Update, None]:
    """The document of the repository in the folder `repo` now, and a new one after each change. Writes nothing.

        async with contextlib.aclosing(watch("path/to/repository", tell=print)) as updates:
            async for update in updates:
                repository = load(update.document)

    Every document is byte for byte that of `parse` with an empty store. tell: hears what fails in a later run, which is
    tried again. Raises ParseError where the first run fails. Closing the iterator ends servers, workers and the watch.
    """
    return follow(_options(repo, choices), tell, progress)


def load(source: str | PathLike[str] | bytes) -> Repository:
    """Reads a UniAST document: a file's path or its bytes.

    Raises FileNotFoundError, or ValueError where it is no UniAST.
    """
    return Repository.load(source if isinstance(source, bytes) else Path(source))


async def _cancellable(repo: str | PathLike[str], progress: Progress, cancel: Event, choices: Choices) -> Repository:
    task = asyncio.ensure_future(parse_async(repo, progress=progress, **choices))
    while not task.done():
        await asyncio.wait([task], timeout=CANCEL_CHECK)
        if cancel.is_set():
            task.cancel()
            break
    return await task


def _options(repo: str | PathLike[str], choices: Choices) -> ParseOptions:
    several = {"languages", "exclude", "build_flags"}
    plain = {name: tuple(value) if name in several else value for name, value in choices.items()}  # type: ignore[arg-type]
    return ParseOptions(repo=Path(repo), **plain)  # type: ignore[arg-type]
