"""Functions, Types and Vars in wire form: what a definition's facts say of it, beside what it uses.

Dependency lists come from `edges.py` as they are written; all else is ordered and stripped by `uniast.wire`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from abcoder_py.build.edges import Entry, Held, Holders
from abcoder_py.build.names import FileNames, Identity, Node
from abcoder_py.plugin.values import FUNCTION_KINDS, TYPE_KINDS, Definition, Parameter
from abcoder_py.source.lines import LineIndex
from abcoder_py.uniast.identity import FUNCTIONS, TYPES, VARS, member_key

MAX_GROUP = 64
"""Above this many members only a group's first names all the others."""
_MACROS = frozenset({"macro_function", "macro_constant"})
_HEAD = re.compile(r"(?:[\s*&\"'(]|\[[^\[\]]*\]|\w+(?:\.|::))*")
"""What may stand before the one type that a written type is about: pointers, array bounds, a qualifier."""


class FileText:
    """A file's bytes and lines."""

    def __init__(self, path: str, data: bytes, lines: LineIndex) -> None:
        self.path, self.data, self.lines = path, data, lines

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "replace")

    def place(self, start: int, end: int) -> dict[str, Any]:
        """A span in wire form, without the file's name."""
        return {"Line": self.lines.line(start), "StartOffset": start, "EndOffset": end}

    def span(self, start: int, end: int) -> dict[str, Any]:
        """A span in wire form."""
        return {"File": self.path, **self.place(start, end)}


class NodeWriter:
    """Writes the nodes of one file."""

    def __init__(
        self,
        names: FileNames,
        text: FileText,
        held: Mapping[Node | None, Held],
        lines_of: Callable[[str], LineIndex],
    ) -> None:
        self._names, self._text, self._held, self._lines_of = names, text, held, lines_of
        holders = Holders(names)
        self._anonymous = _grouped(
            (node, (start, end))
            for index, start, end in names.facts.anonymous_functions
            for node in holders.of(index, start)
        )
        self._fields_of = _grouped(_fields(names))
        self._local = _grouped(
            (node, definition)
            for definition in names.facts.definitions
            if definition.local and definition.kind in FUNCTION_KINDS | TYPE_KINDS
            for node in holders.of(definition.parent, definition.start)
        )
        self._groups = _grouped((node.definition.group, node) for node in _constants(names))

    def write(self, node: Node, implements: Sequence[Identity] = (), var_type: Identity | None = None) -> Entry:
        """One node. `implements`: structural interfaces; `var_type`: the type that a variable's source names."""
        definition = node.definition
        held = self._held.get(node)
        lists: dict[str, Any] = dict(held.lists) if held else {}
        extra = self._extra(node, definition, held)
        wire: Entry = {
            **identity_wire(node.identity),
            "File": self._text.path,
            "Line": self._text.lines.line(definition.line_start),
            "StartOffset": definition.start,
            "EndOffset": definition.end,
            "Content": self._text.text(definition.start, definition.end),
        }
        if node.table == FUNCTIONS:
            wire.update(_function(node))
        elif node.table == TYPES:
            lists.pop("Dependencies", None)  # of a Type they stand in its Extra
            wire.update(_type(node, lists, implements))
        else:
            wire.update(self._var(node, var_type))
        wire.update(lists)
        wire["Extra"] = extra
        return wire

    def _extra(self, node: Node, definition: Definition, held: Held | None) -> dict[str, Any]:
        """In the order in which it is written and without what is empty: `wire` has nothing left to do."""
        lines, is_type, is_var = self._text.lines, node.table == TYPES, node.table == VARS
        extra: dict[str, Any] = {
            "Lines": [lines.line(definition.head_start), lines.line(max(definition.end - 1, definition.start))],
            "Doc": definition.doc,
            "Decorators": definition.decorators,
            "Modifiers": definition.modifiers,
            "Macro": definition.kind in _MACROS,
            "Params": [parameter_wire(item) for item in definition.parameters],
            "Results": [parameter_wire(item) for item in definition.results],
            "Fields": [self._field(each) for each in self._fields_of.get(node, ())] if is_type else None,
            "TypeParams": [parameter_wire(item) for item in definition.type_parameters],
            "TypeText": "" if node.table == FUNCTIONS else definition.type_text,
            "Default": definition.default if is_var else "",
            "Value": definition.value if is_var else "",
            "Group": self._group(definition),
            "Overloads": [self._overload(index) for index in node.overloads],
            "Declarations": [self._declaration(path, each) for path, each in node.declarations],
            "AnonymousFunctions": [self._text.span(*span) for span in self._anonymous.get(node, ())],
            "LocalDefinitions": [self._local_definition(each) for each in self._local.get(node, ())],
            "Dependencies": held.lists.get("Dependencies") if held and is_type else None,
            "Uncertain": held.uncertain if held else None,
        }
        return {key: value for key, value in extra.items() if value}

    def _group(self, definition: Definition) -> dict[str, Any] | None:
        if definition.group < 0:
            return None
        return self._text.span(definition.group, max(definition.group_end, definition.end))

    def _field(self, definition: Definition) -> dict[str, Any]:
        start, end = self.type_span(definition)
        return parameter_wire(
            Parameter(
                definition.name,
                definition.type_text,
                definition.default,
                "member" if definition.kind == "member" else "",
                definition.start,
                definition.end,
                start,
                end,
            )
        )

    def type_span(self, definition: Definition) -> tuple[int, int]:
        """Where the type that a field or variable is written with stands, (-1, -1) where there is none."""
        wanted = definition.type_text.encode()
        if not wanted:
            return -1, -1
        at = self._text.data.find(wanted, definition.name_end, definition.end)
        if at < 0:
            at = self._text.data.find(wanted, definition.line_start, definition.name_start)
        return (at, at + len(wanted)) if at >= 0 else (-1, -1)

    def is_head(self, type_start: int, token_start: int) -> bool:
        """Is the token at `token_start` what the type at `type_start` is about (`T` of `*pkg.T` or `T[int]`)?"""
        return _HEAD.fullmatch(self._text.text(type_start, token_start)) is not None

    def _overload(self, index: int) -> dict[str, Any]:
        definition = self._names.facts.definitions[index]
        span = self._text.span(definition.start, definition.end)
        return {**span, "Line": self._text.lines.line(definition.line_start), "Signature": definition.signature}

    def _declaration(self, path: str, definition: Definition) -> dict[str, Any]:
        line = self._lines_of(path).line(definition.line_start)
        return {"File": path, "Line": line, "StartOffset": definition.start, "EndOffset": definition.end}

    def _local_definition(self, definition: Definition) -> dict[str, Any]:
        span = self._text.span(definition.start, definition.end)
        line = self._text.lines.line(definition.line_start)
        return {"Name": definition.name, "Kind": definition.kind, **span, "Line": line}

    def _var(self, node: Node, var_type: Identity | None) -> dict[str, Any]:
        definition = node.definition
        group = self._groups.get(definition.group, []) if definition.group >= 0 else []
        others = group if len(group) <= MAX_GROUP or (group and group[0] is node) else group[:1]
        return {
            "IsExported": definition.exported,
            "IsConst": definition.constant or definition.kind != "variable",
            "IsPointer": definition.pointer,
            "Type": identity_wire(var_type) if var_type else None,
            "Groups": [identity_wire(other.identity) for other in others if other is not node],
        }


