"""Where a command writes its result: a file, or standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from abcoder_py.cli.errors import UserError

if TYPE_CHECKING:
    from abcoder_py.views.path_choice import PathChoice


def print_bytes(data: bytes, remedy: str = "name a file with -o") -> None:
    """Writes to standard output. Raises UserError where that fails, and BrokenPipeError where the reader has left."""
    from abcoder_py.cli.main import leave_stdout

    try:
        left = memoryview(data)
        while left:  # under PYTHONUNBUFFERED a write may take a part
            left = left[sys.stdout.buffer.write(left) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as fault:
        leave_stdout()
        raise UserError(f"standard output: cannot be written: {fault.strerror}; {remedy}") from fault


def print_text(text: str) -> None:
    """`print_bytes` for commands without `-o`; what is no UTF-8 of the text (a lone surrogate) is escaped."""
    print_bytes(text.encode("utf-8", "backslashreplace"), "make room, or send it elsewhere")


def check_output(name: str) -> None:
    """Raises UserError where the file `name` (`-`: standard output) cannot be written."""
    from abcoder_py.pipeline import artifact
    from abcoder_py.pipeline.errors import RunError

    try:
        if name != "-":
            artifact.check_writable(Path(name))
    except RunError as fault:
        raise UserError(str(fault)) from fault


def write_output(name: str, data: bytes) -> None:
    """Writes to the file `name`, as a whole or not at all, or to standard output (`-`). Raises UserError."""
    from abcoder_py.pipeline import artifact
    from abcoder_py.pipeline.errors import RunError

    if name == "-":
        print_bytes(data)
        return
    try:
        artifact.write(Path(name), [data])
    except RunError as fault:
        raise UserError(str(fault)) from fault


def tell_unmatched(choice: PathChoice) -> None:
    """Says on stderr which patterns matched no file: what they were to show is missing."""
    for pattern in choice.unmatched():
        print(f"note: --include {pattern}: no file matches it", file=sys.stderr)
