"""What an implicit constant stands for: in `const (A = iota; B)`, B repeats `iota`."""

from __future__ import annotations

from typing import Any

from abcoder_py.plugin.values import Definition, FileFacts


def settle_implicit_values(facts: FileFacts, root: Any, source: bytes) -> None:
    """Sets `value` of constants whose spec has no expression: the text of the one they repeat."""
    implicit = {
        d.name_start: d for d in facts.definitions if d.kind == "constant" and d.group >= 0 and d.body_start < 0
    }
    if not implicit:
        return
    for declaration in root.named_children:
        if declaration.type == "const_declaration":
            _read_group(declaration, implicit, source)


def _read_group(declaration: Any, implicit: dict[int, Definition], source: bytes) -> None:
    last: list[str] = []
    for spec in declaration.named_children:
        if spec.type != "const_spec":
            continue
        values = spec.child_by_field_name("value")
        if values is not None:
            listed = [child for child in values.named_children if child.type != "comment"]
            last = [source[child.start_byte : child.end_byte].decode("utf-8", "replace") for child in listed]
            continue
        names = [child for child in spec.children_by_field_name("name") if child.type == "identifier"]
        for name, value in zip(names, last, strict=False):
            if name.start_byte in implicit:
                implicit[name.start_byte].value = value
