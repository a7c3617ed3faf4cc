"""Older and foreign forms of UniAST, brought to today's: plain dicts in, plain dicts out.

Kept out of the models, so that those say only what is written today and the JSON Schema follows from them.
Read are: the specification's prose (`Function.Vars`, `SubStructs`, `InlineStructs`), `TypeKind` and node types as
numbers, dependencies as one object or as a map from a parameter's or field's name, an import as a bare string, a null
for anything that is left out. What is changed is copied: the given document stays as it is.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from abcoder_py.uniast import shapes

_TYPE_KINDS: Final = ("struct", "interface", "typedef", "enum")
_NODE_TYPES: Final = ("UNKNOWN", "FUNC", "TYPE", "VAR")
_RENAMED: Final = {
    "Functions": {"Vars": "GlobalVars"},
    "Types": {"SubStructs": "SubStruct", "InlineStructs": "InlineStruct"},
    "Vars": {},
}
_SHAPES: Final = {"Functions": shapes.FUNCTION, "Types": shapes.TYPE, "Vars": shapes.VAR}
_LABELS: Final = {"Params": "Param", "Results": "Param", "SubStruct": "Field", "InlineStruct": "Field"}

Reader = Callable[[Any], Any]


def read_document(document: Any) -> Any:
    """A parsed JSON document in today's form; what is no object at all is returned as it came."""
    if not isinstance(document, dict):
        return document
    read = _known(shapes.REPOSITORY, document)
    _each(read, "Modules", _module)
    _each(read, "Graph", _graph_node)
    return read


def _each(holder: dict[str, Any], key: str, reader: Reader) -> None:
    entries = holder.get(key)
    if isinstance(entries, dict):
        holder[key] = {name: reader(entry) if isinstance(entry, dict) else entry for name, entry in entries.items()}


def _known(shape: shapes.Shape, given: Mapping[str, Any]) -> dict[str, Any]:
    """A copy without the nulls of known keys; an unknown key's null is somebody's own."""
    return {key: value for key, value in given.items() if value is not None or key not in shape.order}


def _module(module: dict[str, Any]) -> dict[str, Any]:
    read = _known(shapes.MODULE, module)
    _each(read, "Packages", _package)
    _each(read, "Files", _file)
    return read


def _package(package: dict[str, Any]) -> dict[str, Any]:
    read = _known(shapes.PACKAGE, package)
    _each(read, "Functions", lambda node: _entity("Functions", node))
    _each(read, "Types", lambda node: _entity("Types", node))
    _each(read, "Vars", lambda node: _entity("Vars", node))
    return read


def _file(file: dict[str, Any]) -> dict[str, Any]:
    read = _known(shapes.FILE, file)
    if isinstance(read.get("Imports"), list):
        read["Imports"] = [_import(item) for item in read["Imports"]]
    return read


def _import(item: Any) -> Any:
    if isinstance(item, str):
        return {"Path": item}
    return _known(shapes.IMPORT, item) if isinstance(item, dict) else item


def _entity(table: str, node: dict[str, Any]) -> dict[str, Any]:
    shape = _SHAPES[table]
    read = _known(shape, node)
    for old, new in _RENAMED[table].items():
        if old in read and new not in read:
            read[new] = read.pop(old)
    if isinstance(read.get("TypeKind"), int):
        kind = read["TypeKind"]
        read["TypeKind"] = _TYPE_KINDS[kind] if 0 <= kind < len(_TYPE_KINDS) else "typedef"
    for key in shape.many:
        if isinstance(read.get(key), dict):
            read[key] = _listed(key, read[key])
    return read


def _listed(key: str, uses: dict[str, Any]) -> list[Any]:
    """One dependency, or a map of them: the name that it is under is a parameter's or a field's."""
    if isinstance(uses.get("Name"), str):
        return [uses]
    label = _LABELS.get(key)
    return [_labelled(label, name, use) if label else use for name, use in uses.items()]


def _labelled(label: str, name: str, use: Any) -> Any:
    if not isinstance(use, dict):
        return use
    return {**use, "Extra": {label: name, **(use.get("Extra") or {})}}


def _graph_node(node: dict[str, Any]) -> dict[str, Any]:
    read = _known(shapes.GRAPH_NODE, node)
    kind = read.get("Type")
    if isinstance(kind, int) and 0 <= kind < len(_NODE_TYPES):
        read["Type"] = _NODE_TYPES[kind]
    return read
