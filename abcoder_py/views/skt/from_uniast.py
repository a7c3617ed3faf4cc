"""A UniAST document in, a .skt document out. Edges come from its resolved lists and nowhere else.

Works on the wire form's plain dicts: 41 MB of UniAST as validated models cost more than the whole view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from abcoder_py.views.skt.edges import EdgeCollector
from abcoder_py.views.skt.entries import Entry, FileEntries, collect, own_modules
from abcoder_py.views.skt.kinds import Json
from abcoder_py.views.skt.model import Document, Fault, FileBlock, Symbol, one_line
from abcoder_py.views.skt.properties import asynchronous_languages, properties_of
from abcoder_py.views.skt.signatures import callable_signature


@dataclass(frozen=True)
class Choice:
    """What of a repository the document is to hold."""

    edges: bool = False
    externals: bool = False
    """With edges to definitions outside the repository."""
    exported_only: bool = False
    """Without symbols that are not exported, and what is in them."""
    takes: Callable[[str], bool] = lambda path: True
    """Does the file of this path belong in?"""


@dataclass(frozen=True)
class Built:
    """A document, and what it does not say."""

    document: Document
    left_out: int = 0
    """Edges to what the document does not show."""


def from_uniast(document: Json, choice: Choice | None = None) -> Built:
    """The .skt document of a UniAST document in wire form (`uniast.reading.read_document` brings older forms there).

    Symbols have numbers in the order of file paths (bytewise), then of offsets. Raises ValueError, KeyError, TypeError
    or AttributeError where the document breaks the form.
    """
    choice = choice or Choice()
    everything = collect(document)
    asynchronous = asynchronous_languages(everything.values())
    ids = {entry.id: f"{entry.path}::{entry.scoped}" for entry in _entries(everything) if entry.id}
    shown = _numbered(everything, choice)
    numbers = {entry.id: entry.number for entry in _entries(shown) if entry.id}
    blocks = [
        FileBlock(path, tuple(_symbol(entry, numbers, file.language in asynchronous) for entry in file.entries))
        for path, file in shown.items()
    ]
    edges = EdgeCollector(everything, shown, ids, choice.externals)
    groups = edges.collect() if choice.edges else ()
    faults = sorted(_faults(document, choice), key=lambda fault: (fault.path.encode(), fault.message))
    return Built(Document(tuple(blocks), groups, tuple(faults)), edges.left_out)


def _entries(files: Mapping[str, FileEntries]) -> Iterator[Entry]:
    for file in files.values():
        yield from file.entries


def _numbered(everything: Mapping[str, FileEntries], choice: Choice) -> dict[str, FileEntries]:
    """The files that are chosen, with the entries that are: these get their numbers."""
    shown = {path: file for path, file in everything.items() if choice.takes(path)}
    if choice.exported_only:
        for file in shown.values():
            file.entries = [entry for entry in file.entries if entry.exported]
    for number, entry in enumerate(_entries(shown), 1):
        entry.number = number
    return shown


def _symbol(entry: Entry, numbers: Mapping[str, int], may_be_async: bool) -> Symbol:
    signature = callable_signature(entry.node, numbers) if entry.category == "callable" else entry.name
    properties = tuple(properties_of(entry, may_be_async))
    return Symbol(entry.number, entry.category, entry.kind, *entry.lines, one_line(signature) or "_", properties)


def _faults(document: Json, choice: Choice) -> Iterator[Fault]:
    for _, module in own_modules(document):
        for fault in module.get("load_errors") or ():
            path, line = _position(fault.get("Pos") or "")
            if choice.takes(path):
                yield Fault(path, one_line(f"{fault.get('Msg') or ''} {line}") or "error")
        for path, file in (module.get("Files") or {}).items():
            reason = (file.get("Extra") or {}).get("Excluded")
            if reason and choice.takes(path):
                yield Fault(path, one_line(f"left out: {reason}"))


def _position(place: str) -> tuple[str, str]:
    """Path and `at line N` of `file:line:column`."""
    parts = place.rsplit(":", 2)
    return (parts[0], f"at line {parts[1]}") if len(parts) == 3 else (place, "")
