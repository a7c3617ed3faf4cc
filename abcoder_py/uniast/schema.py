"""The JSON Schema of what we write, made from the models: `python -m abcoder_py.uniast.schema FILE`.

The models say the types and `shapes` which keys are always there. A schema written by hand was rejected: it would be a
third description of the same keys.
"""

import sys
from pathlib import Path
from typing import Any, Final

import orjson

from abcoder_py.uniast import shapes
from abcoder_py.uniast.models import Repository

_SHAPES: Final = {
    "Dependency": shapes.DEPENDENCY,
    "File": shapes.FILE,
    "Function": shapes.FUNCTION,
    "Identity": shapes.IDENTITY,
    "Import": shapes.IMPORT,
    "Module": shapes.MODULE,
    "Node": shapes.GRAPH_NODE,
    "Package": shapes.PACKAGE,
    "Receiver": shapes.RECEIVER,
    "Relation": shapes.RELATION,
    "Repository": shapes.REPOSITORY,
    "Type": shapes.TYPE,
    "Var": shapes.VAR,
}


def make_schema() -> dict[str, Any]:
    """The schema of a document in today's form; older forms are read, but not described."""
    schema = Repository.model_json_schema(by_alias=True)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "UniAST",
        **{key: value for key, value in schema.items() if key != "title"},
    }
    _require(schema, "Repository")
    for name, definition in schema["$defs"].items():
        _require(definition, name)
    return schema


def encode_schema() -> bytes:
    """The schema as its file holds it."""
    return orjson.dumps(make_schema(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _require(definition: dict[str, Any], name: str) -> None:
    """What is always written is required; a null is never written."""
    shape = _SHAPES.get(name)
    required = set(definition.get("required", ())) | set(shape.always if shape else ())
    if required:
        definition["required"] = [key for key in definition["properties"] if key in required]
    for key, schema in definition.get("properties", {}).items():
        definition["properties"][key] = _without_null(schema)


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key not in ("anyOf", "default", "title")}
    if len(options) == 1:
        return {**options[0], **rest}
    return {"anyOf": options, **rest} if options else rest


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(encode_schema())
