"""Functions, types and variables as entities, with what stands in their declarations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from abcoder_py.views.codestruct.document import Node, NodeExtra, Parameter
from abcoder_py.views.codestruct.model import Entity, Facts, Implementation
from abcoder_py.views.codestruct.tables import Dialect, Tables, key_of

DOC_LENGTH = 80
"""Characters of a doc, the dots included."""
_NO_EXTRA = NodeExtra()
_MARKS = re.compile(r"[^\w\s\"']+")
_KINDS = {"async": "Async", "generator": "Generator"}
"""A function's modifiers that the notation has a word for."""


class Definitions:
    """Makes the entities of one document."""

    def __init__(self, tables: Tables, doc: bool, impl: bool, canonical_types: bool) -> None:
        self._tables, self._doc, self._impl, self._canonical = tables, doc, impl, canonical_types

    def entity(self, node: Node, name: str, inside: Sequence[Node]) -> Entity:
        """One definition with its parameters, results or fields.

        name: what it is called where it stands. inside: its members in its own text.
        """
        key = key_of(node)
        keyword = self._tables.keywords[key]
        extra = node.extra or _NO_EXTRA
        dialect = self._tables.dialect(node.mod_path)
        made = Entity(keyword, name)
        if keyword == "func":
            attributes = self._kind(node, extra)
            made.children = [*self._params(node, extra, dialect), *self._results(extra, dialect)]
        elif node.type_kind:
            attributes = self._typed(extra.type_text, "", dialect)
            made.children = [self._field(field, dialect, _is_within(field, inside)) for field in extra.fields_]
        else:
            default = "" if keyword == "lambda" else extra.default or str(extra.value)
            attributes = self._typed(extra.type_text, default, dialect)
        made.attributes = attributes | self.doc(extra.doc, node.compress_data)
        made.facts = Facts(
            identity="?".join(key[:2]) + "#" + key[2],
            private=not (node.exported or node.is_exported),
            references=self._tables.references.get(key, 0),
        )
        return made

    def body(self, node: Node) -> Implementation | None:
        """The whole text of a definition, where bodies are wanted."""
        if not self._impl or not node.content:
            return None
        module = self._tables.document.modules.get(node.mod_path)
        return Implementation(module.language if module else "", node.content.replace("\r\n", "\n").replace("\r", "\n"))

    def doc(self, text: str, summary: str = "") -> dict[str, str]:
        """`doc` from a doc comment, else from a summary: the first line, cut."""
        if not self._doc:
            return {}
        line = next((line.strip() for line in (text or summary).splitlines() if line.strip()), "")
        if len(line) > DOC_LENGTH:
            line = line[: DOC_LENGTH - 3].rstrip() + "..."
        return {"doc": line} if line else {}

    def _kind(self, node: Node, extra: NodeExtra) -> dict[str, str]:
        kinds = [_KINDS[word] for word in _KINDS if word in extra.modifiers]
        if key_of(node) in self._tables.callbacks:
            kinds.append("Callback")
        return {"type": ",".join(kinds)} if kinds else {}

    def _params(self, node: Node, extra: NodeExtra, dialect: Dialect) -> list[Entity]:
        found = extra.params
        if node.receiver and found and found[0].name in dialect.notation.receivers and not found[0].type:
            found = found[1:]
        data = node.content.encode() if any(item.kind.startswith("variadic") for item in found) else b""
        return [
            Entity("param", _marks(node, item, data) + item.name, self._typed(item.type, item.default, dialect))
            for item in found
        ]

    def _results(self, extra: NodeExtra, dialect: Dialect) -> list[Entity]:
        if not extra.results:
            return []
        written = [
            " ".join(filter(None, (item.name if item.name != item.type else "", self._type(item.type, dialect))))
            for item in extra.results
        ]
        alone = len(written) == 1 and not extra.results[0].name
        return [Entity("returns", written[0] if alone else f"({', '.join(written)})")]

    def _field(self, field: Parameter, dialect: Dialect, in_method: bool) -> Entity:
        """A field; what a method assigns to it is no default."""
        keyword = (
            "optional" if field.kind == "optional" or dialect.is_optional(dialect.unquoted(field.type)) else "attr"
        )
        return Entity(keyword, field.name, self._typed(field.type, "" if in_method else field.default, dialect))

    def _typed(self, written: str, default: str, dialect: Dialect) -> dict[str, str]:
        attributes = {}
        if written:
            attributes["type"] = self._type(written, dialect)
        if default:
            attributes["default"] = default
        return attributes

    def _type(self, written: str, dialect: Dialect) -> str:
        written = dialect.unquoted(" ".join(written.split()))
        return dialect.canonical(written) if self._canonical else written


def _is_within(field: Parameter, members: Sequence[Node]) -> bool:
    return any(member.start_offset <= field.start_offset < member.end_offset for member in members)


def _marks(node: Node, item: Parameter, data: bytes) -> str:
    """What stands before the name of a variadic parameter: `*` or `...`, where it is no part of the type."""
    if not item.kind.startswith("variadic") or item.start_offset < 0:
        return ""
    text = data[item.start_offset - node.start_offset : item.end_offset - node.start_offset].decode("utf-8", "replace")
    found = _MARKS.match(text)
    return found[0] if found and text.startswith(item.name, found.end()) else ""
