"""A UniAST document in, a .skt document out. Edges come from its resolved lists and nowhere else.

Works on the wire form's plain dicts: 41 MB of UniAST as validated models cost more than the whole view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.skt.entries import Entry, FileEntries, collect, own_modules
from abcoder_py.views.skt.kinds import Json
from abcoder_py.views.skt.model import STATUSES, Document, End, Fault, FileBlock, Symbol, one_line
from abcoder_py.views.skt.overrides import overridden
from abcoder_py.views.skt.relations import BY_TOKEN, CONTAINED, DECORATED, WITHOUT_TOKEN, Rank, Relations
from abcoder_py.views.skt.signatures import callable_signature
from abcoder_py.views.skt.uses import tokens, uncertain

_VISIBILITIES = ("public", "private", "protected")


@dataclass(frozen=True)
class Choice:
    """What of a repository the document is to hold."""

    edges: bool = False
    externals: bool = False
    """With edges to definitions outside the repository."""
    exported_only: bool = False
    """Without symbols that are not exported, and what is in them."""
    takes: Callable[[str], bool] = lambda path: True
    """Does the file of this path belong in?"""


@dataclass(frozen=True)
class Built:
    """A document, and what it does not say."""

    document: Document
    left_out: int = 0
    """Edges to what the document does not show."""


def from_uniast(document: Json, choice: Choice | None = None) -> Built:
    """The .skt document of a UniAST document in wire form (`uniast.reading.read_document` brings older forms there).

    Symbols have numbers in the order of file paths (bytewise), then of offsets. Raises ValueError, KeyError, TypeError
    or AttributeError where the document breaks the form.
    """
    return _Builder(document, choice or Choice()).build()


class _Builder:
    def __init__(self, document: Json, choice: Choice) -> None:
        self._document, self._choice = document, choice
        self._everything = collect(document)
        self._ids = {
            entry.id: f"{path}::{entry.scoped}"
            for path, file in self._everything.items()
            for entry in file.entries
            if entry.id
        }
        """What each node is called where it has no number."""
        self._files = {path: file for path, file in self._everything.items() if choice.takes(path)}
        self._relations = Relations()
        self._number()
        self._numbers = {entry.id: entry.number for entry in self._entries() if entry.id}

    def _number(self) -> None:
        for file in self._files.values():
            if self._choice.exported_only:
                file.entries = [entry for entry in file.entries if entry.exported]
        for number, entry in enumerate(self._entries(), 1):
            entry.number = number

    def _entries(self) -> Iterator[Entry]:
        for file in self._files.values():
            yield from file.entries

    def build(self) -> Built:
        blocks = tuple(
            FileBlock(path, tuple(self._symbol(entry, file) for entry in file.entries))
            for path, file in self._files.items()
        )
        if self._choice.edges:
            self._collect_edges()
        faults = tuple(sorted(self._faults(), key=lambda fault: (fault.path.encode(), fault.message)))
        return Built(Document(blocks, self._relations.groups(), faults), len(self._relations.left_out))

    # symbols

    def _symbol(self, entry: Entry, file: FileEntries) -> Symbol:
        signature = callable_signature(entry.node, self._numbers) if entry.category == "callable" else entry.name
        properties = tuple(self._properties(entry, file))
        return Symbol(entry.number, entry.category, entry.kind, *entry.lines, one_line(signature) or "_", properties)

    def _properties(self, entry: Entry, file: FileEntries) -> Iterator[tuple[str, str]]:
        if entry.kind == "include":
            yield "resolution", "resolved" if entry.node.get("Target") else "unresolved"
        if not entry.id:
            return
        modifiers = (entry.node.get("Extra") or {}).get("Modifiers") or ()
        if entry.category == "callable" and file.language in self._asynchronous:
            yield "async", "" if "async" in modifiers else "false"
        yield "exported", "" if entry.node.get("Exported", entry.node.get("IsExported")) else "false"
        if "static" in modifiers:
            yield "static", ""
        for word in _VISIBILITIES:
            if word in modifiers:
                yield "visibility", word
        receiver = entry.node.get("Receiver")
        if receiver and not _is_inside(entry, entry.owner):
            yield "receiver", ("*" if receiver.get("IsPointer") else "") + one_line(receiver["Type"]["Name"])

    @cached_property
    def _asynchronous(self) -> set[str]:
        """The languages of the document in which a function can be asynchronous: some function is."""
        return {
            file.language
            for file in self._everything.values()
            for entry in file.entries
            if "async" in ((entry.node.get("Extra") or {}).get("Modifiers") or ())
        }

    # edges

    def _collect_edges(self) -> None:
        for file in self._files.values():
            for entry in file.entries:
                self._contain(entry, file)
                if entry.id:
                    self._use(entry, entry.node)
            self._use(file.itself, file.file)
            self._import(file)
        types = {entry.id: entry for entry in self._entries() if entry.category == "type"}
        by_id = {entry.id: entry for entry in self._entries() if entry.kind == "method"}
        for method, above in overridden(types):
            if method in by_id and above in by_id:
                target = by_id[above].number
                self._relations.add(by_id[method].number, "overrides", target, (WITHOUT_TOKEN, target))

    def _contain(self, entry: Entry, file: FileEntries) -> None:
        holder = entry.owner
        if holder is None and file.itself.category == "module" and entry.id:
            holder = file.itself
        if holder is not None and holder.number and entry.category != "meta":
            self._relations.add(holder.number, "contains", entry.number, (CONTAINED, entry.number))

    def _use(self, holder: Entry, lists: Json) -> None:
        for target, kind, start in tokens(lists):
            rank = (BY_TOKEN, start) if start >= 0 else (WITHOUT_TOKEN, 0)
            self._relate(holder, kind, target, rank)
        for use, kind in uncertain(lists):
            name, rank = f"{holder.path}::{use['Name']}", (BY_TOKEN, use.get("StartOffset", 0))
            self._relations.add(holder.number, kind, name, rank, _status(use), tuple(self._candidates(use)))

    def _relate(self, holder: Entry, kind: str, target: str, rank: Rank) -> None:
        """`target`: a full id of UniAST."""
        end = self._end(target)
        if end is None:
            self._relations.left_out.add((holder.number, kind, target))
        elif kind == "decorates":
            self._relations.add(end, kind, holder.number, (DECORATED, holder.number))
        else:
            self._relations.add(holder.number, kind, end, rank)

    def _end(self, target: str) -> End | None:
        """What stands for a full id of UniAST: a number, itself where it is outside and asked for, else nothing."""
        number = self._numbers.get(target)
        if number is not None:
            return number
        return target if self._choice.externals and target not in self._ids else None

    def _candidates(self, use: Json) -> Iterator[End]:
        for candidate in use.get("Candidates") or ():
            yield self._numbers.get(candidate) or self._ids.get(candidate, candidate)

    # imports

    def _import(self, file: FileEntries) -> None:
        includes = {entry.name: entry for entry in file.entries if entry.kind == "include"}
        for item in file.file.get("Imports") or ():
            rank = (BY_TOKEN, item.get("StartOffset", 0))
            include = includes.get(item["Path"])
            if include is not None:
                status = "" if item.get("Target") else "unresolved"
                self._relations.add(file.itself.number, "references", include.number, rank, status)
            targets = list(_imported(item))
            for target in targets:
                self._import_module(file.itself, target, rank)
            if include is None and not targets:
                name = f"{file.itself.path}::{item['Path']}"
                self._relations.add(file.itself.number, "imports", name, rank, "unresolved")

    def _import_module(self, source: Entry, target: Json, rank: Rank) -> None:
        module = (target["ModPath"], target["PkgPath"])
        found = self._packages.get(module)
        if found is None:
            self._relate(source, "imports", full_id({**target, "Name": ""}), rank)
        elif not found.number:
            self._relations.left_out.add((source.number, "imports", found.path))
        elif found is not source:
            self._relations.add(source.number, "imports", found.number, rank)

    @cached_property
    def _packages(self) -> Mapping[tuple[str, str], Entry]:
        """The symbol that stands for a package: its first file's."""
        found: dict[tuple[str, str], Entry] = {}
        for file in self._everything.values():
            found.setdefault((file.module, file.package), file.itself)
        return found

    # errors

    def _faults(self) -> Iterator[Fault]:
        for _, module in own_modules(self._document):
            for fault in module.get("load_errors") or ():
                path, line = _position(fault.get("Pos") or "")
                if self._choice.takes(path):
                    yield Fault(path, one_line(f"{fault.get('Msg') or ''} {line}") or "error")
            for path, file in (module.get("Files") or {}).items():
                reason = (file.get("Extra") or {}).get("Excluded")
                if reason and self._choice.takes(path):
                    yield Fault(path, one_line(f"left out: {reason}"))


def _is_inside(entry: Entry, owner: Entry | None) -> bool:
    """Does it stand in its type's own text? Then the lines say whose it is."""
    return owner is not None and owner.path == entry.path and owner.start <= entry.start and entry.end <= owner.end


def _imported(item: Json) -> Iterator[Json]:
    """What lies in the modules that an import names: its own target, and names that are modules. Where it has no target
    (of `from . import name`), whatever its names are."""
    own = item.get("Target")
    if own:
        yield own
    for target in map(_target, item.get("Names") or ()):
        if target and not (own and target["Name"]):
            yield target


def _target(name: Any) -> Json | None:
    return name.get("Target") if isinstance(name, dict) else None


def _status(use: Json) -> str:
    """Another writer's word says at least that the target is not known."""
    return use["Status"] if use["Status"] in STATUSES else "unresolved"


def _position(place: str) -> tuple[str, str]:
    """Path and `at line N` of `file:line:column`."""
    parts = place.rsplit(":", 2)
    return (parts[0], f"at line {parts[1]}") if len(parts) == 3 else (place, "")
