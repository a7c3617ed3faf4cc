"""Reads one declaration's syntax into a `Definition`: spans, signature, parameters, doc comment.

A declaration in a group (`const (…)`) is its one spec, without the keyword; alone, it starts at its keyword. Kinds of
types are told by what stands behind the name. Doc comments are found from the line above instead of by a query:
most declarations have none, and tree-sitter has no anchor for "the line before".
"""

from __future__ import annotations

import re
from typing import Any

from abcoder_py.plugin.language import RawDefinition
from abcoder_py.plugin.values import Definition, Parameter

_SPACE = re.compile(r"\s+")
_DIRECTIVE = re.compile(r"(line |extern |export |[a-z0-9]+:[a-z0-9])")
_TYPE_KINDS = {"struct_type": "struct", "interface_type": "interface"}
MAX_DEFAULT = 200


def read_definition(raw: RawDefinition) -> Definition | None:
    """The definition of a match; None for a variable `_` and for what is no declaration of a name."""
    node = raw.node
    match node.type:
        case "function_declaration":
            return _function(raw, "function")
        case "method_declaration":
            return _method(raw)
        case "method_elem":
            return _interface_method(raw)
        case "type_spec" | "type_alias":
            return _type(raw)
        case "var_spec" | "const_spec":
            return _variable(raw)
        case _:
            return _field(raw)


