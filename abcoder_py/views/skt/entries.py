"""The symbols of a UniAST document before they have numbers, each with where it stands and what it belongs to.

Nodes become symbols, and so do files (their package clause where they have one), namespaces, includes and type
parameters. Fields and enum members are no nodes of UniAST and no symbols either; a static field is a node.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from abcoder_py.uniast.identity import full
from abcoder_py.views.skt.kinds import Json, bare_name, function_kind, owner_name, type_kind, variable_kind

TABLES: Final = ("Functions", "Types", "Vars")
_INCLUDE_MARKS: Final = (("<", ">"), ('"', '"'))


@dataclass(eq=False, slots=True)
class Entry:
    """One symbol to be."""

    category: str
    kind: str
    name: str
    path: str
    start: int
    """Offset in the file: what symbols are ordered by, with the longer one first."""
    end: int
    lines: tuple[int, int]
    node: Json = field(default_factory=dict)
    """What it was made of: a node, an import, nothing."""
    id: str = ""
    """Full id of UniAST; "" of what is no node."""
    owner: Entry | None = None
    """The type or namespace that it is a member of, or the node that has it as a type parameter."""
    number: int = 0
    """Its ShortID's, 0 while it has none."""

    @property
    def scoped(self) -> str:
        """Its dotted name in the file, for a document that does not show it."""
        return f"{self.owner.scoped}.{self.name}" if self.owner else self.name

    @property
    def exported(self) -> bool:
        """Of a node: visible outside its package, together with all that it is in."""
        own = self.node.get("Exported", self.node.get("IsExported", False)) if self.id else True
        return bool(own) and (self.owner is None or self.owner.exported)


@dataclass(eq=False, slots=True)
class FileEntries:
    """One file's entries. The first is the file itself: its package clause, or `meta/file`."""

    file: Json
    language: str
    module: str
    """ModPath of the module that lists the file."""
    package: str = ""
    entries: list[Entry] = field(default_factory=list)

    @property
    def itself(self) -> Entry:
        return self.entries[0]


def collect(document: Json) -> dict[str, FileEntries]:
    """Path to entries, for every file of the repository that was read as code, in the order of numbers."""
    files = dict(_files(document))
    by_id: dict[str, Entry] = {}
    for entry in _nodes(document):
        if entry.path in files:
            by_id[entry.id] = entry
            files[entry.path].entries.append(entry)
    for path, file in files.items():
        _complete(path, file, by_id)
    return dict(
        sorted(((path, file) for path, file in files.items() if file.entries), key=lambda each: each[0].encode())
    )


def own_modules(document: Json) -> Iterator[tuple[str, Json]]:
    """ModPath and module of each build unit of the repository itself."""
    for path, module in (document.get("Modules") or {}).items():
        if module.get("Dir"):
            yield path, module


def _files(document: Json) -> Iterator[tuple[str, FileEntries]]:
    for mod, module in own_modules(document):
        for path, file in (module.get("Files") or {}).items():
            if not (file.get("Extra") or {}).get("Excluded"):
                package = file.get("Package") or ""
                yield file.get("Path") or path, FileEntries(file, module.get("Language") or "", mod, package)


def _nodes(document: Json) -> Iterator[Entry]:
    for mod, module in own_modules(document):
        for pkg, package in (module.get("Packages") or {}).items():
            tables: Any = {table: package.get(table) or {} for table in TABLES}
            for name, node in tables["Functions"].items():
                yield _entry(node, function_kind(node, tables["Functions"]), full(mod, pkg, name))
            for name, node in tables["Types"].items():
                yield _entry(node, type_kind(node), full(mod, pkg, name))
            for name, node in tables["Vars"].items():
                member = owner_name(node) in tables["Types"]
                yield _entry(node, variable_kind(node, member), full(mod, pkg, name))


def _entry(node: Json, kind: tuple[str, str], node_id: str) -> Entry:
    start, end = node.get("StartOffset", 0), node.get("EndOffset", 0)
    name = bare_name(node["Name"])
    return Entry(*kind, name, node.get("File") or "", start, end, _lines(node), node, node_id)


