"""Which method overrides which: read from the types' bases and interfaces, nearest first on each way up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.skt.entries import Entry


def overridden(types: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    """Full ids of a method and of one that it overrides. `types`: those of the repository by full id.

    A constructor overrides nothing. A method that only a base's base has is overridden too, through the base between.
    """
    for entry in types.values():
        for key, method in (entry.node.get("Methods") or {}).items():
            for found in _above(entry, key, types):
                yield full_id(method), found


def _above(entry: Entry, key: str, types: Mapping[str, Entry]) -> Iterator[str]:
    """The methods under `key` of the nearest types above, each once."""
    seen, waiting = {entry.id}, _bases(entry)
    while waiting:
        base = types.get(waiting.pop(0))
        if base is None or base.id in seen:
            continue
        seen.add(base.id)
        method = (base.node.get("Methods") or {}).get(key)
        if method:
            yield full_id(method)
        else:
            waiting += _bases(base)


def _bases(entry: Entry) -> list[str]:
    node = entry.node
    return [full_id(use) for key in ("InlineStruct", "Implements") for use in node.get(key) or ()]
