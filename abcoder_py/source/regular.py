"""Opens regular files and nothing else: never a FIFO (it would wait for ever), a device, or what a link points to."""

import os
import stat
from pathlib import Path


class NotRegularError(OSError):
    """What the path names is not a regular file."""


def read_regular(path: str | Path) -> bytes:
    """The bytes of a regular file. Raises NotRegularError for anything else there, OSError where it cannot be read (a
    symbolic link counts as that)."""
    # O_NONBLOCK: a FIFO put there since the walk must not block the open.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegularError(f"not a regular file: {os.fspath(path)}")
        return file.read()


def read_if_there(path: str | Path) -> bytes:
    """The bytes of a regular file, none where there is no such file or it cannot be read."""
    try:
        return read_regular(path)
    except OSError:
        return b""
