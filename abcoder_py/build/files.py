"""Files in wire form, each under its module: what stands in them outside every node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from abcoder_py.build.edges import Held
from abcoder_py.build.meanings import FileMeanings
from abcoder_py.build.names import FileNames, Names
from abcoder_py.build.nodes import FileText, identity_wire
from abcoder_py.plugin.values import FileFacts, FileTargets, Import, Target
from abcoder_py.source.tree import SourceFile
from abcoder_py.uniast.identity import encode_part


def plain_file(file: SourceFile) -> dict[str, Any]:
    """A file of which nothing but its bytes is known."""
    try:
        return {"Path": file.path, "Extra": {"Hash": file.hash}}
    except OSError as error:
        return excluded_file(file.path, error.strerror or type(error).__name__)


def excluded_file(path: str, reason: str) -> dict[str, Any]:
    """A file that gives no nodes, and why."""
    return {"Path": path, "Extra": {"Excluded": reason}}


class FileWriter:
    """Writes source files."""

    def __init__(self, names: Names, packages: dict[str, str]) -> None:
        self._names = names
        self._packages = packages
        """PkgPath, encoded, of each source file."""

    def write(
        self,
        file: SourceFile,
        names: FileNames,
        text: FileText,
        held: Held | None,
        targets: FileTargets | None,
        meanings: FileMeanings,
    ) -> dict[str, Any]:
        """One source file that is part of the build."""
        facts = names.facts
        rows = targets.imports if targets else []
        table = targets.table if targets else []
        extra: dict[str, Any] = {
            "Hash": file.hash,
            "Lines": _line_count(text),
            "Doc": facts.doc,
            "PackageClause": _clause(facts, text),
            "Namespaces": [{"Name": name, **text.place(start, end)} for name, start, end in facts.namespaces],
        }
        if held:
            extra |= {"Dependencies": held.lists.get("Dependencies"), "Uncertain": held.uncertain}
        return {
            "Path": facts.path,
            "Imports": [
                self._import(item, rows[index] if index < len(rows) else (), table, meanings, text)
                for index, item in enumerate(facts.imports)
            ],
            "Package": self._packages.get(facts.path, ""),
            "Extra": extra,
        }

    def _import(
        self, item: Import, row: Sequence[int], table: Sequence[Target], meanings: FileMeanings, text: FileText
    ) -> dict[str, Any]:
        names = ["", *(each.name for each in item.names)]
        found = [self._target(entry, name, table, meanings) for entry, name in zip(row, names, strict=False)]
        found += [None] * (1 + len(item.names) - len(found))
        return {
            "Alias": item.alias,
            "Path": item.path,
            "Names": [_name(each, target) for each, target in zip(item.names, found[1:], strict=True)],
            **text.place(item.start, item.end),
            "Target": found[0],
        }

    def _target(self, entry: int, name: str, table: Sequence[Target], meanings: FileMeanings) -> dict[str, Any] | None:
        """The identity that an import of a name ("": of a module) resolves to; of a module the Name is empty."""
        if not 0 <= entry < len(table):
            return None
        target = table[entry]
        if target.path and target.status == "module":
            return self._module(target.path)
        if target.status in ("module", "external", "builtin"):
            return identity_wire((encode_part(target.mod), encode_part(target.pkg), target.name))
        end = meanings.of_entry(entry).end
        if target.path and target.status == "definition" and target.offset == 0:
            is_first_word = end is not None and end.identity[2] == name  # else the file's start means the module
            return identity_wire(end.identity) if end and is_first_word else self._module(target.path)
        return identity_wire(end.identity) if end else None

    def _module(self, path: str) -> dict[str, Any] | None:
        unit = self._names.units.of_source(path)
        return identity_wire((unit.mod, self._packages.get(path, ""), "")) if unit else None


def _name(item: Any, target: dict[str, Any] | None) -> dict[str, Any]:
    wire: dict[str, Any] = {"Name": item.name}
    if item.alias:
        wire["Alias"] = item.alias
    if item.start >= 0:
        wire |= {"StartOffset": item.start, "EndOffset": item.end}
    if target:
        wire["Target"] = target
    return wire


def _clause(facts: FileFacts, text: FileText) -> dict[str, Any] | None:
    if facts.package_clause is None:
        return None
    name, start, end = facts.package_clause
    return {"Name": name, **text.place(start, end)}


def _line_count(text: FileText) -> int:
    """Lines that hold something or end: the empty rest behind a last line break is none."""
    return len(text.lines) - (not text.data or text.data.endswith((b"\n", b"\r")))
