"""One file's uses as entries of the lists of their holders, in wire form.

Every use comes to exactly one of three ends: entries, an `Uncertain`, or nothing but a count. `Reached` collects what
the rest of the document must know about the outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from abcoder_py.build.coverage import Counts
from abcoder_py.build.meanings import End, FileMeanings, Meaning, Meanings
from abcoder_py.build.names import FileNames, Identity, Node
from abcoder_py.build.placing import NO_EDGE_ROLES, Placed, constructor_list, makes_instance, place
from abcoder_py.plugin.language import Language
from abcoder_py.plugin.values import MEMBER, FileTargets, Use
from abcoder_py.source.lines import LineIndex

Entry = dict[str, Any]


class Held:
    """What one holder (a node or the file) uses."""

    __slots__ = ("_seen", "lists", "uncertain")

    def __init__(self) -> None:
        self.lists: dict[str, list[Entry]] = {}
        """Dependencies in wire form by list, in order of position."""
        self.uncertain: list[Entry] = []
        self._seen: dict[tuple[str, Identity, bool], Entry] = {}

    def add(self, placed: Placed, identity: Identity, use: Use, path: str, line: int) -> None:
        """One occurrence: an entry of its own, or one of the `Others` of the first alike."""
        key = (placed.list, identity, placed.invoked)
        first = self._seen.get(key)
        if first is None:
            entry = self._seen[key] = _entry(placed, identity, use, path, line)
            self.lists.setdefault(placed.list, []).append(entry)
        else:
            first.setdefault("Extra", {}).setdefault("Others", []).append([line, use.start, use.end])


def _entry(placed: Placed, identity: Identity, use: Use, path: str, line: int) -> Entry:
    entry: Entry = {
        "ModPath": identity[0],
        "PkgPath": identity[1],
        "Name": identity[2],
        "File": path,
        "Line": line,
        "StartOffset": use.start,
        "EndOffset": use.end,
    }
    extra: Entry = {}
    if placed.invoked:
        extra["IsInvoked"] = True
    if placed.named and use.parameter:
        extra[placed.named] = use.parameter
    if extra:
        entry["Extra"] = extra
    return entry


@dataclass
class Reached:
    """External identities that edges end at."""

    ends: dict[Identity, tuple[str, End]] = field(default_factory=dict)
    """With the language of the first use."""
    mods: dict[str, set[str]] = field(default_factory=dict)
    """For each ModPath of the repository the other ModPaths that its files' edges end at, builtins left out."""


class EdgeReader:
    """Reads the uses of one file after another."""

    def __init__(self, meanings: Meanings, counts: Counts, builtins: bool) -> None:
        self._meanings = meanings
        self._counts = counts
        self._builtins = builtins
        self.reached = Reached()
        self.entries = 0
        """Entries of dependency lists so far."""

    def meanings(self, names: FileNames, targets: FileTargets | None) -> FileMeanings:
        """What a file's targets mean; None: no server was asked."""
        return self._meanings.of_file(names, targets)

    def read(
        self, language: Language, names: FileNames, meanings: FileMeanings, lines: LineIndex
    ) -> dict[Node | None, Held]:
        """What each node of the file and the file itself (None) use."""
        reading = _Reading(language, names, lines, Holders(names))
        self._counts.local_uses[language.name] += names.facts.local_uses
        for index, use in enumerate(names.facts.uses):
            meaning = meanings.of_use(index, use)
            self._counts.add(language.name, use, meaning)
            if use.role not in NO_EDGE_ROLES:
                self._hold(reading, use, meaning)
        self.entries += sum(len(entries) for held in reading.held.values() for entries in held.lists.values())
        return reading.held

    def _hold(self, reading: _Reading, use: Use, meaning: Meaning) -> None:
        if meaning.verdict in ("ambiguous", "unresolved"):
            reading.hold_uncertain(use, meaning)
        elif meaning.end is not None and self._is_edge(use, meaning):
            for holder in reading.holders.of(use.holder, use.start):
                for end in (meaning.end, meaning.also):
                    if end is not None:
                        self._place(reading, holder, use, end, meaning.verdict)

    def _is_edge(self, use: Use, meaning: Meaning) -> bool:
        return meaning.verdict != "builtin" or self._builtins or use.role in ("base", "implement")

    def _place(self, reading: _Reading, holder: Node | None, use: Use, end: End, verdict: str) -> None:
        line = reading.lines.line(use.start)
        base = end.node.definition if end.node else end.target
        base_kind = reading.language.base_kind(base) if use.role == "base" and base else "inherit"
        constructor = _constructor_of(end) if makes_instance(use, end) else None
        if constructor is None and (made := _class_of(use, end)) is not None:
            constructor, end = end.identity, self._meanings.end_of(made)
        for placed in place(holder, use, end, base_kind):
            self._add(reading, holder, placed, end.identity, use, line)
        if constructor is not None:
            placed = Placed(constructor_list(holder), True)
            self._add(reading, holder, placed, constructor, use, line)
        self.reach(reading.language, reading.names.unit.mod, end, verdict)

    def _add(
        self, reading: _Reading, holder: Node | None, placed: Placed, identity: Identity, use: Use, line: int
    ) -> None:
        reading.held_by(holder).add(placed, identity, use, reading.path, line)

    def reach(self, language: Language, own: str, end: End, verdict: str) -> None:
        """An edge of the module `own` ends here."""
        if end.identity[0] != own and verdict != "builtin":
            self.reached.mods.setdefault(own, set()).add(end.identity[0])
        if end.node is None:
            self.reached.ends.setdefault(end.identity, (language.name, end))


