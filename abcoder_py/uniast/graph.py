"""The Graph: what each node depends on, and the mirror of it, built from nodes in wire form (plain dicts).

`GraphBuilder` is fed node by node and keeps small tuples of numbers only, so a caller can encode and drop each node
at once; `nodes()` then gives the Graph's entries one by one in key order. networkx and the like were rejected: the
Graph is two adjacency lists, and a library's node objects cost more memory than the document.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from abcoder_py.uniast.identity import encode_part, full, full_id

TABLES: Final = {"Functions": "FUNC", "Types": "TYPE", "Vars": "VAR"}
"""The tables of a package and the node type of what stands in each."""

DEPENDENCY_LISTS: Final[Mapping[str, Mapping[str, str]]] = {
    "FUNC": {
        "Params": "TYPE",
        "Results": "TYPE",
        "FunctionCalls": "FUNC",
        "MethodCalls": "FUNC",
        "Types": "TYPE",
        "GlobalVars": "VAR",
    },
    "TYPE": {"SubStruct": "TYPE"},
    "VAR": {"Dependencies": "UNKNOWN"},
}
"""For each node type the lists that become Dependencies, and the type of node that a use in the list ends at."""

_DEPENDENCY, _IMPLEMENT, _INHERIT, _GROUP = range(4)
_KINDS: Final = ("Dependency", "Implement", "Inherit", "Group")
_MIRRORED: Final = ("Reference", "Implement", "Inherit")
_CERTAINTY: Final = {"UNKNOWN": 0, "VAR": 1, "FUNC": 2, "TYPE": 3}
"""Uses may disagree about an external node that nothing declares: a class is also called and named."""

Edge = tuple[int, int, int]
"""The other node's number, the line relative to the referring node, the kind."""


class GraphPart(msgspec.Struct, array_like=True):
    """What a builder was fed with, as plain values: for another builder to take in."""

    identities: list[tuple[str, str, str]] = []
    """Nodes by number, in the order of their first mention."""
    types: list[str] = []
    edges: dict[int, set[Edge]] = {}
    """Of the nodes that were added."""
    files: dict[int, list[tuple[str, int, int, int, bool]]] = {}
    candidates: dict[str, set[str]] = {}


