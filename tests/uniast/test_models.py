import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from pydantic import ValidationError

import abcoder_py.uniast as uniast
from abcoder_py.uniast.models import Function, Repository, Type
from tests.uniast import shop

EXAMPLE = shop.EXAMPLES / "uniast.json"


@pytest.fixture(scope="module")
def example() -> Repository:
    return Repository.load(EXAMPLE)


def test_a_document_is_written_as_it_was_read(example: Repository, tmp_path: Path) -> None:
    assert example.dump() == EXAMPLE.read_bytes()
    assert example.dump(tmp_path / "copy.json") == (tmp_path / "copy.json").read_bytes()
    assert Repository.load(str(tmp_path / "copy.json")) == example


def test_every_node_is_reached(example: Repository) -> None:
    found = [node.full for node in example.nodes()]
    assert len(found) == len(set(found)) == 19
    assert set(found) <= {node_id for node_id, _ in example.graph.items()}


@pytest.mark.parametrize("query", ["prices?prices#Row.euros~2", "prices#Row.euros~2", "Row.euros~2", "Row::euros~2"])
def test_a_node_is_found_by_id_short_form_and_tail(example: Repository, query: str) -> None:
    node = example.node(query)
    assert isinstance(node, Function)
    assert node.line == 19
    assert node.receiver is not None and node.receiver.type.short == "prices#Row"


def test_several_nodes_are_named(example: Repository) -> None:
    with pytest.raises(uniast.AmbiguousNode) as caught:
        example.node("Price")
    assert caught.value.candidates == [shop.SHOP + "Article.Price", shop.SHOP + "Priced.Price"]


@pytest.mark.parametrize("query", ["nothing", "", "?fmt#Println", "prices?prices#nothing", "nowhere?prices#read"])
def test_no_node_is_an_error(example: Repository, query: str) -> None:
    with pytest.raises(uniast.UnknownNode, match="no node"):
        example.node(query)


def test_the_graph_tells_what_implements_an_interface(example: Repository) -> None:
    node = example.graph[shop.SHOP + "Priced"]
    assert [(relation.kind, relation.name) for relation in node.references] == [
        ("Implement", "Article"),
        ("Reference", "Priced.Price"),
    ]
    assert shop.SHOP + "Priced" in example.graph
    assert len(example.graph) == 24


def test_the_graph_tells_uses_from_files(example: Repository) -> None:
    extra = example.graph[shop.PRICES + "read"].extra
    assert extra is not None and extra.files is not None
    assert [(use[0], use[4]) for use in extra.files] == [("prices/prices.py", True)] * 2


def test_extra_is_typed(example: Repository) -> None:
    read, row = example.node("prices#read"), example.node("Row")
    assert read.extra is not None and read.extra.overloads is not None
    assert read.extra.overloads[1].signature == "def read(path: bytes) -> list"
    assert isinstance(row, Type) and row.extra is not None
    assert row.extra.doc == "One line of the list."
    assert row.extra.fields_ is not None and row.extra.fields_[0].name == "cents"


def test_unknown_keys_survive() -> None:
    document = orjson.loads(EXAMPLE.read_bytes())
    module = document["Modules"]["prices"]
    for holder in (document, module, module["Packages"]["prices"], document["Graph"][shop.PRICES + "read"]):
        holder["content"] = {"lower": [None, False, ""]}
    node = module["Packages"]["prices"]["Functions"]["read"]
    node["Extra"]["Mine"] = node["FunctionCalls"][0]["Extra"]["Mine"] = None
    written = orjson.loads(Repository.load(orjson.dumps(document)).dump())
    assert written == document
    assert list(written)[-1] == "Graph"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"id": 3}, "id"),
        ({"Modules": {"m": {"Name": "m", "Dir": None, "Packages": {"p": []}}}}, "Modules.m.Packages.p"),
        ({"Graph": {"x": {"Type": "FUNC"}}}, "Graph.x.ModPath"),
    ],
)
def test_what_is_no_uniast_is_refused_with_its_place(change: dict, place: str) -> None:
    with pytest.raises(ValidationError, match=place):
        Repository.load(orjson.dumps(change))


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"\xff"])
def test_what_is_no_document_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        Repository.load(data)


def test_identities_and_wire_cost_no_pydantic() -> None:
    code = (
        "import sys, abcoder_py.uniast, abcoder_py.uniast.identity, abcoder_py.uniast.wire, abcoder_py.uniast.graph,"
        " abcoder_py.uniast.mapped; print(*sorted({'pydantic', 'rich', 'jsonschema'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


def test_every_exported_name_is_there() -> None:
    assert sorted(uniast.__all__) == uniast.__all__
    assert all(getattr(uniast, name).__name__ == name for name in uniast.__all__)
    with pytest.raises(AttributeError, match="Nothing"):
        uniast.Nothing  # noqa: B018
