"""Reads a file that does not parse in pieces, so that an error hides no more than the declaration it stands in.

An unclosed bracket makes a parser take all that follows for its content. Where a grammar says how a declaration of
the file's own level begins, what an error swallowed is parsed again from each such line on. A grammar's own error
recovery is kept wherever that gives no better result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

import tree_sitter


def read_pieces(parser: Any, source: bytes, root: Any, restart: str) -> list[Any]:
    """The nodes to search instead of the root: itself where it has no error or `restart` is "".

    `restart`: a pattern for the beginning of a line.
    """
    if not root.has_error or not restart:
        return [root]
    found: list[Any] = []
    broken = any(child.has_error for child in root.children)  # else the root itself is the error
    for child in root.children if broken else [root]:
        pieces = list(_parse_again(parser, source, child, restart)) if child.has_error else []
        found += pieces if pieces and _is_better(pieces, child) else [child]
    return found


def _is_better(pieces: list[Any], node: Any) -> bool:
    """Does cutting confine the error to one piece, or lose less? A string that holds such lines breaks in two."""
    return sum(piece.has_error for piece in pieces) == 1 or _lost(pieces) < _lost([node])


def searched(pieces: Iterable[Any]) -> Iterator[tuple[Any, tuple[int, int] | None]]:
    """Where queries run: what was kept of a tree is searched from its root, so that patterns that name the root match.

    Gives nodes with the span in bytes of the part that is meant, None for all of it.
    """
    for root, run in groupby(pieces, key=lambda piece: piece.parent):
        nodes = list(run)
        if root is not None:
            yield root, (nodes[0].start_byte, nodes[-1].end_byte)
        else:
            yield from ((node, None) for node in nodes)


def _parse_again(parser: Any, source: bytes, node: Any, restart: str) -> Iterator[Any]:
    """The pieces of a node's text, each parsed by itself; nothing where there is but one."""
    starts = [match.start() for match in _lines(restart).finditer(source, node.start_byte, node.end_byte)]
    bounds = sorted({node.start_byte, *starts, node.end_byte})
    if len(bounds) < 3:
        return
    row, at = source.count(b"\n", 0, bounds[0]), bounds[0]
    try:
        for start, end in pairwise(bounds):
            row, at = row + source.count(b"\n", at, start), start
            column = start - (source.rfind(b"\n", 0, start) + 1)
            last = source.rfind(b"\n", 0, end) + 1
            end_point = (row + source.count(b"\n", start, end), end - last)
            parser.included_ranges = [tree_sitter.Range((row, column), end_point, start, end)]
            yield parser.parse(source).root_node
    finally:
        del parser.included_ranges


@lru_cache(maxsize=32)
def _lines(restart: str) -> re.Pattern[bytes]:
    return re.compile(b"^(?:" + restart.encode() + b")", re.MULTILINE)


def _lost(nodes: list[Any]) -> int:
    """Bytes inside errors."""
    lost, pending = 0, [node for node in nodes if node.has_error]
    while pending:
        node = pending.pop()
        if node.is_error:
            lost += node.end_byte - node.start_byte
        else:
            pending.extend(child for child in node.children if child.has_error)
    return lost
