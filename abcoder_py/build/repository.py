"""Facts and targets of all files in, the UniAST document out.

Files are read one after another in order of path: their uses become entries, their nodes are encoded at once, and only
the Graph's numbers and the encoded bytes remain. One tree of dicts for the whole document was rejected: it costs
several times the memory of its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from abcoder_py.build.coverage import Counts
from abcoder_py.build.edges import EdgeReader
from abcoder_py.build.files import FileWriter, excluded_file, plain_file
from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.build.meanings import FileMeanings, Meanings
from abcoder_py.build.modules import Modules
from abcoder_py.build.names import FileNames, Identity, Names
from abcoder_py.build.nodes import FileText, NodeWriter
from abcoder_py.build.units import Units
from abcoder_py.build.variable_types import VariableTypes
from abcoder_py.plugin.values import FileTargets
from abcoder_py.source.lines import LineIndex
from abcoder_py.uniast.graph import GraphBuilder
from abcoder_py.uniast.identity import TYPES, VARS, encode_part
from abcoder_py.uniast.shapes import AST_VERSION
from abcoder_py.uniast.wire import dump

_GRAPH_ENTRIES_A_CHUNK = 1000


@dataclass
class Built:
    """A document, ready to be written."""

    chunks: Iterator[bytes]
    """The document's bytes, in order; to be read once."""
    coverage: dict[str, Any]
    """`Extra.Coverage` in wire form: `coverage.summaries` reads it."""
    nodes: int
    edges: int
    """Entries of dependency lists, further occurrences left out."""


def names(given: BuildInput) -> Names:
    """What every definition is called; needs neither targets nor servers."""
    return Names(given.languages, Units(given))


def build(given: BuildInput) -> Built:
    """The document. The same input gives the same bytes, in whichever order its mappings stand."""
    return _Build(given).run()


