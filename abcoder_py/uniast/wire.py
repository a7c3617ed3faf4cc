"""The wire form: a plain dict in, UniAST's bytes out. The one place that orders keys and leaves out what is empty.

The build stage hands in plain dicts, `models` hands in what pydantic dumps; both go through `dump`, so both give the
same bytes. Writing JSON text by hand was rejected: orjson is faster, and `orjson.Fragment` lets a caller encode node by
node (`fragment`), so that a large repository never stands in memory as dicts.

Rules: a shape's keys stand in its order, unknown keys after them as they came, `Graph` last; maps are ordered by their
keys' bytes. The keys in `Shape.always` are always written; of the others what is None, False, "" or empty is left out.
A number is never empty: `StartOffset` 0 is a place. What an unknown key holds is never touched.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any, Final

import orjson

from abcoder_py.uniast.shapes import REPOSITORY, VALUE, Shape

_CONTAINERS: Final = frozenset({dict, list, tuple})


def normal(shape: Shape, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """`given` in the wire form of `shape`, for encoding: what was handed in is not changed, and may be the answer.

    A value that is an `orjson.Fragment` is taken as normal already.
    """
    keys = tuple(given)
    nested = shape.plans[keys] if keys in shape.plans else shape.plan(keys)
    if nested is None or not all(given.values()):
        return _ordered(shape, given)
    if not nested:
        return given
    written = dict(given)
    for key in nested:
        value = written[key]
        if value.__class__ in _CONTAINERS:
            written[key] = value = _inner(shape, key, value)
            if not value:
                return _ordered(shape, given)
    return written


def _ordered(shape: Shape, given: Mapping[str, Any]) -> dict[str, Any]:
    written: dict[str, Any] = {}
    order, always = shape.order, shape.always
    for key in order:
        value = given.get(key)
        if value.__class__ in _CONTAINERS:
            value = _inner(shape, key, value)
        if value or (value == 0 and value is not False):
            written[key] = value
        elif key in always:
            written[key] = copy(always[key]) if value is None else value
    if len(given) > len(written):
        written.update((key, value) for key, value in given.items() if key not in order)
    if shape is REPOSITORY:
        written["Graph"] = written.pop("Graph")  # behind unknown keys too: it is searched from the file's end
    return written


def _inner(shape: Shape, key: str, value: Any) -> Any:
    if value.__class__ is not dict:
        inner = shape.many.get(key)
        return [_entry(inner, item) for item in value] if inner else value
    inner = shape.one.get(key)
    if inner:
        return normal(inner, value)
    inner = shape.maps.get(key)
    if not inner:
        return value
    return {name: _entry(inner, value[name]) for name in sorted(value)}


def _entry(shape: Shape, value: Any) -> Any:
    return normal(shape, value) if value.__class__ is dict and shape is not VALUE else value


def encode(shape: Shape, given: Mapping[str, Any]) -> bytes:
    """One object as it is written."""
    return orjson.dumps(normal(shape, given))


def fragment(shape: Shape, given: Mapping[str, Any]) -> orjson.Fragment:
    """One object encoded, ready to stand in a larger one: the caller can drop its dicts."""
    return orjson.Fragment(encode(shape, given))


def dump(repository: Mapping[str, Any]) -> bytes:
    """A whole document as it is written: compact JSON, byte-stable, `Graph` last.

    Any object in it may be an `orjson.Fragment` of its own shape. Raises TypeError (orjson.JSONEncodeError) where a
    value has no JSON form, such as a string with half a surrogate pair.
    """
    return orjson.dumps(normal(REPOSITORY, repository))
