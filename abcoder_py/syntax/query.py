"""Runs a grammar's queries over one tree and sorts what they capture by category.

`matches()` is ordered; `captures()` gives lists whose order changes from run to run, so what it gives is put in order
by place and by pattern. What a capture's name means is documented in `abcoder_py.plugin.language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import tree_sitter

from abcoder_py.plugin.language import Grammar
from abcoder_py.plugin.values import INVOKED, MEMBER, READ, WRITTEN

SCOPE_KINDS = frozenset({"hoisted", "ordered", "class", "comprehension", "types"})
KEY = 1 << 8
"""Of a token only: a name of the file, or a member of what its literal makes."""
_ROLE_FLAGS = {"call": INVOKED, "decorator": INVOKED, "write": WRITTEN}

_CAPTURE = re.compile(r"@([\w.-]+)")
_NO_CAPTURE = re.compile(r'"(?:[^"\\]|\\.)*"|;[^\n]*')
"""Strings and comments of a query."""
_NAMED = re.compile(_NO_CAPTURE.pattern + r"|@(?P<name>[\w.-]+)")
_MANNER_FLAGS = {"": 0, "member": MEMBER, "key": MEMBER | KEY, "update": MEMBER | READ}


class Step(NamedTuple):
    """What one capture of a match asks for."""

    category: str
    argument: str
    flags: int
    capture: str


Token: TypeAlias = tuple[int, int, str, int]
"""The winning capture of one token: (rank, end, role, flags). The role is "" for a token that is never a use. A plain
tuple: a run makes half a million of them."""


@dataclass
class Captures:
    """What the queries found in one tree."""

    definitions: list[tuple[Any, str, dict[str, list[Any]]]] = field(default_factory=list)
    tokens: dict[int, Token] = field(default_factory=dict)
    """By start."""
    regions: list[tuple[int, int, int, str]] = field(default_factory=list)
    """(start, end, rank, role)"""
    quoted: list[Any] = field(default_factory=list)
    imports: list[Any] = field(default_factory=list)
    scopes: list[tuple[int, int, str]] = field(default_factory=list)
    bindings: list[tuple[int, int, str, int]] = field(default_factory=list)
    """(start, end, manner, visible from; -1: as the scope has it)"""
    free: list[tuple[int, int]] = field(default_factory=list)
    anonymous: list[tuple[int, int]] = field(default_factory=list)
    unseen: list[tuple[int, int]] = field(default_factory=list)


class CompiledGrammar:
    """A parser and the compiled queries of one grammar: made once a process.

    Patterns that tie several nodes together (a definition and its name) run by `matches()`. All others are renamed so
    that each capture names its pattern, and run by `captures()`, which makes no object for a match: half the cost.
    """

    def __init__(self, grammar: Grammar, outline: bool = False) -> None:
        """`outline`: only the patterns of definitions and imports."""
        self.language = tree_sitter.Language(grammar.language())
        self.parser = tree_sitter.Parser(self.language)
        text = "\n".join((grammar.uses, grammar.definitions, grammar.scopes))
        patterns = list(enumerate(_patterns(tree_sitter.Query(self.language, text), text.encode())))
        plans = {rank: _plan(pattern) for rank, pattern in patterns}
        kept = [each for each in patterns if not outline or _declares(plans[each[0]])]
        tied = [each for each in kept if _ties(plans[each[0]], each[1])]
        self._tied = tree_sitter.Query(self.language, "\n".join(pattern for _, pattern in tied))
        self._plans = [(rank, plans[rank]) for rank, _ in tied]
        single = [each for each in kept if each not in tied]
        self._single = tree_sitter.Query(self.language, "\n".join(_named(rank, pattern) for rank, pattern in single))
        self._steps = {f"{rank}.{step.capture}": (rank, step) for rank, _ in single for step in plans[rank]}
        self._order = sorted(self._steps, key=lambda capture: self._steps[capture][0])

    def run(self, node: Any, captures: Captures, extra_flags: int = 0, span: tuple[int, int] | None = None) -> None:
        """Adds what the queries find in the node; with `span` (bytes), in that part of it."""
        found = _cursor(self._single, span).captures(node)
        for capture in self._order:
            if capture in found:
                rank, step = self._steps[capture]
                _take(step, rank, found[capture], captures, extra_flags)
        matches = _cursor(self._tied, span).matches(node) if self._plans else ()
        for pattern, match in matches:
            rank, plan = self._plans[pattern]
            for step in plan:
                if step[3] in match:
                    _take(step, rank, match[step[3]], captures, extra_flags, match)
        captures.imports.sort(key=_start)


def _cursor(query: Any, span: tuple[int, int] | None) -> Any:
    cursor = tree_sitter.QueryCursor(query)
    if span is not None:
        cursor.set_byte_range(*span)
    return cursor


@lru_cache(maxsize=32)
def compiled(grammar: Grammar, outline: bool = False) -> CompiledGrammar:
    return CompiledGrammar(grammar, outline)


def _patterns(query: Any, text: bytes) -> Iterator[str]:
    for pattern in range(query.pattern_count):
        yield text[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()


def _plan(pattern: str) -> tuple[Step, ...]:
    names = dict.fromkeys(_CAPTURE.findall(_NO_CAPTURE.sub("", pattern)))
    return tuple(filter(None, map(_step, names)))


def _declares(plan: tuple[Step, ...]) -> bool:
    return any(step.category in ("definition", "import") for step in plan)


def _ties(plan: tuple[Step, ...], pattern: str) -> bool:
    """Does it take several nodes of one match together?"""
    names = _CAPTURE.findall(_NO_CAPTURE.sub("", pattern))
    return "from" in names or (_declares(plan) and "name" in names)


def _named(rank: int, pattern: str) -> str:
    """The pattern with its number before the captures that mean something, and without the others."""

    def rename(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None or name.startswith("_"):
            return found[0]
        return f"@{rank}.{name}" if _step(name) else ""

    return _NAMED.sub(rename, pattern)


def _step(capture: str) -> Step | None:
    category, _, rest = capture.partition(".")
    if category == "use":
        role, _, manner = rest.partition(".")
        return Step("use", role, _ROLE_FLAGS.get(role, 0) | _MANNER_FLAGS[manner], capture)
    if category == "scope" and rest not in SCOPE_KINDS:
        raise ValueError(f"@{capture}: a scope is one of {', '.join(sorted(SCOPE_KINDS))}")
    known = {
        "definition",
        "ignore",
        "region",
        "quoted",
        "import",
        "scope",
        "outer",
        "bind",
        "free",
        "anonymous",
        "unseen",
    }
    return Step(category, rest, 0, capture) if category in known else None


def _take(
    step: Step,
    rank: int,
    nodes: list[Any],
    captures: Captures,
    extra_flags: int,
    match: dict[str, list[Any]] | None = None,
) -> None:
    category, argument, flags, _ = step
    if category == "use" or category == "ignore":
        tokens, flags = captures.tokens, flags | extra_flags
        for node in nodes:
            start = node.start_byte
            held = tokens.get(start)
            if held is None or held[0] <= rank:
                tokens[start] = (rank, node.end_byte, argument, flags)
    elif category == "bind":
        visible = match["from"][0].end_byte if match and "from" in match else -1
        captures.bindings.extend((node.start_byte, node.end_byte, argument, visible) for node in nodes)
    elif category == "definition":
        captures.definitions.extend((node, argument, match or {}) for node in nodes)
    elif category == "scope" or category == "outer":
        captures.scopes.extend((node.start_byte, node.end_byte, argument or "outer") for node in nodes)
    elif category == "region":
        captures.regions.extend((node.start_byte, node.end_byte, rank, argument) for node in nodes)
    elif category == "free":
        captures.free.extend((node.start_byte, node.end_byte) for node in nodes)
    elif category == "anonymous":
        captures.anonymous.extend((node.start_byte, node.end_byte) for node in nodes)
    elif category == "unseen":
        captures.unseen.extend((node.start_byte, node.end_byte) for node in nodes)
    elif category == "import":
        captures.imports.extend(nodes)
    else:
        captures.quoted.extend(nodes)


def _start(node: Any) -> int:
    start: int = node.start_byte
    return start
