"""What an answer for a use means, and which interfaces count as implemented."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from abcoder_plugins.go.imports import unquoted
from abcoder_plugins.go.naming import C
from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import FileFacts, Target, Use

_C_FIELD = Target("external", pkg=C, kind="field")


def read_answer(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """Answers as they are; what lies in cgo's generated code is the C name that the file wrote (`C.free`)."""
    return [Found(_c_name(use, item.target)) if _is_c(item.target) else item for item in found]


def _is_c(target: Target) -> bool:
    return target.status == "external" and target.pkg == C and not target.name


def _c_name(use: Use, target: Target) -> Target:
    """Behind anything but `C` stands a field of a C struct."""
    return msgspec.structs.replace(target, name=use.text) if use.imported >= 0 else _C_FIELD


def is_implemented(found: Found, facts: FileFacts) -> bool:
    """Does an interface that a type of the file satisfies belong into its `Implements`?

    The repository's own do, and `error`; of others those with an exported name whose package the file imports.
    Without this bound `net/http`, `io` and the internals of every dependency would make most of the edges.
    """
    interface = found.definition
    if interface is None or interface.kind != "interface" or interface.local:
        return False
    target = found.target
    if target.status == "definition" or target.status == "builtin":
        return True
    return interface.exported and any(unquoted(item.path) == target.pkg for item in facts.imports)
