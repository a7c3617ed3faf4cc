"""What other files cannot see of a file: comments, strings that are statements, blank lines, bodies of functions.

A body is seen from outside through the members that a method sets, the names of the module that it binds, its imports
(a submodule that is imported anywhere in a file is a member of its package there), and, where the server infers what a
function gives, through all of it. What a module or class does in its own body is seen: a call there may never return,
and end what follows. Rejected: hiding the value of an annotated variable, since a narrower type is inferred from it.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from abcoder_py.plugin.values import FUNCTION_KINDS, MEMBER, TYPE_KINDS, WRITTEN, Definition, FileFacts

_SPEAKS = re.compile(rb"(?:type|pyright|ty|mypy)\s*:|///")
"""In a comment that a server may read: a type, a setting of the file, the head of a script's requirements."""
_EVALUATED = re.compile(rb"[rR]?[fFtT]")
"""Before the quotes of a string that holds expressions, which may bind names."""
_REBINDS = re.compile(
    rb"\b(?:global|nonlocal|print\s+[\w\"']|exec\s+[\w\"'])"  # names of the module; statements of an old Python
    rb"|\bas\s*[(\[]"  # targets that are no definitions: `as (self.a, b)`, `for self.a in` of a comprehension
    rb"|\bfor\b(?:(?!\bin\b)[\w\s,(*\[\]])*\."
)
_RECEIVER = re.compile(rb"(\.[ \t]*)?(?<![\w\x80-\xff])([A-Za-z_]\w*)[ \t]*\.[ \t]*\Z")
_RECEIVER_REACH = 200
_LINE_END = rb"(?:\r\n|\r|\n)"
_BLANK_LINES = re.compile(rb"(?:[ \t\f]*" + _LINE_END + rb")*")
_REST_OF_LINE = re.compile(rb"[ \t\f]*(?:" + _LINE_END + rb"|\Z)")
_LINE_START = re.compile(_LINE_END)
_SPACE = b" \t\f\r\n"

Span = tuple[int, int]


def hidden(facts: FileFacts, source: bytes, infers_results: bool) -> list[Span]:
    """As `Language.hidden` says."""
    if facts.faults:
        return []
    whole = [_with_space(span, source) for span in _bodies(facts, source, infers_results)]
    bodies = _without(whole, [(each.start, each.end) for each in facts.imports])
    noted = [span for span in facts.unseen if not _is_in(span[0], whole)]
    unread = (_with_space(span, source) for span in noted if not _is_read(span, source))
    parts = [(each.start, each.end) for each in facts.definitions if not _is_in(each.start, whole)]
    parts += [(each.start, each.end) for each in facts.imports]
    ends = {end for _, end in chain(parts, noted)}
    blank = chain(_blank_before({start for start, _ in parts}, source), _blank_behind(ends, source))
    return _merged(chain(bodies, unread, blank))


def _is_in(offset: int, spans: Sequence[Span]) -> bool:
    found = bisect_right(spans, (offset, sys.maxsize)) - 1
    return found >= 0 and offset < spans[found][1]


def _is_read(span: Span, source: bytes) -> bool:
    """May a server read this comment or string?"""
    if source[span[0]] == ord("#"):
        return bool(_SPEAKS.search(source, *span))
    return bool(_EVALUATED.match(source, *span))


# bodies


def _bodies(facts: FileFacts, source: bytes, infers_results: bool) -> list[Span]:
    """Those that are not seen, ascending, none inside another."""
    written = [use.start for use in facts.uses if use.flags & WRITTEN and use.flags & MEMBER]
    spans: list[Span] = []
    for each in sorted(facts.definitions, key=lambda each: (each.body_start, -each.body_end)):
        if each.kind not in FUNCTION_KINDS or each.local or each.body_start < (spans[-1][1] if spans else 0):
            continue
        if infers_results and not each.results:
            continue
        if not _rebinds(each, facts, source) and not _sets_members(each, facts, source, written):
            spans.append((each.body_start, each.body_end))
    return spans


def _rebinds(function: Definition, facts: FileFacts, source: bytes) -> bool:
    """Does its body hold what may bind a name or a member elsewhere? Words in comments and docstrings are none."""
    start, end = function.body_start, function.body_end
    if not _REBINDS.search(source, start, end):
        return False
    first, last = bisect_left(facts.unseen, (start,)), bisect_left(facts.unseen, (end,))
    return bool(
        _REBINDS.search(
            b" ".join(source[span[0] : span[1]] for span in _without([(start, end)], facts.unseen[first:last]))
        )
    )


def _sets_members(function: Definition, facts: FileFacts, source: bytes, written: Sequence[int]) -> bool:
    """Does a method set a member of what may be its own object? `written`: where members are set in the file."""
    if function.parent < 0 or facts.definitions[function.parent].kind not in TYPE_KINDS:
        return False
    first = bisect_left(written, function.body_start)
    last = bisect_left(written, function.body_end)
    receiver = function.parameters[0].name.encode() if function.parameters else b""
    return any(not _is_anothers(source, start, receiver) for start in written[first:last])


def _is_anothers(source: bytes, start: int, receiver: bytes) -> bool:
    """Does the name before this member plainly mean something else than the method's own object?"""
    found = _RECEIVER.search(source[max(0, start - _RECEIVER_REACH) : start])
    return found is not None and (found[1] is not None or found[2] != receiver)


# lines


def _with_space(span: Span, source: bytes) -> Span:
    """The span with the lines and the space before it, so that what is left is as if it had never been written."""
    start, end = span[0], _before_space(span[1], source)  # a comment holds the carriage return behind it
    if _REST_OF_LINE.match(source, end) is None:
        return span
    start = _before_space(start, source)
    return start, _after_blank_lines(end, source) if start == 0 else end


def _after_blank_lines(start: int, source: bytes) -> int:
    found = _BLANK_LINES.match(source, start)
    return found.end() if found is not None else start


def _before_space(start: int, source: bytes) -> int:
    while start and source[start - 1] in _SPACE:
        start -= 1
    return start


def _blank_before(starts: Iterable[int], source: bytes) -> Iterator[Span]:
    """What is blank before the lines that start with what stands at these places."""
    for start in starts:
        first = _before_space(start, source)
        lines = [each.end() for each in _LINE_START.finditer(source, first, start)]
        if lines:
            yield (lines[0] if first else 0), lines[-1]


def _blank_behind(ends: Iterable[int], source: bytes) -> Iterator[Span]:
    """What is blank behind the lines that end at these places."""
    for end in ends:
        rest = _REST_OF_LINE.match(source, end)
        if rest is not None and (after := _after_blank_lines(rest.end(), source)) > rest.end():
            yield rest.end(), after


# spans


def _without(spans: Iterable[Span], holes: Iterable[Span]) -> Iterator[Span]:
    """What is left of spans where holes are cut; both ascending."""
    cut = sorted(holes)
    for start, end in spans:
        for first, last in cut[bisect_left(cut, (start,)) :]:
            if first >= end:
                break
            yield start, first
            start = max(start, last)
        yield start, end


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The same bytes in ascending spans that neither meet nor are empty."""
    found: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
