"""`impact --of ID`: all that can reach a node, by distance: what a change of it may touch.

Besides uses and inheritance it follows dispatch: a call through a base or an interface may run what an heir puts there.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from abcoder_py.views.reports.dispatch import with_dispatches
from abcoder_py.views.reports.program import EdgeKind, Program
from abcoder_py.views.reports.shown import Report, Spot, fields, left_out, name, spot
from abcoder_py.views.reports.walks import backward, walk
from abcoder_py.wording import counted


class Reached(Spot):
    """A node or file that can reach the one asked for."""

    distance: int
    via: str
    """The id of the next node on the way."""
    kind: EdgeKind
    """How it is tied to that one."""


class Perhaps(msgspec.Struct, rename="pascal"):
    """Who may use the node, though it is not known."""

    holder: Spot
    name: str
    """The token."""


class ImpactReport(Report):
    """Nearest first, then in the order of ids."""

    of: Spot
    reached: list[Reached]
    perhaps: list[Perhaps]
    """Uncertain uses that name the node itself as a candidate."""


def impact(program: Program, repository: str, node_id: str, depth: int | None = None) -> ImpactReport:
    """`node_id`: a full id, or a file's path for all that it defines. At most `depth` steps where it is given."""
    start = program.numbers[node_id]
    of = program.nodes[start]
    starts = [start]
    if of.type == "FILE":
        starts += [number for number, node in enumerate(program.nodes) if node.file == of.file and number != start]
    chosen = set(starts)
    perhaps = [
        Perhaps(spot(program.nodes[use.holder]), use.name)
        for use in program.uncertain
        if not chosen.isdisjoint(use.candidates)
    ]
    edges = with_dispatches(program)
    found = []
    for number, (distance, parent) in walk(starts, backward(program, edges), depth).items():
        if parent is not None:
            via, kind = program.nodes[parent].id, edges[number, parent].kind
            found.append(Reached(*fields(program.nodes[number]), distance, via, kind))
    found.sort(key=lambda item: (item.distance, item.id))
    return ImpactReport("impact", repository, program.uncertain_counts(), spot(of), found, perhaps)


def lines(report: ImpactReport) -> Iterator[str]:
    """The report as text."""
    files = {item.file for item in report.reached}
    yield f"{name(report.of)}: {len(report.reached)} can reach it, in {counted(len(files), 'file')}"
    distance = 0
    for item in report.reached:
        if item.distance != distance:
            distance = item.distance
            yield f"distance {distance}"
        yield f"  {name(item)}{'' if item.kind == 'use' else f'  ({item.kind})'}"
    yield from dict.fromkeys(f"perhaps, by {doubt.name}: {name(doubt.holder)}" for doubt in report.perhaps)
    yield left_out(report)