class _Build:
    def __init__(self, given: BuildInput) -> None:
        self.given = given
        self.names = names(given)
        self.units = self.names.units
        self.shares = sorted(given.languages, key=lambda share: share.language.name)
        self.excluded = {
            path: reason for share in self.shares for spec in share.modules for path, reason in spec.excluded.items()
        }
        self.packages = {path: encode_part(pkg) for share in self.shares for path, pkg in share.packages.items()}
        self.graph = GraphBuilder() if given.graph else None
        self.modules = Modules(self.units, self.graph)
        self.counts = Counts()
        self.edges = EdgeReader(Meanings(self.names, self.excluded), self.counts, given.builtins)
        self.file_writer = FileWriter(self.names, self.packages)

    def run(self) -> Built:
        for share in self.shares:
            for path in sorted(share.facts):
                if path in self.names.files:
                    self._add_source(share, self.names.files[path])
        self._add_other_files()
        languages = {share.language.name: share.language for share in self.shares}
        self.modules.add_outside(self.edges.reached, languages, self.given.load_external_symbol)
        coverage = self._coverage()
        return Built(self._chunks(coverage), coverage, self.modules.nodes, self.edges.entries)

    def _add_source(self, share: LanguageInput, names: FileNames) -> None:
        facts, unit, targets = names.facts, names.unit, share.targets.get(names.facts.path)
        file = self.given.tree.files[facts.path]
        text = FileText(facts.path, file.data, file.line_index)
        meanings = self.edges.meanings(names, targets)
        held = self.edges.read(share.language, names, meanings, text.lines)
        writer = NodeWriter(names, text, held, self._lines)
        types = VariableTypes(names, meanings, writer)
        implements = self._implements(share, names, targets, meanings)
        for index, node in enumerate(names.nodes):
            if node is not None:
                var_type = types.of(node) if node.table == VARS else None
                self.modules.add_node(node, writer.write(node, implements.get(index, ()), var_type))
        self.modules.add_source(unit, self.packages.get(facts.path, ""), facts)
        self.modules.add_faults(unit, facts.faults, text)
        wire = self.file_writer.write(file, names, text, held.get(None), targets, meanings)
        self.modules.add_file(facts.path, unit.language, wire)
        file.forget()

    def _lines(self, path: str) -> LineIndex:
        return self.given.tree.files[path].line_index

    def _implements(
        self, share: LanguageInput, names: FileNames, targets: FileTargets | None, meanings: FileMeanings
    ) -> Mapping[int, list[Identity]]:
        """The structural interfaces of the file's types, by index of the definition."""
        found: dict[int, list[Identity]] = {}
        for index, entry in targets.implements if targets else ():
            meaning = meanings.of_entry(entry)
            if meaning.end is None or (meaning.verdict == "builtin" and not self.given.builtins):
                continue
            if (node := names.nodes[index]) is not None and node.table == TYPES:
                found.setdefault(index, []).append(meaning.end.identity)
                self.edges.reach(share.language, node.unit.mod, meaning.end, meaning.verdict)
        return found

    def _add_other_files(self) -> None:
        """Every other file of the repository: left out of the build, or of no language that was asked for."""
        tree = self.given.tree
        for path in tree.paths:
            if path in self.names.files:
                continue
            wire = plain_file(tree.files[path])
            language = ""
            if path in self.excluded:
                wire["Extra"]["Excluded"] = self.excluded[path]
                language = self._add_excluded(path, wire)
            self.modules.add_file(path, language, wire)
        for left in tree.left_out:
            if not left.is_folder:
                self.modules.add_file(left.path, "", excluded_file(left.path, left.reason))

    def _add_excluded(self, path: str, wire: dict[str, Any]) -> str:
        unit = self.units.of_source(path)
        if unit is None:
            return ""
        if path in self.packages:
            wire["Package"] = self.packages[path]
            self.modules.package(unit, self.packages[path])
        return unit.language

    def _coverage(self) -> dict[str, Any]:
        languages = {}
        for share in self.shares:
            reasons = sorted(reason for spec in share.modules for reason in spec.excluded.values())
            name = share.language.name
            languages[name] = {
                "Files": sum(path in self.names.files for path in share.facts),
                "Excluded": {reason: reasons.count(reason) for reason in dict.fromkeys(reasons)},
                **self.counts.wire(name),
            }
        left_out = [{"Path": left.path, "Reason": left.reason} for left in self.given.tree.left_out]
        return {"Languages": languages, "LeftOut": left_out}

    def _chunks(self, coverage: dict[str, Any]) -> Iterator[bytes]:
        head = dump(
            {
                "id": plain(self.given.repo_id),
                "ASTVersion": AST_VERSION,
                "ToolVersion": f"abcoder-py {self.given.tool_version}".rstrip(),
                "Path": plain(self.given.root),
                "Extra": {"Coverage": coverage, "Languages": {s.language.name: _server(s) for s in self.shares}},
                "Modules": self.modules.wire,
                "Graph": {},
            }
        )
        self.modules.wire.clear()
        if self.graph is None:
            yield head
            return
        yield head[: -len(b"}}")]
        del head
        yield from _graph_chunks(self.graph)
        yield b"}}"


def _graph_chunks(graph: GraphBuilder) -> Iterator[bytes]:
    """The Graph's entries; encoding it whole would hold a third of the document a second time."""
    part: list[bytes] = []
    comma = b""
    for node_id, node in graph.nodes():
        part.append(b"%b%b:%b" % (comma, orjson.dumps(node_id), orjson.dumps(node)))
        comma = b","
        if len(part) == _GRAPH_ENTRIES_A_CHUNK:
            yield b"".join(part)
            part.clear()
    yield b"".join(part)


def _server(share: LanguageInput) -> dict[str, Any]:
    given = share.server or {}
    return {"Server": given.get("Name"), "Version": given.get("Version"), "Settings": given.get("Settings")}


def plain(path: str) -> str:
    """A path for JSON: a byte that is not UTF-8 (half a surrogate pair in Python) shows as U+FFFD."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
