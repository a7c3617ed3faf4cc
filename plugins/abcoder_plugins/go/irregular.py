"""What go would open and never finish reading: pipes, sockets and devices named like its sources or build files.

go asks of a name only whether it is a folder, and reads a pipe until somebody writes into it. Folders that git ignores
count too, as go looks into them; so the whole tree is looked through, by the kinds that the listings give.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from stat import S_ISDIR, S_ISREG

BUILD_FILES = ("go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt")
C_FILES = (".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".swig", ".swigcxx")
"""Suffixes of what cgo reads: what a header says decides what a name of C is to Go's types."""
_READ = (".go", *C_FILES, ".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".syso")
"""Suffixes of the files in which go looks for build constraints."""


def irregular(root: str) -> Iterator[str]:
    """Absolute paths below the folder `root`, in no order; what cannot be listed has none."""
    pending = [root]
    while pending:
        try:
            with os.scandir(pending.pop()) as listing:
                entries = list(listing)
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != ".git":
                    pending.append(entry.path)
            elif (entry.name in BUILD_FILES or entry.name.endswith(_READ)) and _is_irregular(entry):
                yield entry.path


def _is_irregular(entry: os.DirEntry[str]) -> bool:
    if entry.is_file(follow_symlinks=False):
        return False
    try:
        mode = entry.stat().st_mode
    except OSError:  # a link that leads nowhere: go says so and goes on
        return False
    return not S_ISREG(mode) and not S_ISDIR(mode)
