"""What a use means: a target of the resolve stage read against the nodes of the repository.

Every target comes to exactly one verdict. Only `resolved`, `external` and `builtin` may end an edge, and only where an
`end` is given: what is found but is no node (a field, a module) has none.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from abcoder_py.build.names import FileNames, Identity, Names, Node
from abcoder_py.plugin.values import (
    FUNCTION_KINDS,
    MEMBER,
    READ,
    TYPE_KINDS,
    VARIABLE_KINDS,
    WRITTEN,
    FileTargets,
    Target,
    Use,
)
from abcoder_py.uniast.identity import TYPES, encode_part, full

Verdict = Literal["resolved", "external", "builtin", "local", "ambiguous", "unresolved"]
Kind = Literal["function", "method", "type", "variable", "unknown"]

MAX_CANDIDATES = 8
"""More members of one name than this say nothing about an attribute whose receiver is unknown."""
UNKNOWN_RECEIVER = "receiver type unknown"
_LOCAL_PLACES = frozenset({"local", "parameter", "type_parameter"})
_FOUND_PLACES = frozenset({"field", "namespace", "module"})
_SEPARATORS = (".", "::")


class End(NamedTuple):
    """Where an edge ends."""

    identity: Identity
    kind: Kind
    node: Node | None = None
    """None outside the repository."""
    target: Target | None = None
    """None inside the repository."""
    whole: bool = True
    """False where a member of the enum was named rather than the enum."""

    @property
    def accessor(self) -> str:
        return self.node.definition.accessor if self.node else self.target.accessor if self.target else ""


class Meaning(NamedTuple):
    """What a use means."""

    verdict: Verdict
    end: End | None = None
    reason: str = ""
    """Of `ambiguous` and `unresolved`."""
    candidates: tuple[str, ...] = ()
    """Full ids, in order."""
    also: End | None = None
    """A second end at the same token: the getter of a property that is read and written (`x.n += 1`)."""


LOCAL = Meaning("local")
FOUND = Meaning("resolved")
NO_DEFINITION = Meaning("unresolved", reason="no definition")
EXCLUDED = Meaning("unresolved", reason="excluded from the build")
NOT_ASKED = Meaning("unresolved", reason="no server")


class Meanings:
    """Reads targets. One object for the whole repository."""

    def __init__(self, names: Names, excluded: Iterable[str]) -> None:
        self._names = names
        self._excluded = frozenset(excluded)
        self._members = _members_by_name(names.nodes)
        self._writes: dict[str, frozenset[int]] = {}
        self._ends: dict[int, End] = {}

    def of_file(self, names: FileNames, targets: FileTargets | None) -> FileMeanings:
        """The meanings of one file's uses; without targets no server was asked."""
        return FileMeanings(self, names.unit.language, targets or FileTargets(names.facts.path))

    def read(self, target: Target, table: Sequence[Target]) -> Meaning:
        """The meaning of one target, whoever uses it."""
        match target.status:
            case "definition":
                return self._definition(target.path, target.offset)
            case "external":
                return self._outside("external", target)
            case "builtin":
                return self._outside("builtin", target)
            case "module":
                return FOUND if target.path else Meaning("external")
            case "several":
                return _reduced([self.read(table[index], table) for index in target.several])
            case "unknown":
                return Meaning("unresolved", reason=target.reason)

    def candidates(self, language: str, name: str, flags: int) -> tuple[str, ...]:
        """Full ids of the members that bear the name; none where they are too many."""
        accessors = {"", "setter" if flags & WRITTEN else "getter", "getter" if flags & READ else ""}
        members = self._members.get((language, name), ())
        found = [node for node in members if node.definition.accessor in accessors]
        return tuple(sorted(node.full for node in found)) if len(found) <= MAX_CANDIDATES else ()

    def end_of(self, node: Node, whole: bool = True) -> End:
        """A node as the end of an edge."""
        if not whole:
            return End(node.identity, "type", node, whole=False)
        end = self._ends.get(id(node))
        if end is None:
            end = self._ends[id(node)] = End(node.identity, _kind(node.definition.kind, node.is_member), node)
        return end

    def _definition(self, path: str, offset: int) -> Meaning:
        names = self._names.files.get(path)
        if names is None:
            return EXCLUDED if path in self._excluded else NO_DEFINITION
        index = names.at(offset)
        if index < 0:
            return self._no_name(names, offset)
        node = names.meant(index)
        if node is not None:
            return Meaning("resolved", self.end_of(node))
        definition = names.facts.definitions[index]
        if definition.kind in _FOUND_PLACES:
            return FOUND
        if definition.local or definition.kind in _LOCAL_PLACES:
            return LOCAL
        enum = names.meant(definition.parent) if definition.kind == "member" and definition.parent >= 0 else None
        return Meaning("resolved", self.end_of(enum, whole=False)) if enum is not None else FOUND

    def _no_name(self, names: FileNames, offset: int) -> Meaning:
        """An answer that no definition's name holds: a module, a local binding, a field that an assignment makes."""
        starts = names.facts.locals
        place = bisect_left(starts, offset)
        if place < len(starts) and starts[place] == offset:
            return LOCAL
        if offset == 0 or offset in self._member_writes(names):
            return FOUND
        return NO_DEFINITION

    def _member_writes(self, names: FileNames) -> frozenset[int]:
        path = names.facts.path
        if path not in self._writes:
            wanted = MEMBER | WRITTEN
            self._writes[path] = frozenset(use.start for use in names.facts.uses if use.flags & wanted == wanted)
        return self._writes[path]

    def _outside(self, verdict: Verdict, target: Target) -> Meaning:
        identity = encode_part(target.mod), encode_part(target.pkg), target.name
        if identity[0] in self._names.units.documented:
            return NO_DEFINITION  # it claims to be of this repository, and nothing here bears its name
        kind = target.kind
        if kind == "member":
            owner = _without_last(identity[2])
            return Meaning(verdict, End((*identity[:2], owner), "type", target=target, whole=False) if owner else None)
        if (kind and kind not in _EDGE_KINDS) or not target.name:
            return Meaning(verdict)
        return Meaning(verdict, End(identity, _kind(kind, False), target=target))


