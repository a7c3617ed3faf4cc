"""Facts and targets of all files in, the UniAST document out.

Each file's part is made, or was kept by an earlier run (`parts.py`); here parts are put together, in order of path. Of
a part only the Graph's numbers and the encoded bytes remain. One tree of dicts for the whole document was rejected: it
costs several times the memory of its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from abcoder_py.build.coverage import Counts
from abcoder_py.build.edges import Outside
from abcoder_py.build.files import excluded_file, plain_file
from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.build.modules import Modules, encoded_file
from abcoder_py.build.names import FileNames, Identity, Names
from abcoder_py.build.parts import Part, parts
from abcoder_py.build.units import Units
from abcoder_py.plugin.language import Language
from abcoder_py.uniast.graph import GraphBuilder
from abcoder_py.uniast.identity import encode_part
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
        self.entries = 0
        self.ends: dict[Identity, tuple[Language, Outside]] = {}
        self.mods: dict[str, set[str]] = {}

    def run(self) -> Built:
        for share, names, part in parts(self.given, self.names, self.excluded, self.packages):
            self._add_source(share.language, names, part)
        self._add_other_files()
        self.modules.add_outside(self.ends, self.given.load_external_symbol)
        self.modules.add_dependencies(self.mods, {share.language.name: share.language for share in self.shares})
        coverage = self._coverage()
        return Built(self._chunks(coverage), coverage, self.modules.nodes, self.entries)

    def _add_source(self, language: Language, names: FileNames, part: Part) -> None:
        facts, unit = names.facts, names.unit
        for node, encoded in zip(filter(None, names.nodes), part.nodes, strict=True):
            self.modules.add_node(node, encoded)
        self.modules.add_source(unit, self.packages.get(facts.path, ""), facts)
        self.modules.add_faults(unit, part.faults)
        self.modules.add_file(facts.path, unit.language, part.file)
        if self.graph and part.graph:
            self.graph.take(part.graph)
        self.counts.add(language.name, dict(part.uses), facts.local_uses)
        self.entries += part.entries
        for end in part.ends:
            self.ends.setdefault(end.identity, (language, end))
        self.mods.setdefault(unit.mod, set()).update(part.mods)

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
            self._add_plain(path, language, wire)
        for left in tree.left_out:
            if not left.is_folder:
                self._add_plain(left.path, "", excluded_file(left.path, left.reason))

    def _add_plain(self, path: str, language: str, wire: dict[str, Any]) -> None:
        self.modules.add_file(path, language, encoded_file(wire))

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
        part.append(b"%b%b:%b" % (comma, orjson.dumps(node_id), node))
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
