"""What a view's command works on: a UniAST file, a folder, which is parsed first, or a view's own text."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.folder_input import parsed_folder

DEFAULT_AST = Path(".uniast/uniast.json")
HELP = f"a UniAST file, a folder to parse, or .skt text; - for standard input (default: {DEFAULT_AST})"


def read_input(given: Path | None) -> dict[str, Any] | str:
    """A UniAST document in wire form, or the text of a file that is no JSON. Raises UserError with what can be done."""
    path = given or DEFAULT_AST
    if path.is_dir():
        return decode(parsed_folder(path), path)
    try:
        data = sys.stdin.buffer.read() if given == Path("-") else path.read_bytes()
    except FileNotFoundError as fault:
        remedy = "name a file or folder" if given else "run `uniast parse` here first, or name a file or folder"
        raise UserError(f"{path}: no such file; {remedy}") from fault
    except OSError as fault:
        raise UserError(f"{path}: cannot be read ({fault.strerror}); name another file") from fault
    return decode(data, path)


def decode(data: bytes, path: Path) -> dict[str, Any] | str:
    """The document of JSON bytes, the text of any others."""
    data = data.removeprefix(BOM_UTF8)
    if data.lstrip()[:1] == b"{":
        return _document(data, path)
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        column = fault.start - data.rfind(b"\n", 0, fault.start)
        raise UserError(
            f"{path}: line {line}, column {column} is no UTF-8 text; name a UniAST file, a folder or a text"
        ) from fault


def _document(data: bytes, path: Path) -> dict[str, Any]:
    import orjson

    from abcoder_py.uniast.reading import read_document

    try:
        document = orjson.loads(data)
    except ValueError as fault:
        raise UserError(f"{path}: no JSON ({fault}); name a UniAST file, as `uniast parse` writes it") from fault
    if not isinstance(document.get("Modules"), dict):
        raise UserError(f"{path}: no UniAST document (it has no Modules); name one, as `uniast parse` writes it")
    read: dict[str, Any] = read_document(document)
    return read
