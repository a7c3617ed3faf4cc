"""A .skt document as values: what its text can hold, and nothing more.

`[dict]` is no part of it: codes are expanded when a text is read and made anew when it is written. An end of an edge is
a symbol's number or a full id; a bare name `N` of a text is the full id `F::N`, F being the path of the source's file
("" where the text does not define the source), so that one meaning has one form. Symbols do not carry their scope,
because the text does not: `full_ids` derives it from receivers and lines, alike for a document that was read and for
one that was built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

CATEGORIES: Final = ("callable", "type", "value", "module", "meta")
EDGE_KINDS: Final = (
    "calls",
    "contains",
    "decorates",
    "implements",
    "imports",
    "inherits",
    "overrides",
    "references",
)
STATUSES: Final = ("unresolved", "ambiguous")
"""Of a group whose targets are not known; "" says that they are."""

_CALLABLE: Final = re.compile(r"(.+?(?:\(\))?)\(")
"""A name and its parameters' bracket; `operator()` is a name."""

End = int | str
"""A symbol's number, or a full id."""


class Symbol(msgspec.Struct, frozen=True, gc=False):
    """One line of `[symbols]`."""

    number: int
    """The 5 of S5."""
    category: str
    """One of CATEGORIES."""
    kind: str
    """function, class, constant, …: lower-case letters and `_`."""
    first: int
    """First and last line, 1-based; decorators in, doc comment out."""
    last: int
    signature: str
    """One line, single spaces, never empty; known types in it are ShortIDs."""
    properties: tuple[tuple[str, str], ...] = ()
    """Name and value in order; the value "" stands for a plain name, which is what `name=true` says too."""

    @property
    def name(self) -> str:
        """The signature without parameters and result."""
        named = _CALLABLE.match(self.signature) if self.category == "callable" else None
        return named[1] if named else self.signature

    def property(self, name: str) -> str | None:
        """The value of a property, None where it is not there."""
        return next((value for key, value in self.properties if key == name), None)


class FileBlock(msgspec.Struct, frozen=True):
    """One `## path` with its symbols."""

    path: str
    symbols: tuple[Symbol, ...] = ()


class EdgeGroup(msgspec.Struct, frozen=True):
    """One line of `[edges]`."""

    source: End
    kind: str
    """One of EDGE_KINDS."""
    targets: tuple[End, ...]
    status: str = ""
    """"" or one of STATUSES."""
    candidates: tuple[End, ...] = ()
    """What an ambiguous target may be: possible ends, no edges."""


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One line of `[errors]`: a file that could not be read completely."""

    path: str
    message: str
    """One line, single spaces, never empty."""


class Document(msgspec.Struct, frozen=True):
    """A whole document, or one chunk of it."""

    files: tuple[FileBlock, ...] = ()
    edges: tuple[EdgeGroup, ...] = ()
    errors: tuple[Fault, ...] = ()

    def symbols(self) -> Iterator[Symbol]:
        """Every symbol, file by file."""
        for block in self.files:
            yield from block.symbols

    def paths(self) -> dict[int, str]:
        """The file of each symbol's number."""
        return {symbol.number: block.path for block in self.files for symbol in block.symbols}


def one_line(text: str) -> str:
    """A text as a signature or message holds it: runs of white space are one space."""
    return " ".join(text.split())


def full_ids(document: Document) -> dict[int, str]:
    """`path::Scope.name` of every symbol's number; a second one of a file gets `~2`, a third `~3`."""
    found: dict[int, str] = {}
    for block in document.files:
        counts: dict[str, int] = {}
        taken: set[str] = set()
        for symbol, scope in _scopes(block):
            plain = f"{block.path}::{scope}.{symbol.name}" if scope else f"{block.path}::{symbol.name}"
            number = counts.get(plain, 0) + 1
            while (final := plain if number == 1 else f"{plain}~{number}") in taken:
                number += 1
            counts[plain] = number
            taken.add(final)
            found[symbol.number] = final
    return found


def _scopes(block: FileBlock) -> Iterator[tuple[Symbol, str]]:
    """Each symbol with the dotted names of what it stands in: its receiver's, else those whose lines hold it."""
    around: list[tuple[Symbol, str]] = []
    for symbol in block.symbols:
        while around and around[-1][0].last < symbol.last:
            around.pop()
        receiver = symbol.property("receiver")
        scope = receiver.lstrip("*&") if receiver else _scope(around, symbol)
        yield symbol, scope
        if symbol.category in ("callable", "type") or symbol.kind == "namespace":
            around.append((symbol, f"{scope}.{symbol.name}" if scope else symbol.name))


def _scope(around: list[tuple[Symbol, str]], symbol: Symbol) -> str:
    return next((scope for holder, scope in reversed(around) if _may_hold(holder, symbol)), "")


def _may_hold(holder: Symbol, symbol: Symbol) -> bool:
    """Lines alone do not tell apart what stands beside a class on its one line, so kinds have a say."""
    if symbol.kind == "type_parameter":
        return True
    if symbol.category in ("module", "meta") or holder.category == "module":
        return holder.kind == symbol.kind == "namespace" or (holder.kind == "namespace" and symbol.category != "meta")
    if symbol.kind in ("method", "constructor", "field"):
        return holder.category == "type"
    longer = holder.last - holder.first > symbol.last - symbol.first
    return holder.category == "type" and symbol.category != "callable" and longer
