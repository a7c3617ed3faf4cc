"""The files of a git revision, written into a folder as git has them stored: no filter, hook or line end is applied.

`git archive` and `git worktree` were rejected: both obey attributes of the repository, which leave files out or run
programs.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_LINK, _SUBMODULE = b"120000", b"160000"
_SHA256_DIGITS = 64


class _File(NamedTuple):
    """An entry of `git ls-tree`."""

    mode: bytes
    object: bytes
    path: bytes

    @classmethod
    def of(cls, entry: bytes) -> _File:
        head, _, path = entry.partition(b"\t")
        mode, _, name = head.split(b" ")
        return cls(mode, name, path)


class RevisionError(ValueError):
    """There is no such revision here; the message says why."""


def write_revision(repository: Path, revision: str, target: Path) -> None:
    """Writes all files of `revision` into the empty folder `target`.

    revision: anything that names a tree (`HEAD~2:`, `v1.0:src`). The folder becomes a work tree with an index, so that
    a file which is tracked though it is ignored counts there too. Raises RevisionError, also where git is missing.
    """
    listed = _git(repository, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", revision)
    files = [_File.of(entry) for entry in listed.split(b"\0")[:-1]]
    files = [file for file in files if file.mode != _SUBMODULE]
    contents = _git(repository, "cat-file", "--batch", stdin=b"".join(file.object + b"\n" for file in files))
    at = 0
    for file in files:
        end = contents.index(b"\n", at)
        size = int(contents[at:end].rpartition(b" ")[2])
        _write(target / os.fsdecode(file.path), file.mode, contents[end + 1 : end + 1 + size])
        at = end + 2 + size
    if files:
        form = "sha256" if len(files[0].object) == _SHA256_DIGITS else "sha1"
        _git(target, "init", "-q", "--template=", f"--object-format={form}")
        _git(target, "update-index", "-z", "--index-info", stdin=listed)


def _write(path: Path, mode: bytes, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if mode == _LINK:
        path.symlink_to(os.fsdecode(data))
    else:
        path.write_bytes(data)


def _git(repository: Path, *words: str, stdin: bytes = b"") -> bytes:
    command: Sequence[str] = ("git", "-C", str(repository), *words)
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    except FileNotFoundError:
        raise RevisionError("git is not installed") from None
    if done.returncode:
        raise RevisionError(done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: "))
    return done.stdout
