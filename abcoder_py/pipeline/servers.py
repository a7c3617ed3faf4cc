"""Who starts a run's servers and takes them back.

A run alone ends each server as soon as it has answered. A watch keeps those whose answers depend on the files and on
nothing else (`ServerSpec.takes_changes`): before the next questions they are told of all that differs from the state
that they were last asked in. That is found by the hashes and stamps of the run's own walk; what the watch noticed only
adds to it, since no file system tells of everything. Whatever else may be another (settings, build files, the version,
a fault, files that changed while it answered) ends the server, and a new one is started.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from abcoder_py.index.keys import Key
from abcoder_py.pipeline.serving import Answering

MOST_CHANGES = 200
"""Files above which a new server is started: a branch was switched, and most of what the old one knows is void."""
CREATED, CHANGED, DELETED = 1, 2, 3
"""As the protocol numbers them."""


@dataclass(frozen=True)
class State:
    """The files as a run found them."""

    root: str
    """Absolute."""
    paths: frozenset[str]
    """Of all files."""
    has_links: bool
    """Whether a file has two names."""
    unit: Key
    """Of the build files, the options and the environment."""
    hashes: Mapping[str, str]
    """SHA-256 by path, of the language's files."""
    stamps: Mapping[str, object]
    """By path, of all files (`source.tree.stamps`)."""

    def changes(self, after: State) -> dict[str, int]:
        """FileChangeType by path of every file that may be another."""
        every = self.paths | after.paths
        differing = (
            path
            for path in every
            if self.stamps.get(path) != after.stamps.get(path) or self.hashes.get(path) != after.hashes.get(path)
        )
        return {path: _kind(path in self.paths, path in after.paths) for path in differing}


def _kind(before: bool, after: bool) -> int:
    return CHANGED if before and after else CREATED if after else DELETED


class Servers:
    """Starts each server anew and ends it when it has answered."""

    def begin(self, server: Answering, state: State) -> asyncio.Task[None]:
        """`server.session` is the one to ask, when the task is done. That raises ServerMissing or ServerStartError."""
        return asyncio.create_task(server.session.start())

    async def release(self, server: Answering, state: State, faithful: bool) -> None:
        """It has answered. `faithful`: no file changed meanwhile."""
        await server.session.stop()

    def prepare(self, server: Answering, state: State) -> None:
        """The run has no question for it."""


@dataclass
class _Idle:
    server: Answering
    state: State
    """Before it was started, or as it was asked last."""
    starting: asyncio.Task[None] | None = None
    noticed: set[str] = field(default_factory=set)

    @property
    def is_there(self) -> bool:
        """Can it be asked, or may it yet?"""
        return self.server.session.is_running or (self.starting is not None and not self.starting.done())

    async def end(self) -> None:
        if self.starting is not None:
            self.starting.cancel()
            await asyncio.wait([self.starting])
        await self.server.session.stop()


class WarmServers(Servers):
    """Keeps servers between the runs of one repository, until `aclose`."""

    def __init__(self) -> None:
        self._idle: dict[str, _Idle] = {}
        self._void: list[_Idle] = []

    def notice(self, paths: Collection[str]) -> None:
        """Files, relative to the repository, that may be others from the next run on, ignored ones too."""
        for each in self._idle.values():
            each.noticed.update(paths)

    def begin(self, server: Answering, state: State) -> asyncio.Task[None]:
        idle = self._idle.pop(server.spec.name, None)
        changes = None if idle is None else _changes(idle, server, state)
        if idle is not None and changes is not None:
            server.session = idle.server.session
            return asyncio.create_task(_tell(idle, list(_uris(state, changes))))
        if idle is not None:
            self._void.append(idle)
        return asyncio.create_task(self._start(server))

    async def _start(self, server: Answering) -> None:
        await _start(server)
        await self._end_void()

    async def release(self, server: Answering, state: State, faithful: bool) -> None:
        if not (faithful and server.takes_changes and server.session.is_running and not server.complaints()):
            await server.session.stop()
            return
        server.session.close_all()
        self._idle[server.spec.name] = _Idle(server, state)

    def prepare(self, server: Answering, state: State) -> None:
        """Starts it meanwhile: it has loaded when a file changes."""
        if server.takes_changes and server.spec.name not in self._idle:
            self._idle[server.spec.name] = _Idle(server, state, asyncio.create_task(_start(server)))

    async def aclose(self) -> None:
        """Ends all servers."""
        self._void += self._idle.values()
        self._idle.clear()
        await self._end_void()

    async def _end_void(self) -> None:
        while self._void:
            await self._void[-1].end()
            self._void.pop()


async def _start(server: Answering) -> None:
    await server.session.start()
    if server.takes_changes:
        server.session.tell(())  # more will come: it keeps what it makes of the first questions too


async def _tell(idle: _Idle, changes: Sequence[tuple[str, int]]) -> None:
    if idle.starting is not None:
        await idle.starting
    idle.server.session.tell(changes)


def _changes(idle: _Idle, server: Answering, state: State) -> dict[str, int] | None:
    """What an idle server must be told to answer as this one would; None where that cannot be said."""
    known = idle.server
    same = (
        idle.is_there
        and not known.complaints()
        and (known.version, known.toolchain) == (server.version, server.toolchain)
        and known.session.config == server.session.config
        and idle.state.unit == state.unit
        and not state.has_links  # by which other names a server knows a file is not ours to say
    )
    if not same:
        return None
    noticed = {path: _kind(False, (Path(state.root) / path).exists()) for path in idle.noticed}
    changes = noticed | idle.state.changes(state)
    return changes if len(changes) <= MOST_CHANGES else None


def _uris(state: State, changes: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    for path, kind in sorted(changes.items()):
        yield (Path(state.root) / path).as_uri(), kind