class GraphBuilder:
    """Collects nodes and files, then gives the Graph. Feed everything before `nodes()`."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._types: list[str] = []
        self._edges: dict[int, set[Edge]] = {}
        self._files: dict[int, list[tuple[str, int, int, int, bool]]] = {}
        self._candidates: dict[str, set[str]] = {}

    def add(self, node_type: str, node: Mapping[str, Any]) -> None:
        """A Function (`FUNC`), Type (`TYPE`) or Var (`VAR`) in wire form; it is read and not kept."""
        number = self._number(node, node_type)
        self._types[number] = node_type
        line = node.get("Line", 0)
        edges = self._edges[number] = set()
        for key, role in DEPENDENCY_LISTS[node_type].items():
            self._add_uses(edges, node.get(key), line, role)
        extra = node.get("Extra") or {}
        self._add_uses(edges, extra.get("Dependencies"), line, "UNKNOWN")
        self._add_declared(edges, node_type, node)
        self._add_uncertain(full_id(node), extra)

    def add_file(self, file: Mapping[str, Any]) -> None:
        """A File in wire form: its uses outside every node are references too."""
        extra = file.get("Extra") or {}
        path = file["Path"]
        for use in extra.get("Dependencies") or ():
            more = use.get("Extra") or {}
            invoked = bool(more.get("IsInvoked"))
            places = [(use["Line"], use["StartOffset"], use["EndOffset"]), *(more.get("Others") or ())]
            uses = self._files.setdefault(self._number(use, "UNKNOWN"), [])
            uses.extend((path, *place, invoked) for place in places)
        self._add_uncertain(encode_part(path), extra)

    def part(self) -> GraphPart:
        """All that was fed so far. It shares the builder's values: feed it no more."""
        return GraphPart(list(self._numbers), self._types, self._edges, self._files, self._candidates)

    def take(self, part: GraphPart) -> None:
        """Takes in what another builder was fed with."""
        numbers = [self._numbered(parts, role) for parts, role in zip(part.identities, part.types, strict=True)]
        for number, edges in part.edges.items():
            self._types[numbers[number]] = part.types[number]
            self._edges[numbers[number]] = {(numbers[other], line, kind) for other, line, kind in edges}
        for number, places in part.files.items():
            self._files.setdefault(numbers[number], []).extend(places)
        for candidate, holders in part.candidates.items():
            self._candidates.setdefault(candidate, set()).update(holders)

    def nodes(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(full id, Graph node) in the order of the document, each already as `wire` would write it."""
        parts = list(self._numbers)
        ids = [full(*part) for part in parts]
        order = sorted(range(len(ids)), key=ids.__getitem__)
        ranks = [0] * len(ids)
        for rank, number in enumerate(order):
            ranks[number] = rank
        mirror = self._mirror()
        for number in order:
            yield ids[number], self._node(ids[number], number, mirror.pop(number, []), parts, ranks)

    def _number(self, identity: Mapping[str, Any], role: str) -> int:
        return self._numbered((identity["ModPath"], identity["PkgPath"], identity["Name"]), role)

    def _numbered(self, parts: tuple[str, str, str], role: str) -> int:
        number = self._numbers.get(parts)
        if number is None:
            number = self._numbers[parts] = len(self._types)
            self._types.append(role)
        elif number not in self._edges and _CERTAINTY[role] > _CERTAINTY[self._types[number]]:
            self._types[number] = role
        return number

    def _add_uses(
        self, edges: set[Edge], uses: Iterable[Mapping[str, Any]] | None, line: int, role: str, kind: int = _DEPENDENCY
    ) -> None:
        for use in uses or ():
            edges.add((self._number(use, role), max(use.get("Line", 0) - line, 0), kind))

    def _add_declared(self, edges: set[Edge], node_type: str, node: Mapping[str, Any]) -> None:
        """What a node is tied to by its declaration rather than by a use in its text."""
        if node_type == "FUNC":
            self._add_plain(edges, (node.get("Receiver") or {}).get("Type"))
        elif node_type == "TYPE":
            line = node.get("Line", 0)
            self._add_uses(edges, node.get("InlineStruct"), line, "TYPE", _INHERIT)
            self._add_uses(edges, node.get("Implements"), line, "TYPE", _IMPLEMENT)
        else:
            targets = {target for target, _, _ in edges}
            self._add_plain(edges, node.get("Type"), targets)
            edges.update((self._number(other, "VAR"), 0, _GROUP) for other in node.get("Groups") or ())

    def _add_plain(self, edges: set[Edge], type_: Mapping[str, Any] | None, known: Iterable[int] = ()) -> None:
        if type_ and type_["PkgPath"]:  # a builtin stands there by its Name alone and is no node
            number = self._number(type_, "TYPE")
            if number not in known:
                edges.add((number, 0, _DEPENDENCY))

    def _add_uncertain(self, holder: str, extra: Mapping[str, Any]) -> None:
        for use in extra.get("Uncertain") or ():
            for candidate in use.get("Candidates") or ():
                self._candidates.setdefault(candidate, set()).add(holder)

    def _mirror(self) -> dict[int, list[Edge]]:
        mirror: dict[int, list[Edge]] = {}
        for number, edges in self._edges.items():
            for target, line, kind in edges:
                if kind != _GROUP:
                    mirror.setdefault(target, []).append((number, line, kind))
        return mirror

    def _node(
        self, node_id: str, number: int, references: list[Edge], parts: list[tuple[str, str, str]], ranks: list[int]
    ) -> dict[str, Any]:
        mod, pkg, name = parts[number]
        node: dict[str, Any] = {"ModPath": mod, "PkgPath": pkg, "Name": name, "Type": self._types[number]}
        own: tuple[list[Edge], ...] = ([], [], [], [])
        for edge in self._edges.get(number, ()):
            own[edge[2]].append(edge)
        for key, edges, kinds in (
            ("Dependencies", own[_DEPENDENCY], _KINDS),
            ("References", references, _MIRRORED),
            ("Implements", own[_IMPLEMENT], _KINDS),
            ("Inherits", own[_INHERIT], _KINDS),
            ("Groups", own[_GROUP], _KINDS),
        ):
            if edges:
                node[key] = _relations(edges, kinds, parts, ranks)
        extra = self._extra(node_id, number)
        if extra:
            node["Extra"] = extra
        return node

    def _extra(self, node_id: str, number: int) -> dict[str, Any]:
        extra: dict[str, Any] = {}
        if number in self._files:
            extra["Files"] = [list(place) for place in sorted(self._files[number])]
        if node_id in self._candidates:
            extra["Candidates"] = sorted(self._candidates[node_id])
        return extra


def _relations(
    edges: list[Edge], kinds: tuple[str, ...], parts: list[tuple[str, str, str]], ranks: list[int]
) -> list[dict[str, Any]]:
    """In the order of (full id, Line, Kind)."""
    ordered = sorted([(ranks[other], line, kinds[kind], other) for other, line, kind in edges])
    relations = []
    for _, line, kind, other in ordered:
        mod, pkg, name = parts[other]
        relations.append({"Kind": kind, "ModPath": mod, "PkgPath": pkg, "Name": name, "Line": line})
    return relations


def build_graph(modules: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The Graph of a document's `Modules`, both in wire form."""
    builder = GraphBuilder()
    for module in modules.values():
        for package in (module.get("Packages") or {}).values():
            for table, node_type in TABLES.items():
                for node in (package.get(table) or {}).values():
                    builder.add(node_type, node)
        for file in (module.get("Files") or {}).values():
            builder.add_file(file)
    return dict(builder.nodes())
