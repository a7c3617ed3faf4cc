"""Runs a grammar's queries over one tree and sorts what they capture by category.

The three texts run as one query through `matches()`, which is ordered; `captures()` gives lists whose order changes
from run to run. What a capture's name means is documented in `abcoder_py.plugin.language`.
"""

from __future__ import annotations

import re
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
_NO_CAPTURE = re.compile(rb'"(?:[^"\\\\]|\\\\.)*"|;[^\n]*')
"""Strings and comments of a query."""
_MANNER_FLAGS = {"": 0, "member": MEMBER, "key": MEMBER | KEY, "update": MEMBER | READ}


class Step(NamedTuple):
    """What one capture of a match asks for."""

    category: str
    argument: str
    flags: int
    capture: str


Token: TypeAlias = tuple[int, int, str, int, Any]
"""The winning capture of one token: (rank, end, role, flags, receiver). The role is "" for a token that is never a use;
the receiver is the node before the dot, or None. A plain tuple: a run makes half a million of them."""


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


class CompiledGrammar:
    """A parser and the compiled queries of one grammar: made once a process."""

    def __init__(self, grammar: Grammar, outline: bool = False) -> None:
        """`outline`: only the patterns of definitions and imports."""
        self.language = tree_sitter.Language(grammar.language())
        self.parser = tree_sitter.Parser(self.language)
        self._read("\n".join((grammar.uses, grammar.definitions, grammar.scopes)))
        if outline:
            kept = [self._pattern(index) for index, plan in enumerate(self._plans) if _declares(plan)]
            self._read(b"\n".join(kept).decode())

    def _read(self, text: str) -> None:
        self.query = tree_sitter.Query(self.language, text)
        self._text = text.encode()
        self._plans = [self._plan(pattern) for pattern in range(self.query.pattern_count)]
        self._shortcuts = [_shortcut(plan) for plan in self._plans]

    def _pattern(self, pattern: int) -> bytes:
        return self._text[self.query.start_byte_for_pattern(pattern) : self.query.end_byte_for_pattern(pattern)]

    def _plan(self, pattern: int) -> tuple[Step, ...]:
        names = dict.fromkeys(_CAPTURE.findall(_NO_CAPTURE.sub(b"", self._pattern(pattern)).decode()))
        return tuple(filter(None, map(_step, names)))

    def run(self, node: Any, captures: Captures, extra_flags: int = 0) -> None:
        """Adds what the queries find below the node."""
        plans, shortcuts, tokens = self._plans, self._shortcuts, captures.tokens
        for pattern, found in tree_sitter.QueryCursor(self.query).matches(node):
            step = shortcuts[pattern]
            if step is None:
                for step in plans[pattern]:
                    if step[3] in found:
                        _take(step, pattern, found, captures, extra_flags)
                continue
            # Four of five matches: one token and, for a member, what stands before it.
            _, role, flags, capture = step
            token = found[capture][0]
            start = token.start_byte
            held = tokens.get(start)
            if held is None or held[0] <= pattern:
                receiver = found["object"][0] if flags & MEMBER and "object" in found else None
                tokens[start] = (pattern, token.end_byte, role, flags | extra_flags, receiver)


@lru_cache(maxsize=32)
def compiled(grammar: Grammar, outline: bool = False) -> CompiledGrammar:
    return CompiledGrammar(grammar, outline)


def _declares(plan: tuple[Step, ...]) -> bool:
    return any(step.category in ("definition", "import") for step in plan)


def _step(capture: str) -> Step | None:
    category, _, rest = capture.partition(".")
    if category == "use":
        role, _, manner = rest.partition(".")
        return Step("use", role, _ROLE_FLAGS.get(role, 0) | _MANNER_FLAGS[manner], capture)
    if category == "scope" and rest not in SCOPE_KINDS:
        raise ValueError(f"@{capture}: a scope is one of {', '.join(sorted(SCOPE_KINDS))}")
    known = {"definition", "ignore", "region", "quoted", "import", "scope", "outer", "bind", "free", "anonymous"}
    return Step(category, rest, 0, capture) if category in known else None


def _shortcut(plan: tuple[Step, ...]) -> Step | None:
    return plan[0] if len(plan) == 1 and plan[0].category in ("use", "ignore") else None


def _take(step: Step, pattern: int, found: dict[str, list[Any]], captures: Captures, extra_flags: int) -> None:
    category, argument, flags, capture = step
    for node in found[capture]:
        start = node.start_byte
        if category == "bind":
            visible = found["from"][0].end_byte if "from" in found else -1
            captures.bindings.append((start, node.end_byte, argument, visible))
        elif category == "scope" or category == "outer":
            captures.scopes.append((start, node.end_byte, argument or "outer"))
        elif category == "use" or category == "ignore":
            held = captures.tokens.get(start)
            if held is None or held[0] <= pattern:
                receiver = found["object"][0] if flags & MEMBER and "object" in found else None
                captures.tokens[start] = (pattern, node.end_byte, argument, flags | extra_flags, receiver)
        elif category == "definition":
            captures.definitions.append((node, argument, found))
        elif category == "region":
            captures.regions.append((start, node.end_byte, pattern, argument))
        elif category == "free":
            captures.free.append((start, node.end_byte))
        elif category == "anonymous":
            captures.anonymous.append((start, node.end_byte))
        elif category == "import":
            captures.imports.append(node)
        else:
            captures.quoted.append(node)
