"""What is found in a file's bytes is what the parsed document says."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from abcoder_py.uniast import wire
from abcoder_py.uniast.graph import build_graph
from abcoder_py.uniast.identity import encode_part, full_id
from abcoder_py.uniast.lookup import AmbiguousNode, UnknownNode
from abcoder_py.uniast.mapped import MappedDocument
from tests.uniast import shop

EXAMPLE = shop.EXAMPLES / "uniast.json"
TOOL = "abcoder-py 0.1.0"


def parsed() -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(EXAMPLE.read_bytes())
    return document


def definitions(document: dict[str, Any]) -> dict[str, Any]:
    packages = [package for module in document["Modules"].values() for package in module.get("Packages", {}).values()]
    tables = [package[table] for package in packages for table in ("Functions", "Types", "Vars")]
    return {full_id(node): node for table in tables for node in table.values()}


@pytest.fixture(params=["as written", "indented"])
def example(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "as written":
        return EXAMPLE
    path = tmp_path / "indented.json"
    path.write_bytes(orjson.dumps(parsed(), option=orjson.OPT_INDENT_2))
    return path


def test_every_node_and_definition_is_found(example: Path) -> None:
    document = parsed()
    wanted = definitions(document)
    for node_id, node in document["Graph"].items():
        with MappedDocument(example) as mapped:
            assert mapped.find(node_id) == node_id
            assert mapped.node(node_id) == node
            assert mapped.definition(node_id, node["Type"]) == wanted.get(node_id)


def test_a_walk_over_many_nodes_says_the_same(example: Path) -> None:
    document = parsed()
    with MappedDocument(example) as mapped:
        assert {node_id: mapped.node(node_id) for node_id in document["Graph"]} == document["Graph"]
        found = {node_id: mapped.definition(node_id, node["Type"]) for node_id, node in document["Graph"].items()}
    assert {node_id: node for node_id, node in found.items() if node} == definitions(document)


def test_the_document_without_its_graph(example: Path) -> None:
    wanted = parsed()
    with MappedDocument(example) as mapped:
        found = mapped.without_graph()
        assert {key: value for key, value in found.items() if key != "Graph"} == {
            key: value for key, value in wanted.items() if key != "Graph"
        }
        assert mapped.node(shop.SHOP + "add") == wanted["Graph"][shop.SHOP + "add"]


def test_something_else_called_graph_is_kept(tmp_path: Path) -> None:
    node = {"ModPath": "m", "PkgPath": "p", "Name": "Graph", "Content": ',"Graph":{'}
    functions = {"A": node | {"Name": "A"}, "Graph": node}
    modules = {
        name: {"Dir": ".", "Packages": {"p": {"PkgPath": "p", "Functions": functions}}} for name in ("A", "Graph")
    }
    path = tmp_path / "graph.json"
    path.write_bytes(wire.dump({"id": "x", "ToolVersion": TOOL, "Modules": modules, "Graph": {}}))
    with MappedDocument(path) as mapped:
        assert mapped.without_graph()["Modules"] == orjson.loads(path.read_bytes())["Modules"]


def test_places_of_all_that_name_a_node(example: Path) -> None:
    wanted = {node_id: (node["File"], node["Line"]) for node_id, node in definitions(parsed()).items()}
    for node_id, node in parsed()["Graph"].items():
        holders = {full_id(relation) for relation in node.get("References") or ()}
        with MappedDocument(example) as mapped:
            assert mapped.places(node_id, holders) == {holder: wanted[holder] for holder in holders}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Article.Price", shop.SHOP + "Article.Price"),
        ("Article::Price", shop.SHOP + "Article.Price"),
        ("prices#Row", shop.PRICES + "Row"),
        ("euros~2", shop.PRICES + "Row.euros~2"),
        ("fmt#Println", "?fmt#Println"),
        ("?fmt#Println", "?fmt#Println"),
    ],
)
def test_a_tail_is_enough(example: Path, query: str, found: str) -> None:
    with MappedDocument(example) as mapped:
        assert mapped.find(query) == found


def test_several_are_named(example: Path) -> None:
    with MappedDocument(example) as mapped, pytest.raises(AmbiguousNode) as caught:
        mapped.find("Price")
    assert caught.value.candidates == [shop.SHOP + "Article.Price", shop.SHOP + "Priced.Price"]


@pytest.mark.parametrize("query", ["nothing", "", "x.", "Pric", "m(int)", "a?b#c", '"', "\\", "ModPath", "Graph"])
def test_nothing_is_found_where_nothing_is(example: Path, query: str) -> None:
    with MappedDocument(example) as mapped, pytest.raises(UnknownNode):
        mapped.find(query)


def test_the_repository_is_known(example: Path) -> None:
    with MappedDocument(example) as mapped:
        assert mapped.repository() == "examples/shop"


NAMES = st.text(st.sampled_from('a."\\:#~(,) {}é\n?<>'), min_size=1, max_size=8)
PATHS = st.text(st.sampled_from('m/."\\é{}'), max_size=4).map(encode_part)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(st.tuples(PATHS, PATHS, NAMES, st.sampled_from(["Functions", "Types"])), max_size=6))
def test_strange_names_are_found_too(names: list[tuple[str, str, str, str]], tmp_path: Path) -> None:
    modules: dict[str, Any] = {}
    for mod, pkg, name, table in names:
        packages = modules.setdefault(mod, {"Name": mod, "Dir": ".", "Packages": {}})["Packages"]
        package = packages.setdefault(pkg, {"PkgPath": pkg, "Functions": {}, "Types": {}, "Vars": {}})
        if all(name not in package[other] for other in ("Functions", "Types")):
            content = f'"{name}":{{"ModPath":"{mod}"'
            package[table][name] = {"ModPath": mod, "PkgPath": pkg, "Name": name, "Content": content}
    document = {"id": "x", "ToolVersion": TOOL, "Modules": modules, "Graph": build_graph(modules)}
    path = tmp_path / "strange.json"
    path.write_bytes(wire.dump(document))
    written = orjson.loads(path.read_bytes())
    wanted = definitions(written)
    for node_id, node in written["Graph"].items():
        with MappedDocument(path) as mapped:
            assert mapped.find(node_id) == node_id
            assert mapped.node(node_id) == node
            assert mapped.definition(node_id, node["Type"]) == wanted[node_id]


def test_parameters_may_be_left_out(tmp_path: Path) -> None:
    names = ["C.m(String,int)", "C.n(int)", "C.n(long)", "ns::C::k(const std::string&) const", "C.m2"]
    functions = {name: {"ModPath": "m", "PkgPath": "p", "Name": name, "Content": "m( n( k("} for name in names}
    modules = {"m": {"Dir": ".", "Packages": {"p": {"PkgPath": "p", "Functions": functions}}}}
    path = tmp_path / "java.json"
    path.write_bytes(wire.dump({"id": "x", "ToolVersion": TOOL, "Modules": modules, "Graph": build_graph(modules)}))
    with MappedDocument(path) as mapped:
        assert mapped.find("C.m") == "m?p#C.m(String,int)"
        assert mapped.find("n(int)") == "m?p#C.n(int)"
        assert mapped.find("C::k") == mapped.find("ns.C.k(const std.string&) const") == f"m?p#{names[3]}"
        with pytest.raises(AmbiguousNode):
            mapped.find("C.n")


def test_a_large_object_is_read_whole(tmp_path: Path) -> None:
    callers = {
        f"caller{number}é": {
            **shop.ident(f"m?p#caller{number}é"),
            "Content": "x" * 40_000 if number == 7 else "",
            "FunctionCalls": [{**shop.ident("m?p#f"), "Line": number, "StartOffset": 1, "EndOffset": 2}],
        }
        for number in range(3000)
    }
    modules = {"m": {"Dir": ".", "Packages": {"p": {"PkgPath": "p", "Functions": callers}}}}
    path = tmp_path / "many.json"
    path.write_bytes(wire.dump({"id": "x", "ToolVersion": TOOL, "Modules": modules, "Graph": build_graph(modules)}))
    with MappedDocument(path) as mapped:
        node, definition = mapped.node("m?p#f"), mapped.definition("m?p#caller7é", "FUNC")
    assert node is not None and len(node["References"]) == 3000
    assert definition is not None and len(definition["Content"]) == 40_000


@pytest.mark.parametrize("cut", [10, 500, 20_000])
def test_a_file_that_ends_too_early_is_no_document(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes(EXAMPLE.read_bytes()[:cut])
    with MappedDocument(path) as mapped, pytest.raises(ValueError):
        mapped.whole()


@pytest.mark.parametrize("data", [b"[]", b"3"])
def test_json_that_is_no_object_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    with MappedDocument(tmp_path / "x.json") as mapped, pytest.raises(ValueError, match="JSON object"):
        mapped.find("x")


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").touch()
    with MappedDocument(tmp_path / "x.json") as document, pytest.raises(ValueError):
        document.whole()
