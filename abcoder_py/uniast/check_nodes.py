"""What nodes and files say about themselves: places, bytes, order, and that identities lead somewhere."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from abcoder_py.uniast.extras import REASONS
from abcoder_py.uniast.graph import TABLES
from abcoder_py.uniast.identity import full_id
from abcoder_py.uniast.source_bytes import SourceFile, SourceFolder

Json = dict[str, Any]
Found = Iterator[tuple[str, str, str]]
"""Rule, place, text."""

LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "FUNC": ("Params", "Results", "FunctionCalls", "MethodCalls", "Types", "GlobalVars"),
    "TYPE": ("SubStruct", "InlineStruct", "Implements"),
    "VAR": ("Dependencies",),
}
_STATUSES: Final = ("ambiguous", "unresolved")


class Nodes:
    """All nodes of a repository's own modules."""

    def __init__(self, modules: Json, folder: Path | None) -> None:
        self._modules = {path: module for path, module in modules.items() if module.get("Dir")}
        self._folder = SourceFolder(folder) if folder else None
        self.counts: Counter[str] = Counter()
        self._nodes: dict[str, Json] = {}
        self.types: dict[str, str] = {}
        """Full id to node type."""
        self._collected = list(self._collect())

    def faults(self) -> Found:
        """Every fault of a node or a file, in the order of the document."""
        yield from self._collected
        spans: dict[str, list[tuple[int, int, str]]] = {}
        for node_id, node in self._nodes.items():
            spans.setdefault(node.get("File", ""), []).append(
                (node.get("StartOffset", 0), -node.get("EndOffset", 0), node_id)
            )
            yield from self._node(node_id, node)
        for module in self._modules.values():
            for path, file in (module.get("Files") or {}).items():
                yield from self._file(path, file)
        for file_spans in spans.values():
            yield from _overlaps(sorted(file_spans))

    def _collect(self) -> Found:
        for mod, module in self._modules.items():
            for pkg, package in (module.get("Packages") or {}).items():
                for table, node_type in TABLES.items():
                    for name, node in (package.get(table) or {}).items():
                        self.counts[node_type] += 1
                        node_id = full_id(node)
                        if (node["ModPath"], node["PkgPath"], node["Name"]) != (mod, pkg, name):
                            yield "key", node_id, f"stored as {table}[{mod} / {pkg} / {name}]"
                        if node_id in self._nodes:
                            yield "identity", node_id, f"stands in {table} of {pkg} too"
                        self._nodes[node_id] = node
                        self.types[node_id] = node_type

    def _node(self, node_id: str, node: Json) -> Found:
        source = None
        if self._folder:
            source = self._folder.file(node.get("File", ""))
            if source is None:
                yield "content", node_id, f"no file {node.get('File')!r}"
                return
            yield from _own_bytes(node_id, node, source)
        node_type = self.types[node_id]
        holder = _Holder(node_id, node.get("File", ""), node.get("StartOffset", 0), node.get("EndOffset", 0), source)
        extra = node.get("Extra") or {}
        lists = {key: node.get(key) or () for key in LISTS[node_type]}
        lists["Extra.Dependencies"] = extra.get("Dependencies") or ()
        yield from self._uses(holder, lists, extra.get("Uncertain") or ())
        for label, identity in _declared(node_type, node):
            if not self._exists(identity):
                yield "dangling", node_id, f"{label}: {full_id(identity)}"
        if node_type == "TYPE":
            yield from self._methods(node_id, node)

    def _file(self, path: str, file: Json) -> Found:
        extra = file.get("Extra") or {}
        uses, uncertain = extra.get("Dependencies") or (), extra.get("Uncertain") or ()
        if not uses and not uncertain:
            return
        source = self._folder.file(path) if self._folder else None
        if self._folder and source is None:
            yield "content", path, "no such file"
            return
        end = len(source.data) if source else sys.maxsize
        yield from self._uses(_Holder(path, path, 0, end, source), {"Extra.Dependencies": uses}, uncertain)

    def _uses(self, holder: "_Holder", lists: Mapping[str, Any], uncertain: Any) -> Found:
        seen: set[int] = set()
        for label, uses in lists.items():
            for use in uses:
                self.counts["dependencies"] += 1
                if not self._exists(use):
                    yield "dangling", holder.place, f"{label}: {full_id(use)}"
                if use.get("EndOffset"):
                    seen.add(use["StartOffset"])
                    yield from holder.use(label, use)
            yield from _order(holder.place, label, uses)
        for use in uncertain:
            yield from self._uncertain(holder, use, seen)

    def _uncertain(self, holder: "_Holder", use: Json, seen: set[int]) -> Found:
        label = f"Extra.Uncertain {use['Name']!r}"
        start = use.get("StartOffset", 0)
        candidates = use.get("Candidates") or ()
        for _, place, text in holder.use(label, use):
            yield "uncertain", place, text
        if use["Status"] not in _STATUSES or use["Reason"] not in REASONS:
            yield "uncertain", holder.place, f"{label}: {use['Status']!r} for {use['Reason']!r}"
        if (use["Status"] == "ambiguous") != bool(candidates):
            yield "uncertain", holder.place, f"{label}: {use['Status']} with {len(candidates)} candidates"
        if start in seen:
            yield "uncertain", holder.place, f"{label}: stands in another list too"
        for candidate in candidates:
            mod = candidate.partition("?")[0]
            if mod in self._modules and candidate not in self._nodes:
                yield "dangling", holder.place, f"{label}: {candidate}"

    def _methods(self, node_id: str, node: Json) -> Found:
        for name, identity in (node.get("Methods") or {}).items():
            method_id = full_id(identity)
            receiver = (self._nodes.get(method_id, {}).get("Receiver") or {}).get("Type")
            if self.types.get(method_id) != "FUNC":
                yield "methods", node_id, f"Methods[{name}]: no function {method_id}"
            elif receiver and full_id(receiver) != node_id:
                yield "methods", node_id, f"Methods[{name}]: its receiver is {full_id(receiver)}"

    def _exists(self, identity: Mapping[str, Any]) -> bool:
        return identity["ModPath"] not in self._modules or full_id(identity) in self._nodes


