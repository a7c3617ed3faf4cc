"""What can only be said once a whole file is read: exports, programs, enums by way of another class of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from abcoder_plugins.python.definitions import docstring, last_name
from abcoder_plugins.python.moments import mark_moments
from abcoder_plugins.python.receivers import group_receivers
from abcoder_plugins.python.variables import is_member
from abcoder_py.plugin.values import NODE_KINDS, TYPE_KINDS, Definition, FileFacts

_GUARD = re.compile(rb"__name__\s*==\s*[\"']__main__[\"']|[\"']__main__[\"']\s*==\s*__name__")
_BASES = re.compile(r"\((.*)\)$")


def complete(facts: FileFacts, root: Any, source: bytes) -> None:
    """Fills a file's facts in place."""
    _settle_enums(facts.definitions)
    _settle_members(facts.definitions)
    listed = _listed(root, source)
    if listed is not None:
        facts.marks["__all__"] = sorted(listed)
    for definition in facts.definitions:
        definition.exported = _is_exported(definition, facts.definitions, listed)
    mark_moments(facts, root)
    group_receivers(facts, source)
    facts.is_main = _is_program(facts.path, root, source)
    facts.doc = docstring(source, root)


def _settle_enums(definitions: list[Definition]) -> None:
    """A class with an enum of this file as a base is one too."""
    enums = {d.name for d in definitions if d.kind == "enum"}
    for definition in definitions if enums else ():
        if definition.kind == "class" and any(base in enums for base in _base_names(definition.signature)):
            definition.kind = "enum"
            enums.add(definition.name)
    for definition in definitions:
        outer = definitions[definition.parent].kind if definition.parent >= 0 else ""
        if definition.kind == "field" and outer == "enum" and is_member(definition):
            definition.kind = "member"


def _base_names(signature: str) -> list[str]:
    found = _BASES.search(signature)
    return [last_name(base) for base in found[1].split(",")] if found else []


def _settle_members(definitions: list[Definition]) -> None:
    """A class with an abstract method is abstract; `__new__` is the constructor where there is no `__init__`."""
    initialized = {d.parent for d in definitions if d.kind == "constructor"}
    for definition in definitions:
        outer = definitions[definition.parent] if definition.parent >= 0 else None
        if outer is None or outer.kind not in TYPE_KINDS:
            continue
        if definition.kind == "method" and definition.name == "__new__" and definition.parent not in initialized:
            definition.kind = "constructor"
        if "abstract" in definition.modifiers and outer.kind == "class" and "abstract" not in outer.modifiers:
            outer.modifiers.append("abstract")


def _is_exported(definition: Definition, definitions: list[Definition], listed: set[str] | None) -> bool:
    """Public by its own name and those of its classes, and in `__all__` where there is one."""
    if definition.local or definition.kind not in NODE_KINDS:
        return False
    chain = [definition]
    while chain[-1].parent >= 0:
        chain.append(definitions[chain[-1].parent])
    if listed is not None and chain[-1].name not in listed:
        return False
    return all(_is_public(each.name) for each in chain)


def _is_public(name: str) -> bool:
    """No underscore; `__init__` and its like are the language's and count as public."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _listed(root: Any, source: bytes) -> set[str] | None:
    """The names that `__all__` is seen to hold; None where the file has none."""
    if b"__all__" not in source:
        return None
    found: set[str] | None = None
    for node in _list_statements(root, source):
        found = set() if found is None else found
        found.update(_strings(node, source))
    return found


def _list_statements(root: Any, source: bytes) -> Iterator[Any]:
    """`__all__ = …`, `__all__ += …`, `__all__.extend(…)` at module level, in branches too."""
    pending = list(root.named_children)
    while pending:
        node = pending.pop()
        if node.type in ("function_definition", "class_definition", "decorated_definition"):
            continue
        if node.type == "expression_statement":
            text = source[node.start_byte : node.start_byte + 8]
            if text.startswith(b"__all__"):
                yield node
        else:
            pending.extend(node.named_children)


def _strings(node: Any, source: bytes) -> Iterator[str]:
    pending = [node]
    while pending:
        node = pending.pop()
        if node.type == "string_content":
            yield source[node.start_byte : node.end_byte].decode("utf-8", "replace")
        else:
            pending.extend(node.named_children)


def _is_program(path: str, root: Any, source: bytes) -> bool:
    """`__main__.py`, a `#!` line, or `if __name__ == "__main__"` at module level."""
    if path.rpartition("/")[2] == "__main__.py" or source.startswith(b"#!"):
        return True
    if not _GUARD.search(source):
        return False
    conditions = (node.child_by_field_name("condition") for node in root.named_children if node.type == "if_statement")
    return any(node is not None and _GUARD.search(source[node.start_byte : node.end_byte]) for node in conditions)
