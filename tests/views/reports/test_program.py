"""What the reports see of a document."""

import orjson

from abcoder_py.uniast.reading import read_document
from abcoder_py.views.reports.program import read_program
from abcoder_py.views.reports.shown import spot
from tests.uniast.shop import EXAMPLES, PRICES, SHOP
from tests.views.reports.documents import Document, uncertain


def test_a_use_is_an_edge_and_the_tie_of_a_method_to_its_type_is_none() -> None:
    document = Document()
    document.type("p#C")
    document.method("p#C.m", "p#f")
    document.function("p#f")
    program = document.program()
    number = program.numbers
    assert set(program.edges) == {(number["m?p#C.m"], number["m?p#f"])}
    assert program.nodes[number["m?p#C.m"]].owner == number["m?p#C"]


def test_an_edge_has_the_place_of_its_first_use_and_counts_all() -> None:
    document = Document()
    document.function("p#f")
    uses = [document.use("p#f", 12, Others=[[13, 0, 1], [15, 0, 1]]), document.use("p#f", 14, IsInvoked=True)]
    document.node("FUNC", "p#g", FunctionCalls=uses)
    (edge,) = document.program().edges.values()
    assert (edge.file, edge.line, edge.uses, edge.kind) == ("p.py", 12, 4, "use")


def test_a_use_of_oneself_is_no_edge() -> None:
    document = Document()
    document.function("p#f", "p#f")
    assert document.program().edges == {}


def test_files_use_what_their_own_code_names() -> None:
    document = Document()
    document.function("p#f")
    document.file("a#b.py", "p#f")
    program = document.program()
    (edge,) = program.edges.values()
    assert spot(program.nodes[edge.source]).id == "a#b.py"
    assert program.nodes[edge.source].id == "a%23b.py"  # as `Extra.Candidates` names it


def test_uncertain_uses_are_counted_by_status() -> None:
    document = Document()
    document.function("p#f")
    document.function("p#g", Extra={"Uncertain": [uncertain("f", "p#f"), uncertain("h")]})
    document.file("p.py", Uncertain=[uncertain("k")])
    counts = document.program().uncertain_counts()
    assert (counts.ambiguous, counts.unresolved) == (1, 2)


def test_what_is_external_has_no_definition() -> None:
    document = Document()
    document.function("p#f", "x@1?y#z")
    program = document.program()
    assert [node.id for _, node in program.inside()] == ["m?p#f"]
    assert program.nodes[program.numbers["x@1?y#z"]].type == "FUNC"


def test_the_example_has_the_edges_of_its_graph_without_receivers() -> None:
    wire = read_document(orjson.loads((EXAMPLES / "uniast.json").read_bytes()))
    program = read_program(wire)
    found = {(program.nodes[source].id, program.nodes[target].id) for source, target in program.edges}
    assert (SHOP + "Article.Price", SHOP + "add") in found
    assert (SHOP + "Article.Price", SHOP + "Article") not in found
    assert (SHOP + "Article", SHOP + "Priced") in found  # implements
    assert ("prices/prices.py", PRICES + "read") in found
