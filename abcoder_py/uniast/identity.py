"""What a node is called: `ModPath?PkgPath#Name`, and how two claims to one name are told apart.

Plain functions over strings: naming runs once for every definition of a repository, and a validated
model there costs more than the naming itself (`models.Identity` is the public, validated form).
A class with cached parts was rejected for the same reason.

`ModPath` and `PkgPath` are in their encoded form everywhere (`%`, `?` and `#` percent-encoded), so a full
id is their plain concatenation, and `parse_full` needs no knowledge of the language.
"""

import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

TYPES, FUNCTIONS, VARS = 0, 1, 2
"""The rank of the three tables of a package: which of several claims to one name comes first."""

_ENCODED = {ord("%"): "%25", ord("?"): "%3F", ord("#"): "%23"}
_ESCAPE = re.compile("%(25|3[Ff]|23)")


def encode_part(raw: str) -> str:
    """A module's or package's path as it stands in an identity: `a#b.c` becomes `a%23b.c`."""
    return raw.translate(_ENCODED)


def decode_part(encoded: str) -> str:
    """The path that `encode_part` was given; other percent signs are left alone."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), encoded)


def full(mod: str, pkg: str, name: str) -> str:
    """The identity as one string, unique in the repository."""
    return f"{mod}?{pkg}#{name}"


def full_id(identity: Mapping[str, Any]) -> str:
    """The full id of whatever carries an identity in wire form: a node, a use, a relation."""
    return f"{identity['ModPath']}?{identity['PkgPath']}#{identity['Name']}"


def short(pkg: str, name: str) -> str:
    """The form for people: `PkgPath#Name`."""
    return f"{pkg}#{name}"


def parse_full(text: str) -> tuple[str, str, str]:
    """(ModPath, PkgPath, Name) of a full id; only the first `?`, and the first `#` after it, divide it.

    Raises ValueError where one of the two is missing.
    """
    mod, question, rest = text.partition("?")
    pkg, hash_, name = rest.partition("#")
    if not (question and hash_):
        raise ValueError(f"{text!r} is no identity: ModPath?PkgPath#Name is wanted")
    return mod, pkg, name


def member_key(owner: str, name: str) -> str:
    """The name without its type (`m~2` of `C.m~2`); whole where the type is no prefix (Rust's `Trait<T>.m`)."""
    for separator in (".", "::"):
        if name.startswith(owner + separator):
            return name[len(owner) + len(separator) :]
    return name


class Claim(NamedTuple):
    """One definition that asks for a name in its package."""

    package: str
    """Whatever is one for each package, best `ModPath?PkgPath`."""
    table: int
    """TYPES, FUNCTIONS or VARS."""
    file: str
    offset: int
    name: str
    """The whole name, with the owner's name as its source writes it: `App.run`, `From<u8><Type>.from`."""
    owner: int | None = None
    """Index of the claim of the type that this is a member of, where that type is in the repository."""


def number_homonyms(claims: Sequence[Claim]) -> list[str]:
    """The final name of each claim, in the order given.

    Of several claims to one name in a package the first keeps it (types, then functions, then variables, each by
    file path, then offset); the second gets `~2`, the third `~3`. A member bears its type's final name (`App~2.run`).
    Raises ValueError where claims own each other in a circle.
    """
    finals: list[str | None] = [None] * len(claims)
    members: dict[int, list[int]] = {}
    for index, claim in enumerate(claims):
        if claim.owner is not None:
            members.setdefault(claim.owner, []).append(index)
    ready = [(*claim[1:4], index) for index, claim in enumerate(claims) if claim.owner is None]
    heapq.heapify(ready)
    taken: set[tuple[str, str]] = set()
    counts: dict[tuple[str, str], int] = {}
    while ready:
        index = heapq.heappop(ready)[-1]
        finals[index] = _settle(claims, index, finals, taken, counts)
        for member in members.get(index, ()):
            heapq.heappush(ready, (*claims[member][1:4], member))
    if None in finals:
        raise ValueError(f"{claims[finals.index(None)].name!r} is a member of itself")
    return [name for name in finals if name is not None]


def _settle(
    claims: Sequence[Claim],
    index: int,
    finals: Sequence[str | None],
    taken: set[tuple[str, str]],
    counts: dict[tuple[str, str], int],
) -> str:
    claim = claims[index]
    name = claim.name
    if claim.owner is not None:
        name = _under_owner(name, claims[claim.owner].name, finals[claim.owner] or "")
    key = (claim.package, name)
    number = counts.get(key, 0) + 1
    final = name if number == 1 else f"{name}~{number}"
    while (claim.package, final) in taken:  # a language may allow `~` in names: C++'s destructors
        number += 1
        final = f"{name}~{number}"
    counts[key] = number
    taken.add((claim.package, final))
    return final


def _under_owner(name: str, written: str, final: str) -> str:
    """`name` with its owner's name replaced: a prefix (`App.run`, `ns::C::m`) or an impl's type (`Trait<App>.run`)."""
    if written == final:
        return name
    if name.startswith((f"{written}.", f"{written}::")):
        return final + name[len(written) :]
    head, found, tail = name.rpartition(f"<{written}>")
    return f"{head}<{final}>{tail}" if found else name


class Unit(NamedTuple):
    """A build unit that asks for a ModPath."""

    name: str
    """As its manifest gives it, not encoded."""
    dir: str
    """Relative to the repository, `.` for its root."""
    language: str


def unique_mod_paths(units: Iterable[Unit]) -> list[str]:
    """The encoded ModPath of each unit, in the order given.

    Of several that claim one name the least deep folder keeps it, then the folder's and the language's order decide;
    another is `name~language`, and where that is taken `name~Dir`.
    """
    units = list(units)
    order = sorted(range(len(units)), key=lambda i: (_depth(units[i].dir), units[i].dir, units[i].language))
    found: dict[int, str] = {}
    taken: set[str] = set()
    for index in order:
        found[index] = next(path for path in _mod_paths(units[index]) if path not in taken)
        taken.add(found[index])
    return [found[index] for index in range(len(units))]


def _depth(folder: str) -> int:
    return 0 if folder in ("", ".") else folder.count("/") + 1


def _mod_paths(unit: Unit) -> Iterable[str]:
    name, place = encode_part(unit.name), encode_part(unit.dir)
    yield name
    yield f"{name}~{unit.language}"
    yield f"{name}~{place}"
    number = 2
    while True:  # one folder, one language, one name: two targets of one manifest
        yield f"{name}~{place}~{number}"
        number += 1
