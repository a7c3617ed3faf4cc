"""What an answer for a use means, and which interfaces count as implemented."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from abcoder_plugins.go.imports import unquoted
from abcoder_plugins.go.naming import C
from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import Definition, FileFacts, Target, Use

_EMBEDDING_ROLES = ("base", "field", "type")
_NAME = re.compile(r"(?!map\[)([\w.]+)(?:\[.*\])?", re.DOTALL)
"""A type that is named, with type arguments or without."""
_BASIC = re.compile(r"bool|byte|rune|string|uintptr|unsafe\.Pointer|u?int(8|16|32|64)?|float(32|64)|complex(64|128)")
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


def implemented(definition: Definition, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """The interfaces that a type of the file satisfies.

    For an interface gopls names what satisfies *it*, and `type Element fmt.Stringer` may be one: that something which
    can be no interface is named tells so. Where the type itself can be none, all that is named are interfaces.
    """
    if any(item.definition is not None and _is_concrete(item.definition) for item in found):
        return []
    return [item for item in found if _counts(item, _is_concrete(definition), facts)]


def _is_concrete(definition: Definition) -> bool:
    """Can it be no interface? `type A B` may be what B is, unless the language itself offers B."""
    if definition.kind != "typedef":
        return definition.kind == "struct"
    name = _NAME.fullmatch(definition.type_text)
    return name is None or _BASIC.fullmatch(name[1]) is not None


def _counts(found: Found, all_are_interfaces: bool, facts: FileFacts) -> bool:
    """The repository's own and `error`; of others those with an exported name whose package the file imports.

    Without this bound `net/http`, `io` and the internals of every dependency would make most of the edges.
    """
    target, interface = found.target, found.definition
    if target.status == "definition" and (interface is None or interface.local):
        return False
    kind = interface.kind if interface is not None else target.kind
    if kind != "interface" and not (all_are_interfaces and kind == "typedef"):
        return False
    if target.status == "definition" or target.status == "builtin":
        return True
    exported = interface.exported if interface is not None else target.name[:1].isupper()
    return exported and any(unquoted(item.path) == target.pkg for item in facts.imports)
