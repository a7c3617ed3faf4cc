"""Where a method makes an instance of its own class without naming it: `cls(…)`, `self.__class__(…)`.

Both make what the class itself makes, as long as nothing binds the receiver anew, so they are uses like `C(…)`: of the
class and of its constructor. A server tells only where the parameter stands. That a subclass may be meant is as it is
with every method that is called on a receiver: the edge ends at what the text is certain of. `type(self)(…)` has no
token of its own for the class, and a call of any other local is none.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from abcoder_plugins.python.receivers import has_receiver, is_class_method
from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import INVOKED, Definition, FileFacts, Target, Use

MARK = "instances"
"""Key of `FileFacts.marks`: each place where an own instance is made, as `start class`: a byte and an index."""


def mark_instances(facts: FileFacts, root: Any, source: bytes) -> None:
    """Notes the places in the marks; a called `cls` becomes a use, which scopes alone took for a mere local."""
    marks: list[str] = []
    for index, method in enumerate(facts.definitions):
        if not has_receiver(method, facts.definitions):
            continue
        name = method.parameters[0].name.encode()
        if _is_bound_again(name, method, facts, source):
            continue
        for start, end in _calls(name, method, root, source):
            marks.append(f"{start} {method.parent}")
            if is_class_method(method):
                insort(facts.uses, Use(start, end, name.decode(), "call", INVOKED, index), key=lambda use: use.start)
                facts.local_uses -= 1
    if marks:
        facts.marks[MARK] = marks


def own_class(use: Use, facts: FileFacts) -> Found | None:
    """The class of which this use makes an instance without naming it."""
    before = f"{use.start} "
    for mark in facts.marks.get(MARK, ()) if use.flags & INVOKED else ():
        if mark.startswith(before):
            found = facts.definitions[int(mark.removeprefix(before))]
            return Found(Target("definition", path=facts.path, offset=found.name_start), found)
    return None


def _is_bound_again(name: bytes, method: Definition, facts: FileFacts, source: bytes) -> bool:
    """Does anything in the method's body bind the name: an assignment, a function or lambda inside?"""
    return any(
        method.body_start <= start < method.body_end and _word(name).match(source, start) for start in facts.locals
    )


def _calls(name: bytes, method: Definition, root: Any, source: bytes) -> Iterator[tuple[int, int]]:
    """Spans of the tokens that are called: the name itself in a class method, else `__class__` behind it."""
    pattern = _word(name) if is_class_method(method) else _class_of(name)
    for found in pattern.finditer(source, method.body_start, method.body_end):
        start, end = found.span(1)
        token = root.descendant_for_byte_range(start, end)
        called = token.parent if token is not None and _is_member(token) else token
        if token is None or token.type != "identifier" or called is None or called.parent is None:
            continue
        if called.parent.type == "call" and called.parent.child_by_field_name("function") == called:
            yield start, end


def _is_member(token: Any) -> bool:
    """Does the token stand behind a receiver?"""
    return token.parent is not None and token.parent.type == "attribute"


@lru_cache(maxsize=256)
def _word(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w.\x80-\xff])(%b)(?![\w.\x80-\xff])" % re.escape(name))


@lru_cache(maxsize=256)
def _class_of(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w.\x80-\xff])%b\.(__class__)(?!\w)" % re.escape(name))
