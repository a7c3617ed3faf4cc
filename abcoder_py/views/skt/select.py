"""A part of a document that was read: the symbols that are wanted, and the edges between them.

Numbers stay those of the run that made the text, as in a chunk of it; a type in a signature may therefore be a ShortID
whose symbol was left out. From UniAST the choice is made before symbols get numbers (`from_uniast.Choice`).
"""

from __future__ import annotations

from collections.abc import Callable

from abcoder_py.views.skt.model import Document, EdgeGroup, End, FileBlock, Symbol


def select(
    document: Document, *, takes: Callable[[str], bool] = lambda path: True, exported_only: bool = False
) -> Document:
    """The files that `takes` says yes to; with `exported_only` without the symbols that are not exported."""
    blocks = [
        FileBlock(block.path, tuple(each for each in block.symbols if not exported_only or _is_public(each)))
        for block in document.files
        if takes(block.path)
    ]
    gone = document.paths().keys() - {symbol.number for block in blocks for symbol in block.symbols}
    edges = [kept for group in document.edges if (kept := _without(group, gone)) is not None]
    return Document(tuple(blocks), tuple(edges), tuple(each for each in document.errors if takes(each.path)))


def _is_public(symbol: Symbol) -> bool:
    return symbol.property("exported") != "false"


def _without(group: EdgeGroup, gone: set[int]) -> EdgeGroup | None:
    def stays(end: End) -> bool:
        return end not in gone

    targets = tuple(filter(stays, group.targets))
    if not targets or not stays(group.source):
        return None
    return EdgeGroup(group.source, group.kind, targets, group.status, group.candidates)
