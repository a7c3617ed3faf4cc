"""Which positions of a file a server is asked about, and which uses share one answer.

A question is a byte offset. Uses of one group (one binding, proven by scopes) share a question as long as they agree
in being called and in being written to: servers answer a call of a class with its constructor. A test compares this
with asking for everything. Where the shared question has no answer the others are asked after all: no server looks into
code around something that it doesn't know (Go's `unknown().(T)`), and that must not cost `T` its other uses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from abcoder_py.plugin.language import Language
from abcoder_py.plugin.values import INVOKED, WRITTEN, FileFacts

NOT_ASKED = -1


@dataclass
class Questions:
    """The questions of one file."""

    offsets: list[int]
    """Byte offsets, each once; ascending, but for those of `ask_alone`, which stand last."""
    uses: list[int]
    """For each use of the facts: index into `offsets`."""
    imports: list[list[int]]
    """For each import: index of the module's question, then of each name's; NOT_ASKED where there is no token."""
    types: list[tuple[int, int]] = field(default_factory=list)
    """(index of a type among the definitions, offset of its name) whose interfaces are asked for."""


def questions(facts: FileFacts, language: Language, ask_everything: bool = False) -> Questions:
    """The questions of a file. `ask_everything`: no two uses share one."""
    first: dict[tuple[int, int], int] = {}
    asked = [
        use.start
        if use.group < 0 or ask_everything
        else first.setdefault((use.group, use.flags & (INVOKED | WRITTEN)), use.start)
        for use in facts.uses
    ]
    imports = [[item.token_start, *(name.start for name in item.names)] for item in facts.imports]
    offsets = sorted({*asked, *(offset for row in imports for offset in row if offset >= 0)})
    index = {offset: position for position, offset in enumerate(offsets)}
    return Questions(
        offsets,
        [index[offset] for offset in asked],
        [[index.get(offset, NOT_ASKED) for offset in row] for row in imports],
        _types(facts, language),
    )


def ask_alone(asked: Questions, facts: FileFacts, unanswered: Callable[[int], bool]) -> list[int]:
    """Gives a question of its own to each use that shares one without an answer; the offsets to ask now.

    `unanswered` says of an index into `asked.offsets` that no target is known. What an import binds is left out: where
    the import leads nowhere, so do all its uses.
    """
    fresh: dict[int, int] = {}
    for position, use in enumerate(facts.uses):
        index = asked.uses[position]
        if use.group >= 0 and use.imported < 0 and asked.offsets[index] != use.start and unanswered(index):
            asked.uses[position] = fresh.setdefault(use.start, len(asked.offsets) + len(fresh))
    asked.offsets += fresh
    return list(fresh)


def _types(facts: FileFacts, language: Language) -> list[tuple[int, int]]:
    if not language.structural:
        return []
    return [
        (index, definition.name_start)
        for index, definition in enumerate(facts.definitions)
        if not definition.local and language.asks_implementations(definition)
    ]
