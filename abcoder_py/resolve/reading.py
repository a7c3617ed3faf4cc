"""Reads a file's replies: from spots to targets, by the plugin's rules.

What a server answers must be read with care (design of the language servers): a module comes as the first position of
its file, a field as the start of `self.x = …`, one name as several declarations. Nothing here guesses by name: a
spot that no definition's name holds is passed on as it is, and `build` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from abcoder_py.lsp import answers
from abcoder_py.plugin.language import Found, Language, Options, Place
from abcoder_py.plugin.values import MEMBER, FileFacts, FileTargets, Import, ModuleSpec, Target, Use
from abcoder_py.resolve.asking import Reply
from abcoder_py.resolve.hops import Hops
from abcoder_py.resolve.places import Places, Spot
from abcoder_py.resolve.questions import NOT_ASKED, Questions

UNKNOWN_RECEIVER = Target("unknown", reason="receiver type unknown")
NO_DEFINITION = Target("unknown", reason="no definition")
NOT_INSTALLED = "not installed"
"""The reason of an external target that only its import names."""
EXCLUDED = Target("unknown", reason=answers.LEFT_OUT.reason)


class Reader:
    """Reads the replies to the files of one language."""

    def __init__(
        self,
        language: Language,
        facts: Mapping[str, FileFacts],
        module_of: Mapping[str, ModuleSpec],
        places: Places,
        hops: Hops,
        options: Options,
        load_external: bool = False,
    ) -> None:
        self._language, self._facts, self._module_of = language, facts, module_of
        self._places, self._hops, self._options = places, hops, options
        self._load_external = load_external
        self._outside: dict[tuple[Spot, str], Found] = {}

    def read(
        self,
        asked: Questions,
        facts: FileFacts,
        replies: Sequence[Reply],
        types: Sequence[Reply],
        known: Sequence[tuple[int, Target]] = (),
    ) -> FileTargets:
        """Targets of one file. `replies` answer `asked.offsets`, `types` answer `asked.types`; `known` are the
        interfaces of types, by index of the definition, where they were not asked for."""
        table = _Table(facts.path)
        module = self._module_of[facts.path]
        result = table.result
        cache: dict[tuple[int, str, int, int, int], int] = {}
        for use, question in zip(facts.uses, asked.uses, strict=True):
            key = (question, use.text, use.flags, use.imported, use.imported_name)
            if use.group < 0 or key not in cache:
                cache[key] = table.add_all(self._targets(use, facts, replies[question], module))
            result.uses.append(cache[key])
        for item, row in zip(facts.imports, asked.imports, strict=True):
            result.imports.append(self._imports(item, row, replies, module, table))
        for (index, _), reply in zip(asked.types, types, strict=True):
            self._implements(index, reply, facts, module, table)
        result.implements += [(index, table.add(target)) for index, target in known]
        return result

    def _targets(self, use: Use, facts: FileFacts, reply: Reply, module: ModuleSpec) -> list[Target]:
        if isinstance(reply, str):
            return [Target("unknown", reason=reply)]
        found = self._found(reply, use.text, module)
        kept = self._language.read_answer(use, found, facts)
        if not kept:
            return [self._nothing(use, facts, module)]
        return [item.target for item in kept]

    def _nothing(self, use: Use, facts: FileFacts, module: ModuleSpec) -> Target:
        if use.imported >= 0:
            item = facts.imports[use.imported]
            name = item.names[use.imported_name].name if use.imported_name >= 0 else use.text
            whole = use.imported_name < 0 and not use.flags & MEMBER
            target = self._language.missing(item, "" if whole else name, module)
            if target is not None:
                return msgspec.structs.replace(target, reason=NOT_INSTALLED)
        offered = self._language.offered(use, module)
        return offered or (UNKNOWN_RECEIVER if use.flags & MEMBER else NO_DEFINITION)

    def _found(self, reply: Sequence[Spot], name: str, module: ModuleSpec) -> list[Found]:
        ends = dict.fromkeys(end for spot in reply for end in self._hops.end(spot))
        distinct: dict[Target, Found] = {}
        for end in ends:
            found = self._read(end, name, module)
            if found is not None:
                distinct.setdefault(found.target, found)
        return list(distinct.values())

    def _read(self, spot: Spot, name: str, module: ModuleSpec) -> Found | None:
        if not spot.inside:
            known = self._outside.get((spot, module.name))
            if known is None:
                known = self._outside[spot, module.name] = self._read_outside(spot, module)
            return known
        names = self._places.names(spot)
        if names is None:
            return Found(EXCLUDED)
        index = names.at(spot.start)
        if index < 0:
            index = names.starting_at(spot.start, spot.end, name)
        if spot.start == 0 and (index < 0 or spot.end == 0):
            return Found(Target("module", path=spot.path))
        if index < 0 and names.in_package_clause(spot.start):
            return Found(Target("module", path=spot.path))
        if index < 0 and (item := names.import_at(spot.start)):
            return self._read_import(item, spot)
        if index < 0:
            return Found(Target("definition", path=spot.path, offset=names.written_at(spot.start, spot.end, name)))
        definition = names.facts.definitions[index]
        return Found(Target("definition", path=spot.path, offset=definition.name_start), definition)

    def _read_import(self, item: Import, spot: Spot) -> Found | None:
        """What an import statement means that leads nowhere; None: it means the repository, which has no such name."""
        named = next((each.name for each in reversed(item.names) if each.start <= spot.start), "")
        target = self._language.missing(item, named, self._module_of[spot.path])
        if target is None:
            return None if item.names else Found(Target("module", path=spot.path))
        return Found(msgspec.structs.replace(target, reason=NOT_INSTALLED) if named else target)

    def _read_outside(self, spot: Spot, module: ModuleSpec) -> Found:
        names = self._places.names(spot) if spot.symbol is None or self._load_external else None
        index = names.at(spot.start) if names is not None else -1
        chain = names.chain(index) if names is not None and index >= 0 else ()
        facts = names.facts if names is not None else None
        target = self._language.external(
            Place(spot.path, chain, facts, spot.start <= 0, spot.symbol), module, self._options
        )
        if self._load_external and chain and target.status == "external":
            target = self._with_content(target, spot, chain[-1].start, chain[-1].end, chain[-1].signature)
        return Found(target, chain[-1] if chain else None)

    def _with_content(self, target: Target, spot: Spot, start: int, end: int, signature: str) -> Target:
        content = self._places.text(spot)[start:end].decode("utf-8", "replace")
        return msgspec.structs.replace(target, content=content, signature=signature)

    def _imports(
        self, item: Import, row: Sequence[int], replies: Sequence[Reply], module: ModuleSpec, table: _Table
    ) -> list[int]:
        names = ["", *(name.name for name in item.names)]
        return [
            table.add_all([self._import_target(item, name, replies[question], module)])
            if question != NOT_ASKED
            else self._unasked(item, name, module, table)
            for name, question in zip(names, row, strict=True)
        ]

    def _unasked(self, item: Import, name: str, module: ModuleSpec, table: _Table) -> int:
        target = self._language.missing(item, name, module)
        return -1 if target is None else table.add_all([target])

    def _import_target(self, item: Import, name: str, reply: Reply, module: ModuleSpec) -> Target:
        if isinstance(reply, str):
            return Target("unknown", reason=reply)
        found = self._found(reply, name, module)
        if not found:
            return self._language.missing(item, name, module) or NO_DEFINITION
        named = [each for each in found if each.definition is not None and each.definition.name == name]
        return (named or found)[0].target

    def _implements(self, index: int, reply: Reply, facts: FileFacts, module: ModuleSpec, table: _Table) -> None:
        if isinstance(reply, str):
            return
        own = facts.definitions[index]
        for found in self._language.implemented(own, self._found(reply, own.name, module), facts):
            table.result.implements.append((index, table.add(found.target)))


class _Table:
    """Collects the distinct targets of one file."""

    def __init__(self, path: str) -> None:
        self.result = FileTargets(path)
        self._indexes: dict[Target, int] = {}

    def add(self, target: Target) -> int:
        index = self._indexes.get(target)
        if index is None:
            index = self._indexes[target] = len(self.result.table)
            self.result.table.append(target)
        return index

    def add_all(self, targets: Sequence[Target]) -> int:
        distinct = list(dict.fromkeys(targets))
        if len(distinct) == 1:
            return self.add(distinct[0])
        return self.add(Target("several", several=tuple(sorted(self.add(target) for target in distinct))))


def missing_imports(facts: FileFacts, targets: FileTargets) -> Counter[str]:
    """Uses of what could not be found, by the module that an import names, of this file or of one that passes it on."""
    return Counter(targets.table[index].pkg for index in targets.uses if targets.table[index].reason == NOT_INSTALLED)


def without_server(facts: FileFacts, reason: str = "no server") -> FileTargets:
    """The targets of a file that no server was asked about."""
    return FileTargets(
        facts.path,
        [Target("unknown", reason=reason)],
        [0] * len(facts.uses),
        [[NOT_ASKED] * (1 + len(item.names)) for item in facts.imports],
    )
