"""`central`: what the repository leans on, by PageRank over the edges between its definitions, with fan-in and fan-out.

PageRank (damping 0.85) ranks by who uses a node and not by how many alone. External identities are left out: they would
take rank and hand none on. Files count as users, since what a script uses is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from abcoder_py.views.reports.program import FILE, Program
from abcoder_py.views.reports.shown import Report, Spot, fields, left_out, name, table

_TOLERANCE = 1e-9
_STEPS = 200
"""Each step takes 15 % of the error away, so a hundred and fifty always reach the tolerance."""


class Central(Spot):
    """A definition with its standing."""

    rank: float
    """PageRank; all definitions and files together have 1."""
    fan_in: int
    """How many definitions and files use it."""
    fan_out: int
    """How many definitions of the repository it uses."""
    uses: int
    """How often it is used."""


class CentralReport(Report):
    """The definitions with the highest rank first; ties in the order of ids."""

    nodes: list[Central]


def page_ranks(program: Program) -> dict[int, float]:
    """PageRank of each definition and file, by number."""
    import rustworkx

    known = [number for number, node in enumerate(program.nodes) if node.definition is not None or node.type == FILE]
    places = {number: place for place, number in enumerate(known)}
    graph: rustworkx.PyDiGraph[None, None] = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from([None] * len(known))
    pairs = [(places[source], places[target]) for source, target in program.edges if target in places]
    graph.add_edges_from_no_data(pairs)
    ranks = rustworkx.pagerank(graph, tol=_TOLERANCE, max_iter=_STEPS)
    return {number: round(ranks[place], 12) for number, place in places.items()}


def central(program: Program, repository: str, top: int) -> CentralReport:
    """The `top` definitions, all of them where it is 0."""
    ranks = page_ranks(program)
    fan_in, fan_out, uses = Counter[int](), Counter[int](), Counter[int]()
    for (source, target), edge in program.edges.items():
        fan_in[target] += 1
        uses[target] += edge.uses
        fan_out[source] += program.nodes[target].definition is not None
    inside = sorted(program.inside(), key=lambda item: (-ranks[item[0]], item[1].id))
    nodes = [
        Central(*fields(node), ranks[number], fan_in[number], fan_out[number], uses[number])
        for number, node in inside[: top or None]
    ]
    return CentralReport("central", repository, program.uncertain_counts(), nodes)


def lines(report: CentralReport) -> Iterator[str]:
    """The report as text."""
    rows = [(item.rank, item.fan_in, item.fan_out, item.uses, name(item)) for item in report.nodes]
    yield from table(("rank", "fan-in", "fan-out", "uses", "node"), rows)
    yield left_out(report)
