"""Cycles and layers of packages and files."""

from hypothesis import given, settings

from abcoder_py.views.reports import cycles, layers
from tests.views.reports.documents import Document, closure, drawn, graphs


@settings(deadline=None)
@given(graphs())
def test_cycles_are_exactly_the_strongly_connected_components(graph: tuple[int, set[tuple[int, int]]]) -> None:
    size, edges = graph
    report = cycles.cycles(drawn(graph, packages=4).program(), "x")
    between = {(start % 4, end % 4) for start, end in edges if start % 4 != end % 4}
    reach = closure(4, between)
    together = {
        frozenset(other for other in range(4) if other == one or {(one, other), (other, one)} <= reach)
        for one in range(min(size, 4))
    }
    wanted = {members for members in together if len(members) > 1}
    assert {frozenset(int(name[-1]) for name in cycle.members) for cycle in report.packages} == wanted
    assert {frozenset(int(name[1]) for name in cycle.members) for cycle in report.files} == wanted
    for cycle in report.packages:
        found = {(int(link.source[-1]), int(link.target[-1])) for link in cycle.links}
        inside = {int(name[-1]) for name in cycle.members}
        assert found == {(one, other) for one, other in between if one in inside and other in inside}


def two_in_a_circle() -> Document:
    document = Document()
    document.function("a#f", "b#g")
    document.function("b#g", "a#h")
    document.function("b#k", "a#h c#z")
    document.function("a#h")
    document.function("c#z")
    return document


def test_the_links_with_the_fewest_uses_come_first() -> None:
    report = cycles.cycles(two_in_a_circle().program(), "x")
    (cycle,) = report.packages
    assert cycle.members == ["m?a", "m?b"]
    assert [(link.source, link.uses, link.user, link.used) for link in cycle.links] == [
        ("m?a", 1, "m?a#f", "m?b#g"),
        ("m?b", 2, "m?b#g", "m?a#h"),
    ]
    assert list(cycles.lines(report)) == [
        "packages: 1 cycle",
        "  2 together: m?a, m?b",
        "    m?a -> m?b  1 use, as at a.py:11",
        "    m?b -> m?a  2 uses, as at b.py:21",
        "files: 1 cycle",
        "  2 together: a.py, b.py",
        "    a.py -> b.py  1 use, as at a.py:11",
        "    b.py -> a.py  2 uses, as at b.py:21",
        "left out: 0 uncertain relations (0 ambiguous, 0 unresolved)",
    ]


def test_packages_in_a_circle_share_a_layer() -> None:
    report = layers.layers(two_in_a_circle().program(), "x")
    found = {item.package: (item.layer, item.incoming, item.outgoing, item.instability) for item in report.packages}
    assert found == {"m?a": (1, 1, 1, 0.5), "m?b": (1, 1, 2, 0.6667), "m?c": (0, 1, 0, 0.0)}
    assert [(link.source, link.target) for link in report.unstable] == [("m?a", "m?b")]


@settings(deadline=None)
@given(graphs())
def test_a_layer_stands_above_all_that_it_uses(graph: tuple[int, set[tuple[int, int]]]) -> None:
    document = drawn(graph, packages=4)
    report = layers.layers(document.program(), "x")
    layer = {item.package: item.layer for item in report.packages}
    circles = [set(cycle.members) for cycle in cycles.cycles(document.program(), "x").packages]
    below: dict[str, set[int]] = {package: set() for package in layer}
    for start, end in {(f"m?p{start % 4}", f"m?p{end % 4}") for start, end in graph[1]}:
        if start != end and not any({start, end} <= circle for circle in circles):
            assert layer[start] > layer[end]
            below[start].add(layer[end])
    for package, layers_below in below.items():
        if not any(package in circle for circle in circles):
            assert layer[package] == max(layers_below, default=-1) + 1


def test_a_lone_package_has_no_instability() -> None:
    document = Document()
    document.function("a#f")
    report = layers.layers(document.program(), "x")
    assert [item.instability for item in report.packages] == [None]
    assert list(layers.lines(report))[1] == "    0        0     0            -  m?a"


def test_code_outside_definitions_belongs_to_its_files_package() -> None:
    document = Document()
    document.function("a#f")
    document.function("b#g")
    document.file("a.py", "b#g")
    report = layers.layers(document.program(), "x")
    assert {item.package: item.outgoing for item in report.packages} == {"m?a": 1, "m?b": 0}
