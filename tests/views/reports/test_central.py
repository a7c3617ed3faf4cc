"""Centrality, against a second reckoning, and hotspots."""

import pytest
from hypothesis import given, settings

from abcoder_py.views.reports import central, hotspots
from tests.views.reports.documents import Document, drawn, graphs


def reckoned(size: int, edges: set[tuple[int, int]]) -> list[float]:
    """PageRank by plain iteration; what has no way out hands its rank to all."""
    links = {(start, end) for start, end in edges if start != end}
    out = [sum(start == number for start, _ in links) for number in range(size)]
    ranks = [1 / size] * size
    for _ in range(300):
        lost = sum(rank for rank, degree in zip(ranks, out, strict=True) if not degree)
        ranks = [
            0.15 / size + 0.85 * (lost / size + sum(ranks[start] / out[start] for start, end in links if end == number))
            for number in range(size)
        ]
    return ranks


@settings(deadline=None)
@given(graphs())
def test_ranks_are_those_of_plain_iteration(graph: tuple[int, set[tuple[int, int]]]) -> None:
    size, edges = graph
    program = drawn(graph).program()
    files = len(program.nodes) - size
    ranks = central.page_ranks(program)
    wanted = reckoned(size + files, edges)  # files stand behind the nodes and use nothing
    found = {int(node.id.rpartition("f")[2]): ranks[number] for number, node in program.inside()}
    assert [found[number] for number in range(size)] == pytest.approx(wanted[:size], abs=1e-7)


def shop() -> Document:
    document = Document()
    document.function("p#a", "p#c x@1?y#z")
    document.function("p#b", "p#c")
    document.function("q#c", "")
    document.function("p#c")
    document.file("run.py", "p#c p#a")
    return document


def test_fan_in_counts_definitions_and_files_and_fan_out_the_repository() -> None:
    report = central.central(shop().program(), "x", 2)
    assert [(item.id, item.fan_in, item.fan_out, item.uses) for item in report.nodes] == [
        ("m?p#c", 3, 0, 3),
        ("m?p#a", 1, 1, 1),
    ]
    assert len(central.central(shop().program(), "x", 0).nodes) == 4
    assert list(central.lines(report))[1].endswith("p#c  p.py:40")


def test_a_hotspot_changes_is_leant_on_and_is_long() -> None:
    document = shop()
    document.file("p.py", Lines=100)
    document.file("q.py", Lines=100)
    changes = {"p.py": 4, "q.py": 8, "README.md": 30}
    report = hotspots.hotspots(document.program(), "x", changes, "12mo", 0)
    assert [(item.file, item.changes, item.lines, item.most_used) for item in report.files] == [
        ("p.py", 4, 100, "m?p#c"),
        ("q.py", 8, 100, "m?q#c"),
    ]
    assert report.files[0].score == 1 > report.files[1].score > 0
    assert report.without_definitions == 1
    first = report.files[0]
    other = report.files[1]
    assert other.score == pytest.approx(8 * other.centrality / (4 * first.centrality), abs=1e-4)


def test_nothing_changed() -> None:
    report = hotspots.hotspots(shop().program(), "x", {}, "90d", 0)
    assert report.files == []
    assert list(hotspots.lines(report))[1] == "0 further files changed since 90d and hold no definition"
