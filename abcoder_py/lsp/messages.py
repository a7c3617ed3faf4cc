"""What comes from a server, decoded as far as it is used.

`msgspec` with fixed shapes: an envelope whose `result` stays bytes until the one who asked reads it, and places without
the fields that nobody wants. Against `orjson.loads` of whole runs and a walk over its dicts this is a third to half of
the CPU, because no garbage-collected dicts are made (nine for each reply). Other values go through orjson.
"""

from __future__ import annotations

from typing import Any

import msgspec

from abcoder_py.plugin.values import Symbol

_NULL = msgspec.Raw(b"null")


class Message(msgspec.Struct, gc=False):
    """Any message: a request has id and method, a notification a method, a response an id."""

    id: int | str | None = None
    method: str | None = None
    params: msgspec.Raw = _NULL
    result: msgspec.Raw = _NULL
    error: Any = None


class Position(msgspec.Struct, gc=False):
    """Line and character from 0."""

    line: int
    character: int


class Range(msgspec.Struct, gc=False):
    """End exclusive."""

    start: Position
    end: Position


class Location(msgspec.Struct, gc=False):
    """A Location (uri, range) or a LocationLink (the rest)."""

    uri: str | None = None
    range: Range | None = None
    targetUri: str | None = None
    targetSelectionRange: Range | None = None
    targetRange: Range | None = None
    symbol: Symbol | None = None
    """Of `uniast/definitions`: what lies there, where that is outside the repository."""


class Bulk(msgspec.Struct, gc=False):
    """The result of `uniast/definitions`: for each position, indexes into `locations`."""

    targets: list[list[int]]
    locations: list[Location]


class LeftOut(msgspec.Struct, gc=False):
    """A file that the build does not take, and why."""

    uri: str
    reason: str


class LoadError(msgspec.Struct, gc=False):
    """Something that kept the server from loading all there is."""

    message: str
    uri: str = ""


class Workspace(msgspec.Struct, gc=False):
    """The result of `uniast/workspace`."""

    leftOut: list[LeftOut] = []
    errors: list[LoadError] = []


decode_message = msgspec.json.Decoder(Message).decode
decode_locations = msgspec.json.Decoder(list[Location] | Location | None).decode
decode_workspace = msgspec.json.Decoder(Workspace).decode
decode_bulk = msgspec.json.Decoder(Bulk).decode

BadShape = (msgspec.DecodeError, LookupError, ValueError)
"""What reading a result of a wrong shape raises."""
