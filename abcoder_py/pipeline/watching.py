"""A document after every change of a repository, for as long as the caller goes on.

Each update is an ordinary run over the store: what did not change is found there by keys that hold all that it depends
on, so an update cannot differ from a first run. A server is kept between updates where its plugin vouches that it takes
changes in before it answers (`servers.WarmServers`); any other is started for the files that must be asked about and
stopped after them (docs/decisions/0013-a-watch-keeps-a-server-that-takes-changes.md).
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from abcoder_py.index.store import FILE_NAME
from abcoder_py.pipeline.errors import RunError
from abcoder_py.pipeline.memory import Memory
from abcoder_py.pipeline.options import ParseOptions, Progress, silent
from abcoder_py.pipeline.parse import Outcome, run
from abcoder_py.pipeline.servers import WarmServers

if TYPE_CHECKING:
    from watchfiles import Change

GATHER_MS = 400
"""Most milliseconds that changes which come close together are gathered for one update."""
STEP_MS = 20
"""Milliseconds without a change after which those that came are taken."""
RETRY, LAST_RETRY = 1.0, 60.0
"""Seconds to the next attempt after a failed one, doubled each time up to the second number."""
_GIT_STATE = frozenset({"HEAD", "config", "index", "info"})
"""What below `.git` decides about the document: the origin, what is tracked, what is excluded."""


@dataclass(frozen=True)
class Update:
    """A new document."""

    outcome: Outcome
    changed: tuple[str, ...]
    """What changed since the update before, relative to the repository, sorted; empty for the first one."""
    noticed: float
    """When the change was noticed, as `time.perf_counter`."""

    @property
    def document(self) -> bytes:
        return self.outcome.document

    @property
    def asked(self) -> int:
        """Files that a server was asked about, where others were known."""
        return sum(len(paths) for paths in self.outcome.asked.values())


async def watch(
    options: ParseOptions,
    tell: Callable[[str], None],
    progress: Progress = silent,
    outputs: Collection[Path] = (),
) -> AsyncGenerator[Update, None]:
    """Gives the document of now, and a new one after each change that makes another.

    Files that change while a server answers make the run start again: no document is of answers from two states.

    What fails later, the first run aside, is told once and tried again. outputs: files that the caller writes; their
    changes are none of the repository's. Without a store one is kept for as long as the watch goes on. Raises RunError
    where the first run fails; closing the iterator or cancelling its task ends servers, workers and the watch.
    """
    with tempfile.TemporaryDirectory(prefix="uniast-") as scratch:
        if not options.use_store:
            options = replace(options, store=Path(scratch) / FILE_NAME, use_store=True)
        async with aclosing(_Watch(options, tell, progress, outputs).updates()) as updates:
            async for update in updates:
                yield update


class _Watch:
    """The state between updates."""

    def __init__(
        self, options: ParseOptions, tell: Callable[[str], None], progress: Progress, outputs: Collection[Path]
    ) -> None:
        self._options, self._tell, self._progress = options, tell, progress
        self._root = options.repo.resolve()
        self._own = frozenset(path.resolve() for path in outputs)
        self._changed: set[str] = set()
        self._noticed = time.perf_counter()
        self._last: bytes | None = None
        self._moved = False
        self._retry, self._told = RETRY, ""
        self._servers, self._memory = WarmServers(), Memory()

    async def updates(self) -> AsyncGenerator[Update, None]:
        while True:
            try:
                async with aclosing(self._servers), aclosing(self._until_it_fails()) as updates:
                    async for update in updates:
                        yield update
            except (RunError, OSError) as fault:
                if self._last is None:
                    raise fault if isinstance(fault, RunError) else RunError(_unwatchable(self._root, fault)) from fault
                await self._wait_after(fault)

    async def _until_it_fails(self) -> AsyncGenerator[Update, None]:
        """Updates from one watch of the folder. It stands before the first run: no change is between the two."""
        from watchfiles import awatch  # costs more to import than the rest of `from abcoder_py import parse`

        changes = awatch(
            self._root, watch_filter=self._matters, debounce=GATHER_MS, step=STEP_MS, ignore_permission_denied=True
        )
        async with aclosing(changes):
            while True:
                coming = asyncio.ensure_future(anext(changes))
                try:
                    await asyncio.sleep(0)  # lets it begin
                    update = await self._run()
                    while self._moved and not coming.done():  # not every file system tells of every change
                        await asyncio.wait([coming], timeout=RETRY)
                        update = update if coming.done() else await self._run()
                    if update:
                        yield update
                    self._take(await _result(coming))
                finally:
                    coming.cancel()
                    with suppress(asyncio.CancelledError, OSError, RuntimeError):
                        await coming

    async def _run(self) -> Update | None:
        """The update that the repository's state makes; None where the document is the last one or of a mixed state."""
        outcome = await run(self._options, self._progress, self._servers, self._memory)
        self._retry, self._told = RETRY, ""
        self._moved = outcome.moved
        if self._moved:
            return None
        changed, self._changed = self._changed, set()
        if outcome.document == self._last:
            return None
        self._last = outcome.document
        return Update(outcome, tuple(sorted(changed)), self._noticed)

    def _take(self, changes: Collection[tuple[Change, str]]) -> None:
        if not self._changed:
            self._noticed = time.perf_counter()
        paths = {Path(path).relative_to(self._root).as_posix() for _, path in changes}
        self._changed |= paths
        self._servers.notice(paths)

    def _matters(self, change: Change, location: str) -> bool:
        """Whether a change can make another document. An ignored one can: environments lie there."""
        path = Path(location)
        if any(path.parent == own.parent and _is_of(path.name, own.name) for own in self._own):
            return False
        parts = path.relative_to(self._root).parts
        if ".uniast" in parts:
            return False
        return ".git" not in parts[:-1] or _is_git_state(parts)

    async def _wait_after(self, fault: Exception) -> None:
        said = str(fault) if isinstance(fault, RunError) else _unwatchable(self._root, fault)
        if said != self._told:
            self._tell(said)
        self._told = said
        await asyncio.sleep(self._retry)
        self._retry = min(2 * self._retry, LAST_RETRY)


async def _result(coming: asyncio.Future[set[tuple[Change, str]]]) -> set[tuple[Change, str]]:
    """The changes. Raises OSError where the system ends the watch, for which watchfiles has an error of its own too."""
    try:
        return await coming
    except RuntimeError as fault:
        raise OSError(str(fault)) from fault


def _is_of(name: str, own: str) -> bool:
    """The file itself, or the one beside it that is about to replace it."""
    return name == own or name.startswith(f".{own}.")


def _is_git_state(parts: Sequence[str]) -> bool:
    return parts[parts.index(".git") + 1] in _GIT_STATE


def _unwatchable(root: Path, fault: Exception) -> str:
    return (
        f"{root}: cannot be watched: {fault}; check that the folder is there, and the system's limit of watched folders"
    )
