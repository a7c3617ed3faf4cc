from typing import Any

import orjson

from abcoder_py.uniast import shapes, wire
from abcoder_py.uniast.graph import GraphBuilder, build_graph
from tests.uniast import shop

Json = dict[str, Any]


def ident(name: str, mod: str = "m") -> Json:
    return {"ModPath": mod, "PkgPath": "p", "Name": name}


def use(name: str, line: int = 1, mod: str = "m", **extra: Any) -> Json:
    place = {"File": "a", "Line": line, "StartOffset": line * 10, "EndOffset": line * 10 + 1}
    return {**ident(name, mod), **place, "Extra": extra}


def node(name: str, line: int = 1, **fields: Any) -> Json:
    return {**ident(name), "File": "a", "Line": line, **fields}


def graph_of(*nodes: tuple[str, Json], files: tuple[Json, ...] = ()) -> Json:
    builder = GraphBuilder()
    for node_type, made in nodes:
        builder.add(node_type, made)
    for file in files:
        builder.add_file(file)
    return {node_id: orjson.loads(node) for node_id, node in builder.nodes()}


def relations(graph: Json, node_id: str, key: str) -> list[tuple[str, str, int]]:
    return [(r["Kind"], f"{r['ModPath']}?{r['PkgPath']}#{r['Name']}", r["Line"]) for r in graph[node_id].get(key, ())]


def test_every_node_stands_in_key_order() -> None:
    graph = graph_of(("VAR", node("v")), ("FUNC", node("f")), ("TYPE", node("T")))
    assert list(graph) == ["m?p#T", "m?p#f", "m?p#v"]
    assert [entry["Type"] for entry in graph.values()] == ["TYPE", "FUNC", "VAR"]


def test_dependencies_come_from_all_lists_of_a_function_and_are_mirrored() -> None:
    lists = ["Params", "Results", "FunctionCalls", "MethodCalls", "Types", "GlobalVars"]
    function = node("f", 3, **{key: [use(key, 3 + index)] for index, key in enumerate(lists)})
    function["Extra"] = {"Dependencies": [use("decorator", 2)]}
    graph = graph_of(("FUNC", function))
    expected = sorted(("Dependency", f"m?p#{key}", index) for index, key in enumerate(lists))
    assert relations(graph, "m?p#f", "Dependencies") == [*expected, ("Dependency", "m?p#decorator", 0)]
    for _, target, line in expected:
        assert relations(graph, target, "References") == [("Reference", "m?p#f", line)]


def test_base_classes_and_interfaces_are_no_dependencies_but_kinds_of_their_own() -> None:
    made = node("T", InlineStruct=[use("Base", 2)], Implements=[ident("I")], SubStruct=[use("F", 4)])
    graph = graph_of(("TYPE", made))
    assert relations(graph, "m?p#T", "Dependencies") == [("Dependency", "m?p#F", 3)]
    assert relations(graph, "m?p#T", "Inherits") == [("Inherit", "m?p#Base", 1)]
    assert relations(graph, "m?p#T", "Implements") == [("Implement", "m?p#I", 0)]
    assert relations(graph, "m?p#Base", "References") == [("Inherit", "m?p#T", 1)]
    assert relations(graph, "m?p#I", "References") == [("Implement", "m?p#T", 0)]


def test_a_receiver_is_a_dependency_and_a_builtin_type_is_none() -> None:
    method = node("T.m", Receiver={"IsPointer": True, "Type": ident("T")})
    variable = node("v", Type={"ModPath": "", "PkgPath": "", "Name": "int"})
    graph = graph_of(("FUNC", method), ("VAR", variable))
    assert relations(graph, "m?p#T.m", "Dependencies") == [("Dependency", "m?p#T", 0)]
    assert list(graph) == ["m?p#T", "m?p#T.m", "m?p#v"]