class FileMeanings:
    """The meanings of one file's uses, each distinct target read once."""

    def __init__(self, meanings: Meanings, language: str, targets: FileTargets) -> None:
        self._meanings, self._language, self._targets = meanings, language, targets
        self._read: dict[int, Meaning] = {}

    def of_use(self, index: int, use: Use) -> Meaning:
        """What the file's use of this index means."""
        places = self._targets.uses
        meaning = self.of_entry(places[index]) if index < len(places) else NOT_ASKED
        if meaning.verdict == "unresolved":
            return self._with_candidates(meaning, use)
        if meaning.end is not None and meaning.end.accessor:
            return self._with_accessor(meaning, meaning.end, use)
        return meaning

    def of_entry(self, entry: int) -> Meaning:
        """What an entry of the file's table means; -1: nothing was asked."""
        found = self._read.get(entry)
        if found is None:
            table = self._targets.table
            found = self._meanings.read(table[entry], table) if 0 <= entry < len(table) else NOT_ASKED
            self._read[entry] = found
        return found

    def _with_candidates(self, meaning: Meaning, use: Use) -> Meaning:
        if not use.flags & MEMBER or meaning.reason != UNKNOWN_RECEIVER:
            return meaning
        candidates = self._meanings.candidates(self._language, use.text, use.flags)
        return Meaning("ambiguous", None, UNKNOWN_RECEIVER, candidates) if candidates else meaning

    def _with_accessor(self, meaning: Meaning, end: End, use: Use) -> Meaning:
        """A write is a use of the setter, whichever of the property's functions the server named."""
        if end.node is None or not use.flags & MEMBER:
            return meaning
        wanted = "setter" if use.flags & WRITTEN else "getter"
        main = _sibling(end.node, wanted) or end.node
        also = _sibling(end.node, "getter") if use.flags & READ else None
        if main is end.node and also is None:
            return meaning
        second = self._meanings.end_of(also) if also not in (None, main) else None
        return Meaning(meaning.verdict, self._meanings.end_of(main), also=second)


_EDGE_KINDS = FUNCTION_KINDS | TYPE_KINDS | VARIABLE_KINDS


def _kind(kind: str, is_member: bool) -> Kind:
    if kind in TYPE_KINDS:
        return "type"
    if kind in VARIABLE_KINDS:
        return "variable"
    if kind in FUNCTION_KINDS:
        return "method" if is_member or kind in ("method", "constructor") else "function"
    return "unknown"


def _without_last(name: str) -> str:
    """`Color` of `Color.RED`."""
    cut = max(name.rfind(separator) for separator in _SEPARATORS)
    return name[:cut] if cut > 0 else ""


def _sibling(node: Node, accessor: str) -> Node | None:
    """The property's function of this kind, itself included."""
    if node.owner is None or node.definition.accessor == accessor:
        return node
    name = node.definition.name
    alike = [member for member in node.owner.members if member.definition.name == name]
    return next((member for member in alike if member.definition.accessor == accessor), None)


def _reduced(meanings: Sequence[Meaning]) -> Meaning:
    """Several answers for one use: one where they come to one edge, ambiguous where they come to more."""
    ends = {meaning.end.identity: meaning for meaning in meanings if meaning.end is not None}
    verdicts = {meaning.verdict for meaning in ends.values()}
    if len(ends) > 1 and verdicts == {"builtin"}:
        return Meaning("builtin")
    if len(ends) > 1 and not _is_one_property([meaning.end for meaning in ends.values()]):
        return Meaning("ambiguous", None, "several targets", tuple(sorted(full(*identity) for identity in ends)))
    if ends:
        return next(iter(ends.values()))
    return min(meanings, key=lambda meaning: _PREFERENCE[meaning.verdict], default=NO_DEFINITION)


def _is_one_property(ends: Sequence[End | None]) -> bool:
    """Getter, setter and deleter of one name; which one is meant depends on the use."""
    nodes = [end.node for end in ends if end is not None and end.accessor]
    return (
        len(nodes) == len(ends) and len({(node.owner, node.definition.name) if node else None for node in nodes}) == 1
    )


_PREFERENCE: Mapping[Verdict, int] = {
    "resolved": 0,
    "external": 1,
    "builtin": 2,
    "local": 3,
    "ambiguous": 4,
    "unresolved": 5,
}


def _members_by_name(nodes: Iterable[Node]) -> dict[tuple[str, str], list[Node]]:
    """Members of the repository's types by language and bare name."""
    found: dict[tuple[str, str], list[Node]] = {}
    for node in nodes:
        if node.owner is not None or (node.is_member and node.table != TYPES):
            found.setdefault((node.unit.language, node.definition.name), []).append(node)
    return found
