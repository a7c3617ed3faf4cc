"""Nested spans and the question that every sweep asks: which is the innermost one that holds this byte?"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class Nesting:
    """Spans that nest (each two are disjoint, or one holds the other), in order of (start, -end)."""

    __slots__ = ("ends", "parents", "starts")

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        """`spans` must come sorted by (start, -end)."""
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.parents: list[int] = []
        stack: list[int] = []
        for index, (start, end) in enumerate(spans):
            while stack and self.ends[stack[-1]] <= start:
                stack.pop()
            self.parents.append(stack[-1] if stack else -1)
            self.starts.append(start)
            self.ends.append(end)
            stack.append(index)

    def at(self, offset: int) -> int:
        """Index of the innermost span that holds the byte, -1 for none."""
        index = bisect_right(self.starts, offset) - 1
        ends, parents = self.ends, self.parents
        while index >= 0 and ends[index] <= offset:
            index = parents[index]
        return index


class Sweep:
    """The same question asked with ascending bytes: no search."""

    __slots__ = ("_index", "_nesting", "_next")

    def __init__(self, nesting: Nesting) -> None:
        self._nesting, self._index, self._next = nesting, -1, 0

    def at(self, offset: int) -> int:
        """Index of the innermost span that holds the byte, -1 for none. Never ask for a smaller byte after it."""
        nesting, index = self._nesting, self._index
        starts, ends = nesting.starts, nesting.ends
        while self._next < len(starts) and starts[self._next] <= offset:
            index = self._next
            self._next += 1
        while index >= 0 and ends[index] <= offset:
            index = nesting.parents[index]
        self._index = index
        return index
