"""`Modules`: packages, files and load errors of each unit, and the modules of others that edges reach.

Nodes and files are kept encoded (`orjson.Fragment`), so that a large repository stands in memory once, as bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from abcoder_py.build.edges import Outside
from abcoder_py.build.names import Identity, Node
from abcoder_py.build.nodes import identity_wire
from abcoder_py.build.units import Unit, Units
from abcoder_py.plugin.language import Language
from abcoder_py.plugin.values import FileFacts
from abcoder_py.uniast.graph import GraphBuilder
from abcoder_py.uniast.identity import FUNCTIONS, TYPES, VARS, encode_part
from abcoder_py.uniast.shapes import FILE, FUNCTION, TYPE, VAR, Shape
from abcoder_py.uniast.wire import encode, fragment

TABLES: Mapping[int, tuple[str, str, Shape]] = {
    TYPES: ("Types", "TYPE", TYPE),
    FUNCTIONS: ("Functions", "FUNC", FUNCTION),
    VARS: ("Vars", "VAR", VAR),
}
"""For each table its key, the type of its nodes in the Graph, and their shape."""
_TABLE_OF_KIND = {"type": TYPES, "function": FUNCTIONS, "method": FUNCTIONS, "variable": VARS}
_WRITTEN_LISTS = (
    *("Params", "Results", "FunctionCalls", "MethodCalls", "Types", "GlobalVars"),
    *("SubStruct", "InlineStruct", "Implements", "Dependencies", "Uncertain"),
)


class Modules:
    """Collects the document's modules."""

    def __init__(self, units: Units, graph: GraphBuilder | None) -> None:
        self._units = units
        self._graph = graph
        self.wire: dict[str, dict[str, Any]] = {}
        self.nodes = 0
        for unit in units.all:
            if unit.share:
                self.wire[unit.mod] = _module(unit)

    def add_node(self, node: Node, encoded: bytes) -> None:
        """One node of the repository."""
        self.nodes += 1
        self.package(node.unit, node.pkg)[TABLES[node.table][0]][node.name] = orjson.Fragment(encoded)

    def add_file(self, path: str, language: str, encoded: bytes) -> None:
        """Any file, under the module whose folder is deepest above it."""
        unit = self._units.above(path, language)
        if unit.mod not in self.wire:
            self.wire[unit.mod] = _module(unit)
        self.wire[unit.mod]["Files"][path] = orjson.Fragment(encoded)

    def add_source(self, unit: Unit, pkg: str, facts: FileFacts) -> None:
        """What a source file says of its package."""
        package = self.package(unit, pkg)
        package["IsMain"] = package["IsMain"] or facts.is_main
        package["IsTest"] = package.get("IsTest", True) and facts.is_test

    def add_faults(self, unit: Unit, faults: Iterable[Mapping[str, str]]) -> None:
        """Parts of a file that could not be read, in wire form."""
        self.wire[unit.mod]["load_errors"] += faults

    def package(self, unit: Unit, pkg: str) -> dict[str, Any]:
        """The package, made where it isn't there: one that has a file is written also without nodes."""
        packages: dict[str, dict[str, Any]] = self.wire[unit.mod]["Packages"]
        if pkg not in packages:
            packages[pkg] = {"IsMain": False, "PkgPath": pkg, "Functions": {}, "Types": {}, "Vars": {}}
        return packages[pkg]

    def add_outside(self, ends: Mapping[Identity, tuple[Language, Outside]], with_content: bool) -> None:
        """The modules of others, and what is declared there where that is wanted and was loaded."""
        for identity, (language, end) in sorted(ends.items(), key=lambda item: item[0]):
            if not identity[0]:
                continue
            module = self.wire.get(identity[0])
            if module is None:
                module = self.wire[identity[0]] = _outside_module(identity[0], language.name)
            if with_content and (end.content or end.signature):
                self._add_outside_node(module, end)

    def add_dependencies(self, mods: Mapping[str, set[str]], languages: Mapping[str, Language]) -> None:
        """For each ModPath of the repository the others that its edges reach."""
        for mod, others in mods.items():
            module = self.wire[mod]
            is_library = languages[module["Language"]].is_standard_library
            module["Dependencies"] |= {
                _split(other)[0]: other for other in sorted(others) if other and not is_library(other)
            }

    def _add_outside_node(self, module: dict[str, Any], end: Outside) -> None:
        table = _TABLE_OF_KIND.get(end.kind)
        if table is None:
            return
        key, node_type, shape = TABLES[table]
        wire = {**identity_wire(end.identity), "Content": end.content}
        wire |= {"IsExported": True} if table == VARS else {"Exported": True}
        if table == FUNCTIONS:
            wire |= {"Signature": end.signature, "IsMethod": end.kind == "method"}
        if self._graph:
            self._graph.add(node_type, wire)
        _, pkg, name = end.identity
        package = module["Packages"].setdefault(pkg, {"PkgPath": pkg, "Functions": {}, "Types": {}, "Vars": {}})
        package[key][name] = fragment(shape, wire)


def encoded_node(node: Node, wire: Mapping[str, Any]) -> bytes:
    """A node in wire form as the document holds it."""
    return encode(TABLES[node.table][2], _encoded(wire))


def encoded_file(wire: Mapping[str, Any]) -> bytes:
    """A file in wire form as the document holds it."""
    return encode(FILE, {**wire, "Extra": _encoded(wire["Extra"])})


def _encoded(wire: Mapping[str, Any]) -> dict[str, Any]:
    """The same with the lists that are in wire form already encoded; nested `Extra` too."""
    found = dict(wire)
    for key in _WRITTEN_LISTS:
        if entries := found.get(key):
            found[key] = orjson.Fragment(orjson.dumps(entries))
    if "Extra" in found:
        found["Extra"] = _encoded(found["Extra"])
    return found


def _module(unit: Unit) -> dict[str, Any]:
    return {
        "Language": unit.language,
        "Name": unit.mod,
        "Dir": unit.directory,
        "Packages": {},
        "Dependencies": {name: encode_part(mod) for name, mod in unit.spec.dependencies.items()},
        "Files": {},
        "load_errors": [],
    }


def _outside_module(mod: str, language: str) -> dict[str, Any]:
    name, version = _split(mod)
    return {"Language": language, "Version": version, "Name": name, "Dir": "", "Packages": {}}


def _split(mod: str) -> tuple[str, str]:
    """`requests`, `2.31` of `requests@2.31`; a leading `@` belongs to the name (`@types/node@v20`)."""
    name, at, version = mod.rpartition("@")
    return (name, version) if at and name else (mod, "")
