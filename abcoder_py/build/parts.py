"""What one source file adds to the document, as plain values that can be kept, and the key of that.

A part is made of the file's facts and targets, and of what the nodes that its uses end at are called: names depend on
other files (homonyms are numbered, a stub gives way to its source), so the key holds how each file that the targets
point into is named. What the document says of the whole (packages, modules, the Graph) is put together from parts, and
nothing of it stands in one. A finer unit than the file was rejected: keys would cost as much as the nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec

from abcoder_py.build.coverage import Counted
from abcoder_py.build.edges import FileEdges, Outside
from abcoder_py.build.files import FileWriter
from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.build.meanings import UNKNOWN_RECEIVER, Meanings
from abcoder_py.build.modules import TABLES, encoded_file, encoded_node
from abcoder_py.build.names import FileNames, Identity, Names, Node
from abcoder_py.build.nodes import FileText, NodeWriter
from abcoder_py.build.variable_types import VariableTypes
from abcoder_py.plugin.values import Fault, FileTargets
from abcoder_py.source.lines import LineIndex
from abcoder_py.uniast.graph import GraphBuilder, GraphPart
from abcoder_py.uniast.identity import TYPES, VARS

PartKey: TypeAlias = bytes
"""20 bytes."""
_encode = msgspec.msgpack.Encoder().encode
_CHUNK = 200
"""Files whose parts are looked for and kept together: never all of the document at once."""


class Part(msgspec.Struct, array_like=True):
    """What one source file adds to the document."""

    nodes: list[bytes] = []
    """As the document holds them, in the order of `FileNames.nodes`."""
    file: bytes = b""
    graph: GraphPart | None = None
    faults: list[dict[str, str]] = []
    """Entries of `load_errors`."""
    uses: list[tuple[Counted, int]] = []
    """How many uses came to what."""
    entries: int = 0
    """Of dependency lists."""
    ends: list[Outside] = []
    """External identities that its edges end at, as they were met."""
    mods: list[str] = []
    """The other ModPaths that its edges end at."""


class PartWriter:
    """Makes the parts of files."""

    def __init__(self, given: BuildInput, names: Names, excluded: Mapping[str, str], packages: dict[str, str]) -> None:
        """excluded: reasons of the files that are left out. packages: PkgPath, encoded, of each source file."""
        self._given = given
        self._meanings = Meanings(names, excluded)
        self._file_writer = FileWriter(names, packages)

    def write(self, share: LanguageInput, names: FileNames) -> Part:
        """The part of one file. Reads its bytes and forgets them."""
        facts, targets = names.facts, share.targets.get(names.facts.path)
        file = self._given.tree.files[facts.path]
        text = FileText(facts.path, file.data, file.line_index)
        edges = FileEdges(share.language, names, self._meanings, targets, text.lines, self._given.builtins)
        part = Part(faults=[_fault(text, fault) for fault in facts.faults])
        graph = GraphBuilder() if self._given.graph else None
        for node, wire in self._nodes(names, text, edges, targets):
            part.nodes.append(encoded_node(node, wire))
            if graph:
                graph.add(TABLES[node.table][1], wire)
        wire = self._file_writer.write(file, names, text, edges.held.get(None), targets, edges.meanings)
        part.file = encoded_file(wire)
        if graph:
            graph.add_file(wire)
            part.graph = graph.part()
        part.uses = list(edges.uses.items())
        part.entries = edges.entries
        part.ends, part.mods = list(edges.ends.values()), sorted(edges.mods)
        file.forget()
        return part

    def _nodes(
        self, names: FileNames, text: FileText, edges: FileEdges, targets: FileTargets | None
    ) -> Iterable[tuple[Node, dict[str, Any]]]:
        writer = NodeWriter(names, text, edges.held, self._lines)
        types = VariableTypes(names, edges.meanings, writer)
        implements = self._implements(names, targets, edges)
        for index, node in enumerate(names.nodes):
            if node is not None:
                var_type = types.of(node) if node.table == VARS else None
                yield node, writer.write(node, implements.get(index, ()), var_type)

    def _lines(self, path: str) -> LineIndex:
        return self._given.tree.files[path].line_index

    def _implements(
        self, names: FileNames, targets: FileTargets | None, edges: FileEdges
    ) -> Mapping[int, list[Identity]]:
        """The structural interfaces of the file's types, by index of the definition."""
        found: dict[int, list[Identity]] = {}
        for index, entry in targets.implements if targets else ():
            meaning = edges.meanings.of_entry(entry)
            if meaning.end is None or (meaning.verdict == "builtin" and not self._given.builtins):
                continue
            if (node := names.nodes[index]) is not None and node.table == TYPES:
                found.setdefault(index, []).append(meaning.end.identity)
                edges.reach(meaning.end, meaning.verdict)
        return found


