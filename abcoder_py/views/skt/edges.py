"""A document's edges, each from a resolved list of UniAST; what is uncertain there stays so, with its candidates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.skt.entries import Entry, FileEntries
from abcoder_py.views.skt.kinds import Json
from abcoder_py.views.skt.model import STATUSES, EdgeGroup, End
from abcoder_py.views.skt.overrides import overridden
from abcoder_py.views.skt.relations import BY_TOKEN, CONTAINED, DECORATED, WITHOUT_TOKEN, Rank, Relations
from abcoder_py.views.skt.uses import tokens, uncertain


class EdgeCollector:
    """Collects the edges of entries that have numbers."""

    def __init__(
        self,
        everything: Mapping[str, FileEntries],
        shown: Mapping[str, FileEntries],
        ids: Mapping[str, str],
        externals: bool,
    ) -> None:
        """everything: all files; shown: those that the document holds, with the entries that it holds; ids: what each
        node is called where it has no number, by full id of UniAST; externals: with edges out of the repository."""
        self._everything, self._shown, self._ids, self._externals = everything, shown, ids, externals
        self._entries = [entry for file in shown.values() for entry in file.entries]
        self._numbers = {entry.id: entry.number for entry in self._entries if entry.id}
        self._relations = Relations()

    @property
    def left_out(self) -> int:
        """How many edges end at what the document does not show."""
        return len(self._relations.left_out)

    def collect(self) -> tuple[EdgeGroup, ...]:
        """All of them, in the order in which they are written."""
        for file in self._shown.values():
            for entry in file.entries:
                self._contain(entry, file)
                if entry.id:
                    self._use(entry, entry.node)
            self._use(file.itself, file.file)
            self._import(file)
        self._override()
        return self._relations.groups()

    def _override(self) -> None:
        types = {entry.id: entry for entry in self._entries if entry.category == "type"}
        methods = {entry.id: entry.number for entry in self._entries if entry.kind == "method"}
        for method, above in overridden(types):
            if method in methods and above in methods:
                target = methods[above]
                self._relations.add(methods[method], "overrides", target, (WITHOUT_TOKEN, target))

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
        return target if self._externals and target not in self._ids else None

    def _candidates(self, use: Json) -> Iterator[End]:
        for candidate in use.get("Candidates") or ():
            yield self._numbers.get(candidate) or self._ids.get(candidate, candidate)

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
