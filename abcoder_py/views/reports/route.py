"""`path FROM TO`: the shortest way from one node to another along uses, inheritance and dispatch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from abcoder_py.views.reports.dispatch import with_dispatches
from abcoder_py.views.reports.program import EdgeKind, Program
from abcoder_py.views.reports.shown import Report, Spot, left_out, name, spot
from abcoder_py.views.reports.walks import forward, walk, way


class Step(msgspec.Struct, rename="pascal"):
    """One edge of the way, with the place of its first use."""

    source: str = msgspec.field(name="From")
    target: str = msgspec.field(name="To")
    kind: EdgeKind
    file: str
    line: int


class PathReport(Report):
    """No steps: there is no way, or both are one."""

    source: Spot = msgspec.field(name="From")
    target: Spot = msgspec.field(name="To")
    found: bool
    steps: list[Step]


def path(program: Program, repository: str, source: str, target: str) -> PathReport:
    """Full ids or files' paths. Of several shortest ways the first in the order of ids."""
    start, end = program.numbers[source], program.numbers[target]
    edges = with_dispatches(program)
    nodes = way(walk([start], forward(program, edges)), end)
    steps = [
        Step(program.nodes[edge.source].id, program.nodes[edge.target].id, edge.kind, edge.file, edge.line)
        for edge in (edges[pair] for pair in pairwise(nodes))
    ]
    ends = spot(program.nodes[start]), spot(program.nodes[end])
    return PathReport("path", repository, program.uncertain_counts(), *ends, bool(nodes), steps)


def lines(report: PathReport) -> Iterator[str]:
    """The report as text."""
    yield name(report.source)
    for step in report.steps:
        how = "" if step.kind == "use" else f"  ({step.kind})"
        yield f"-> {step.target.partition('?')[2]}  {step.file}:{step.line}{how}"
    if not report.found:
        yield f"no way to {name(report.target)}"
    yield left_out(report)
