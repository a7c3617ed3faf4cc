"""Breadth-first walks over a Program: who can reach a node, and the shortest way between two.

rustworkx has both, without the parent of each node and in an order of its own; the order of ids is wanted here, so that
the same document gives the same way.
"""

from __future__ import annotations

from collections.abc import Iterable

from abcoder_py.views.reports.program import Neighbours, Program


def walk(starts: Iterable[int], neighbours: Neighbours, depth: int | None = None) -> dict[int, tuple[int, int | None]]:
    """Number to (distance, the node it was first reached from), nearest first; starts have distance 0."""
    reached: dict[int, tuple[int, int | None]] = dict.fromkeys(starts, (0, None))
    queue = list(reached)
    for number in queue:
        distance = reached[number][0] + 1
        if depth is not None and distance > depth:
            break
        for neighbour in neighbours(number):
            if neighbour not in reached:
                reached[neighbour] = (distance, number)
                queue.append(neighbour)
    return reached


def way(reached: dict[int, tuple[int, int | None]], end: int) -> list[int]:
    """The nodes from a start of the walk to `end`; empty where it was not reached."""
    nodes: list[int] = []
    at: int | None = end if end in reached else None
    while at is not None:
        nodes.append(at)
        at = reached[at][1]
    return nodes[::-1]


def forward(program: Program, edges: Iterable[tuple[int, int]]) -> Neighbours:
    """What a node uses along the edges, in the order of ids."""
    return _sorted(program, edges)


def backward(program: Program, edges: Iterable[tuple[int, int]]) -> Neighbours:
    """What uses a node along the edges, in the order of ids."""
    return _sorted(program, ((target, source) for source, target in edges))


def _sorted(program: Program, pairs: Iterable[tuple[int, int]]) -> Neighbours:
    lists: dict[int, list[int]] = {}
    for start, end in pairs:
        lists.setdefault(start, []).append(end)
    return lambda number: sorted(lists.get(number, ()), key=lambda other: program.nodes[other].id)
