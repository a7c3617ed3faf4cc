"""Edges while they are collected: grouped by source, kind, status and candidates, in the order of their first token.

A source's groups stand in the order of what it contains, then of its tokens, then of what has no token (structural
interfaces, overrides), then of what it decorates, whose tokens stand elsewhere.
"""

from __future__ import annotations

from typing import Final

from abcoder_py.views.skt.model import EdgeGroup, End

CONTAINED, BY_TOKEN, WITHOUT_TOKEN, DECORATED = range(4)

Rank = tuple[int, int]
"""One of the four above, and the place among its like: an offset or a number."""
_Key = tuple[End, str, str, tuple[End, ...]]
_LAST: Final = 1 << 62


class Relations:
    """All edges of a document."""

    def __init__(self) -> None:
        self._groups: dict[_Key, dict[End, Rank]] = {}
        self.left_out: set[tuple[End, str, str]] = set()
        """Edges whose other end is shown nowhere."""

    def add(
        self, source: End, kind: str, target: End, rank: Rank, status: str = "", candidates: tuple[End, ...] = ()
    ) -> None:
        """One edge; a target stands once in a group, at its first place."""
        group = self._groups.setdefault((source, kind, status, candidates), {})
        group[target] = min(rank, group.get(target, (_LAST, 0)))

    def groups(self) -> tuple[EdgeGroup, ...]:
        """By source (symbols by number, then others by text)."""
        ordered = sorted((_place(key, targets), key) for key, targets in self._groups.items())
        return tuple(self._group(key) for _, key in ordered)

    def _group(self, key: _Key) -> EdgeGroup:
        source, kind, status, candidates = key
        ranks = self._groups[key]
        targets = sorted(ranks, key=lambda end: (ranks[end], _order(end)))
        return EdgeGroup(source, kind, tuple(targets), status, candidates)

    def __len__(self) -> int:
        return sum(map(len, self._groups.values()))


def _order(end: End) -> tuple[bool, int, bytes]:
    return (False, end, b"") if isinstance(end, int) else (True, 0, end.encode())


def _place(key: _Key, targets: dict[End, Rank]) -> tuple[object, ...]:
    source, kind, status, candidates = key
    return _order(source), min(targets.values()), kind, status, tuple(map(_order, candidates))
