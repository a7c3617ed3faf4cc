"""Into which list of its holder a use goes, and whether it is invoked: uniast.md's "Edges" as a function.

Pure rules over (holder's table, role, kind of the target); `edges.py` applies them to a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from abcoder_py.build.meanings import End, Kind
from abcoder_py.build.names import Node
from abcoder_py.plugin.values import INVOKED, MEMBER, Definition, Use
from abcoder_py.uniast.identity import FUNCTIONS, TYPES

BaseKind = Literal["inherit", "implement", "both"]

NO_EDGE_ROLES = frozenset({"receiver", "import"})
_TYPE_PLACES = frozenset({"type", "parameter", "result", "field", "base", "implement"})
_BY_KIND = {"type": "Types", "function": "FunctionCalls", "method": "MethodCalls", "variable": "GlobalVars"}
_SIGNATURE_LISTS = {"parameter": "Params", "result": "Results"}


class Placed(NamedTuple):
    """One entry that a use gives."""

    list: str
    """`Dependencies` of a Type stands in its Extra."""
    invoked: bool
    named: str = ""
    """`Param` or `Field`: the key under which the use's parameter name is written."""


def place(holder: Node | None, use: Use, end: End, base_kind: BaseKind) -> Iterator[Placed]:
    """The entries that a use of `end` gives its holder (None: the file)."""
    is_type = _is_type(use, end)
    invoked = not is_type and _is_invoked(use, end)
    if holder is None:
        yield Placed("Dependencies", invoked)
    elif holder.table == FUNCTIONS:
        yield _of_function(holder.definition, use, end.kind, is_type, invoked)
    elif holder.table == TYPES:
        yield from _of_type(use, end.kind, is_type, invoked, base_kind)
    else:
        yield Placed("Dependencies", invoked)


def makes_instance(use: Use, end: End) -> bool:
    """Is a class called here (or decorates)? Then its own constructor is called too."""
    return end.kind == "type" and end.whole and bool(use.flags & INVOKED) and use.role in ("call", "decorator")


def constructor_list(holder: Node | None) -> str:
    """Where the second edge of making an instance stands."""
    return "MethodCalls" if holder is not None and holder.table == FUNCTIONS else "Dependencies"


def _is_type(use: Use, end: End) -> bool:
    """A type by its declaration; outside the repository also what stands in a type's place (`Optional`)."""
    if end.kind == "type":
        return True
    return end.node is None and end.kind in ("variable", "unknown") and use.role in _TYPE_PLACES


def _is_invoked(use: Use, end: End) -> bool:
    if use.flags & INVOKED or use.role in ("call", "decorator"):
        return True
    return bool(end.accessor and use.flags & MEMBER)


def _of_function(definition: Definition, use: Use, kind: Kind, is_type: bool, invoked: bool) -> Placed:
    if not is_type:
        unknown = "FunctionCalls" if invoked else "GlobalVars"
        return Placed(_BY_KIND.get(kind, unknown), invoked)
    if use.role in _SIGNATURE_LISTS and not definition.body_start <= use.start < definition.body_end:
        return Placed(_SIGNATURE_LISTS[use.role], False, "Param")
    return Placed("Types", False)


def _of_type(use: Use, kind: Kind, is_type: bool, invoked: bool, base_kind: BaseKind) -> Iterator[Placed]:
    if use.role == "implement":
        yield Placed("Implements", False)
    elif use.role == "base" and kind not in ("function", "method"):
        if base_kind != "implement":
            yield Placed("InlineStruct", False, "Field")
        if base_kind != "inherit":
            yield Placed("Implements", False)
    elif use.role == "field" and is_type:
        yield Placed("SubStruct", False, "Field")
    else:
        yield Placed("Dependencies", invoked)
