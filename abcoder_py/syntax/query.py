"""Runs a grammar's queries over one tree and sorts what they capture by category.

The three texts run as one query through `matches()`, which is ordered; `captures()` gives lists whose order changes
from run to run. What a capture's name means is documented in `abcoder_py.plugin.language`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import tree_sitter

from abcoder_py.plugin.language import Grammar
from abcoder_py.plugin.values import INVOKED, MEMBER, WRITTEN

SCOPE_KINDS = frozenset({"hoisted", "ordered", "class", "comprehension", "types"})
KEY = 1 << 8
"""Of a token only: a name of the file, or a member of what its literal makes."""
_ROLE_FLAGS = {"call": INVOKED, "decorator": INVOKED, "write": WRITTEN}

_MANNER_FLAGS = {"": 0, "member": MEMBER, "key": MEMBER | KEY}


class Step(NamedTuple):
    """What one capture of a match asks for."""

    category: str
    argument: str
    flags: int
    capture: str


class Token(NamedTuple):
    """The winning capture of one token."""

    rank: int
    end: int
    role: str
    """A role, or "" for a token that is never a use."""
    flags: int
    receiver: tuple[int, int] | None
    """Span of what stands before the dot."""


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

    def __init__(self, grammar: Grammar) -> None:
        self.language = tree_sitter.Language(grammar.language())
        self.parser = tree_sitter.Parser(self.language)
        self.query = tree_sitter.Query(self.language, "\n".join((grammar.definitions, grammar.uses, grammar.scopes)))
        self._plans: dict[tuple[str, ...], tuple[Step, ...]] = {}

    def run(self, node: Any, captures: Captures, extra_flags: int = 0) -> None:
        """Adds what the queries find below the node."""
        plans = self._plans
        for pattern, found in tree_sitter.QueryCursor(self.query).matches(node):
            names = tuple(found)
            plan = plans.get(names)
            if plan is None:
                plan = plans[names] = tuple(filter(None, map(_step, names)))
            for step in plan:
                _take(step, pattern, found, captures, extra_flags)


@lru_cache(maxsize=32)
def compiled(grammar: Grammar) -> CompiledGrammar:
    return CompiledGrammar(grammar)


def _step(capture: str) -> Step | None:
    category, _, rest = capture.partition(".")
    if category == "use":
        role, _, manner = rest.partition(".")
        return Step("use", role, _ROLE_FLAGS.get(role, 0) | _MANNER_FLAGS[manner], capture)
    if category == "scope" and rest not in SCOPE_KINDS:
        raise ValueError(f"@{capture}: a scope is one of {', '.join(sorted(SCOPE_KINDS))}")
    known = {"definition", "ignore", "region", "quoted", "import", "scope", "outer", "bind", "free", "anonymous"}
    return Step(category, rest, 0, capture) if category in known else None


def _take(step: Step, pattern: int, found: dict[str, list[Any]], captures: Captures, extra_flags: int) -> None:
    category, argument, flags, capture = step
    nodes = found[capture]
    if category == "use" or category == "ignore":
        tokens = captures.tokens
        receiver = None
        if flags & MEMBER and "object" in found:
            node = found["object"][0]
            receiver = (node.start_byte, node.end_byte)
        for node in nodes:
            start = node.start_byte
            held = tokens.get(start)
            if held is None or held[0] <= pattern:
                tokens[start] = Token(pattern, node.end_byte, argument, flags | extra_flags, receiver)
    elif category == "bind":
        visible = found["from"][0].end_byte if "from" in found else -1
        captures.bindings.extend((node.start_byte, node.end_byte, argument, visible) for node in nodes)
    elif category == "definition":
        captures.definitions.extend((node, argument, found) for node in nodes)
    elif category == "region":
        captures.regions.extend((node.start_byte, node.end_byte, pattern, argument) for node in nodes)
    elif category == "scope" or category == "outer":
        captures.scopes.extend((node.start_byte, node.end_byte, argument or "outer") for node in nodes)
    elif category == "free":
        captures.free.extend((node.start_byte, node.end_byte) for node in nodes)
    elif category == "anonymous":
        captures.anonymous.extend((node.start_byte, node.end_byte) for node in nodes)
    elif category == "import":
        captures.imports.extend(nodes)
    else:
        captures.quoted.extend(nodes)
