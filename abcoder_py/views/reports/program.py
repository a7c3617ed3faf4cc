"""A document as the reports see it: numbered nodes, one edge a pair, uncertain uses beside them.

Read from the definitions' own lists and not from `Graph`: a method's tie to its type is no use, so a class of fifty
methods is not fifty times used; and the lists tell file, line and number of each use. Files are nodes too, since code
outside every definition uses what it names. Works on plain dicts: models of 100,000 nodes cost more than any report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from abcoder_py.uniast.graph import DEPENDENCY_LISTS, TABLES
from abcoder_py.uniast.identity import encode_part, full_id

Json = Mapping[str, Any]
EdgeKind = Literal["use", "inherit", "implement", "dispatch"]
Neighbours = Callable[[int], Iterable[int]]

_BASES: Final[Mapping[str, EdgeKind]] = {"InlineStruct": "inherit", "Implements": "implement"}
FILE: Final = "FILE"
"""The type of a file's node; the others are those of UniAST's Graph."""


class Node(msgspec.Struct, gc=False):
    """A definition, a file, or what an edge ends at outside the repository."""

    id: str
    """Full id; of a file its path, encoded as in `Extra.Candidates`."""
    type: str
    """FUNC, TYPE, VAR, FILE, or what is known of an external identity."""
    module: str = ""
    package: str = ""
    """`ModPath?PkgPath`; "" of files and external identities."""
    file: str = ""
    line: int = 0
    """1-based."""
    lines: int = 0
    """How many lines it has, doc comment included."""
    exported: bool = False
    owner: int | None = None
    """The type that it is a member of."""
    definition: dict[str, Any] | None = None
    """In wire form; None of files and external identities."""


class Edge(msgspec.Struct, gc=False):
    """That one node uses another: the place of the first use, and how many there are."""

    source: int
    target: int
    kind: EdgeKind
    file: str
    line: int
    uses: int


class UncertainUse(msgspec.Struct, gc=False):
    """A use whose target is not known to be one."""

    holder: int
    status: str
    name: str
    candidates: list[int]


class Program:
    """Nodes by number, in the order of the document; edges between them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.numbers: dict[str, int] = {}
        """Id to number."""
        self.edges: dict[tuple[int, int], Edge] = {}
        """One for each pair; a node's use of itself is none."""
        self.bases: dict[int, list[int]] = {}
        """The bases and interfaces of each type, in the order of the source: a field's type may be one of them too, so
        the edge alone does not tell."""
        self.uncertain: list[UncertainUse] = []
        self.languages: dict[str, str] = {}
        """ModPath to language, of the modules of the repository."""
        self.test_packages: set[str] = set()

    def number(self, node_id: str, node_type: str = "UNKNOWN") -> int:
        """The number of an id; a new node where nothing is called that yet."""
        found = self.numbers.get(node_id)
        if found is None:
            found = self.numbers[node_id] = len(self.nodes)
            self.nodes.append(Node(node_id, node_type))
        return found

    def inside(self) -> Iterator[tuple[int, Node]]:
        """The definitions of the repository, by number."""
        return ((number, node) for number, node in enumerate(self.nodes) if node.definition is not None)

    def connect(self, source: int, target: int, kind: EdgeKind, file: str, line: int, uses: int = 1) -> None:
        """Adds a use to the edge of its pair."""
        if source == target:
            return
        edge = self.edges.get((source, target))
        if edge is None:
            self.edges[source, target] = Edge(source, target, kind, file, line, uses)
        else:
            edge.uses += uses
            if edge.kind == "use":
                edge.kind = kind

    def uncertain_counts(self) -> UncertainCounts:
        """How many uncertain uses there are, by status."""
        ambiguous = sum(use.status == "ambiguous" for use in self.uncertain)
        return UncertainCounts(ambiguous, len(self.uncertain) - ambiguous)


class UncertainCounts(msgspec.Struct, rename="pascal"):
    """Relations that a report leaves out because their target is not known."""

    ambiguous: int
    unresolved: int


def read_program(document: Json) -> Program:
    """A document in wire form (see `uniast.reading`) as a Program. It is not changed."""
    program = Program()
    own = {path: module for path, module in document["Modules"].items() if module.get("Dir")}
    for path, module in own.items():
        program.languages[path] = module.get("Language", "")
        _add_nodes(program, path, module)
    _add_owners(program)
    for number, node in list(program.inside()):
        _add_uses(program, number, node)
    for module in own.values():
        for file in (module.get("Files") or {}).values():
            _add_file(program, file)
    return program


def _add_nodes(program: Program, path: str, module: Json) -> None:
    for package_path, package in (module.get("Packages") or {}).items():
        place = f"{path}?{package_path}"
        if package.get("IsTest"):
            program.test_packages.add(place)
        for table, node_type in TABLES.items():
            for definition in (package.get(table) or {}).values():
                node = program.nodes[program.number(full_id(definition), node_type)]
                node.module, node.package, node.definition = path, place, definition
                node.file, node.line = definition.get("File", ""), definition.get("Line", 0)
                node.lines = definition.get("Content", "").count("\n") + 1
                node.exported = bool(definition.get("Exported") or definition.get("IsExported"))


def _add_owners(program: Program) -> None:
    for number, node in program.inside():
        assert node.definition is not None
        receiver = (node.definition.get("Receiver") or {}).get("Type")
        if receiver:
            node.owner = program.numbers.get(full_id(receiver))
        for member in (node.definition.get("Methods") or {}).values():
            found = program.numbers.get(full_id(member))
            if found is not None:
                program.nodes[found].owner = number


def _add_uses(program: Program, number: int, node: Node) -> None:
    definition = node.definition or {}
    extra = definition.get("Extra") or {}
    for key, target_type in DEPENDENCY_LISTS[node.type].items():
        _connect_all(program, number, node.file, definition.get(key), "use", target_type)
    _connect_all(program, number, node.file, extra.get("Dependencies"), "use", "UNKNOWN")
    for key, kind in _BASES.items():
        _connect_all(program, number, node.file, definition.get(key), kind, "TYPE")
        above = (program.number(full_id(base), "TYPE") for base in definition.get(key) or ())
        program.bases.setdefault(number, []).extend(above)
    _add_uncertain(program, number, extra)


def _connect_all(
    program: Program, source: int, file: str, uses: Iterable[Json] | None, kind: EdgeKind, target_type: str
) -> None:
    for use in uses or ():
        target = program.number(full_id(use), target_type)
        others = (use.get("Extra") or {}).get("Others") or ()
        line = use.get("Line") or program.nodes[source].line
        program.connect(source, target, kind, use.get("File", file), line, 1 + len(others))


def _add_uncertain(program: Program, holder: int, extra: Json) -> None:
    for use in extra.get("Uncertain") or ():
        candidates = [program.number(candidate) for candidate in use.get("Candidates") or ()]
        program.uncertain.append(UncertainUse(holder, use["Status"], use["Name"], candidates))


def _add_file(program: Program, file: Json) -> None:
    path = file["Path"]
    extra = file.get("Extra") or {}
    number = program.number(encode_part(path), FILE)
    node = program.nodes[number]
    node.file, node.line, node.lines = path, 1, extra.get("Lines") or 0
    _connect_all(program, number, path, extra.get("Dependencies"), "use", "UNKNOWN")
    _add_uncertain(program, number, extra)
