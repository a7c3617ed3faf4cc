"""The tree that CodeStruct describes. Plain objects: a large repository has half a million of them.

Groups (`import: a & b`) are no entity of their own: the reader gives one entity a name, which share their attributes,
and the writer joins neighbours that are alike. A node with several names was rejected: every consumer would have to
take it apart again. All walks here and in the modules around are loops: a text may nest deeper than Python recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

NOTHING: Mapping[str, str] = MappingProxyType({})


def _nothing() -> Mapping[str, str]:
    return NOTHING


@dataclass(frozen=True, slots=True)
class Implementation:
    """A fenced block of code: its language and its text with `\\n` as line end."""

    language: str
    code: str


@dataclass(slots=True)
class Facts:
    """What UniAST tells of an entity and the notation has no place for."""

    identity: str = ""
    """The full id of the node."""
    digest: str = ""
    """The content without the entity's own name: what is equal after a renaming."""
    own: str = ""
    """The content without the children."""
    private: bool = False
    references: int = 0
    """How many definitions and files use it."""


@dataclass(slots=True, eq=False)
class Entity:
    """One entity of the notation with all that stands below it.

    attributes: `type`, `default`, `source`, `ref`, `doc` and whatever else stands in brackets. Members of one group
    share the mapping: replace it instead of changing it.
    """

    keyword: str
    name: str
    attributes: Mapping[str, str] = field(default_factory=_nothing)
    hash: str = ""
    children: list[Entity] = field(default_factory=list)
    impl: Implementation | None = None
    facts: Facts | None = None

    def __eq__(self, other: object) -> bool:
        """Equal trees; `facts` do not count."""
        return isinstance(other, Entity) and same([self], [other])

    def __repr__(self) -> str:
        return f"<{self.keyword}: {self.name} {dict(self.attributes)} {self.hash} {len(self.children)} children>"


def same(first: Sequence[Entity], second: Sequence[Entity]) -> bool:
    """Are two trees equal?"""
    pairs: list[tuple[Sequence[Entity], Sequence[Entity]]] = [(first, second)]
    while pairs:
        left, right = pairs.pop()
        if len(left) != len(right):
            return False
        for one, other in zip(left, right, strict=True):
            if not _alike(one, other):
                return False
            if one.children or other.children:
                pairs.append((one.children, other.children))
    return True


def _alike(one: Entity, other: Entity) -> bool:
    return (one.keyword, one.name, one.hash, one.impl) == (
        other.keyword,
        other.name,
        other.hash,
        other.impl,
    ) and one.attributes == other.attributes


def walk(roots: Iterable[Entity]) -> Iterator[tuple[int, Entity]]:
    """Every entity with its depth (0 for a root), in the order of the text."""
    waiting = [(0, root) for root in reversed(list(roots))]
    while waiting:
        depth, entity = waiting.pop()
        yield depth, entity
        waiting += [(depth + 1, child) for child in reversed(entity.children)]


def groups(entities: Iterable[Entity]) -> Iterator[list[Entity]]:
    """The entities in order, neighbouring imports that share everything but their name together."""
    group: list[Entity] = []
    for entity in entities:
        if group and not _joins(group[0], entity):
            yield group
            group = []
        group.append(entity)
    if group:
        yield group


def _joins(first: Entity, other: Entity) -> bool:
    return (
        first.keyword == other.keyword == "import"
        and not (first.children or other.children or first.impl or other.impl)
        and first.hash == other.hash
        and (first.attributes is other.attributes or first.attributes == other.attributes)
    )
