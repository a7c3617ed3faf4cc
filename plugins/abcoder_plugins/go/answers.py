"""What an answer for a use means, and which interfaces count as implemented."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from abcoder_plugins.go.imports import unquoted
from abcoder_plugins.go.naming import C
from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import FileFacts, Target, Use

_EMBEDDING_ROLES = ("base", "field", "type")
_C_FIELD = Target("external", pkg=C, kind="field")


def read_answer(use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """Answers as they are, but for two: what lies in cgo's generated code is the C name that the file wrote
    (`C.free`), and an embedded type that is not known comes as the field that it makes, so as itself."""
    meant = [item for item in found if not _is_itself(use, item, facts)]
    return [Found(_c_name(use, item.target)) if _is_c(item.target) else item for item in meant]


def _is_itself(use: Use, found: Found, facts: FileFacts) -> bool:
    definition = found.definition
    return (
        use.role in _EMBEDDING_ROLES
        and definition is not None
        and "embedded" in definition.modifiers
        and definition.name_start == use.start
        and found.target.path == facts.path
    )


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
