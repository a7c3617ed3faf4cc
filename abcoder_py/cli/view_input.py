"""What views are made from: a UniAST file, a folder, a git revision, CodeStruct text, or standard input."""

from __future__ import annotations

import mmap
import re
import sys
import tempfile
from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING

from abcoder_py.cli.errors import UserError

if TYPE_CHECKING:
    from abcoder_py.views.codestruct import Entity
    from abcoder_py.views.codestruct.document import Document

_BYTE = re.compile(r"\(byte (\d+)\)")
_REVISION = re.compile(r"[^/].*?:")


def read_bytes(name: str) -> bytes | mmap.mmap:
    """The bytes of a file, mapped where that can be, or of standard input (`-`). Raises UserError."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        with Path(name).open("rb") as file:
            try:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):  # a pipe, an empty file
                return file.read()
    except FileNotFoundError as fault:
        raise UserError(
            f"{name}: there is no such file or folder; name a UniAST file, a folder, or CodeStruct"
        ) from fault
    except OSError as fault:
        raise UserError(f"{name}: cannot be read: {fault.strerror}; check its permissions") from fault


def is_json(data: bytes | mmap.mmap) -> bool:
    """Is it UniAST rather than CodeStruct text?"""
    return data[:1024].removeprefix(BOM_UTF8).lstrip()[:1] == b"{"


def read_document(data: bytes | mmap.mmap, name: str) -> Document:
    """A UniAST document; a mapped file is closed. Raises UserError with line and column where it is none."""
    from abcoder_py.views.codestruct.document import load

    try:
        with memoryview(data) as view:
            document = load(view[len(BOM_UTF8) :] if data[: len(BOM_UTF8)] == BOM_UTF8 else view)
    except (ValueError, RecursionError) as fault:
        place = _place(data, str(fault))
        raise UserError(f"{name}{place}: no UniAST document: {fault}; `uniast check {name}` says more") from fault
    if isinstance(data, mmap.mmap):
        data.close()  # else the file's pages stay in memory beside the view
    return document


def _place(data: bytes | mmap.mmap, message: str) -> str:
    """`:LINE:COLUMN` of a fault of JSON."""
    found = _BYTE.search(message)
    if not found and "truncated" not in message:
        return ""
    return _line_and_column(bytes(data[: int(found[1]) if found else len(data)]))


def _line_and_column(before: bytes) -> str:
    return f":{before.count(10) + 1}:{len(before) - before.rfind(10)}"


def read_text(data: bytes | mmap.mmap, name: str) -> list[Entity]:
    """The tree of CodeStruct text, long or minified. Raises UserError with line and column where it is none."""
    from abcoder_py.views.codestruct.reader import read_any
    from abcoder_py.views.codestruct.scanner import CodeStructError

    try:
        return read_any(bytes(data).decode())
    except CodeStructError as fault:
        words = str(fault).partition(": ")[2]
        raise UserError(f"{name}:{fault.line}:{fault.column}: no CodeStruct: {words}") from fault
    except UnicodeDecodeError as fault:
        place = _line_and_column(bytes(data[: fault.start]))
        raise UserError(f"{name}{place}: is neither UniAST nor CodeStruct: no UTF-8") from fault


def parse_folder(folder: Path, *, syntax_only: bool = False, name: str = "", repo_id: str = "") -> Document:
    """Parses a folder as `uniast parse` does without options, and tells on stderr what went wrong. Raises UserError."""
    from abcoder_py.cli.folder_input import parsed_folder

    document = parsed_folder(folder, shown_as=name, syntax_only=syntax_only, repo_id=repo_id)
    return read_document(document, name or str(folder))


def is_revision(name: str) -> bool:
    """Does it name a git revision (`HEAD~1:`, `v1.0:src`) and no file?"""
    return _REVISION.match(name) is not None and not Path(name).exists()


def parse_revision(name: str) -> Document:
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
        return parse_folder(target, syntax_only=True, name=name, repo_id=folder)
