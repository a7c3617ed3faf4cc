"""Answers that stop at an import statement are asked again there, at most three times.

A server that finds no type knows nothing of a name that a file of the repository passes on from a package that is not
installed. Its imports tell: the module is asked for, and its own import of the name is where it leads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from abcoder_py.plugin.values import Import
from abcoder_py.resolve.asking import Asker, Reply
from abcoder_py.resolve.places import Places, Spot

MAX_HOPS = 3


class Hops:
    """What lies behind the import statements that answers stopped at."""

    def __init__(self, places: Places, stay: bool = False, passing: bool = False) -> None:
        """`stay`: import statements are answers themselves (`Language.imports_name_modules`).

        `passing`: a name that leads nowhere is looked for in the imports of its module
        (`Language.imports_are_members`).
        """
        self._places, self._stay, self._passing = places, stay, passing
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
                if self._passing:
                    found = await self._passed_on(asker, spots, found)
                self._behind.update(zip(spots, found, strict=True))
                answered += found
            pending = self._stops(answered)

    async def _passed_on(self, asker: Asker, spots: Sequence[Spot], found: Sequence[Reply]) -> list[Reply]:
        """The replies, and for those that name nothing new what the modules themselves import."""
        modules = {
            spot: item.token_start
            for spot, reply in zip(spots, found, strict=True)
            if not isinstance(reply, str) and set(reply) <= {spot} and (item := self._import_of_name(spot))
        }
        replies = dict(zip(spots, found, strict=True))
        if modules:
            path, inside, *_ = spots[0]
            answers = await asker.again(path, inside, list(modules.values()))
            for spot, answer in zip(modules, answers, strict=True):
                replies[spot] = self._bindings(spot, answer) or replies[spot]
        return list(replies.values())

    def _import_of_name(self, spot: Spot) -> Import | None:
        """The import whose name the spot is, where its module has a token to ask for."""
        names = self._places.names(spot)
        item = names.import_at(spot.start) if names is not None else None
        named = item is not None and item.token_start >= 0 and any(each.start == spot.start for each in item.names)
        return item if named else None

    def _bindings(self, spot: Spot, modules: Reply) -> tuple[Spot, ...]:
        """The tokens of import statements that bind the name in the files that the reply names."""
        item = self._import_of_name(spot)
        name = next((each.name for each in item.names if each.start == spot.start), "") if item is not None else ""
        return tuple(
            Spot(module.path, module.inside, start, end)
            for module in (modules if not isinstance(modules, str) else ())
            if module.start == 0 and (names := self._places.names(module)) is not None
            for start, end in names.imports_of(name)
        )

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
        if self._stay or spot.start < 0 or spot.end == 0 or spot.symbol is not None:
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
