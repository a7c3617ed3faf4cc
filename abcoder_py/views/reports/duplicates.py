"""`duplicates`: functions and types whose normalized bodies are the same or alike.

Bodies (see `bodies`) are compared as sets of shingles, runs of five tokens, by the Jaccard index. Pairs are found by
prefix filtering: two sets of a similarity of at least t share an element among the rarest (1-t) of each, so an index
of those few gives every pair and hardly any other. MinHash with LSH (datasketch, rensa) was rejected: it misses pairs
near the threshold, depends on seeds, and brings scipy, for what sixty lines do exactly. Growth was measured
(docs/results-reports.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from abcoder_py.views.reports.bodies import Normalizer
from abcoder_py.views.reports.program import Program
from abcoder_py.views.reports.shown import Report, Spot, left_out, name, spot
from abcoder_py.wording import counted

SHINGLE = 5
"""Tokens in a row."""

Shingles = frozenset[int]


class Duplicate(msgspec.Struct, rename="pascal"):
    """Definitions that are alike."""

    same: bool
    """Are the normalized bodies the same, token by token?"""
    similarity: float
    """Jaccard index of their shingles."""
    tokens: int
    """Of the shortest."""
    nodes: list[Spot]
    """All whose bodies are the same; else two, each the first of those with its body."""


class DuplicatesReport(Report):
    """The most alike first, then the longest."""

    duplicates: list[Duplicate]
    compared: int
    """Definitions of at least `min_tokens` tokens."""
    without_grammar: int
    """Definitions of languages that no plugin here knows."""
    min_similarity: float
    min_tokens: int


def duplicates(program: Program, repository: str, min_similarity: float, min_tokens: int) -> DuplicatesReport:
    """`min_similarity`: above 0, at most 1. Definitions inside one another are no pair."""
    normalizer = Normalizer(program)
    groups: dict[tuple[str, ...], list[int]] = {}
    without = 0
    for number, node in program.inside():
        if node.type in ("FUNC", "TYPE"):
            tokens = normalizer.tokens(node)
            if tokens is None:
                without += 1
            elif len(tokens) >= min_tokens:
                groups.setdefault(tuple(tokens), []).append(number)
    found = _same(program, groups) + _alike(program, groups, min_similarity)
    found.sort(key=lambda item: (not item.same, -item.similarity, -item.tokens, [node.id for node in item.nodes]))
    compared = sum(map(len, groups.values()))
    counts = program.uncertain_counts()
    return DuplicatesReport("duplicates", repository, counts, found, compared, without, min_similarity, min_tokens)


def _same(program: Program, groups: dict[tuple[str, ...], list[int]]) -> list[Duplicate]:
    """Members of types that are themselves the same are left out."""
    group_of = {number: numbers[0] for numbers in groups.values() if len(numbers) > 1 for number in numbers}
    found = []
    for tokens, numbers in groups.items():
        owners = [program.nodes[number].owner for number in numbers]
        types = {None if owner is None else group_of.get(owner) for owner in owners}
        if len(numbers) > 1 and (None in types or len(types) > 1):
            found.append(Duplicate(True, 1.0, len(tokens), [spot(program.nodes[number]) for number in numbers]))
    return found


def _alike(program: Program, groups: dict[tuple[str, ...], list[int]], least: float) -> list[Duplicate]:
    texts = list(groups)
    firsts = [groups[tokens][0] for tokens in texts]
    found = []
    for left, right, similarity in similar_pairs(shingle_sets(texts), least):
        one, other = program.nodes[firsts[left]], program.nodes[firsts[right]]
        if firsts[left] != other.owner and firsts[right] != one.owner:
            shortest = min(len(texts[left]), len(texts[right]))
            found.append(Duplicate(False, round(similarity, 4), shortest, [spot(one), spot(other)]))
    return found


def shingle_sets(texts: Sequence[Sequence[str]]) -> list[Shingles]:
    """The runs of `SHINGLE` tokens of each text, as numbers; a shorter text is one run."""
    numbers: dict[tuple[str, ...], int] = {}
    return [
        frozenset(
            numbers.setdefault(tuple(text[at : at + SHINGLE]), len(numbers))
            for at in range(max(len(text) - SHINGLE + 1, 1))
        )
        for text in texts
    ]


def similar_pairs(sets: Sequence[Shingles], least: float) -> Iterator[tuple[int, int, float]]:
    """Every pair (lower index, higher index, Jaccard index) of at least that similarity; empty sets have no pair."""
    frequency = Counter(item for items in sets for item in items)
    ordered = [sorted(items, key=lambda item: (frequency[item], item)) for items in sets]
    index: dict[int, list[int]] = {}
    for right in sorted(range(len(sets)), key=lambda number: len(sets[number])):
        size = len(sets[right])
        prefix = ordered[right][: size - math.ceil(least * size - 1e-9) + 1]
        for left in sorted({left for item in prefix for left in index.get(item, ())}):
            if len(sets[left]) >= least * size - 1e-9:
                shared = len(sets[left] & sets[right])
                similarity = shared / (len(sets[left]) + size - shared)
                if similarity >= least:
                    yield min(left, right), max(left, right), similarity
        for item in prefix:
            index.setdefault(item, []).append(right)


def lines(report: DuplicatesReport) -> Iterator[str]:
    """The report as text."""
    for item in report.duplicates:
        yield f"{'the same' if item.same else f'{item.similarity:.0%} alike'}, {counted(item.tokens, 'token')}"
        for node in item.nodes:
            yield f"  {name(node)}"
    compared = counted(report.compared, "definition")
    yield f"{counted(len(report.duplicates), 'finding')} in {compared} of at least {report.min_tokens} tokens"
    if report.without_grammar:
        yield f"not compared: {counted(report.without_grammar, 'definition')} of languages that no plugin here knows"
    yield left_out(report)
