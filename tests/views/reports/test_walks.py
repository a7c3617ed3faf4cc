"""Ways and reachability, against closures made another way."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abcoder_py.views.reports import impact, route
from tests.views.reports.documents import Document, closure, drawn, graphs, short, uncertain


@settings(deadline=None)
@given(graphs(), st.data())
def test_a_path_is_a_way_in_the_graph_and_none_is_shorter(
    graph: tuple[int, set[tuple[int, int]]], data: st.DataObject
) -> None:
    size, edges = graph
    start, end = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    program = drawn(graph).program()
    report = route.path(program, "x", f"m?{short(start)}", f"m?{short(end)}")
    names = {f"m?{short(number)}": number for number in range(size)}
    steps = [(names[step.source], names[step.target]) for step in report.steps]
    assert set(steps) <= edges
    assert all(one[1] == other[0] for one, other in pairwise(steps))
    distance = shortest(size, edges, start, end)
    assert report.found == (distance is not None)
    if distance:
        assert (steps[0][0], steps[-1][1], len(steps)) == (start, end, distance)
    else:
        assert steps == []


def shortest(size: int, edges: set[tuple[int, int]], start: int, end: int) -> int | None:
    """Bellman and Ford's method: another one than the program's."""
    far = size + 1
    distance = dict.fromkeys(range(size), far) | {start: 0}
    for _ in range(size):
        for one, other in edges:
            distance[other] = min(distance[other], distance[one] + 1)
    return None if distance[end] >= far else distance[end]


@settings(deadline=None)
@given(graphs(), st.data())
def test_impact_is_all_that_can_reach_the_node(graph: tuple[int, set[tuple[int, int]]], data: st.DataObject) -> None:
    size, edges = graph
    of = data.draw(st.integers(0, size - 1))
    report = impact.impact(drawn(graph).program(), "x", f"m?{short(of)}")
    wanted = {f"m?{short(start)}" for start, end in closure(size, edges) if end == of and start != of}
    assert {item.id for item in report.reached} == wanted
    for item in report.reached:
        number = int(item.id.rpartition("f")[2])
        assert item.distance == shortest(size, edges, number, of)
        assert (number, int(item.via.rpartition("f")[2])) in edges


def test_impact_stops_where_it_is_told() -> None:
    document = Document()
    for one, other in pairwise(("p#a", "p#b", "p#c", "p#d")):
        document.function(one, other)
    document.function("p#d")
    report = impact.impact(document.program(), "x", "m?p#d", depth=2)
    assert [(item.id, item.distance) for item in report.reached] == [("m?p#c", 1), ("m?p#b", 2)]


def test_a_call_through_an_interface_reaches_what_implements_it() -> None:
    document = Document()
    document.type("p#Writer")
    document.method("p#Writer.write", IsInterfaceMethod=True)
    document.type("p#Disk", implements="p#Writer")
    document.method("p#Disk.write")
    document.function("p#save", "p#Writer.write")
    report = impact.impact(document.program(), "x", "m?p#Disk.write")
    assert [(item.id, item.kind) for item in report.reached] == [("m?p#Writer.write", "dispatch"), ("m?p#save", "use")]
    program = document.program()
    way = route.path(program, "x", "m?p#save", "m?p#Disk.write")
    assert all(edge.kind != "dispatch" for edge in program.edges.values())  # it is as it was
    assert [step.kind for step in way.steps] == ["use", "dispatch"]


def test_an_interface_that_a_field_names_too_is_still_one() -> None:
    document = Document()
    document.type("p#node")
    document.method("p#node.visit")
    document.type("p#branch", implements="p#node", SubStruct=[document.use("p#node")])
    document.method("p#branch.visit")
    report = impact.impact(document.program(), "x", "m?p#branch.visit")
    assert [item.id for item in report.reached] == ["m?p#node.visit"]


def test_an_inherited_member_answers_for_the_interface_too() -> None:
    document = Document()
    document.type("p#Writer")
    document.method("p#Writer.write")
    document.type("p#Base")
    document.method("p#Base.write")
    document.type("p#Disk", bases="p#Base", implements="p#Writer")
    report = impact.impact(document.program(), "x", "m?p#Base.write")
    assert [item.id for item in report.reached] == ["m?p#Writer.write"]


def test_types_that_inherit_in_a_circle_end() -> None:
    document = Document()
    document.type("p#A", bases="p#B")
    document.method("p#A.m")
    document.type("p#B", bases="p#A")
    document.method("p#B.m")
    report = impact.impact(document.program(), "x", "m?p#A.m")
    assert [item.id for item in report.reached] == ["m?p#B.m"]


def test_impact_of_a_file_is_that_of_all_it_defines() -> None:
    document = Document()
    document.function("p#a")
    document.function("p#b", "p#a")
    document.function("q#c", "p#b")
    document.function("r#d", "q#c")
    program = document.program()
    (of,) = (node.id for node in program.nodes if node.type == "FILE" and node.file == "p.py")
    report = impact.impact(program, "x", of)
    assert [(item.id, item.distance) for item in report.reached] == [("m?q#c", 1), ("m?r#d", 2)]


def test_uncertain_uses_that_may_mean_the_node_are_named() -> None:
    document = Document()
    document.function("p#f")
    document.function("p#g", Extra={"Uncertain": [uncertain("f", "p#f"), uncertain("h")]})
    report = impact.impact(document.program(), "x", "m?p#f")
    assert report.reached == []
    assert [(doubt.holder.id, doubt.name) for doubt in report.perhaps] == [("m?p#g", "f")]
    text = list(impact.lines(report))
    assert text[0] == "p#f  p.py:10: 0 can reach it, in 0 files"
    assert text[-2:] == ["perhaps, by f: p#g  p.py:20", "left out: 2 uncertain relations (1 ambiguous, 1 unresolved)"]


def test_uncertain_uses_of_one_function_are_one_line() -> None:
    document = Document()
    document.function("p#f")
    document.function("p#g", Extra={"Uncertain": [uncertain("f", "p#f"), uncertain("f", "p#f"), uncertain("h")]})
    report = impact.impact(document.program(), "x", "m?p#f")
    assert len(report.perhaps) == 2
    text = list(impact.lines(report))
    assert text[0] == "p#f  p.py:10: 0 can reach it, in 0 files"
    assert text[1:-1] == ["perhaps, by f: p#g  p.py:20"]


@pytest.mark.parametrize(("target", "last"), [("p#b", "-> p#b  p.py:11"), ("p#c", "no way to p#c  p.py:30")])
def test_a_path_as_text(target: str, last: str) -> None:
    document = Document()
    document.function("p#a", "p#b")
    document.function("p#b")
    document.function("p#c")
    text = list(route.lines(route.path(document.program(), "x", "m?p#a", f"m?{target}")))
    assert text[0] == "p#a  p.py:10"
    assert text[1] == last
