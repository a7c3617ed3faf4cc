"""The JSON form: `files`, `symbols`, `edges`, `errors` for programs, with full ids beside ShortIDs.

An edge has `from`, `to`, `kind`; `from_short` and `to_short` where its ends are symbols. An uncertain one has
`resolution`, `candidates` where there are some, and never `to_short`, even if its target is an include's symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from abcoder_py.views.skt.model import Document, EdgeGroup, End, Symbol, full_ids


def to_json(document: Document) -> dict[str, Any]:
    """The document as plain JSON values; one entry in `edges` for each target."""
    ids = full_ids(document)
    return {
        "files": [block.path for block in document.files],
        "symbols": [_symbol(symbol, block.path, ids) for block in document.files for symbol in block.symbols],
        "edges": [edge for group in document.edges for edge in _edges(group, ids)],
        "errors": [{"file": fault.path, "message": fault.message} for fault in document.errors],
    }


def _symbol(symbol: Symbol, path: str, ids: Mapping[int, str]) -> dict[str, Any]:
    plain = {"": True, "false": False}
    return {
        "id": ids[symbol.number],
        "short": f"S{symbol.number}",
        "file": path,
        "category": symbol.category,
        "kind": symbol.kind,
        "start_line": symbol.first,
        "end_line": symbol.last,
        "name": symbol.name,
        "signature": symbol.signature,
        "properties": {name: plain.get(value, value) for name, value in symbol.properties},
    }


def _edges(group: EdgeGroup, ids: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    for target in group.targets:
        edge: dict[str, Any] = {"from": _full(group.source, ids)}
        if isinstance(group.source, int):
            edge["from_short"] = f"S{group.source}"
        edge["to"] = _full(target, ids)
        if isinstance(target, int) and not group.status:
            edge["to_short"] = f"S{target}"
        edge["kind"] = group.kind
        if group.status:
            edge["resolution"] = group.status
        if group.candidates:
            edge["candidates"] = [_full(end, ids) for end in group.candidates]
        yield edge


def _full(end: End, ids: Mapping[int, str]) -> str:
    """The full id; of a symbol that another chunk defines only its ShortID is known."""
    return ids.get(end, f"S{end}") if isinstance(end, int) else end
