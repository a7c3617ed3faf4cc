"""The Graph: what each node depends on, and the mirror of it, built from nodes in wire form (plain dicts).

`GraphBuilder` is fed node by node and keeps small tuples of numbers only, so a caller can encode and drop each node
at once; `nodes()` then gives the Graph's entries one by one, encoded, in key order. networkx and the like were
rejected: the Graph is two adjacency lists, and a library's node objects cost more memory than the document.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
import orjson

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
_WORDS: Final = ("Dependency", "Group", "Implement", "Inherit", "Reference")
"""Of relations, in the order in which those of one line stand."""
_OWN: Final = tuple(map(_WORDS.index, ("Dependency", "Implement", "Inherit", "Group")))
_MIRRORED: Final = tuple(map(_WORDS.index, ("Reference", "Implement", "Inherit")))
_HEADS: Final = tuple(b'{"Kind":"%b",' % word.encode() for word in _WORDS)
_KIND_BITS, _LINE_BITS = 3, 40
_MAX_KIND, _MAX_LINE = (1 << _KIND_BITS) - 1, (1 << _LINE_BITS) - 1
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

    def nodes(self) -> Iterator[tuple[str, bytes]]:
        """(full id, Graph node as it is written) in the order of the document."""
        return _Encoder(self._numbers, self._types, self._edges, self._files, self._candidates).nodes()

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


class _Encoder:
    """Writes the Graph. Relations are most of it: each is one number while they are ordered, then joined from bytes
    that are made once for each node; dicts of them took three times as long."""

    def __init__(
        self,
        numbers: Mapping[tuple[str, str, str], int],
        types: Sequence[str],
        edges: Mapping[int, set[Edge]],
        files: Mapping[int, list[tuple[str, int, int, int, bool]]],
        candidates: Mapping[str, set[str]],
    ) -> None:
        self._types, self._edges, self._files, self._candidates = types, edges, files, candidates
        parts = list(numbers)
        ids = [full(*part) for part in parts]
        self._order = sorted(range(len(ids)), key=ids.__getitem__)
        self._ids = [ids[number] for number in self._order]
        self._ranks = [0] * len(ids)
        for rank, number in enumerate(self._order):
            self._ranks[number] = rank
        self._identities = [_identity(*parts[number]) for number in self._order]
        self._lines: dict[int, bytes] = {}

    def nodes(self) -> Iterator[tuple[str, bytes]]:
        mirror = self._mirror()
        for rank, number in enumerate(self._order):
            yield self._ids[rank], b"".join(self._pieces(rank, number, mirror.pop(number, [])))

    def _mirror(self) -> dict[int, list[int]]:
        mirror: dict[int, list[int]] = {}
        for number, edges in self._edges.items():
            rank = self._ranks[number] << _LINE_BITS
            for target, line, kind in edges:
                if kind != _GROUP:
                    mirror.setdefault(target, []).append((rank | line) << _KIND_BITS | _MIRRORED[kind])
        return mirror

    def _pieces(self, rank: int, number: int, references: list[int]) -> list[bytes]:
        pieces = [b"{", self._identities[rank], b',"Type":"', self._types[number].encode(), b'"']
        own: tuple[list[int], ...] = ([], [], [], [])
        for target, line, kind in self._edges.get(number, ()):
            own[kind].append((self._ranks[target] << _LINE_BITS | line) << _KIND_BITS | _OWN[kind])
        for key, relations in (
            (b',"Dependencies":[', own[_DEPENDENCY]),
            (b',"References":[', references),
            (b',"Implements":[', own[_IMPLEMENT]),
            (b',"Inherits":[', own[_INHERIT]),
            (b',"Groups":[', own[_GROUP]),
        ):
            if relations:
                pieces.append(key)
                self._relations(sorted(relations), pieces)
        extra = self._extra(self._ids[rank], number)
        if extra:
            pieces += (b',"Extra":', orjson.dumps(extra))
        pieces.append(b"}")
        return pieces

    def _relations(self, ordered: Iterable[int], pieces: list[bytes]) -> None:
        """In the order of (full id, Line, Kind)."""
        heads, identities, lines = _HEADS, self._identities, self._lines
        for relation in ordered:
            line = relation >> _KIND_BITS & _MAX_LINE
            end = lines.get(line)
            if end is None:
                end = lines[line] = b',"Line":%d},' % line
            pieces += (heads[relation & _MAX_KIND], identities[relation >> _LINE_BITS + _KIND_BITS], end)
        pieces[-1] = pieces[-1][:-1] + b"]"

    def _extra(self, node_id: str, number: int) -> dict[str, Any]:
        extra: dict[str, Any] = {}
        if number in self._files:
            extra["Files"] = [list(place) for place in sorted(self._files[number])]
        if node_id in self._candidates:
            extra["Candidates"] = sorted(self._candidates[node_id])
        return extra


def _identity(mod: str, pkg: str, name: str) -> bytes:
    return orjson.dumps({"ModPath": mod, "PkgPath": pkg, "Name": name})[1:-1]


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
    return {node_id: orjson.loads(node) for node_id, node in builder.nodes()}