def test_a_variables_type_is_one_edge_where_its_token_is_listed_too() -> None:
    listed = node("a", 1, Type=ident("T"), Dependencies=[use("T", 2)])
    inferred = node("b", 1, Type=ident("T"))
    graph = graph_of(("VAR", listed), ("VAR", inferred))
    assert relations(graph, "m?p#a", "Dependencies") == [("Dependency", "m?p#T", 1)]
    assert relations(graph, "m?p#b", "Dependencies") == [("Dependency", "m?p#T", 0)]


def test_groups_are_not_mirrored() -> None:
    graph = graph_of(("VAR", node("a", Groups=[ident("b")])), ("VAR", node("b", Groups=[ident("a")])))
    assert relations(graph, "m?p#a", "Groups") == [("Group", "m?p#b", 0)]
    assert relations(graph, "m?p#b", "References") == []


def test_relations_are_ordered_by_id_line_and_kind_without_repetition() -> None:
    function = node("f", 1, Types=[use("T", 9), use("T", 2)], Params=[use("T", 2)], GlobalVars=[use("a", 5)])
    graph = graph_of(("FUNC", function))
    assert relations(graph, "m?p#f", "Dependencies") == [
        ("Dependency", "m?p#T", 1),
        ("Dependency", "m?p#T", 8),
        ("Dependency", "m?p#a", 4),
    ]


def test_a_recursive_function_depends_on_itself() -> None:
    graph = graph_of(("FUNC", node("f", FunctionCalls=[use("f", 2)], Types=[use("f", 3)])))
    assert graph["m?p#f"]["Type"] == "FUNC"
    assert relations(graph, "m?p#f", "References") == [("Reference", "m?p#f", 1), ("Reference", "m?p#f", 2)]


def test_an_external_end_is_of_the_type_that_its_use_tells() -> None:
    roles = {"FunctionCalls": "FUNC", "GlobalVars": "VAR", "Types": "TYPE"}
    made = node("f", **{key: [use(key, mod="x@1")] for key in roles})
    made["Extra"] = {"Dependencies": [use("unknown", mod="x@1")]}
    graph = graph_of(("FUNC", made))
    assert {name: graph[f"x@1?p#{name}"]["Type"] for name in (*roles, "unknown")} == {**roles, "unknown": "UNKNOWN"}


def test_where_uses_of_an_external_end_disagree_a_type_is_surest() -> None:
    first = node("f", GlobalVars=[use("X", mod="x@1")], FunctionCalls=[use("X", mod="x@1")])
    for order in ((first, node("g", Types=[use("X", mod="x@1")])), (node("g", Types=[use("X", mod="x@1")]), first)):
        assert graph_of(*(("FUNC", made) for made in order))["x@1?p#X"]["Type"] == "TYPE"


def test_uses_from_files_stand_with_the_node_used() -> None:
    called = use("main", 9, IsInvoked=True, Others=[[12, 120, 124]])
    file = {"Path": "z.py", "Extra": {"Dependencies": [called, use("main", 3)]}}
    graph = graph_of(("FUNC", node("main")), files=(file,))
    assert graph["m?p#main"]["Extra"]["Files"] == [
        ["z.py", 3, 30, 31, False],
        ["z.py", 9, 90, 91, True],
        ["z.py", 12, 120, 124, True],
    ]


def test_holders_of_uncertain_uses_are_candidates_for_what_they_name() -> None:
    uncertain = {"Uncertain": [{"Candidates": ["m?p#T.m", "gone?p#x"]}]}
    file = {"Path": "a?b.py", "Extra": uncertain}
    graph = graph_of(("FUNC", node("T.m")), ("FUNC", node("f", Extra=uncertain)), files=(file,))
    assert graph["m?p#T.m"]["Extra"] == {"Candidates": ["a%3Fb.py", "m?p#f"]}
    assert "gone?p#x" not in graph


def test_nodes_come_as_they_are_written() -> None:
    graph = build_graph(shop.document()["Modules"])
    for made in graph.values():
        assert orjson.dumps(made) == orjson.dumps(wire.normal(shapes.GRAPH_NODE, made))