def _function(node: Node) -> dict[str, Any]:
    definition = node.definition
    receiver = None
    if node.owner is not None:
        receiver = {"IsPointer": definition.pointer, "Type": identity_wire(node.owner.identity)}
    return {
        "Exported": definition.exported,
        "IsMethod": node.is_member,
        "IsInterfaceMethod": definition.interface_method,
        "Signature": definition.signature,
        "Receiver": receiver,
    }


def _type(node: Node, lists: dict[str, Any], implements: Sequence[Identity]) -> dict[str, Any]:
    declared = lists.pop("Implements", [])
    known = {(entry["ModPath"], entry["PkgPath"], entry["Name"]) for entry in declared}
    return {
        "Exported": node.definition.exported,
        "TypeKind": node.definition.kind,
        "Methods": {
            member_key(node.name, member.name): identity_wire(member.identity)
            for member in node.members
            if member.table == FUNCTIONS
        },
        "Implements": declared + [identity_wire(found) for found in sorted({*implements} - known - {node.identity})],
    }


def identity_wire(identity: Identity) -> dict[str, Any]:
    """An identity in wire form."""
    return {"ModPath": identity[0], "PkgPath": identity[1], "Name": identity[2]}


def parameter_wire(item: Parameter) -> dict[str, Any]:
    """A parameter in wire form; what is empty and offsets that are not known are left out."""
    wire: dict[str, Any] = {}
    for key, text in (("Name", item.name), ("Type", item.type), ("Default", item.default), ("Kind", item.kind)):
        if text:
            wire[key] = text
    if item.start >= 0:
        wire |= {"StartOffset": item.start, "EndOffset": item.end}
    if item.type_start >= 0:
        wire |= {"TypeStart": item.type_start, "TypeEnd": item.type_end}
    return wire


def _fields(names: FileNames) -> Iterator[tuple[Node, Definition]]:
    """Each field and enum member with its type, once; one that a method's assignment makes (`self.x = 1`) too."""
    seen: set[tuple[Node, str]] = set()
    for definition in names.facts.definitions:
        if definition.kind not in ("field", "member") or definition.parent < 0:
            continue
        within = names.around(definition.parent) if definition.owner else names.nodes[definition.parent]
        node = within.owner if within is not None and within.table == FUNCTIONS else within
        if node is not None and node.table == TYPES and (node, definition.name) not in seen:
            seen.add((node, definition.name))
            yield node, definition


def _constants(names: FileNames) -> Iterable[Node]:
    return (node for node in names.nodes if node is not None and node.definition.group >= 0 and _is_const(node))


def _is_const(node: Node) -> bool:
    return node.definition.constant or node.definition.kind == "constant"


def _grouped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