def _lines(node: Json) -> tuple[int, int]:
    given = (node.get("Extra") or {}).get("Lines")
    if given and len(given) == 2:
        return given[0], given[1]
    first = node.get("Line") or 1
    return first, first + (node.get("Content") or "").count("\n")


def _complete(path: str, file: FileEntries, by_id: Mapping[str, Entry]) -> None:
    """Adds what is no node, finds owners, and orders."""
    nodes = file.entries
    extra = file.file.get("Extra") or {}
    if not (nodes or file.package or file.file.get("Imports")):
        return  # no code: a text, a picture
    last = extra.get("Lines") or max((entry.lines[1] for entry in nodes), default=1)
    spaces = [_namespace(path, each, nodes) for each in extra.get("Namespaces") or ()]
    for entry in nodes:
        entry.owner = _owner(entry, by_id) or _space_of(entry, spaces)
    parameters = [each for entry in nodes for each in _type_parameters(entry)]
    others = [*nodes, *spaces, *_includes(path, file.file), *parameters]
    others.sort(key=lambda each: (each.start, -each.end, each.id, each.name))
    file.entries = [_file_entry(path, extra.get("PackageClause"), last), *others]


def _file_entry(path: str, clause: Json | None, last: int) -> Entry:
    if clause:
        line = clause.get("Line") or 1
        return Entry("module", "package", clause.get("Name") or path, path, -1, 0, (line, line))
    return Entry("meta", "file", path.rpartition("/")[2], path, -1, 0, (1, max(last, 1)))


def _namespace(path: str, given: Json, nodes: list[Entry]) -> Entry:
    """Its last line is that of the last node in it: UniAST has its end as an offset alone."""
    start, end, line = given.get("StartOffset", 0), given.get("EndOffset", 0), given.get("Line") or 1
    last = max((node.lines[1] for node in nodes if start <= node.start and node.end <= end), default=line)
    return Entry("module", "namespace", given.get("Name") or path, path, start, end, (line, max(line, last)))


def _owner(entry: Entry, by_id: Mapping[str, Entry]) -> Entry | None:
    """The type that the entry is a member of."""
    receiver, node = entry.node.get("Receiver"), entry.node
    if receiver:
        type_ = receiver["Type"]
        return by_id.get(full(type_["ModPath"], type_["PkgPath"], type_["Name"]))
    name = owner_name(node)
    found = by_id.get(full(node["ModPath"], node["PkgPath"], name)) if name else None
    return found if found and found.category == "type" else None


def _space_of(entry: Entry, spaces: list[Entry]) -> Entry | None:
    around = [each for each in spaces if each.start <= entry.start and entry.end <= each.end]
    return max(around, key=lambda each: each.start, default=None)


def _type_parameters(entry: Entry) -> Iterator[Entry]:
    given = (entry.node.get("Extra") or {}).get("TypeParams") or ()
    if not given:
        return
    content = (entry.node.get("Content") or "").encode()
    first = entry.lines[1] - content.count(b"\n")
    for each in given:
        start = each.get("StartOffset", entry.start)
        line = first + content.count(b"\n", 0, max(start - entry.start, 0))
        end = each.get("EndOffset", start)
        name = each.get("Name") or "_"
        yield Entry("meta", "type_parameter", name, entry.path, start, end, (line, line), owner=entry)


def _includes(path: str, file: Json) -> Iterator[Entry]:
    """One for each spelling. An include is an import whose path is written with its marks, in a file without a package
    clause: imports of a language with package clauses keep their quotes too."""
    if (file.get("Extra") or {}).get("PackageClause"):
        return
    seen = set()
    for given in file.get("Imports") or ():
        name = given["Path"]
        if is_include(name) and name not in seen:
            seen.add(name)
            line, start = given.get("Line") or 1, given.get("StartOffset", 0)
            yield Entry("meta", "include", name, path, start, given.get("EndOffset", start), (line, line), given)


def is_include(path: str) -> bool:
    """Is an import's path written as a header is: `<stdio.h>`, `"config.h"`?"""
    return len(path) > 2 and (path[0], path[-1]) in _INCLUDE_MARKS
