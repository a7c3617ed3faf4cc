"""Which of a name's definitions can hold when a use runs.

Servers name every definition of a name that is defined again. Here a definition counts until one follows in no branch,
or in a branch that the use stands in too. Only order and blocks are looked at: what a condition says is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import FUNCTION_KINDS, MEMBER, NODE_KINDS, Definition, FileFacts, Use

MARK = "moments"
"""Key of `FileFacts.marks`: `_Moment`s of the definitions whose names are defined again."""
_BODIES = frozenset({"module", "class_definition", "function_definition"})
_BRANCHES = frozenset(
    {
        "if_statement", "elif_clause", "else_clause", "case_clause", "for_statement", "while_statement",
        "try_statement", "except_clause", "finally_clause",
    }
)  # fmt: skip
_LOOPS = frozenset({"for_statement", "while_statement"})


class _Moment(NamedTuple):
    """Where a definition holds for sure, in bytes; -1: there is no such place around it."""

    name_start: int
    branch_start: int
    branch_end: int
    loop_start: int
    loop_end: int


def mark_moments(facts: FileFacts, root: Any) -> None:
    """Notes the branch and loop round each definition that is not the only one of its name, in facts and marks."""
    named: dict[tuple[int, str], list[Definition]] = defaultdict(list)
    for definition in facts.definitions:
        if definition.kind in NODE_KINDS and not definition.local:
            named[definition.parent, definition.name].append(definition)
    marks = []
    for definition in (each for twins in named.values() if len(twins) > 1 for each in twins):
        moment = _moment(definition, root)
        definition.conditional = moment.branch_start >= 0
        marks.append(" ".join(map(str, moment)))
    if marks:
        facts.marks[MARK] = sorted(marks)


def _moment(definition: Definition, root: Any) -> _Moment:
    node = root.descendant_for_byte_range(definition.name_start, definition.name_end)
    node = node.parent if node is not None else None
    if node is not None and node.type in _BODIES:
        node = node.parent
    branch = loop = None
    while node is not None and node.type not in _BODIES:
        outer = node.parent
        if node.type == "block" and outer is not None and outer.type in _BRANCHES:
            branch = branch or node
        if node.type in _LOOPS:
            loop = loop or node
        node = outer
    spans = [(each.start_byte, each.end_byte) if each is not None else (-1, -1) for each in (branch, loop)]
    return _Moment(definition.name_start, *spans[0], *spans[1])


def holding(use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """Of the places that a server named for a use of the file, those that can hold when it runs."""
    if _runs_on_load(use, facts) and not use.flags & MEMBER:
        own = [each for each in found if each.definition is not None and each.target.path == facts.path]
        reaching = _reaching(use.start, own, facts)
        return [each for each in found if each not in own or each in reaching]
    last: dict[object, int] = {}
    for each in found:
        if each.definition is not None and not each.definition.conditional:
            last[_place(each)] = max(last.get(_place(each), -1), each.definition.name_start)
    return [each for each in found if _start(each) >= last.get(_place(each), -1)]


def _runs_on_load(use: Use, facts: FileFacts) -> bool:
    """Outside of every function's body: while the file is loaded."""
    holder = facts.definitions[use.holder] if use.holder >= 0 else None
    return holder is None or holder.kind not in FUNCTION_KINDS or use.start < holder.body_start


def _reaching(at: int, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """Those before the place, from the last one on that surely ran, and those that an earlier turn of a loop made."""
    moments = {moment.name_start: moment for moment in _read(facts)}
    kept: list[Found] = []
    for each in sorted(found, key=_start):
        moment = moments.get(_start(each), _Moment(-1, -1, -1, -1, -1))
        if each.definition is not None and each.definition.end <= at:
            if moment.branch_start < 0 or moment.branch_start <= at < moment.branch_end:
                kept.clear()
            kept.append(each)
        elif moment.loop_start <= at < moment.loop_end:
            kept.append(each)
    return kept or found


def _read(facts: FileFacts) -> list[_Moment]:
    return [_Moment(*map(int, mark.split())) for mark in facts.marks.get(MARK, ())]


def _start(found: Found) -> int:
    return found.definition.name_start if found.definition is not None else found.target.offset


def _place(found: Found) -> tuple[str, str, int, str]:
    """Definitions replace each other where they share their file, the definition around them and their name."""
    target, definition = found.target, found.definition
    if definition is None:
        return (target.mod, target.path or target.pkg, -2, target.name)
    return (target.mod, target.path or target.pkg, definition.parent, definition.name)
