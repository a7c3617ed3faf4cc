"""Import statements: one `Import` for each module that a statement names."""

from __future__ import annotations

from typing import Any

from abcoder_py.plugin.values import Import, ImportedName


def read_import(node: Any, source: bytes) -> list[Import]:
    """The imports of one statement; a `from` statement is one, `import a, b` two."""
    if node.type == "import_statement":
        return [_module(node, child, source) for child in node.children_by_field_name("name")]
    return [_names(node, source)]


def _text(node: Any, source: bytes) -> str:
    text = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
    return text if text.isascii() and text.replace(".", "").isalnum() else "".join(text.split())


def _module(statement: Any, node: Any, source: bytes) -> Import:
    """`a.b` or `a.b as c`."""
    aliased = node.type == "aliased_import"
    dotted = node.child_by_field_name("name") if aliased else node
    path = _text(dotted, source)
    alias = _text(node.child_by_field_name("alias"), source) if aliased else ""
    last = dotted.named_child(dotted.named_child_count - 1)
    return Import(
        path,
        statement.start_byte,
        statement.end_byte,
        alias,
        token_start=last.start_byte,
        token_end=last.end_byte,
        bound=alias or path.partition(".")[0],
        prefix=alias or path,
    )


def _names(node: Any, source: bytes) -> Import:
    """`from m import a, b as c` and `from m import *`."""
    found = Import("__future__", node.start_byte, node.end_byte)
    module = node.child_by_field_name("module_name")
    if module is not None:
        found.path = _text(module, source)
        dotted = module.named_child(module.named_child_count - 1) if module.type == "relative_import" else module
        if dotted.type == "dotted_name":
            last = dotted.named_child(dotted.named_child_count - 1)
            found.token_start, found.token_end = last.start_byte, last.end_byte
    found.names = [_name(child, source) for child in node.children_by_field_name("name")]
    found.star = any(child.type == "wildcard_import" for child in node.named_children)
    return found


def _name(node: Any, source: bytes) -> ImportedName:
    aliased = node.type == "aliased_import"
    name = node.child_by_field_name("name") if aliased else node
    alias = _text(node.child_by_field_name("alias"), source) if aliased else ""
    return ImportedName(_text(name, source), alias, name.start_byte, name.end_byte)
