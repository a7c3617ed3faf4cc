"""Which files are held open for a server that keeps in memory only what an open file is part of (gopls: a package).

One file of each part is opened when the part is first asked about, and the parts that were not asked about for the
longest time are let go. Opening every file was measured and rejected: with each open file gopls looks at all the others
again, which for 1,387 files cost more than all answers.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

MOST_PARTS = 32
"""Parts that are held at once. Files come by folder, so that a part is rarely needed again."""


class KeptOpen:
    """One open file for each part of a program that is being asked about."""

    def __init__(
        self, open_file: Callable[[str], Awaitable[None]], close_file: Callable[[str], Awaitable[None]]
    ) -> None:
        self._open_file, self._close_file = open_file, close_file
        self._held: OrderedDict[str, str] = OrderedDict()
        """Path by part, the one that was needed last at the end."""

    async def hold(self, parts: Iterable[tuple[str, str]]) -> list[str]:
        """Makes sure that a file of each part is open; gives those that were opened for it.

        `parts`: part and path of each file that is asked about next.
        """
        opened: list[str] = []
        wanted: dict[str, str] = {}
        for part, path in parts:
            wanted.setdefault(part, path)
        for part, path in wanted.items():
            if part not in self._held:
                self._held[part] = path
                await self._open_file(path)
                opened.append(path)
            self._held.move_to_end(part)
        while len(self._held) > max(MOST_PARTS, len(wanted)):
            _, path = self._held.popitem(last=False)
            await self._close_file(path)
        return opened
