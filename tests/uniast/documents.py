"""Random documents for property tests: made from the models' own annotations, so that no field is forgotten."""

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st

from abcoder_py.uniast.base import Model
from abcoder_py.uniast.models import Repository
from abcoder_py.uniast.relations import Graph, Node

TEXT = st.text(st.characters(codec="utf-8"), max_size=6)
NUMBER = st.integers(0, 2**31)
PLAIN = st.one_of(TEXT, NUMBER, st.none(), st.booleans(), st.lists(NUMBER, max_size=2), st.just({}))
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXT,
    int: NUMBER,
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    Any: PLAIN,
}


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """JSON values that a field of this annotation accepts."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in SCALARS:
        return SCALARS[annotation]
    if origin in (Union, types.UnionType):
        return st.one_of(*(values(option) for option in inner if option is not type(None)))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is Annotated:  # a list of so many items
        length = inner[1].metadata[0].min_length
        return st.lists(values(get_args(inner[0])[0]), min_size=length, max_size=length)
    if origin is list:
        return st.lists(values(inner[0]), max_size=2)
    if origin is tuple:
        return st.tuples(*(values(item) for item in inner)).map(list)
    if origin is dict:
        return st.dictionaries(TEXT, values(inner[1]), max_size=2)
    if annotation is Graph:
        return st.dictionaries(TEXT, objects(Node), max_size=2)
    return st.deferred(lambda: objects(annotation))


def objects(model: type[Model]) -> st.SearchStrategy[dict[str, Any]]:
    """JSON objects of a model: every required key, any of the others, and one that nobody knows."""
    fields = {str(field.alias): field for field in model.model_fields.values()}
    required = {key: values(field.annotation) for key, field in fields.items() if field.is_required()}
    optional = {key: values(field.annotation) for key, field in fields.items() if not field.is_required()}
    return st.fixed_dictionaries(required, optional=optional | {"X-unknown": PLAIN}).flatmap(shuffled)


def shuffled(entries: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.permutations(list(entries.items())).map(dict)


DOCUMENTS = objects(Repository)