def _fault(text: FileText, fault: Fault) -> dict[str, str]:
    line = text.lines.line(fault.start)
    column = fault.start - text.lines.start(line) + 1
    return {"Pos": f"{text.path}:{line}:{column}", "Msg": fault.message, "Kind": fault.kind}


class PartKeys:
    """The keys of parts: everything that `PartWriter.write` reads."""

    def __init__(
        self, given: BuildInput, names: Names, excluded: Mapping[str, str], packages: Mapping[str, str]
    ) -> None:
        self._given, self._names, self._excluded, self._packages = given, names, excluded, packages
        self._interfaces = {path: key for share in given.languages for path, key in share.interfaces.items()}
        self._common = _digest(
            (given.builtins, given.graph, given.load_external_symbol, sorted(names.units.documented))
        )
        self._namings: dict[str, bytes | None] = {}
        self._members: dict[str, bytes] = {}

    def key(self, share: LanguageInput, names: FileNames) -> PartKey | None:
        """The key of one file's part; None where the part must not be kept."""
        path = names.facts.path
        own, targets = share.digests.get(path), share.targets.get(path)
        if own is None or targets is None:
            return None
        pointed = sorted({target.path for target in targets.table if target.path} - {path})
        namings = [self._naming(each) for each in pointed]
        if None in namings:
            return None
        guesses = any(target.reason == UNKNOWN_RECEIVER for target in targets.table)
        members = self._members_of(share.language.name) if guesses else b""
        return _digest((self._common, own, self._naming(path), self._stubs(share, names), pointed, namings, members))

    def _stubs(self, share: LanguageInput, names: FileNames) -> list[list[tuple[str, str, int, int]]]:
        """What stubs say of the file's nodes, with the stubs' bytes: their lines are told."""
        return [
            [(path, share.facts[path].sha256, said.start, said.end) for path, said in node.declarations]
            for node in names.nodes
            if node is not None and node.declarations
        ]

    def _naming(self, path: str) -> bytes | None:
        """What a file's definitions are called; None where that is not known well enough to be kept."""
        if path not in self._namings:
            self._namings[path] = self._named(path)
        return self._namings[path]

    def _named(self, path: str) -> bytes | None:
        unit = self._names.units.of_source(path)
        said = (unit and (unit.mod, unit.language), self._packages.get(path), self._excluded.get(path))
        names = self._names.files.get(path)
        if names is None:
            return _digest(said)
        interface = self._interfaces.get(path)
        if interface is None:
            return None
        # What is local to a body has no name, and hidden bodies are no part of the interface.
        seen = (index for index, definition in enumerate(names.facts.definitions) if not definition.local)
        return _digest((said, interface, [_row(names.meant(index)) for index in seen]))

    def _members_of(self, language: str) -> bytes:
        """All that uses with an unknown receiver may mean."""
        if language not in self._members:
            members = (node for node in self._names.nodes if node.unit.language == language and node.is_member)
            self._members[language] = _digest(
                sorted((node.full, node.definition.name, node.definition.accessor, node.table) for node in members)
            )
        return self._members[language]


def _row(node: Node | None) -> tuple[Any, ...] | None:
    """What another file can learn of a node that its interface does not say."""
    if node is None:
        return None
    owner = node.owner
    alike = owner.members if owner is not None and node.definition.accessor else ()
    return (
        node.identity,
        node.table,
        node.path,
        owner and owner.identity,
        [(each.identity, each.definition.accessor) for each in alike if each.definition.name == node.definition.name],
        [(each.identity, each.definition.kind, each.table) for each in node.members],
    )


def _digest(value: Any) -> bytes:
    return blake2b(_encode(value), digest_size=20).digest()


def parts(
    given: BuildInput, names: Names, excluded: Mapping[str, str], packages: dict[str, str]
) -> Iterator[tuple[LanguageInput, FileNames, Part]]:
    """The part of every file that has one, in order of language and path: kept ones, and fresh ones, which are kept."""
    writer = PartWriter(given, names, excluded, packages)
    keys = PartKeys(given, names, excluded, packages)
    for share in sorted(given.languages, key=lambda share: share.language.name):
        files = [names.files[path] for path in sorted(share.facts) if path in names.files]
        for start in range(0, len(files), _CHUNK):
            chunk = files[start : start + _CHUNK]
            wanted = (
                {names: key for names in chunk if (key := keys.key(share, names)) is not None} if given.shelf else {}
            )
            found = given.shelf.take(wanted.values()) if given.shelf else {}
            fresh: dict[PartKey, Part] = {}
            for each in chunk:
                key = wanted.get(each, b"")
                part = found[key] if key in found else writer.write(share, each)
                if key and key not in found:
                    fresh[key] = part
                yield share, each, part
            if given.shelf and fresh:
                given.shelf.keep(fresh)
