"""Which of a name's definitions can hold when a use runs.

Servers name every definition of a name that is defined again. Here a definition counts until one follows in no branch,
or in a branch that the use stands in too. Only order and blocks are looked at: what a condition says is not.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import FUNCTION_KINDS, MEMBER, NODE_KINDS, Definition, FileFacts, Import, Use

MARK = "moments"
"""Key of `FileFacts.marks`: the `_Moment`s of names that a file binds again, in order."""
_BODIES = frozenset({"module", "class_definition", "function_definition"})
_BRANCHES = frozenset(
    {
        "if_statement", "elif_clause", "else_clause", "case_clause", "for_statement", "while_statement",
        "try_statement", "except_clause", "finally_clause",
    }
)  # fmt: skip
_LOOPS = frozenset({"for_statement", "while_statement"})


class _Moment(NamedTuple):
    """A statement that binds a name which is bound again, in bytes."""

    key: int
    """Start of a definition's name, or of an import statement."""
    end: int
    is_import: bool
    branch_start: int
    branch_end: int
    """The branch that it stands in; -1: none."""
    loop_start: int
    loop_end: int


def mark_moments(facts: FileFacts, root: Any) -> None:
    """Notes the branch and loop round each statement that binds a name of the file again, in facts and marks."""
    bound: dict[tuple[int, str], list[Definition | Import]] = defaultdict(list)
    for definition in facts.definitions:
        if definition.kind in NODE_KINDS and not definition.local:
            bound[definition.parent, definition.name].append(definition)
    for item in facts.imports:
        for name in (item.bound, *(each.alias or each.name for each in item.names)):
            if (-1, name) in bound:
                bound[-1, name].append(item)
    moments = {_moment(each, root) for twins in bound.values() if len(twins) > 1 for each in twins}
    if moments:
        facts.marks[MARK] = [" ".join(str(int(each)) for each in moment) for moment in sorted(moments)]


def _moment(binding: Definition | Import, root: Any) -> _Moment:
    if isinstance(binding, Import):
        branch, loop = _surroundings(root.descendant_for_byte_range(binding.start, binding.end), True)
        return _Moment(binding.start, binding.end, True, *branch, *loop)
    branch, loop = _surroundings(root.descendant_for_byte_range(binding.name_start, binding.name_end), False)
    binding.conditional = branch[0] >= 0
    return _Moment(binding.name_start, binding.end, False, *branch, *loop)


def _surroundings(node: Any, is_import: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Spans of the innermost branch and loop round a statement, not beyond the body that it stands in."""
    node = node.parent if node is not None else None
    if not is_import and node is not None and node.type in _BODIES:
        node = node.parent
    branch = loop = None
    while node is not None and node.type not in _BODIES:
        outer = node.parent
        if node.type == "block" and outer is not None and outer.type in _BRANCHES:
            branch = branch or node
        if node.type in _LOOPS:
            loop = loop or node
        node = outer
    first, second = ((each.start_byte, each.end_byte) if each is not None else (-1, -1) for each in (branch, loop))
    return first, second


def holding(use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """Of the places that a server named for a use of the file, those that can hold when it runs."""
    if not use.flags & MEMBER and any(each.target.path == facts.path for each in found):
        return _reaching(use, found, facts)
    last: dict[object, int] = {}
    for each in found:
        if each.definition is not None and not each.definition.conditional:
            last[_place(each)] = max(last.get(_place(each), -1), each.definition.name_start)
    return [each for each in found if _start(each) >= last.get(_place(each), -1)]


def _reaching(use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """Those that the file itself binds, from the last binding on that surely ran before the use.

    While the file is loaded that is what stands before the use, and what an earlier turn of a loop made; in a function
    all that the file binds. What other files define is bound by the file's imports of the name.
    """
    own = {_start(each): each for each in found if each.target.path == facts.path}
    foreign = [each for each in found if each.target.path != facts.path]
    at = use.start if _runs_on_load(use, facts) else sys.maxsize
    kept: list[Found] = []
    for moment in _moments(facts):
        named = foreign if moment.is_import and _binds(moment, use, facts) else [own.pop(moment.key, None)]
        places = [each for each in named if each is not None]
        if not places:
            continue
        if moment.end <= at:
            if moment.branch_start < 0 or moment.branch_start <= use.start < moment.branch_end:
                kept.clear()
            kept += places
        elif moment.loop_start <= use.start < moment.loop_end:
            kept += places
    return [*kept, *own.values()] or found


def _binds(moment: _Moment, use: Use, facts: FileFacts) -> bool:
    """Does this import statement bind the name that is used?"""
    return any(
        use.text in (item.bound, *(each.alias or each.name for each in item.names))
        for item in facts.imports
        if item.start == moment.key
    )


def _runs_on_load(use: Use, facts: FileFacts) -> bool:
    """Outside of every function's body: while the file is loaded."""
    holder = facts.definitions[use.holder] if use.holder >= 0 else None
    return holder is None or holder.kind not in FUNCTION_KINDS or use.start < holder.body_start


def _moments(facts: FileFacts) -> list[_Moment]:
    return [_Moment._make(map(int, mark.split())) for mark in facts.marks.get(MARK, ())]


def _start(found: Found) -> int:
    return found.definition.name_start if found.definition is not None else found.target.offset


def _place(found: Found) -> tuple[str, str, int, str]:
    """Definitions replace each other where they share their file, the definition around them and their name."""
    target, definition = found.target, found.definition
    if definition is None:
        return (target.mod, target.path or target.pkg, -2, target.name)
    return (target.mod, target.path or target.pkg, definition.parent, definition.name)
