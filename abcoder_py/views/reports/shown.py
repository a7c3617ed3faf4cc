"""What all reports have in common: how a node stands in a report, and tables of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from abcoder_py.uniast.identity import decode_part
from abcoder_py.views.reports.program import FILE, Node, UncertainCounts
from abcoder_py.wording import counted


class Report(msgspec.Struct, rename="pascal"):
    """What every report tells; its JSON has these keys first, in Pascal case as UniAST has them."""

    report: str
    repository: str
    """The document's `id`."""
    uncertain: UncertainCounts
    """Relations that are left out of it."""


class Spot(msgspec.Struct, rename="pascal"):
    """A node in a report; `file` is "" of an external identity."""

    id: str
    type: str
    file: str
    line: int


def spot(node: Node) -> Spot:
    return Spot(*fields(node))


def fields(node: Node) -> tuple[str, str, str, int]:
    """The values of a node's spot, for what tells more of it."""
    return decode_part(node.id) if node.type == FILE else node.id, node.type, node.file, node.line


def name(place: Spot) -> str:
    """`PkgPath#Name` with its place, as text shows a node; a file by its path."""
    if place.type == FILE:
        return place.file
    short = place.id.partition("?")[2]
    return f"{short}  {place.file}:{place.line}" if place.file else f"{place.id}  external"


def left_out(report: Report) -> str:
    """The closing line of every report."""
    counts = report.uncertain
    return f"left out: {counted(counts.ambiguous + counts.unresolved, 'uncertain relation')} " + (
        f"({counts.ambiguous} ambiguous, {counts.unresolved} unresolved)"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Columns of text, flush right but for the last."""
    lines = [head, *([_cell(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)][:-1]
    for line in lines:
        numbers = (cell.rjust(width) for cell, width in zip(line, widths, strict=False))
        yield "  ".join([*numbers, line[-1]])


def _cell(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
