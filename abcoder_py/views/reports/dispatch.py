"""Which members a call through a base or an interface may run: class hierarchy analysis over the document's types.

A use ends at the member that its receiver's declared type has; what an heir or implementer puts in that place has no
use of its own. Rapid type analysis was rejected as a default: which types are made is not known of a library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.reports.program import Edge, Program

Bases = Mapping[int, list[int]]


class Dispatch(NamedTuple):
    """A use of `declared` may run `member`, where its receiver is of the type `heir`."""

    declared: int
    member: int
    heir: int


def ancestors(number: int, of: Bases) -> list[int]:
    """All bases and interfaces of a type, nearest first; itself is none, also where types inherit in a circle."""
    found = list(of.get(number, ()))
    for ancestor in found:
        found.extend(base for base in of.get(ancestor, ()) if base not in found and base != number)
    return list(dict.fromkeys(found))


def members(program: Program, number: int) -> dict[str, int]:
    """The members of a type by their key in `Methods`; of an external type none are known."""
    methods = (program.nodes[number].definition or {}).get("Methods") or {}
    numbered = {key: program.numbers.get(full_id(member)) for key, member in methods.items()}
    return {key: found for key, found in numbered.items() if found is not None}


def dispatches(program: Program) -> Iterator[Dispatch]:
    """Every member of an ancestor with the member that an heir has in its place, inherited ones included."""
    own = {number: members(program, number) for number, node in program.inside() if node.type == "TYPE"}
    for heir in program.bases:
        above = ancestors(heir, program.bases)
        meant: dict[str, int] = {}
        for number in (heir, *above):
            for key, member in own.get(number, {}).items():
                meant.setdefault(key, member)
        for number in above:
            for key, member in own.get(number, {}).items():
                if meant[key] != member:
                    yield Dispatch(member, meant[key], heir)


def with_dispatches(program: Program) -> dict[tuple[int, int], Edge]:
    """The program's edges, and one of the kind `dispatch` for each, at the place of the member that may run."""
    edges = dict(program.edges)
    for declared, member, _ in dispatches(program):
        node = program.nodes[member]
        edges.setdefault((declared, member), Edge(declared, member, "dispatch", node.file, node.line, 1))
    return edges
