"""What a server can answer to "where is this defined?", kept apart: places, nothing, or why there is no answer.

Named tuples, not models: a run makes 100,000 of them. A place stays in the server's own terms (URI, lines and
characters from 0 in the session's encoding); `source` converts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from abcoder_py.lsp.messages import Location, decode_bulk, decode_locations
from abcoder_py.plugin.values import Symbol

Place: TypeAlias = tuple[str, int, int, int, int]
"""(uri, start line, start character, end line, end character), all from 0, end exclusive."""

Reason = Literal["server timed out", "server crashed", "no server", "no definition", "excluded from the build"]
"""Words of the document's `Reason`. "no definition" is given only for an error that the server answered with."""


NO_SYMBOLS: Mapping[Place, Symbol] = MappingProxyType({})


class Found(NamedTuple):
    """The server answered. No places means that it knows no definition.

    Sorted and each once: the order that servers give changes from run to run (seen: ty).
    """

    places: Sequence[Place]
    symbols: Mapping[Place, Symbol] = NO_SYMBOLS
    """What the server says of places outside the repository; other answers of the file's may be among them."""


class Failed(NamedTuple):
    """There is no answer, and why."""

    reason: Reason


Answer: TypeAlias = Found | Failed

NOTHING = Found(())
TIMED_OUT = Failed("server timed out")
CRASHED = Failed("server crashed")
NO_SERVER = Failed("no server")
REFUSED = Failed("no definition")
LEFT_OUT = Failed("excluded from the build")
"""The server's build does not take the file: it is not asked."""
NOT_IN_BULK = Failed("no definition")
"""The server cannot answer about this file in one request: each position is asked for."""

NOT_IN_BULK_CODES = frozenset({-32601, -32803})
"""MethodNotFound, RequestFailed."""

AGAIN_CODES = frozenset({-32801, -32802, -32800, -32002})
"""ContentModified, ServerCancelled, RequestCancelled (that nobody asked for), ServerNotInitialized: ask again."""

_NOTHING_THERE = re.compile(
    r"\bno\b.*\b(found|at this|available)\b|\bnot found\b|\bno (definition|identifier|object)", re.I
)

MeansNothing: TypeAlias = Callable[[int, str], bool]
"""(error code, message) → the error only says that nothing is there."""


def says_nothing_there(code: int, message: str) -> bool:
    """The default MeansNothing: a server's own code with words like "no identifier found"."""
    return not -32768 <= code <= -32000 and _NOTHING_THERE.search(message) is not None


def read_places(result: msgspec.Raw) -> list[Place]:
    """The places of a `textDocument/definition` result: null, a Location, Locations or LocationLinks.

    Raises one of BadShape for anything else.
    """
    found = decode_locations(result)
    if type(found) is list:
        return _sorted([_place(location) for location in found])
    return [] if found is None else [_place(found)]


def read_bulk(result: msgspec.Raw, count: int) -> list[Answer]:
    """The answers of a `uniast/definitions` result, one for each of `count` positions. Raises one of BadShape."""
    bulk = decode_bulk(result)
    places = [_place(location) for location in bulk.locations]
    symbols = {
        place: location.symbol
        for place, location in zip(places, bulk.locations, strict=True)
        if location.symbol is not None
    }
    if len(bulk.targets) != count:
        raise ValueError(f"{len(bulk.targets)} answers to {count} questions")
    return [
        Found(_sorted([places[index] for index in indexes]), symbols) if indexes else NOTHING
        for indexes in bulk.targets
    ]


def _sorted(places: list[Place]) -> list[Place]:
    return sorted(set(places)) if len(places) > 1 else places


def _place(location: Location) -> Place:
    uri = location.targetUri or location.uri
    span = location.targetSelectionRange or location.targetRange or location.range
    if uri is None or span is None:
        raise ValueError("a location without URI or range")
    start, end = span.start, span.end
    return (uri, start.line, start.character, end.line, end.character)
