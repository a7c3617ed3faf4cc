"""What other files see of a file: its bytes without the spans that its plugin calls hidden (`Language.hidden`).

Two states of a file with one interface differ in hidden spans alone, so each byte of the interface has a place in
both. Targets in other files are kept by that place: a body that grows moves what stands below it, and must not cost
the files that point there a question. The definitions that are seen go into the digest too, since some of what is known
of them is read from their bodies (a `yield` makes a generator).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

import msgspec

from abcoder_py.index.keys import Key, digest
from abcoder_py.plugin.values import Definition, FileFacts, FileTargets, Target

_encode = msgspec.msgpack.Encoder().encode


class Interface:
    """The part of one file that others see."""

    def __init__(self, digest: Key, hidden: Sequence[tuple[int, int]]) -> None:
        """`digest`: of what is seen. `hidden`: spans in bytes, ascending, none inside another."""
        self.digest, self.hidden = digest, hidden
        self._starts = [start for start, _ in hidden]
        self._ends = [end for _, end in hidden]
        self._cut = [0]
        for start, end in hidden:
            self._cut.append(self._cut[-1] + end - start)
        self._places = [end - cut for end, cut in zip(self._ends, self._cut[1:], strict=True)]

    @classmethod
    def of(cls, facts: FileFacts, data: bytes, hidden: Sequence[tuple[int, int]]) -> Interface:
        """What is seen of a file's bytes and facts."""
        found = cls(b"", hidden)
        seen = [_seen(each) for each in facts.definitions if not found._hides(each.name_start)]
        said = (facts.is_test, facts.package_clause and facts.package_clause[0], bool(facts.faults))
        found.digest = digest(found._bytes(data), _encode((seen, said)))
        return found

    def _bytes(self, data: bytes) -> bytes:
        """Those that are seen. Where others were among them says nothing: that of a comment is none."""
        edges = [0, *(edge for span in zip(self._starts, self._ends, strict=True) for edge in span), len(data)]
        return b"".join(data[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))

    def _hides(self, offset: int) -> bool:
        index = bisect_right(self._starts, offset) - 1
        return index >= 0 and offset < self._ends[index]

    def place(self, offset: int) -> int | None:
        """The offset among the bytes that are seen; None where it is hidden."""
        return None if self._hides(offset) else offset - self._cut[bisect_right(self._starts, offset)]

    def offset(self, place: int) -> int:
        """The offset in the file of a place: the inverse of `place`."""
        return place + self._cut[bisect_right(self._places, place)]


def _seen(definition: Definition) -> tuple[object, ...]:
    """What the reading of answers asks of a definition elsewhere and its bytes outside of hidden spans may not tell."""
    return (
        definition.kind,
        definition.name,
        definition.local,
        definition.owner,
        definition.constant,
        definition.interface_method,
        definition.overload,
        definition.accessor,
        definition.modifiers,
        definition.conditional,
        definition.value,
    )


def to_places(targets: FileTargets, interfaces: Mapping[str, Interface], reached: frozenset[str]) -> FileTargets | None:
    """The targets with places instead of offsets for what lies in other files.

    None where one lies in a file that is not among those reached, or where no other file should see it: a key that does
    not hold what the answer depends on must not keep it.
    """
    table = []
    for target in targets.table:
        if target.path and target.path != targets.path:
            placed = _with_place(target, interfaces, reached)
            if placed is None:
                return None
            target = placed
        table.append(target)
    return msgspec.structs.replace(targets, table=table)


def to_offsets(targets: FileTargets, interfaces: Mapping[str, Interface]) -> FileTargets:
    """The inverse of `to_places`."""
    table = [_with_offset(target, interfaces) if target.path != targets.path else target for target in targets.table]
    return msgspec.structs.replace(targets, table=table)


def _with_place(target: Target, interfaces: Mapping[str, Interface], reached: frozenset[str]) -> Target | None:
    """A target in a file of the repository; None where the file is not reached, or the place is hidden."""
    if target.path not in reached:
        return None
    if target.status != "definition":
        return target
    place = interfaces[target.path].place(target.offset)
    return None if place is None else msgspec.structs.replace(target, offset=place)


def _with_offset(target: Target, interfaces: Mapping[str, Interface]) -> Target:
    """The inverse of `_with_place`; a target elsewhere stays what it is."""
    if target.status != "definition":
        return target
    return msgspec.structs.replace(target, offset=interfaces[target.path].offset(target.offset))


class Implemented(msgspec.Struct, array_like=True):
    """A structural interface of a type: what it satisfies follows from what is seen of the files, bodies aside."""

    place: int
    """Of the type's name."""
    target: Target
    """With a place instead of an offset."""


def to_implemented(
    targets: FileTargets, facts: FileFacts, interfaces: Mapping[str, Interface], reached: frozenset[str]
) -> list[Implemented] | None:
    """The interfaces of a file's types; None where a key of what is seen does not hold them."""
    found = []
    for index, entry in targets.implements:
        target = targets.table[entry]
        place = interfaces[targets.path].place(facts.definitions[index].name_start)
        placed = _with_place(target, interfaces, reached) if target.path else target
        if place is None or placed is None:
            return None
        found.append(Implemented(place, placed))
    return found


def from_implemented(
    found: Sequence[Implemented], facts: FileFacts, interfaces: Mapping[str, Interface]
) -> list[tuple[int, Target]]:
    """The inverse of `to_implemented`: index of each type's definition, and the interface."""
    own = interfaces[facts.path]
    index = {own.place(each.name_start): position for position, each in enumerate(facts.definitions) if not each.local}
    return [(index[each.place], _with_offset(each.target, interfaces)) for each in found]
