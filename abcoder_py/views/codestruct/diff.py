"""Compares two hashed trees from their roots and looks only where hashes differ.

A definition that is gone on one side and has an equal digest (its content without its own name) on the other is
renamed. A tree that was read from text has no digests: there the hash stands in, and files alone are found again under
another name, whose hash is that of their content.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from abcoder_py.views.codestruct.hashes import NO_CONTENT
from abcoder_py.views.codestruct.model import Entity, walk


@dataclass(frozen=True, slots=True)
class Place:
    """An entity in its tree."""

    keyword: str
    path: str
    """Folders and file, without the root."""
    name: str
    """The names below the file, joined by dots; "" for a folder or a file."""
    entity: Entity

    def __str__(self) -> str:
        return " ".join(filter(None, (self.keyword, self.path, self.name)))

    def inside(self, child: Entity) -> Place:
        """The place of a child."""
        if child.keyword in ("dir", "file"):
            return Place(child.keyword, f"{self.path}/{child.name}" if self.path else child.name, "", child)
        holds_name = self.keyword not in ("dir", "file", "module")
        name = f"{self.name}.{child.name}" if holds_name and self.name else child.name
        return Place(child.keyword, self.path, name, child)


@dataclass
class Difference:
    """What differs between two trees; each list in the order of the tree."""

    added: list[Place] = field(default_factory=list)
    removed: list[Place] = field(default_factory=list)
    changed: list[Place] = field(default_factory=list)
    """As they are in the new tree."""
    renamed: list[tuple[Place, Place]] = field(default_factory=list)
    equal: bool = True
    visited: int = 0
    """Pairs of entities that were looked at."""


class UnhashedError(ValueError):
    """A tree without hashes cannot be compared."""


def compare(old: Entity, new: Entity) -> Difference:
    """What differs between two trees. Raises UnhashedError where one has no hash at its root."""
    for root in (old, new):
        if not root.hash:
            raise UnhashedError(f"`{root.keyword}: {root.name}` has no hash")
    found = Difference()
    pairs = [(Place("", "", "", old), Place("", "", "", new))]
    while pairs:
        pairs += reversed(_compare(*pairs.pop(), found))
    _find_renamed(found)
    return found


def _compare(old: Place, new: Place, found: Difference) -> list[tuple[Place, Place]]:
    """Notes what differs between two entities of one name; gives the pairs of children to go on with."""
    found.visited += 1
    if old.entity.hash == new.entity.hash:
        return []
    found.equal = False
    before, after = _children(old), _children(new)
    pairs = [(before[key], after[key]) for key in after if key in before]
    differing = [(one, other) for one, other in pairs if not _alike(one.entity, other.entity)]
    removed = [place for key, place in before.items() if key not in after]
    added = [place for key, place in after.items() if key not in before]
    found.removed += removed
    found.added += added
    found.changed += [other for one, other in differing if not _are_hashed(one.entity, other.entity)]
    deeper = [(one, other) for one, other in differing if _are_hashed(one.entity, other.entity)]
    explained = bool(deeper or any(place.entity.hash for place in (*removed, *added)))
    if new.keyword and (not explained or _own_differs(old.entity, new.entity)):
        found.changed.append(new)
    return deeper


def _alike(old: Entity, new: Entity) -> bool:
    if old.keyword == "import":
        return not _own_differs(old, new)  # its hash is that of its group
    if _are_hashed(old, new):
        return old.hash == new.hash
    return old.attributes == new.attributes


def _are_hashed(old: Entity, new: Entity) -> bool:
    return bool(old.hash and new.hash) and old.keyword != "import"


def _own_differs(old: Entity, new: Entity) -> bool:
    """Has the content outside the children changed, as far as that is known?"""
    if not old.facts or not new.facts or not old.facts.own or not new.facts.own:
        return False
    return old.facts.own != new.facts.own


def _children(place: Place) -> dict[tuple[str, str, int], Place]:
    """The children that count, by keyword, name and, of several alike, number. What a definition uses is none."""
    uses_count = place.keyword in ("", "dir", "file", "module", "namespace")
    numbers: dict[tuple[str, str], int] = defaultdict(int)
    found = {}
    for child in place.entity.children:
        if child.keyword == "import" and not uses_count:
            continue
        key = child.keyword, child.name
        numbers[key] += 1
        found[(*key, numbers[key])] = place.inside(child)
    return found


def _find_renamed(found: Difference) -> None:
    """Takes pairs of equal content out of what is removed and added, whole ones before what they hold."""
    sources: dict[str, list[Place]] = defaultdict(list)
    for place in _all_inside(found.removed):
        for mark in _marks(place.entity):
            sources[mark].append(place)
    gone: set[int] = set()
    for place in _all_inside(found.added):
        source = _source(place, sources, gone)
        if source:
            found.renamed.append((source, place))
            gone |= {id(entity) for pair in (source, place) for _, entity in walk([pair.entity])}
    found.removed = [place for place in found.removed if id(place.entity) not in gone]
    found.added = [place for place in found.added if id(place.entity) not in gone]


def _source(place: Place, sources: Mapping[str, list[Place]], gone: set[int]) -> Place | None:
    """The first that has the content of `place` and is not taken yet."""
    if id(place.entity) in gone:
        return None
    for mark in _marks(place.entity):
        candidates = sources.get(mark, [])
        while candidates and id(candidates[0].entity) in gone:
            candidates.pop(0)
        if candidates:
            return candidates[0]
    return None


def _all_inside(places: Sequence[Place]) -> Iterable[Place]:
    """The places and all below them, level by level: a whole folder comes before its files."""
    level = list(places)
    while level:
        yield from level
        level = [place.inside(child) for place in level for child in place.entity.children if child.keyword != "import"]


def _marks(entity: Entity) -> Iterator[str]:
    """What an entity still has under another name or at another place. Empty files tell nothing."""
    if entity.hash and entity.hash != NO_CONTENT and entity.keyword != "import":
        if entity.facts and entity.facts.digest:
            yield f"{entity.keyword} {entity.facts.digest}"
        yield f"{entity.keyword} {entity.hash}"
