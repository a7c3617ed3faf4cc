"""What a node's or file's lists of uses say, token by token: the kind of edge that each one is.

A called use is `calls`, one that is only named `references`; bases and interfaces are `inherits` and `implements`. The
token that names a decorator is `decorates` instead, in the other direction. UniAST does not say of an uncertain use
whether it is called; what stands behind its token does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.skt.kinds import Json

_PLAIN: Final = (
    "Params",
    "Results",
    "FunctionCalls",
    "MethodCalls",
    "Types",
    "GlobalVars",
    "SubStruct",
    "Dependencies",
)
_KINDS: Final = {"InlineStruct": "inherits", "Implements": "implements"}
_HEAD: Final = re.compile(r"[^\s(<\[]+")
_CALLED: Final = re.compile(rb"\s*\(")

Span = tuple[int, int]


class Token(NamedTuple):
    """One use at one place."""

    target: str
    """Full id of UniAST."""
    kind: str
    """An edge's kind."""
    start: int
    """Offset; -1 where the relation has no place, as a structural interface."""


def tokens(node: Json) -> Iterator[Token]:
    """Every use of a node or file whose target is known."""
    found = list(_uses(node))
    decorators = _decorators_of(node, found)
    for use, kind, invoked in found:
        target = full_id(use)
        for span in _places(use):
            if target in decorators.get(span, ()) and not kind:
                yield Token(target, "decorates", span[0])
            else:
                yield Token(target, kind or ("calls" if invoked else "references"), span[0])


def _uses(node: Json) -> Iterator[tuple[Json, str, bool]]:
    """Each dependency with its list's kind ("" where its being called decides) and whether it is called."""
    extra = node.get("Extra") or {}
    for key in (*_PLAIN, *_KINDS):
        for use in node.get(key) or ():
            yield use, _KINDS.get(key, ""), bool((use.get("Extra") or {}).get("IsInvoked"))
    for use in extra.get("Dependencies") or ():
        yield use, "", bool((use.get("Extra") or {}).get("IsInvoked"))


def _places(use: Json) -> Iterator[Span]:
    yield use.get("StartOffset", -1), use.get("EndOffset", -1)
    for _, start, end in (use.get("Extra") or {}).get("Others") or ():
        yield start, end


def _decorators_of(node: Json, found: list[tuple[Json, str, bool]]) -> dict[Span, set[str]]:
    """The targets that decorate, by place; where a class does, its constructor at the same token is only called."""
    places: dict[Span, set[str]] = {span: set() for span in _decorator_tokens(node, found)}
    if places:
        for use, _, _ in found:
            for span in _places(use):
                places.get(span, set()).add(full_id(use))
    return {span: {each for each in ids if not _is_member_of(each, ids)} for span, ids in places.items()}


def _is_member_of(target: str, others: set[str]) -> bool:
    return any(target.startswith((f"{other}.", f"{other}::")) for other in others)


def _decorator_tokens(node: Json, found: list[tuple[Json, str, bool]]) -> set[Span]:
    """Where decorators are named: the last name ahead of a decorator's arguments, or arguments that count as called
    without a bracket of their own, which an attribute such as `derive` has."""
    texts = (node.get("Extra") or {}).get("Decorators")
    if not texts:
        return set()
    content, offset = (node.get("Content") or "").encode(), node.get("StartOffset", 0)
    called = {span for use, _, invoked in found if invoked for span in _places(use)}
    decorators: set[Span] = set()
    for start, head, end in _decorators(node, texts, content):
        decorators |= {(a, b) for a, b in called if start <= a and b == head}
        inside = {(a, b) for a, b in called if head < a and b <= end}
        decorators |= {(a, b) for a, b in inside if not _CALLED.match(content, b - offset)}
    return decorators


def _decorators(node: Json, texts: list[str], content: bytes) -> Iterator[tuple[int, int, int]]:
    """Start, end of the name, and end of each decorator: offsets in the file."""
    offset = node.get("StartOffset", 0)
    first, last = (node["Extra"].get("Lines") or (0, 0))[:2]
    at = _line_start(content, first - (last - content.count(b"\n")))
    for text in texts:
        data = text.encode()
        at = content.find(data, at)
        head = _HEAD.match(text)
        if at < 0 or head is None:
            return  # not written as it is listed: the rest cannot be placed
        yield offset + at, offset + at + len(head[0].encode()), offset + at + len(data)
        at += len(data)


def _line_start(content: bytes, lines: int) -> int:
    """Offset behind so many line breaks: a doc comment above the decorators may hold their text."""
    at = 0
    for _ in range(lines):
        at = content.find(b"\n", at) + 1
    return at


def uncertain(node: Json) -> Iterator[tuple[Json, str]]:
    """Each use whose target is not known, with `calls` where a bracket follows the token, else `references`, the weaker
    word."""
    uses = (node.get("Extra") or {}).get("Uncertain")
    if not uses:
        return
    content, start = (node.get("Content") or "").encode(), node.get("StartOffset", 0)
    whole = len(content) == node.get("EndOffset", -1) - start
    for use in uses:
        called = whole and "EndOffset" in use and _CALLED.match(content, use["EndOffset"] - start)
        yield use, "calls" if called else "references"
