"""A folder of chunks: all of one run, or it is refused."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from abcoder_py.cli.errors import UserError

SUFFIX = ".skt"


def write_chunks(folder: Path, chunks: Mapping[str, str], *, clean: bool) -> None:
    """Writes each chunk to its path below the folder. Raises UserError where chunks of another run are there.

    clean: chunks that are there are removed first. Other files stay.
    """
    try:
        old = sorted(path for path in folder.rglob(f"*{SUFFIX}") if not path.is_dir())
        if old and not clean:
            raise UserError(
                f"{folder}: holds {old[0].name} of another run, and chunks of two runs must not be mixed; "
                "remove them with --clean, or name another folder with -o"
            )
        for path in old:
            path.unlink()
        for name, text in chunks.items():
            _write(folder, name, text)
    except OSError as fault:
        place = fault.filename or folder
        raise UserError(f"{place}: cannot be written: {fault.strerror}; name another folder with -o") from fault


def _write(folder: Path, name: str, text: str) -> None:
    path = Path(os.path.normpath(folder / name))
    if not path.is_relative_to(os.path.normpath(folder)):
        raise UserError(f"{name}: would be written outside {folder}; take directory-flat for a text with such paths")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
