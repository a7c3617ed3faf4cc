"""`hotspots --since 12mo`: files that change often, are leant on and are long: changes x centrality x lines.

By file and not by definition: git tells which files a commit touched at once; mapping every old hunk to a definition of
today needs every old version parsed. A file's centrality is the PageRank of its definitions together, so a file that
nothing uses counts little however often it changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from abcoder_py.views.reports.central import page_ranks
from abcoder_py.views.reports.program import FILE, Program
from abcoder_py.views.reports.shown import Report, left_out, table


class Hotspot(msgspec.Struct, rename="pascal"):
    """A file with what makes it hot."""

    file: str
    score: float
    """The product, as a share of the largest."""
    changes: int
    """Commits that touched it."""
    centrality: float
    """PageRank of its definitions together."""
    lines: int
    most_used: str
    """The id of its definition with the highest rank."""


class HotspotsReport(Report):
    """Files that changed, hottest first; ties in the order of paths."""

    since: str
    files: list[Hotspot]
    without_definitions: int
    """Files that changed and hold no definition: documents, configuration, files that are no longer there."""


def hotspots(program: Program, repository: str, changes: Mapping[str, int], since: str, top: int) -> HotspotsReport:
    """`changes`: commits by path (`source.git_log`); the `top` files, all of them where it is 0."""
    ranks = page_ranks(program)
    members: dict[str, list[int]] = {}
    for number, node in program.inside():
        members.setdefault(node.file, []).append(number)
    lengths = {node.file: node.lines for node in program.nodes if node.type == FILE}
    found = []
    for path in changes.keys() & members.keys():
        centrality = sum(ranks[number] for number in members[path])
        first = max(members[path], key=lambda number: (ranks[number], -number))
        length = lengths.get(path, 0) or max(_last_line(program, number) for number in members[path])
        score = changes[path] * centrality * length
        found.append(Hotspot(path, score, changes[path], round(centrality, 6), length, program.nodes[first].id))
    largest = max((item.score for item in found), default=0.0) or 1.0
    for item in found:
        item.score = round(item.score / largest, 6)
    found.sort(key=lambda item: (-item.score, item.file))
    without = len(changes.keys() - members.keys())
    return HotspotsReport("hotspots", repository, program.uncertain_counts(), since, found[: top or None], without)


def _last_line(program: Program, number: int) -> int:
    """For documents that do not say how long a file is."""
    node = program.nodes[number]
    return node.line + node.lines - 1


def lines(report: HotspotsReport) -> Iterator[str]:
    """The report as text."""
    rows = [(item.score, item.changes, item.centrality, item.lines, item.file) for item in report.files]
    yield from table(("score", "changes", "centrality", "lines", "file"), rows)
    yield f"{report.without_definitions} further files changed since {report.since} and hold no definition"
    yield left_out(report)
