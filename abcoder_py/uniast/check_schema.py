"""The types of a document, piece by piece: each place that is at fault, named as a path of keys."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from abcoder_py.uniast import models, shapes
from abcoder_py.uniast.check_nodes import Found
from abcoder_py.uniast.shapes import Shape

Json = dict[str, Any]
_PLACE: Final = ("File", "Line", "StartOffset", "EndOffset")


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
        at = f"{place}.Files[{path}]"
        yield from _piece(file, at, models.File, shapes.FILE)
        yield from _places(file, at, (), always=True)
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
        missing = [key for key in _PLACE if key not in node]
        if missing and len(missing) < 4:
            yield "schema", place, f"{', '.join(missing)} missing"
    yield from _places(node, place, shape.many)


def _places(holder: Any, place: str, keys: Iterable[str], always: bool = False) -> Found:
    """Uses of which a part of the place is left out. `always`: a place has to be there, as a file's uses have."""
    extra = holder.get("Extra") if isinstance(holder, dict) else None
    for part, at, names in ((holder, place, keys), (extra, f"{place}.Extra", ("Dependencies", "Uncertain"))):
        for key in names:
            uses = part.get(key) if isinstance(part, dict) else None
            for index, use in enumerate(uses if isinstance(uses, list) else ()):
                missing = [name for name in _PLACE if use.get(name) is None] if isinstance(use, dict) else []
                if missing and (always or _is_begun(use)):
                    yield "schema", f"{at}.{key}[{index}]", f"{', '.join(missing)} missing"


def _is_begun(use: Json) -> bool:
    """Does it say where it stands? A `Line` alone is no place and wants none; a null is neither."""
    return any(name in use for name in _PLACE[2:]) or any(use.get(name, "") is None for name in _PLACE)


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
