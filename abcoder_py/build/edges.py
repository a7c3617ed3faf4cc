"""One file's uses as entries of the lists of their holders, in wire form.

Every use comes to exactly one of three ends: entries, an `Uncertain`, or nothing but a count. What the rest of the
document must know about the outside is collected beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from abcoder_py.build.coverage import Counted
from abcoder_py.build.meanings import End, Meaning, Meanings
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


class Outside(msgspec.Struct, array_like=True):
    """An external identity that an edge ends at."""

    identity: Identity
    kind: str
    """One of `meanings.Kind`."""
    content: str = ""
    signature: str = ""
    """Of what is declared there, where that was loaded."""


class FileEdges:
    """What one file's uses come to: all of it is read when it is made."""

    def __init__(
        self,
        language: Language,
        names: FileNames,
        meanings: Meanings,
        targets: FileTargets | None,
        lines: LineIndex,
        builtins: bool,
    ) -> None:
        """targets: None where no server was asked. builtins: do uses of what the language offers make edges?"""
        self.meanings = meanings.of_file(names, targets)
        self.held: dict[Node | None, Held] = {}
        """What each node of the file and the file itself (None) use."""
        self.uses: Counter[Counted] = Counter()
        self.ends: dict[Identity, Outside] = {}
        """External identities that edges end at, as they were met."""
        self.mods: set[str] = set()
        """The other ModPaths that edges end at, builtins left out."""
        self._all, self._language, self._names, self._lines, self._builtins = meanings, language, names, lines, builtins
        self._own, self._path = names.unit.mod, names.facts.path
        self._holders = Holders(names)
        for index, use in enumerate(names.facts.uses):
            meaning = self.meanings.of_use(index, use)
            self.uses[use.flags & MEMBER, use.role, meaning.verdict, meaning.reason] += 1
            if use.role not in NO_EDGE_ROLES:
                self._hold(use, meaning)

    @property
    def entries(self) -> int:
        """Entries of dependency lists."""
        return sum(len(entries) for held in self.held.values() for entries in held.lists.values())

    def _hold(self, use: Use, meaning: Meaning) -> None:
        if meaning.verdict in ("ambiguous", "unresolved"):
            self._hold_uncertain(use, meaning)
        elif meaning.end is not None and self._is_edge(use, meaning):
            for holder in self._holders.of(use.holder, use.start):
                for end in (meaning.end, meaning.also):
                    if end is not None:
                        self._place(holder, use, end, meaning.verdict)

    def _is_edge(self, use: Use, meaning: Meaning) -> bool:
        return meaning.verdict != "builtin" or self._builtins or use.role in ("base", "implement")

    def _place(self, holder: Node | None, use: Use, end: End, verdict: str) -> None:
        line = self._lines.line(use.start)
        base = end.node.definition if end.node else end.target
        base_kind = self._language.base_kind(base) if use.role == "base" and base else "inherit"
        constructor = _constructor_of(end) if makes_instance(use, end) else None
        if constructor is None and (made := _class_of(use, end)) is not None:
            constructor, end = end.identity, self._all.end_of(made)
        held = self._held_by(holder)
        for placed in place(holder, use, end, base_kind):
            held.add(placed, end.identity, use, self._path, line)
        if constructor is not None:
            held.add(Placed(constructor_list(holder), True), constructor, use, self._path, line)
        self.reach(end, verdict)

    def _held_by(self, holder: Node | None) -> Held:
        held = self.held.get(holder)
        if held is None:
            held = self.held[holder] = Held()
        return held

    def reach(self, end: End, verdict: str) -> None:
        """An edge of the file ends here."""
        if end.identity[0] != self._own and verdict != "builtin":
            self.mods.add(end.identity[0])
        if end.node is None and end.identity not in self.ends:
            loaded = end.target if end.whole else None
            said = (loaded.content, loaded.signature) if loaded else ("", "")
            self.ends[end.identity] = Outside(end.identity, end.kind, *said)

    def _hold_uncertain(self, use: Use, meaning: Meaning) -> None:
        entry: Entry = {
            "Status": meaning.verdict,
            "Reason": meaning.reason,
            "Name": use.text,
            "File": self._path,
            "Line": self._lines.line(use.start),
            "StartOffset": use.start,
            "EndOffset": use.end,
        }
        if meaning.candidates:
            entry["Candidates"] = meaning.candidates
        for holder in self._holders.of(use.holder, use.start):
            self._held_by(holder).uncertain.append(entry)


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
