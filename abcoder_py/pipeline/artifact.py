"""Writes a document so that the old one survives whatever happens: beside it first, then renamed over it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from abcoder_py.pipeline.errors import RunError

FOLDER = ".uniast"
NAME = "uniast.json"


def default_path() -> Path:
    """`.uniast/uniast.json` below the current directory, made with a `.gitignore` of its own."""
    return Path.cwd() / FOLDER / NAME


def write(path: Path, chunks: Sequence[bytes]) -> int:
    """Writes the chunks and gives their number of bytes. Raises RunError where the place cannot be written.

    A file that holds just these bytes is left as it is: who looks at its times sees that nothing changed."""
    try:
        if path.parent.name == FOLDER:
            _make_folder(path.parent)
        return _replace(path, chunks)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise RunError(f"{path}: cannot be written: {reason}; name another place with -o") from fault


def _make_folder(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")


def _replace(path: Path, chunks: Sequence[bytes]) -> int:
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        return _write_through(target, chunks)
    if _holds(target, chunks):
        return sum(map(len, chunks))
    handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            size = sum(file.write(chunk) for chunk in chunks)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return size


def _holds(target: Path, chunks: Sequence[bytes]) -> bool:
    if not target.exists() or target.stat().st_size != sum(map(len, chunks)):
        return False
    try:
        with target.open("rb") as file:
            return all(file.read(len(chunk)) == chunk for chunk in chunks)
    except PermissionError:
        return False  # what may not be read may be replaced


def _write_through(target: Path, chunks: Sequence[bytes]) -> int:
    """A pipe or a device has no beside."""
    with target.open("wb") as file:
        return sum(file.write(chunk) for chunk in chunks)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_writable(path: Path) -> None:
    """Raises RunError where `path` cannot be written, before hours of work are lost on it."""
    folder = path.parent
    if path.is_dir():
        raise RunError(f"{path}: is a folder; name a file with -o")
    if folder.name == FOLDER and not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        raise RunError(f"{path}: the folder {folder} does not exist; make it, or name another place with -o")
    if not os.access(folder, os.W_OK) and not (path.exists() and os.access(path, os.W_OK) and not path.is_file()):
        raise RunError(f"{path}: the folder {folder} cannot be written; name another place with -o")
