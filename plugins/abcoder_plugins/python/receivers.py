"""Which uses of `self.x` are one binding: a server is asked about one of them.

In a method that names its receiver for nothing but its members, `self` is whatever the class says, from the first line
to the last: nothing tests it, binds it anew or hands it on to what could narrow its type. So `self.x` means the same in
all such methods of a class. What is written to is asked each time: the answer may be the place itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from abcoder_py.plugin.values import FUNCTION_KINDS, MEMBER, TYPE_KINDS, WRITTEN, Definition, FileFacts

_GOES_ON = re.compile(rb"[\w.\x80-\xff]")
"""Before a name: it is the end of another, or a member."""
_CLASS_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
"""Class methods without a decorator."""


def group_receivers(facts: FileFacts, source: bytes) -> None:
    """Sets `group` of the uses."""
    methods = {index: method.parameters[0].name for index, method in _methods(facts.definitions, source)}
    groups: dict[tuple[int, str, bool, str], int] = {}
    first = 1 + max((use.group for use in facts.uses), default=-1)
    for use in facts.uses:
        receiver = methods.get(use.holder)
        if receiver is None or use.flags & (MEMBER | WRITTEN) != MEMBER or not _stands_on(source, use.start, receiver):
            continue
        method = facts.definitions[use.holder]
        if use.start < method.body_start:
            continue  # in a default or a decorator the name is another's
        key = (method.parent, receiver, _is_class_method(method), use.text)
        use.group = groups.setdefault(key, first + len(groups))


def _methods(definitions: list[Definition], source: bytes) -> Iterator[tuple[int, Definition]]:
    """The methods that use their receiver for its members alone."""
    for index, method in enumerate(definitions):
        if _has_receiver(method, definitions):
            name = method.parameters[0].name
            if not _alone(name).search(source, method.body_start, method.body_end):
                yield index, method


def _has_receiver(function: Definition, definitions: list[Definition]) -> bool:
    """Is its first parameter the object or the class itself, by nothing but its place?"""
    if function.kind not in FUNCTION_KINDS or function.local or function.parent < 0 or not function.parameters:
        return False
    first = function.parameters[0]
    is_method = definitions[function.parent].kind in TYPE_KINDS and "static" not in function.modifiers
    return is_method and not first.type and first.kind.startswith("positional")


@lru_cache(maxsize=256)
def _alone(name: str) -> re.Pattern[bytes]:
    """The name where it is no receiver. Words in strings and comments count too: what is not certain is asked."""
    return re.compile(rb"(?<![\w.])%b(?!\w|\s*\.)" % re.escape(name.encode()))


def _stands_on(source: bytes, start: int, receiver: str) -> bool:
    """Is `receiver.` written directly before the byte, and nothing before that which it belongs to?"""
    before = receiver.encode() + b"."
    at = start - len(before)
    return source.startswith(before, at) and not _GOES_ON.fullmatch(source[at - 1 : at])


def _is_class_method(method: Definition) -> bool:
    return "classmethod" in method.modifiers or method.name in _CLASS_METHODS
