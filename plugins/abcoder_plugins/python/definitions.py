"""Functions, classes and aliases: what `define` makes of a match.

Everything is read from the syntax tree and the text alone: a base is an enum or a protocol by its name as written,
a decorator makes a getter by its name. Rejected: a kind of its own for data classes and named tuples, since a
decorator or a base that is imported under another name would then change what a class is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, Literal

from abcoder_py.plugin.language import RawDefinition
from abcoder_py.plugin.values import TYPE_KINDS, Definition, Parameter

ENUM_BASES = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
ENUM_METACLASSES = frozenset({"EnumMeta", "EnumType"})
ABSTRACT_DECORATORS = frozenset({"abstractmethod", "abstractproperty", "abstractclassmethod", "abstractstaticmethod"})
_MODIFIERS = {
    "staticmethod": "static",
    "abstractstaticmethod": "static",
    "classmethod": "classmethod",
    "abstractclassmethod": "classmethod",
    "final": "final",
    "override": "override",
}
_SPACE = re.compile(r"\s+")
_PREFIX = re.compile(rb"[rRuU]*\"\"\"|[rRuU]*'''|[rRuU]*\"|[rRuU]*'")


def define_function(raw: RawDefinition) -> Definition:
    """A function, method or constructor; local ones too."""
    node = raw.node
    body = node.child_by_field_name("body")
    decorators, start = read_decorators(raw)
    words = [last_name(text) for text in decorators]
    outer = raw.ancestors[-1] if raw.ancestors else None
    member = outer is not None and outer.kind in TYPE_KINDS
    name = raw.text(raw.name)
    definition = Definition(
        kind=_function_kind(name, member),
        name=name,
        name_start=raw.name.start_byte,
        name_end=raw.name.end_byte,
        start=start,
        end=node.end_byte,
        line_start=node.start_byte,
        head_start=start,
        body_start=body.start_byte if body else -1,
        body_end=body.end_byte if body else -1,
        overload="overload" in words,
        accessor=_accessor(words) if member else "",
        interface_method=outer is not None and member and outer.kind == "protocol",
        decorators=decorators,
        parameters=_parameters(raw, node.child_by_field_name("parameters")),
        type_parameters=_type_parameters(raw, node.child_by_field_name("type_parameters")),
    )
    result = node.child_by_field_name("return_type")
    if result is not None:
        span = (result.start_byte, result.end_byte)
        definition.results = [Parameter("", one_line(raw.text(result)), type_start=span[0], type_end=span[1])]
    end = result or node.child_by_field_name("parameters") or raw.name
    definition.signature = _signature(raw, end.end_byte)
    definition.modifiers = list(_function_modifiers(raw, words, body, definition.accessor))
    definition.doc = docstring(raw.source, body)
    return definition


def define_class(raw: RawDefinition) -> Definition:
    """A class, with its kind by the names of its bases as written."""
    node = raw.node
    body = node.child_by_field_name("body")
    decorators, start = read_decorators(raw)
    superclasses = node.child_by_field_name("superclasses")
    bases, metaclass = _bases(raw, superclasses)
    types = node.child_by_field_name("type_parameters")
    return Definition(
        kind=_class_kind(bases, metaclass),
        name=raw.text(raw.name),
        name_start=raw.name.start_byte,
        name_end=raw.name.end_byte,
        start=start,
        end=node.end_byte,
        line_start=node.start_byte,
        head_start=start,
        body_start=body.start_byte if body else -1,
        body_end=body.end_byte if body else -1,
        decorators=decorators,
        modifiers=["abstract"] if "ABC" in bases or metaclass == "ABCMeta" else [],
        signature=_signature(raw, (superclasses or types or raw.name).end_byte),
        type_parameters=_type_parameters(raw, types),
        doc=docstring(raw.source, body),
    )


def define_alias(raw: RawDefinition) -> Definition:
    """`type X = …`."""
    node = _around(raw.name, "type_alias_statement")
    value = node.child_by_field_name("right")
    parameters = next((child for child in raw.name.parent.named_children if child.type == "type_parameter"), None)
    found = _bare(raw, "typedef", node)
    found.body_start, found.body_end = (value.start_byte, value.end_byte) if value else (-1, -1)
    found.type_text = one_line(raw.text(value)) if value else ""
    found.signature = one_line(raw.text(node))
    found.type_parameters = _type_parameters(raw, parameters)
    return found


def define_type_parameter(raw: RawDefinition) -> Definition:
    """`T` of `def f[T]()`; its span holds the bound."""
    node = _around(raw.name, "type")
    return _bare(raw, "type_parameter", _around(node, "type") if node.parent.type == "constrained_type" else node)


def _around(node: Any, kind: str) -> Any:
    """The nearest node of a type that is outside a node."""
    node = node.parent
    while node.type != kind:
        node = node.parent
    return node


def _bare(raw: RawDefinition, kind: str, node: Any) -> Definition:
    start, end = node.start_byte, node.end_byte
    return Definition(kind, raw.text(raw.name), raw.name.start_byte, raw.name.end_byte, start, end, start, start)


def read_decorators(raw: RawDefinition) -> tuple[list[str], int]:
    """Decorators as written without `@`, and where the first one starts (else the definition)."""
    parent = raw.node.parent
    if parent is None or parent.type != "decorated_definition":
        return [], raw.node.start_byte
    texts = [
        one_line(raw.source[child.start_byte + 1 : child.end_byte].decode("utf-8", "replace"))
        for child in parent.named_children
        if child.type == "decorator"
    ]
    return texts, parent.start_byte


def last_name(text: str) -> str:
    """The name that an expression ends at, without its arguments: `c` of `a.b.c(1)`, `B` of `m.B[int]`."""
    return re.split(r"[(\[]", text, maxsplit=1)[0].rpartition(".")[2].strip()


def one_line(text: str) -> str:
    """White space collapsed."""
    return _SPACE.sub(" ", text).strip()


def docstring(source: bytes, body: Any) -> str:
    """The text of the string that a body starts with, below any comments, without quotes, dedented."""
    children = body.named_children if body is not None else ()
    first = next((child for child in children if child.type != "comment"), None)
    if first is not None and first.type == "expression_statement":
        first = first.named_child(0)
    if first is None or first.type != "string":
        return ""
    text = source[first.start_byte : first.end_byte]
    quotes = _PREFIX.match(text)
    if quotes is None:
        return ""
    marks = len(quotes[0].lstrip(b"rRuU"))
    return cleandoc(text[quotes.end() : len(text) - marks].decode("utf-8", "replace"))


def _function_kind(name: str, member: bool) -> str:
    if not member:
        return "function"
    return "constructor" if name == "__init__" else "method"


def _accessor(words: list[str]) -> Literal["", "getter", "setter", "deleter"]:
    for word in words:
        if word == "setter":
            return "setter"
        if word == "deleter":
            return "deleter"
        if word == "getter" or word.endswith("property"):
            return "getter"
    return ""


def _function_modifiers(raw: RawDefinition, words: list[str], body: Any, accessor: str) -> Iterator[str]:
    if raw.node.child(0).type == "async":
        yield "async"
    if body is not None and b"yield" in raw.source[body.start_byte : body.end_byte] and _yields(body):
        yield "generator"
    if any(word in ABSTRACT_DECORATORS for word in words):
        yield "abstract"
    yield from dict.fromkeys(_MODIFIERS[word] for word in words if word in _MODIFIERS)
    if accessor:
        yield "property"


def _yields(node: Any) -> bool:
    """Is there a `yield` that belongs to this function and not to one inside?"""
    pending = list(node.named_children)
    while pending:
        node = pending.pop()
        if node.type == "yield":
            return True
        if node.type not in ("function_definition", "lambda", "class_definition"):
            pending.extend(node.named_children)
    return False


def _bases(raw: RawDefinition, superclasses: Any) -> tuple[set[str], str]:
    """The last names of the bases, and of the metaclass."""
    names: set[str] = set()
    metaclass = ""
    for child in superclasses.named_children if superclasses is not None else ():
        if child.type == "keyword_argument":
            if raw.text(child.child_by_field_name("name")) == "metaclass":
                metaclass = last_name(raw.text(child.child_by_field_name("value")))
        elif child.type in ("identifier", "attribute", "subscript"):
            names.add(last_name(raw.text(child)))
    return names, metaclass


def _class_kind(bases: set[str], metaclass: str) -> str:
    if "Protocol" in bases:
        return "protocol"
    return "enum" if bases & ENUM_BASES or metaclass in ENUM_METACLASSES else "class"


def _signature(raw: RawDefinition, end: int) -> str:
    start = raw.node.start_byte
    text = raw.source[start:end]
    if b"#" in text:
        text = _without_comments(raw.node, text, start, end)
    return one_line(text.decode("utf-8", "replace"))


def _without_comments(node: Any, text: bytes, start: int, end: int) -> bytes:
    pending, spans = [node], []
    while pending:
        for child in pending.pop().children:
            if child.type == "comment" and child.start_byte < end:
                spans.append((child.start_byte - start, child.end_byte - start))
            elif child.start_byte < end:
                pending.append(child)
    for first, last in sorted(spans, reverse=True):
        text = text[:first] + text[last:]
    return text


def _parameters(raw: RawDefinition, node: Any) -> list[Parameter]:
    found: list[Parameter] = []
    kind = "positional"
    for child in node.named_children if node is not None else ():
        if child.type == "positional_separator":
            for earlier in found:
                earlier.kind = "positional-only"
        elif child.type == "keyword_separator":
            kind = "keyword"
        elif (parameter := _parameter(raw, child, kind)) is not None:
            found.append(parameter)
            if parameter.kind == "variadic":
                kind = "keyword"
    return found


_SPLATS = {"list_splat_pattern": "variadic", "dictionary_splat_pattern": "variadic-keyword"}


def _parameter(raw: RawDefinition, node: Any, kind: str) -> Parameter | None:
    name = node
    if node.type in ("typed_parameter", "default_parameter", "typed_default_parameter"):
        name = node.child_by_field_name("name") or node.named_child(0)
    if name.type in _SPLATS:
        kind = _SPLATS[name.type]
        name = name.named_child(0)
    if name is None or name.type != "identifier":
        return None
    found = Parameter(raw.text(name), kind=kind, start=node.start_byte, end=node.end_byte)
    if node is name:
        return found
    annotation = node.child_by_field_name("type")
    if annotation is not None:
        found.type = one_line(raw.text(annotation))
        found.type_start, found.type_end = annotation.start_byte, annotation.end_byte
    value = node.child_by_field_name("value")
    if value is not None:
        found.default = one_line(raw.text(value))
    return found


def _type_parameters(raw: RawDefinition, node: Any) -> list[Parameter]:
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        inner = child.named_child(0) if child.type == "type" else None
        if inner is None:
            continue
        text, _, bound = raw.text(child).partition(":")
        item = Parameter(one_line(text), one_line(bound), start=child.start_byte, end=child.end_byte)
        if inner.type == "constrained_type":
            item.type_start, item.type_end = inner.named_child(1).start_byte, inner.named_child(1).end_byte
        found.append(item)
    return found