def one_line(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _start(raw: RawDefinition, kind: str, node: Any) -> Definition:
    """A definition whose declaration is `node`, with its doc comment."""
    source, name = raw.source, raw.name
    comments = comments_above(node, source)
    start = comments[0].start_byte if comments else node.start_byte
    text = raw.text(name)
    return Definition(
        kind,
        text,
        name.start_byte,
        name.end_byte,
        start,
        raw.node.end_byte,
        node.start_byte,
        node.start_byte,
        exported=is_exported(text),
        doc=doc_text(comments, source) if comments else "",
    )


def is_exported(name: str) -> bool:
    return name[:1].isupper()


def _function(raw: RawDefinition, kind: str) -> Definition:
    node = raw.node
    found = _start(raw, kind, node)
    body = node.child_by_field_name("body")
    if body is not None:
        found.body_start, found.body_end = body.start_byte, body.end_byte
    end = found.body_start if body is not None else found.end
    found.signature = one_line(raw.source[node.start_byte : end].decode("utf-8", "replace"))
    found.parameters = _parameters(raw, node.child_by_field_name("parameters"))
    found.results = _results(raw, node.child_by_field_name("result"))
    found.type_parameters = _type_parameters(raw, node.child_by_field_name("type_parameters"))
    return found


def _method(raw: RawDefinition) -> Definition:
    found = _function(raw, "method")
    kind = _receiver_type(raw.node.child_by_field_name("receiver"))
    while kind is not None and kind.type in ("pointer_type", "parenthesized_type"):
        found.pointer = found.pointer or kind.type == "pointer_type"
        kind = kind.named_child(0)
    if kind is not None and kind.type == "generic_type":
        kind = kind.child_by_field_name("type")
    found.owner = raw.text(kind) if kind is not None else ""
    return found


def _receiver_type(receiver: Any) -> Any:
    declared = next((child for child in receiver.named_children if child.type == "parameter_declaration"), None)
    return declared.child_by_field_name("type") if declared is not None else None


def _interface_method(raw: RawDefinition) -> Definition | None:
    """A method of a named interface; in an anonymous one it is no node, like a field."""
    around = raw.node.parent.parent
    if around.type not in ("type_spec", "type_alias"):
        return _field(raw)
    found = _function(raw, "method")
    found.interface_method = True
    return found


def _type(raw: RawDefinition) -> Definition:
    node = raw.node
    what = node.child_by_field_name("type")
    declaration = _declaration(node)
    found = _start(raw, _TYPE_KINDS.get(what.type, "typedef") if what is not None else "typedef", declaration)
    end = found.end
    if what is not None and found.kind != "typedef":
        brace = next((child for child in what.children if child.type in ("{", "field_declaration_list")), what)
        found.body_start, found.body_end = brace.start_byte, what.end_byte
        end = found.body_start
    elif what is not None:
        found.type_text = raw.text(what)
    if node.type == "type_alias":
        found.modifiers = ["alias"]
    found.signature = one_line(raw.source[declaration.start_byte : end].decode("utf-8", "replace"))
    found.type_parameters = _type_parameters(raw, node.child_by_field_name("type_parameters"))
    return found


def _variable(raw: RawDefinition) -> Definition | None:
    node, name = raw.node, raw.name
    if name.end_byte - name.start_byte == 1 and raw.source[name.start_byte] == ord("_"):
        return None
    declaration = _declaration(node)
    found = _start(raw, raw.kind, declaration)
    kind, values = node.child_by_field_name("type"), node.child_by_field_name("value")
    names = node.children_by_field_name("name")
    if kind is not None:
        found.type_text = raw.text(kind)
        found.pointer = kind.type == "pointer_type"
    if values is not None:
        own = _own_value(values, [n for n in names if n.type != ","].index(name))
        found.body_start, found.body_end = own.start_byte, own.end_byte
        found.default = _default(raw, own)
    if len(names) > 1:
        found.spec = declaration.start_byte
    if raw.kind == "constant":
        found.constant = True
        if declaration is node or len(names) > 1:
            found.group, found.group_end = node.parent.start_byte, node.parent.end_byte
    return found


def _own_value(values: Any, index: int) -> Any:
    """The initializer of one name: its own of several, else the one call that gives them all."""
    listed = [child for child in values.named_children if child.type != "comment"]
    return listed[index] if 1 < len(listed) > index else values


def _default(raw: RawDefinition, value: Any) -> str:
    text = raw.text(value)
    return text if "\n" not in text and len(text) <= MAX_DEFAULT else ""


def _field(raw: RawDefinition) -> Definition:
    found = _start(raw, "field", raw.node)
    kind = raw.node.child_by_field_name("type")
    if kind is not None:
        found.type_text = raw.text(kind)
        found.pointer = kind.type == "pointer_type"
    if raw.name.type == "type_identifier":
        found.modifiers = ["embedded"]
        if raw.source[raw.node.start_byte] == ord("*"):
            found.pointer, found.type_text = True, "*" + found.type_text
    return found


def _declaration(spec: Any) -> Any:
    """The node that a spec's declaration starts at: the spec in a group, else the keyword's node."""
    parent = spec.parent
    if parent.type == "var_spec_list" or parent.type == "source_file":
        return spec
    return spec if any(child.type == "(" for child in parent.children[:3]) else parent


def _parameters(raw: RawDefinition, node: Any) -> list[Parameter]:
    """One for each name, or for each type where there are no names."""
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        kind = child.child_by_field_name("type")
        if kind is None:
            continue
        variadic = child.type == "variadic_parameter_declaration"
        type_start = kind.start_byte
        if variadic:
            type_start = next(c.start_byte for c in child.children if c.type == "...")
        text = raw.source[type_start : kind.end_byte].decode("utf-8", "replace")
        way = "variadic" if variadic else "positional"
        names = child.children_by_field_name("name")
        for name in (n for n in names if n.type == "identifier"):
            item = Parameter(raw.text(name), text, "", way, name.start_byte, name.end_byte, type_start, kind.end_byte)
            found.append(item)
        if not names:
            found.append(Parameter("", text, "", way, child.start_byte, child.end_byte, type_start, kind.end_byte))
    return found


def _results(raw: RawDefinition, node: Any) -> list[Parameter]:
    if node is None:
        return []
    if node.type != "parameter_list":
        return [Parameter("", raw.text(node), "", "", node.start_byte, node.end_byte, node.start_byte, node.end_byte)]
    found = _parameters(raw, node)
    for item in found:
        item.kind = ""
    return found


def _type_parameters(raw: RawDefinition, node: Any) -> list[Parameter]:
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        kind = child.child_by_field_name("type")
        span = (kind.start_byte, kind.end_byte) if kind is not None else (-1, -1)
        for name in child.children_by_field_name("name"):
            if name.type == "identifier":
                text = raw.text(kind) if kind is not None else ""
                found.append(Parameter(raw.text(name), text, "", "", name.start_byte, name.end_byte, *span))
    return found


def comments_above(node: Any, source: bytes) -> list[Any]:
    """The comments that end on the lines directly above the node, in source order."""
    found: list[Any] = []
    start = node.start_byte
    while _comment_ends_above(source, start):
        node = node.prev_sibling
        while node is not None and node.type == "\n":
            node = node.prev_sibling
        if node is None or node.type != "comment" or not _opens_line(source, node.start_byte):
            break
        if source.count(b"\n", node.end_byte, start) != 1:
            break
        found.append(node)
        start = node.start_byte
    found.reverse()
    return found


def _comment_ends_above(source: bytes, start: int) -> bool:
    """Cheap look at the line above: does it look like a comment?"""
    line_end = source.rfind(b"\n", 0, start)
    if line_end < 0 or source[line_end:start].strip():
        return False
    above = source[source.rfind(b"\n", 0, line_end) + 1 : line_end].strip()
    return above.startswith(b"//") or above.endswith(b"*/")


def _opens_line(source: bytes, start: int) -> bool:
    return not source[source.rfind(b"\n", 0, start) + 1 : start].strip()


def doc_text(comments: list[Any], source: bytes) -> str:
    """The text of a doc comment without its marks and without directives (`//go:noinline`)."""
    lines: list[str] = []
    for node in comments:
        text = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
        if text.startswith("//"):
            if not _DIRECTIVE.match(text[2:]):
                lines.append(text[3:] if text.startswith("// ") else text[2:])
        else:
            lines.extend(text[2:-2].split("\n"))
    return "\n".join(line.rstrip() for line in lines).strip("\n").strip()
