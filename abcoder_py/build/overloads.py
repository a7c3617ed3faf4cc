"""Overload signatures and the definition that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from abcoder_py.plugin.values import FUNCTION_KINDS, Definition


class Folded(NamedTuple):
    """What became of a file's overload signatures. Indexes are of its definitions."""

    of: dict[int, list[int]]
    """For each definition that has some: its signatures, in order. Without an implementation it is the first itself."""
    signatures: set[int]
    """The signatures that are no node of their own."""


def fold_overloads(definitions: Sequence[Definition]) -> Folded:
    """Signatures belong to the next definition of their name and parent that is none; without one, to the first."""
    folded = Folded({}, set())
    open_sets: dict[tuple[int, str, str], list[int]] = {}
    for index, definition in enumerate(definitions):
        if definition.kind not in FUNCTION_KINDS:
            continue
        key = (definition.parent, definition.owner, definition.name)
        if definition.overload:
            open_sets.setdefault(key, []).append(index)
        elif signatures := open_sets.pop(key, None):
            _fold(folded, index, signatures)
    for signatures in open_sets.values():
        _fold(folded, signatures[0], signatures)
    return folded


def _fold(folded: Folded, index: int, signatures: list[int]) -> None:
    folded.of[index] = signatures
    folded.signatures.update(signatures)
    folded.signatures.discard(index)
