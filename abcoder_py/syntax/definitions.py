"""Turns the matches of the definition patterns into definitions with parents, in order of (start, -end)."""

from __future__ import annotations

from typing import Any, TypeAlias

from abcoder_py.plugin.language import Language, RawDefinition
from abcoder_py.plugin.values import FUNCTION_KINDS, NODE_KINDS, VARIABLE_KINDS, Definition
from abcoder_py.syntax.nesting import Nesting
from abcoder_py.syntax.query import Captures


def define_all(captures: Captures, language: Language, source: bytes, path: str) -> list[Definition]:
    """The file's definitions; `parent` and `local` are set here, all else by the plugin's `define`."""
    found: list[Definition] = []
    chain: list[tuple[int, Definition | None]] = []
    last: tuple[int, int, int] | None = None
    for *place, kind, outside, node, name, names in sorted(map(_placed, captures.definitions), key=_place):
        start, end, name_start = place
        if (start, end, name_start) == last:
            continue
        last = (start, end, name_start)
        while chain and chain[-1][0] <= start:
            chain.pop()
        if outside and _is_in_body(chain, name_start):
            continue
        ancestors = tuple(d for _, d in chain if d is not None and not _twin(d, node))
        definition = language.define(RawDefinition(kind, node, name, names, source, path, ancestors))
        if definition is not None:
            definition.local = any(_hides(ancestor, name_start) for ancestor in ancestors)
            found.append(definition)
        chain.append((-end, definition))
    found.sort(key=lambda d: (d.start, -d.end, d.name_start))
    _set_parents(found)
    return found


_Placed: TypeAlias = tuple[int, int, int, str, bool, Any, Any, dict[str, list[Any]]]


def _placed(item: tuple[Any, str, dict[str, list[Any]]]) -> _Placed:
    """(start, -end, name's start, kind, only outside of functions, node, name, captures)"""
    node, kind, names = item
    name = names["name"][0] if "name" in names else node.child_by_field_name("name") or node
    kind, _, where = kind.partition(".")
    return node.start_byte, -node.end_byte, name.start_byte, kind, where == "global", node, name, names


def _place(placed: _Placed) -> tuple[int, int, int]:
    return placed[:3]


def _is_in_body(chain: list[tuple[int, Definition | None]], offset: int) -> bool:
    """Is the innermost definition around a place a function, and the place in its body?"""
    inner = next((definition for _, definition in reversed(chain) if definition is not None), None)
    return inner is not None and inner.kind in FUNCTION_KINDS and offset >= inner.body_start


def _twin(definition: Definition, node: Any) -> bool:
    """`a, b = f()` gives two definitions of one node: neither holds the other."""
    return (
        definition.kind in VARIABLE_KINDS
        and definition.end == node.end_byte
        and definition.line_start == node.start_byte
    )


def _hides(ancestor: Definition, offset: int) -> bool:
    """Is what stands there local to the ancestor: in a function, or in a variable's initializer?"""
    if ancestor.local or ancestor.kind in FUNCTION_KINDS:
        return True
    return ancestor.kind in VARIABLE_KINDS and ancestor.body_start <= offset < ancestor.body_end


def _set_parents(found: list[Definition]) -> None:
    """By spans; of several definitions with one span none is the parent of another."""
    stack: list[int] = []
    for index, definition in enumerate(found):
        while stack and found[stack[-1]].end <= definition.start:
            stack.pop()
        if stack and (found[stack[-1]].start, found[stack[-1]].end) == (definition.start, definition.end):
            definition.parent = found[stack[-1]].parent
            continue
        definition.parent = stack[-1] if stack else -1
        stack.append(index)


class Holders:
    """Which node a byte belongs to: the innermost definition that is a node."""

    def __init__(self, definitions: list[Definition]) -> None:
        self._indexes: list[int] = []
        spans: list[tuple[int, int]] = []
        for index, definition in enumerate(definitions):
            span = (definition.start, definition.end)
            if definition.kind in NODE_KINDS and not definition.local and (not spans or spans[-1] != span):
                self._indexes.append(index)
                spans.append(span)
        self._nesting = Nesting(spans)

    def at(self, offset: int) -> int:
        """Index of the definition, -1 for the file."""
        found = self._nesting.at(offset)
        return self._indexes[found] if found >= 0 else -1
