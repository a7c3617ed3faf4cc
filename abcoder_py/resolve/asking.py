"""Asks a server a file's questions and turns its answers into spots.

Asking and turning are two steps, with every answer of a batch between them: ty writes the stubs that it names while it
answers, and another answer may name one that is half written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from abcoder_py.lsp.answers import Answer, Failed
from abcoder_py.lsp.session import Session
from abcoder_py.plugin.values import FileFacts
from abcoder_py.resolve.kept_open import KeptOpen
from abcoder_py.resolve.places import Places, Spot
from abcoder_py.source.columns import Columns, is_utf8, text
from abcoder_py.source.tree import SourceFile, SourceTree

Reply: TypeAlias = tuple[Spot, ...] | str
"""Where the definition may be (nothing: the server knows none), or the reason why there is no answer."""
NO_SERVER = "no server"
TIMED_OUT = "server timed out"
CRASHED = "server crashed"
FAULTS = frozenset({TIMED_OUT, CRASHED})
"""Reasons of a fault: another run may have an answer."""


class Asker:
    """One session, asked by byte offsets."""

    def __init__(self, session: Session, tree: SourceTree, places: Places) -> None:
        self._session, self._tree, self._places = session, tree, places
        self._spots: dict[tuple[str, int, int, int, int], Spot] = {}
        self._kept_open = KeptOpen(self.open, self._close)

    @property
    def opens_all_first(self) -> bool:
        """Does the server want every file opened before the first question?"""
        return self._session.config.open_all_first

    async def open(self, path: str) -> None:
        """Opens a file of the repository and holds it open."""
        file = self._tree.files[path]
        await self._session.open(Path(file.location).as_uri(), self._language_id(path), text(file.data))

    async def settle(self, path: str) -> None:
        """Waits until the server has read the files that were opened; `path` is one of them."""
        await self._session.settle(Path(self._tree.files[path].location).as_uri(), (0, 0))

    async def _close(self, path: str) -> None:
        await self._session.close(Path(self._tree.files[path].location).as_uri())

    async def prepare(self, files: Sequence[FileFacts]) -> None:
        """Opens what the server needs open to answer about these files, where it does not need each of them."""
        part = self._session.config.kept_open
        if part is not None:
            opened = await self._kept_open.hold([(part(facts), facts.path) for facts in files])
            await asyncio.gather(*map(self.settle, opened))

    async def definitions(self, path: str, offsets: Sequence[int]) -> list[Answer]:
        """Where the tokens at these offsets of a file of the repository are defined; `replies` reads it."""
        if not offsets:
            return []
        file = self._tree.files[path]
        columns = self._places.columns(file)
        positions = columns.positions(offsets, self._session.encoding)
        uri = Path(file.location).as_uri()
        return await self._session.resolve(uri, self._language_id(path), self._text(file), positions)

    async def implementations(self, path: str, offsets: Sequence[int]) -> list[Answer]:
        """Which interfaces the types named at these offsets satisfy; `replies` reads it."""
        if not offsets:
            return []
        file = self._tree.files[path]
        positions = self._places.columns(file).positions(offsets, self._session.encoding)
        uri = Path(file.location).as_uri()
        return await self._session.implementations(uri, self._language_id(path), self._text(file), positions)

    def replies(self, answers: Iterable[Answer]) -> list[Reply]:
        """The answers in bytes. Not while anything is being asked."""
        return [self._reply(answer) for answer in answers]

    async def again(self, path: str, inside: bool, offsets: Sequence[int]) -> list[Reply]:
        """The definitions of tokens in any file that an answer named."""
        if inside:
            return self.replies(await self.definitions(path, offsets))
        data = self._places.text(Spot(path, False, 0, 0))
        positions = Columns(data).positions(offsets, self._session.encoding)
        return self.replies(
            await self._session.resolve(Path(path).as_uri(), self._language_id(path), text(data), positions)
        )

    def _text(self, file: SourceFile) -> str | None:
        """What the file is opened with; None where it is read from disk. Bad UTF-8 there is counted by other rules."""
        if self._session.config.kept_open is not None and is_utf8(file.data):
            return None
        return text(file.data)

    def _language_id(self, path: str) -> str:
        ids = self._session.config.language_id
        return self._session.config.language_of(path) or next(iter(ids.values()), "")

    def _reply(self, answer: Answer) -> Reply:
        if isinstance(answer, Failed):
            return answer.reason
        spots, encoding = self._spots, self._session.encoding
        found = []
        for place in answer.places:
            spot = spots.get(place)
            if spot is None:
                spot = spots[place] = self._places.spot(place, encoding, answer.symbols.get(place))
            found.append(spot)
        return tuple(found)
