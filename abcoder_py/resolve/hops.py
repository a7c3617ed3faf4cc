"""Answers that stop at an import statement are asked again there, at most three times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from abcoder_py.resolve.asking import Asker, Reply
from abcoder_py.resolve.places import Places, Spot

MAX_HOPS = 3


class Hops:
    """What lies behind the import statements that answers stopped at."""

    def __init__(self, places: Places, stay: bool = False) -> None:
        """`stay`: import statements are answers themselves (`Language.imports_name_modules`)."""
        self._places, self._stay = places, stay
        self._behind: dict[Spot, Reply] = {}

    async def follow(self, asker: Asker, replies: Iterable[Reply]) -> None:
        """Asks for everything behind the replies; afterwards `end` answers without a server."""
        pending = self._stops(replies)
        for _ in range(MAX_HOPS):
            if not pending:
                return
            by_file: dict[tuple[str, bool], list[Spot]] = defaultdict(list)
            for spot in sorted(pending):
                by_file[spot.path, spot.inside].append(spot)
            answered: list[Reply] = []
            for (path, inside), spots in by_file.items():
                found = await asker.again(path, inside, [spot.start for spot in spots])
                self._behind.update(zip(spots, found, strict=True))
                answered += found
            pending = self._stops(answered)

    def _stops(self, replies: Iterable[Reply]) -> set[Spot]:
        return {
            spot
            for reply in replies
            if not isinstance(reply, str)
            for spot in reply
            if spot not in self._behind and self.is_stop(spot)
        }

    def is_stop(self, spot: Spot) -> bool:
        """Is the spot a token of an import statement? The empty first position of a file means the module."""
        if self._stay or spot.start < 0 or spot.end == 0:
            return False
        names = self._places.names(spot)
        return names is not None and names.import_at(spot.start) is not None

    def end(self, spot: Spot) -> tuple[Spot, ...]:
        """Where the spot leads: itself, what is behind its imports, or the import that leads nowhere."""
        return tuple(self._walk(spot, MAX_HOPS))

    def _walk(self, spot: Spot, left: int) -> list[Spot]:
        if not self.is_stop(spot):
            return [spot]
        reply = self._behind.get(spot, ())
        if isinstance(reply, str) or not left:
            return []
        further = [behind for behind in reply if behind != spot]
        return [end for behind in further for end in self._walk(behind, left - 1)] if further else [spot]