class _Holder:
    """What uses lie in: a node's span, or a whole file."""

    def __init__(self, place: str, path: str, start: int, end: int, source: SourceFile | None) -> None:
        self.place = place
        self._path, self._start, self._end, self._source = path, start, end, source

    def use(self, label: str, use: Json) -> Found:
        """Faults of a use's place and of its `Others`."""
        start, end = use.get("StartOffset", 0), use.get("EndOffset", 0)
        where = f"{label}: {use['Name']} at {use.get('File')}[{start}:{end}]"
        yield from self._span(where, use.get("File"), use.get("Line", 0), start, end)
        last = start
        for line, other_start, other_end in (use.get("Extra") or {}).get("Others") or ():
            where = f"{label}: {use['Name']} also at [{other_start}:{other_end}]"
            if other_start <= last:
                yield "others", self.place, f"{where}, not behind the one before"
            for _, place, text in self._span(where, use.get("File"), line, other_start, other_end):
                yield "others", place, text
            last = other_start

    def _span(self, where: str, path: str | None, line: int, start: int, end: int) -> Found:
        if path != self._path or not self._start <= start < end <= self._end:
            yield "dep-inside", self.place, where
        elif self._source is not None:
            token = self._source.text(start, end)
            if not token.strip() or "\n" in token or "\r" in token or len(token.split()) > 1:
                yield "dep-token", self.place, f"{where} slices {token[:60]!r}"
            elif self._source.line(start) != line:
                yield "dep-line", self.place, f"{where}: Line {line}, it is on {self._source.line(start)}"


def _own_bytes(node_id: str, node: Json, source: SourceFile) -> Found:
    start, end = node.get("StartOffset", 0), node.get("EndOffset", 0)
    if source.text(start, end) != node.get("Content"):
        yield "content", node_id, f"is not {node['File']}[{start}:{end}]"
    first, last = source.line(start), source.line(end)
    if not first <= node.get("Line", 0) <= last:
        yield "line", node_id, f"Line {node.get('Line')}, the node is on {first} to {last}"


def _order(place: str, label: str, uses: Any) -> Found:
    last = -1
    seen = set()
    for use in uses:
        start = use.get("StartOffset", 0) if use.get("EndOffset") else last
        once = (full_id(use), bool((use.get("Extra") or {}).get("IsInvoked")))
        if start < last:
            yield "dep-order", place, f"{label}: {use['Name']} stands behind a later one"
        if once in seen:
            yield "dep-order", place, f"{label}: {use['Name']} stands twice"
        last = start
        seen.add(once)


def _declared(node_type: str, node: Json) -> Iterator[tuple[str, Json]]:
    """The identities that a node names without a place of their own; a builtin has no PkgPath."""
    if node_type == "FUNC":
        type_ = (node.get("Receiver") or {}).get("Type")
        if type_ and type_["PkgPath"]:
            yield "Receiver", type_
    if node_type == "VAR":
        if node.get("Type") and node["Type"]["PkgPath"]:
            yield "Type", node["Type"]
        yield from (("Groups", other) for other in node.get("Groups") or ())


def _overlaps(spans: list[tuple[int, int, str]]) -> Found:
    """`spans` are (start, -end, id), sorted."""
    open_: list[tuple[int, str]] = []
    for start, minus_end, node_id in spans:
        while open_ and open_[-1][0] <= start:
            open_.pop()
        if open_ and -minus_end > open_[-1][0]:
            yield "overlap", node_id, f"and {open_[-1][1]}"
        open_.append((-minus_end, node_id))
