"""Reads import declarations and the package clause."""

from __future__ import annotations

import re
from typing import Any

from abcoder_py.plugin.values import FileFacts, Import

_VERSION = re.compile(r"v[0-9]+$")
_DOT_VERSION = re.compile(r"\.v[0-9]+$")


def read_imports(node: Any, source: bytes) -> list[Import]:
    """One for each spec of an import declaration."""
    found: list[Import] = []
    for child in node.named_children:
        if child.type == "import_spec":
            found.append(_import(child, source))
        elif child.type == "import_spec_list":
            found.extend(_import(spec, source) for spec in child.named_children if spec.type == "import_spec")
    return found


def _import(spec: Any, source: bytes) -> Import:
    path, name = spec.child_by_field_name("path"), spec.child_by_field_name("name")
    written = source[path.start_byte : path.end_byte].decode("utf-8", "replace")
    alias = source[name.start_byte : name.end_byte].decode("utf-8", "replace") if name is not None else ""
    bound = "" if alias in (".", "_") else alias or package_guess(unquoted(written))
    return Import(
        written,
        spec.start_byte,
        spec.end_byte,
        alias=alias,
        bound=bound,
        prefix=bound,
        star=alias == ".",
    )


def unquoted(path: str) -> str:
    return path[1:-1]


def package_guess(path: str) -> str:
    """The package name that custom gives an import path: `yaml` for `gopkg.in/yaml.v3`, `bar` for `x/go-bar/v2`.

    A wrong guess costs questions, never an edge: names that no import binds are asked.
    """
    segments = path.split("/")
    if len(segments) > 1 and _VERSION.match(segments[-1]):
        segments.pop()
    last = _DOT_VERSION.sub("", segments[-1])
    if last.startswith("go-"):
        last = last[3:]
    for suffix in ("-go", ".go"):
        last = last.removesuffix(suffix)
    return last


def read_package_clause(facts: FileFacts, root: Any, source: bytes) -> Any:
    """Sets `package_clause` and `is_main`; gives the clause's node, None where the file has none."""
    for child in root.named_children:
        if child.type == "package_clause":
            name = child.named_child(0)
            if name is None:
                return None
            text = source[name.start_byte : name.end_byte].decode("utf-8", "replace")
            facts.package_clause = (text, child.start_byte, child.end_byte)
            facts.is_main = text == "main"
            return child
    return None
