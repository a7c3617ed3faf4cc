"""Opens regular files and nothing else: never a FIFO (it would wait for ever) or a device, and of a repository never
what a link points to."""

import os
import stat
from pathlib import Path


class NotRegularError(OSError):
    """What the path names is not a regular file."""


def read_regular(path: str | Path, follow: bool = False) -> bytes:
    """The bytes of a regular file. Raises NotRegularError for anything else there, OSError where it cannot be read; a
    symbolic link cannot, unless `follow`."""
    # O_NONBLOCK: a FIFO put there since the walk must not block the open.
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegularError(f"not a regular file: {os.fspath(path)}")
        return file.read()


def read_if_there(path: str | Path, follow: bool = False) -> bytes:
    """The bytes of a regular file, none where there is no such file or it cannot be read."""
    try:
        return read_regular(path, follow)
    except OSError:
        return b""


def is_pipe(path: str | Path) -> bool:
    """Is there a FIFO, or a link to one? Whoever opens it to read waits for a writer."""
    try:
        return stat.S_ISFIFO(Path(path).stat().st_mode)
    except OSError:
        return False
