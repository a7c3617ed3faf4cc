"""What views are made from: a UniAST file, a folder, a git revision, a view's own text, or standard input."""

from __future__ import annotations

import mmap
import re
import sys
import tempfile
from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.input_option import DEFAULT_AST

if TYPE_CHECKING:
    from abcoder_py.views.codestruct import Entity
    from abcoder_py.views.codestruct.document import Document

CODESTRUCT = "CodeStruct"
SKT = ".skt text"
_BYTE = re.compile(r"\(byte (\d+)\)")
_REVISION = re.compile(r"[^/].*?:")


class Given(NamedTuple):
    """The bytes of an input, and how messages name it."""

    name: str
    data: bytes | mmap.mmap
    text: str
    """The view whose text it may be instead of UniAST: CODESTRUCT or SKT."""

    @property
    def is_json(self) -> bool:
        """Is it UniAST rather than text?"""
        return self.data[:1024].removeprefix(BOM_UTF8).lstrip()[:1] == b"{"

    def place(self, end: int) -> str:
        """`:LINE:COLUMN` of an offset."""
        before = bytes(self.data[:end])
        return f":{before.count(10) + 1}:{len(before) - before.rfind(10)}"


def read_input(given: Path | None, text: str, **options: Any) -> Given:
    """The bytes of a file, of standard input (`-`), or of a folder's document; None is the default document.

    `options` are those of ParseOptions, for a folder. Raises UserError.
    """
    path = given or DEFAULT_AST
    if given == Path("-"):
        return Given("-", sys.stdin.buffer.read(), text)
    if path.is_dir():
        return parse_folder(path, text, **options)
    try:
        return Given(str(path), _mapped(path), text)
    except FileNotFoundError as fault:
        first = "" if given else "run `uniast parse` here first, or "
        raise UserError(f"{path}: no such file or folder; {first}name a UniAST file, a folder, or {text}") from fault
    except OSError as fault:
        raise UserError(f"{path}: cannot be read ({fault.strerror}); name another file") from fault


def _mapped(path: Path) -> bytes | mmap.mmap:
    with path.open("rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):  # a pipe, an empty file
            return file.read()


def read_document(given: Given) -> Document:
    """UniAST as CodeStruct's view reads it; a mapped file is closed. Raises UserError with line and column where it is
    none."""
    from abcoder_py.views.codestruct.document import load

    name, data, _ = given
    try:
        with memoryview(data) as view:
            document = load(view[len(BOM_UTF8) :] if data[: len(BOM_UTF8)] == BOM_UTF8 else view)
    except (ValueError, RecursionError) as fault:
        place = _place(given, str(fault))
        raise UserError(f"{name}{place}: no UniAST document: {fault}; `uniast check {name}` says more") from fault
    if isinstance(data, mmap.mmap):
        data.close()  # else the file's pages stay in memory beside the view
    return document


def _place(given: Given, message: str) -> str:
    """The place of a fault of JSON."""
    found = _BYTE.search(message)
    if not found and "truncated" not in message:
        return ""
    return given.place(int(found[1]) if found else len(given.data))


def read_wire(given: Given) -> dict[str, Any]:
    """UniAST as plain dicts, in today's form. Raises UserError."""
    import orjson

    from abcoder_py.uniast.reading import read_document as today

    try:
        document = orjson.loads(bytes(given.data).removeprefix(BOM_UTF8))
    except ValueError as fault:
        raise UserError(f"{given.name}: no JSON ({fault}); name a UniAST file, as `uniast parse` writes it") from fault
    if not isinstance(document.get("Modules"), dict):
        raise UserError(f"{given.name}: no UniAST document (it has no Modules); name one, as `uniast parse` writes it")
    read: dict[str, Any] = today(document)
    return read


def read_text(given: Given) -> str:
    """The text of a view. Raises UserError with line and column where it is none, and where there is nothing."""
    try:
        text = bytes(given.data).removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as fault:
        place = given.place(fault.start)
        raise UserError(f"{given.name}{place}: is neither UniAST nor {given.text}: no UTF-8") from fault
    if not text.strip():
        raise UserError(f"{given.name}: is empty; name a UniAST file, a folder, or {given.text}")
    return text


def read_codestruct(given: Given) -> list[Entity]:
    """The tree of CodeStruct text, long or minified. Raises UserError with line and column where it is none."""
    from abcoder_py.views.codestruct.reader import read_any
    from abcoder_py.views.codestruct.scanner import CodeStructError

    try:
        return read_any(read_text(given))
    except CodeStructError as fault:
        words = str(fault).partition(": ")[2]
        raise UserError(f"{given.name}:{fault.line}:{fault.column}: no CodeStruct: {words}") from fault


def parse_folder(folder: Path, text: str, name: str = "", **options: Any) -> Given:
    """Parses a folder as `uniast parse` does, and tells on stderr what went wrong. Raises UserError."""
    from abcoder_py.cli.folder_input import parsed_folder

    return Given(name or str(folder), parsed_folder(folder, shown_as=name, **options), text)


def is_revision(name: str) -> bool:
    """Does it name a git revision (`HEAD~1:`, `v1.0:src`) and no file?"""
    return _REVISION.match(name) is not None and not Path(name).exists()


def parse_revision(name: str) -> Given:
    """Parses the files of a git revision of the repository around the current folder. Raises UserError."""
    from abcoder_py.source.git import enclosing_work_tree
    from abcoder_py.source.revision import RevisionError, write_revision

    top = enclosing_work_tree(Path.cwd()) or Path.cwd()
    folder = Path(name.partition(":")[2]).name or top.name  # a package may be called after the folder
    with tempfile.TemporaryDirectory(prefix="uniast-") as scratch:
        target = Path(scratch, folder)
        target.mkdir()
        try:
            write_revision(Path.cwd(), name, target)
        except RevisionError as fault:
            raise UserError(f"{name}: no such revision: {fault}; write REV: or REV:FOLDER") from fault
        return parse_folder(target, CODESTRUCT, name, syntax_only=True, repo_id=folder)
