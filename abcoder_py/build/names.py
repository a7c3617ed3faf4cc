"""Which definitions are nodes, what each is called, and to which node any definition belongs.

The whole repository at once, since homonym numbers, overloads and stubs need all of a package's files. A node is
a small object that later modules point at; bare identity strings were rejected, as they lose what the definition was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from abcoder_py.build.inputs import LanguageInput
from abcoder_py.build.overloads import fold_overloads
from abcoder_py.build.units import Unit, Units
from abcoder_py.plugin.values import (
    FUNCTION_KINDS,
    NODE_KINDS,
    TYPE_KINDS,
    VARIABLE_KINDS,
    Definition,
    FileFacts,
)
from abcoder_py.uniast.identity import FUNCTIONS, TYPES, VARS, Claim, encode_part, full, number_homonyms

Identity = tuple[str, str, str]
"""ModPath, PkgPath, Name: all encoded."""


@dataclass(eq=False, slots=True)
class Node:
    """One node of the document."""

    unit: Unit
    pkg: str
    path: str
    index: int
    """Of its definition in the file's facts."""
    definition: Definition
    table: int
    """TYPES, FUNCTIONS or VARS."""
    written: str
    """The name before homonyms are numbered."""
    name: str = ""
    owner: Node | None = None
    """The type that it is a member of."""
    overloads: list[int] = field(default_factory=list)
    """Definitions of the same file that are mere signatures of it, in order."""
    declarations: list[tuple[str, Definition]] = field(default_factory=list)
    """What a stub says of it: path and definition."""
    members: list[Node] = field(default_factory=list)
    """Of a type: its nodes, in order of path and offset."""

    @property
    def identity(self) -> Identity:
        return self.unit.mod, self.pkg, self.name

    @property
    def full(self) -> str:
        return full(self.unit.mod, self.pkg, self.name)

    @property
    def is_member(self) -> bool:
        """A method, constructor or static field, rather than something of the package."""
        return self.owner is not None or bool(self.definition.owner) or self.definition.kind in _MEMBER_KINDS


_MEMBER_KINDS = frozenset({"method", "constructor"})


class FileNames:
    """One file's definitions and the nodes they belong to."""

    __slots__ = ("_order", "_starts", "facts", "is_of", "nodes", "unit")

    def __init__(self, facts: FileFacts, unit: Unit) -> None:
        self.facts = facts
        self.unit = unit
        self.nodes: list[Node | None] = [None] * len(facts.definitions)
        """For each definition the node whose text it is: what holds its uses."""
        self.is_of: dict[int, Node] = {}
        """Overload signatures and stub definitions: the node that a use of them means."""
        self._order: list[int] | None = None
        self._starts: list[int] = []

    def meant(self, index: int) -> Node | None:
        """The node that a use of this definition means."""
        return self.nodes[index] or self.is_of.get(index)

    def around(self, index: int) -> Node | None:
        """The innermost node whose text the definition stands in, itself included; None: the file."""
        while index >= 0:
            if (node := self.nodes[index]) is not None:
                return node
            index = self.facts.definitions[index].parent
        return None

    def at(self, offset: int) -> int:
        """Index of the definition whose name holds this byte, -1 for none. A node comes before what is none."""
        if self._order is None:
            spans = self.facts.definitions
            self._order = sorted(range(len(spans)), key=lambda i: (spans[i].name_start, self.meant(i) is not None, -i))
            self._starts = [spans[i].name_start for i in self._order]
        place = bisect_right(self._starts, offset) - 1
        if place >= 0 and offset < self.facts.definitions[self._order[place]].name_end:
            return self._order[place]
        return -1

    def chain(self, index: int) -> list[Definition]:
        """The definition and all around it, outermost first."""
        found: list[Definition] = []
        while index >= 0:
            found.append(self.facts.definitions[index])
            index = self.facts.definitions[index].parent
        return found[::-1]


class Names:
    """All nodes of the repository."""

    def __init__(self, languages: Sequence[LanguageInput], units: Units) -> None:
        self.units = units
        self.files: dict[str, FileNames] = {}
        """By path; a file left out of the build has none."""
        self.nodes: list[Node] = []
        for share in sorted(languages, key=lambda share: share.language.name):
            self.nodes += _nodes_of_language(share, self._open(share))
        _number(self.nodes)

    def of(self, path: str, index: int) -> Identity | None:
        """What the definition is called, None where it is no node."""
        names = self.files.get(path)
        node = names.meant(index) if names else None
        return node.identity if node else None

    def _open(self, share: LanguageInput) -> dict[str, FileNames]:
        opened = {}
        for path in sorted(share.facts):
            unit = self.units.of_source(path)
            if unit is not None and path not in unit.spec.excluded:
                opened[path] = FileNames(share.facts[path], unit)
        self.files.update(opened)
        return opened


