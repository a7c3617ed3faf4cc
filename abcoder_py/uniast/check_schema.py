"""The types of a document, piece by piece: each place that is at fault, named as a path of keys."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from abcoder_py.uniast import models, shapes
from abcoder_py.uniast.check_nodes import Found
from abcoder_py.uniast.shapes import Shape

Json = dict[str, Any]


def schema_faults(document: Any) -> Found:
    """What in a parsed document is of a wrong type or missing."""
    if not isinstance(document, dict):
        yield "schema", "document", "no JSON object"
        return
    yield from _piece(document, "document", models.Repository, shapes.REPOSITORY, ("Modules", "Graph"))
    for path, module in _entries(document, "Modules"):
        yield from _module(module, f"Modules[{path}]")
    for node_id, node in _entries(document, "Graph"):
        yield from _piece(node, f"Graph[{node_id}]", models.Node, shapes.GRAPH_NODE)


def _module(module: Any, place: str) -> Found:
    yield from _piece(module, place, models.Module, shapes.MODULE, ("Packages", "Files"))
    for path, file in _entries(module, "Files"):
        yield from _piece(file, f"{place}.Files[{path}]", models.File, shapes.FILE)
    for path, package in _entries(module, "Packages"):
        at = f"{place}.Packages[{path}]"
        yield from _piece(package, at, models.Package, shapes.PACKAGE, ("Functions", "Types", "Vars"))
        for table, model, shape in (
            ("Functions", models.Function, shapes.FUNCTION),
            ("Types", models.Type, shapes.TYPE),
            ("Vars", models.Var, shapes.VAR),
        ):
            for name, node in _entries(package, table):
                yield from _node(node, f"{at}.{table}[{name}]", model, shape)


def _node(node: Any, place: str, model: type[BaseModel], shape: Shape) -> Found:
    yield from _piece(node, place, model, shape)
    if isinstance(node, dict):
        missing = [key for key in ("File", "Line", "StartOffset", "EndOffset") if key not in node]
        if missing and len(missing) < 4:
            yield "schema", place, f"{', '.join(missing)} missing"


def _entries(holder: Any, key: str) -> Iterator[tuple[str, Any]]:
    entries = holder.get(key) if isinstance(holder, dict) else None
    if isinstance(entries, dict):
        yield from entries.items()


def _piece(value: Any, place: str, model: type[BaseModel], shape: Shape, apart: tuple[str, ...] = ()) -> Found:
    """Faults of one object; what stands under the keys `apart` is left to pieces of its own."""
    if not isinstance(value, dict):
        yield "schema", place, "no JSON object"
        return
    missing = [key for key in shape.always if key not in value]
    if missing:
        yield "schema", place, f"{', '.join(missing)} missing"
    try:
        model.model_validate(_without(value, apart), by_name=False)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            yield "schema", place + _path(fault["loc"]), fault["msg"]


def _without(value: Json, apart: tuple[str, ...]) -> Json:
    return (
        {key: {} if key in apart and isinstance(part, dict) else part for key, part in value.items()}
        if apart
        else value
    )


def _path(location: tuple[int | str, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in location)
