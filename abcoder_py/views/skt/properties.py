"""What stands in a symbol's braces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from abcoder_py.views.skt.entries import Entry, FileEntries
from abcoder_py.views.skt.model import one_line

_VISIBILITIES: Final = ("public", "private", "protected")


def asynchronous_languages(files: Iterable[FileEntries]) -> set[str]:
    """The languages in which a function can be asynchronous: some function of the document is."""
    return {file.language for file in files for entry in file.entries if "async" in _modifiers(entry)}


def properties_of(entry: Entry, may_be_async: bool) -> Iterator[tuple[str, str]]:
    """Names and values in the order in which they are written. `may_be_async`: the entry's language has it."""
    if entry.kind == "include":
        yield "resolution", "resolved" if entry.node.get("Target") else "unresolved"
    if not entry.id:
        return
    modifiers = _modifiers(entry)
    if entry.category == "callable" and may_be_async:
        yield "async", "" if "async" in modifiers else "false"
    yield "exported", "" if entry.node.get("Exported", entry.node.get("IsExported")) else "false"
    if "static" in modifiers:
        yield "static", ""
    for word in _VISIBILITIES:
        if word in modifiers:
            yield "visibility", word
    receiver = entry.node.get("Receiver")
    if receiver and not _is_inside(entry, entry.owner):
        yield "receiver", ("*" if receiver.get("IsPointer") else "") + one_line(receiver["Type"]["Name"])


def _modifiers(entry: Entry) -> Iterable[str]:
    return (entry.node.get("Extra") or {}).get("Modifiers") or ()


def _is_inside(entry: Entry, owner: Entry | None) -> bool:
    """Does it stand in its type's own text? Then the lines say whose it is."""
    return owner is not None and owner.path == entry.path and owner.start <= entry.start and entry.end <= owner.end