class _Reading:
    """One file while it is read."""

    def __init__(self, language: Language, names: FileNames, lines: LineIndex, holders: Holders) -> None:
        self.language, self.names, self.lines, self.holders = language, names, lines, holders
        self.path = names.facts.path
        self.held: dict[Node | None, Held] = {}

    def held_by(self, holder: Node | None) -> Held:
        held = self.held.get(holder)
        if held is None:
            held = self.held[holder] = Held()
        return held

    def hold_uncertain(self, use: Use, meaning: Meaning) -> None:
        entry: Entry = {
            "Status": meaning.verdict,
            "Reason": meaning.reason,
            "Name": use.text,
            "File": self.path,
            "Line": self.lines.line(use.start),
            "StartOffset": use.start,
            "EndOffset": use.end,
        }
        if meaning.candidates:
            entry["Candidates"] = meaning.candidates
        for holder in self.holders.of(use.holder, use.start):
            self.held_by(holder).uncertain.append(entry)


class Holders:
    """Whose text a byte is. Names that share one declaration (`var a, b = f()`) share what stands in it."""

    def __init__(self, names: FileNames) -> None:
        self._names = names
        self._twins: dict[int, list[int]] = {}
        for index, definition in enumerate(names.facts.definitions):
            if definition.spec >= 0:
                self._twins.setdefault(definition.spec, []).append(index)

    def of(self, index: int, offset: int) -> Sequence[Node | None]:
        """The holders of what stands at `offset` in the definition of this index (-1: the file)."""
        definitions = self._names.facts.definitions
        if index >= 0 and definitions[index].spec >= 0:
            twins = self._twins[definitions[index].spec]
            own = [twin for twin in twins if definitions[twin].body_start <= offset < definitions[twin].body_end]
            found = self._nodes(own) or self._nodes(twins)
            if found:
                return found
        return (self._names.around(index),)

    def _nodes(self, indexes: Sequence[int]) -> list[Node | None]:
        return [node for node in map(self._names.nodes.__getitem__, indexes) if node is not None]


def _constructor_of(end: End) -> Identity | None:
    """The constructor that the class itself defines."""
    if end.node is None:
        name = end.target.constructor if end.target else ""
        return (end.identity[0], end.identity[1], name) if name else None
    constructors = (node for node in end.node.members if node.definition.kind == "constructor")
    found = next(constructors, None)
    return found.identity if found else None


def _class_of(use: Use, end: End) -> Node | None:
    """The class, where a use that names it was answered with its constructor."""
    if end.node is None or end.node.definition.kind != "constructor" or end.node.owner is None:
        return None
    names_class = use.text == end.node.owner.definition.name or (use.imported >= 0 and not use.flags & MEMBER)
    return end.node.owner if names_class else None