def _nodes_of_language(share: LanguageInput, files: Mapping[str, FileNames]) -> list[Node]:
    """Sources first, then what stubs alone have; each in order of path and offset."""
    language = share.language
    stubs = {path: source for path in files if (source := language.stub_of(path, files)) is not None}
    packages = {path: encode_part(share.packages.get(path, "")) for path in files}
    found: list[Node] = []
    for path, names in files.items():
        if path not in stubs:
            found += _define(share, names, packages[path])
    by_name = _by_written_name(found)
    for path, source in stubs.items():
        for node in _define(share, files[path], packages[path]):
            twin = _source_of(node, by_name.get((source, node.written), ()))
            if twin is None:
                found.append(node)
            else:
                _give_way(node, twin, files[path])
    _find_owners(found, files)
    return found


def _define(share: LanguageInput, names: FileNames, pkg: str) -> list[Node]:
    found = []
    definitions = names.facts.definitions
    folded = fold_overloads(definitions)
    for index, definition in enumerate(definitions):
        if not _is_node(definition) or index in folded.signatures:
            continue
        written = share.language.member_name(names.chain(index))
        node = Node(names.unit, pkg, names.facts.path, index, definition, _table(definition.kind), written)
        node.overloads = folded.of.get(index, [])
        names.nodes[index] = node
        names.is_of.update(dict.fromkeys(node.overloads, node))
        found.append(node)
    return found


def _is_node(definition: Definition) -> bool:
    if definition.local or definition.kind not in NODE_KINDS:
        return False
    return definition.name != "_" or definition.kind not in VARIABLE_KINDS


def _table(kind: str) -> int:
    return TYPES if kind in TYPE_KINDS else FUNCTIONS if kind in FUNCTION_KINDS else VARS


def _by_written_name(nodes: Sequence[Node]) -> dict[tuple[str, str], list[Node]]:
    found: dict[tuple[str, str], list[Node]] = {}
    for node in nodes:
        found.setdefault((node.path, node.written), []).append(node)
    return found


def _source_of(stub: Node, candidates: Sequence[Node]) -> Node | None:
    """Getter and setter bear one name: of several the one of the same kind."""
    ranked = sorted(candidates, key=lambda node: (node.definition.accessor != stub.definition.accessor, node.index))
    return ranked[0] if ranked else None


def _give_way(stub: Node, source: Node, names: FileNames) -> None:
    """The stub's definition is no node: uses of it mean the source's, uses in it belong to what is around it."""
    names.nodes[stub.index] = None
    for index in (stub.index, *stub.overloads):
        names.is_of[index] = source
        source.declarations.append((names.facts.path, names.facts.definitions[index]))


def _find_owners(nodes: Sequence[Node], files: Mapping[str, FileNames]) -> None:
    types: dict[tuple[str, str, str], list[Node]] = {}
    for node in nodes:
        if node.table == TYPES:
            types.setdefault((node.unit.mod, node.pkg, node.written), []).append(node)
    for node in nodes:
        node.owner = _owner(node, types, files[node.path])
        if node.owner is not None:
            node.owner.members.append(node)


def _owner(node: Node, types: Mapping[tuple[str, str, str], list[Node]], names: FileNames) -> Node | None:
    """The type around it, else the one that it names, in its own file before others of the package."""
    if node.definition.owner:
        named = types.get((node.unit.mod, node.pkg, node.definition.owner), ())
        return next((found for found in named if found.path == node.path), named[0] if named else None)
    for index in _ancestors(node, names):
        found = names.meant(index)
        if found is not None and found.table == TYPES:
            return found
    return None


def _ancestors(node: Node, names: FileNames) -> Iterator[int]:
    index = node.definition.parent
    while index >= 0:
        yield index
        index = names.facts.definitions[index].parent


def _number(nodes: Sequence[Node]) -> None:
    places = {id(node): index for index, node in enumerate(nodes)}
    claims = [
        Claim(
            f"{node.unit.mod}?{node.pkg}",
            node.table,
            node.path,
            node.definition.start,
            node.written,
            places[id(node.owner)] if node.owner else None,
        )
        for node in nodes
    ]
    for node, name in zip(nodes, number_homonyms(claims), strict=True):
        node.name = name
