"""The Graph against what the nodes say: it is built anew from them and compared, node by node."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from abcoder_py.uniast.check_nodes import Found
from abcoder_py.uniast.graph import build_graph
from abcoder_py.uniast.identity import full_id

Json = dict[str, Any]
Pair = tuple[str, str, str]
"""The node that depends, the node that it depends on, the kind of edge."""

_MIRROR: Final = {"Dependencies": "Reference", "Implements": "Implement", "Inherits": "Inherit"}
_OWN: Final = {"Dependencies": "graph-edge", "Implements": "graph-kin", "Inherits": "graph-kin", "Groups": "graph-kin"}
_EXTRA: Final = {"Files": "graph-files", "Candidates": "graph-candidates"}


def graph_faults(document: Json, types: Mapping[str, str]) -> Found:
    """Faults of a document's Graph; `types` are the node types of the repository's own nodes by full id."""
    graph: Json = document["Graph"]
    expected = build_graph(document["Modules"])
    for node_id in types:
        if node_id not in graph:
            yield "graph-miss", node_id, "not in the Graph"
    if graph == expected:  # mirrored by construction: the usual case takes no second look
        return
    for node_id, node in graph.items():
        yield from _key(node_id, node, types)
        if node_id not in expected:
            yield "graph-stray", node_id, "neither a node nor an edge's end"
        elif node != expected[node_id]:
            yield from _node(node_id, node, expected[node_id], node_id in types)
    yield from _pairs(graph)


def _key(node_id: str, node: Json, types: Mapping[str, str]) -> Found:
    if full_id(node) != node_id:
        yield "graph-key", node_id, f"its node is {full_id(node)}"
    if node_id in types and node["Type"] != types[node_id]:
        yield "graph-key", node_id, f"Type {node['Type']}, stored as {types[node_id]}"


def _node(node_id: str, node: Json, expected: Json, own: bool) -> Found:
    for key, rule in _OWN.items():
        found, wanted = node.get(key) or [], expected.get(key) or []
        if found == wanted:
            continue
        more, less = _ends(found) - _ends(wanted), _ends(wanted) - _ends(found)
        if more or less:
            yield rule if own else "graph-kin", node_id, f"{key}: {_difference(more, less)}"
        elif _lines(found) != _lines(wanted):
            yield "graph-line", node_id, f"{key}: {_lines(found)}, wanted {_lines(wanted)}"
    found, wanted = node.get("References") or [], expected.get("References") or []
    if _ends(found) == _ends(wanted) and _lines(found) != _lines(wanted):
        yield "graph-line", node_id, f"References: {_lines(found)}, wanted {_lines(wanted)}"
    extra, wanted_extra = node.get("Extra") or {}, expected.get("Extra") or {}
    for key, rule in _EXTRA.items():
        if (extra.get(key) or []) != (wanted_extra.get(key) or []):
            yield rule, node_id, f"{extra.get(key)}, wanted {wanted_extra.get(key)}"


def _ends(relations: list[Json]) -> set[tuple[str, str]]:
    return {(full_id(relation), _kind(relation)) for relation in relations}


def _lines(relations: list[Json]) -> list[tuple[str, int, str]]:
    return [(full_id(relation), relation.get("Line", 0), _kind(relation)) for relation in relations]


def _kind(relation: Json) -> str:
    """ABCoder writes `Dependency` in both directions."""
    kind: str = relation["Kind"]
    return "Reference" if kind == "Dependency" else kind


def _difference(more: set[tuple[str, str]], less: set[tuple[str, str]]) -> str:
    return f"+{sorted(end for end, _ in more)[:3]} -{sorted(end for end, _ in less)[:3]}"


def _pairs(graph: Json) -> Found:
    forward = {pair for node_id, node in graph.items() for pair in _forward(node_id, node)}
    backward = {
        (full_id(relation), node_id, _kind(relation))
        for node_id, node in graph.items()
        for relation in node.get("References") or ()
    }
    for pair in sorted(forward ^ backward):
        holder, target, kind = pair
        where = "the former only" if pair in forward else "References only"
        yield "graph-pair" if kind == "Reference" else "mirror", holder, f"{kind} {target} stands in {where}"


def _forward(node_id: str, node: Json) -> Iterator[Pair]:
    for key, kind in _MIRROR.items():
        for relation in node.get(key) or ():
            yield node_id, full_id(relation), kind
