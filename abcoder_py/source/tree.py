"""The files of a repository as values: which there are, their bytes, hashes and lines.

Nothing here decides what belongs (`walk.py` does). Files are read when first asked for, once; a stage that is done with
a file's bytes calls `forget`, since a repository's bytes need not fit in memory at once. Pickled, a tree is its paths:
another process reads for itself.
"""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import xxhash

from abcoder_py.source.columns import Columns
from abcoder_py.source.lines import LineIndex
from abcoder_py.source.regular import read_regular


class ChangedError(OSError):
    """A file holds other bytes than when it was read first in this run."""


class SourceFile:
    """One file of the repository. All that is derived from its bytes is made when first asked for and raises OSError
    where the file cannot be read, ChangedError where it has changed since."""

    __slots__ = ("_columns", "_data", "_hash", "_line_index", "_sha256", "location", "path", "size")

    def __init__(self, root: str, path: str, size: int) -> None:
        self.path: str = path
        """Relative to the repository, with `/`."""
        self.location: str = os.path.join(root, path)  # noqa: PTH118 - a Path for each of 100,000 files is slow
        """Absolute."""
        self.size: int = size
        """In bytes, when the tree was walked."""
        self._data: bytes | None = None
        self._sha256: str | None = None
        self._hash: str | None = None
        self._line_index: LineIndex | None = None
        self._columns: Columns | None = None

    def __reduce__(self) -> tuple[Callable[..., "SourceFile"], tuple[str, str, int]]:
        return SourceFile, (self.location[: len(self.location) - len(self.path)], self.path, self.size)

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {self.size} bytes)"

    @property
    def data(self) -> bytes:
        """The file's bytes, held until `forget`."""
        if self._data is None:
            data = read_regular(self.location)
            if self._sha256 not in (None, _sha256(data)):
                raise ChangedError(f"{self.path} changed while it was being read")
            self._data = data
        return self._data

    @property
    def sha256(self) -> str:
        """SHA-256 of the bytes, in hex: what keys of the store are made of."""
        if self._sha256 is None:
            self._sha256 = _sha256(self.data)
        return self._sha256

    @property
    def hash(self) -> str:
        """xxh3-128 in hex of the bytes with `\\r\\n` and `\\r` made `\\n`: the same for every checkout of one text."""
        if self._hash is None:
            data = self.data
            if b"\r" in data:
                data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            self._hash = xxhash.xxh3_128_hexdigest(data)
        return self._hash

    @property
    def line_index(self) -> LineIndex:
        """Where its lines start."""
        if self._line_index is None:
            self._line_index = LineIndex(self.data)
        return self._line_index

    @property
    def columns(self) -> Columns:
        """Its conversion between byte offsets and a server's positions."""
        if self._columns is None:
            self._columns = Columns(self.data, self.line_index)
        return self._columns

    def forget(self) -> None:
        """Lets go of the bytes, and of the lines and columns; hashes stay. What is asked for next is read again and
        must be the same bytes."""
        if self._data is not None:
            self._sha256 = self._sha256 or _sha256(self._data)
        self._data = self._line_index = self._columns = None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def stamps(tree: "SourceTree") -> Mapping[str, object]:
    """What shows a change of the tree unread: each file's times, size and number, and links.

    What is left out is not among it: a store that the run makes inside the folder would be."""
    found: dict[str, object] = {path: _stamp(file.location) for path, file in tree.files.items()}
    return {**found, "/links": dict(tree.links)}


def _stamp(location: str) -> tuple[int, ...]:
    try:
        state = os.lstat(location)
    except OSError:
        return ()
    return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


class LeftOut(NamedTuple):
    """An entry below the root that does not belong to the tree though git's rules would have it."""

    path: str
    """Relative with `/`. Bytes that are not UTF-8 are shown as U+FFFD: such an entry is always left out."""
    reason: str
    """A phrase for people, without the path."""
    is_folder: bool


class SourceTree:
    """The files that belong to a repository; satisfies `abcoder_py.plugin.language.Tree`."""

    def __init__(
        self, root: str, files: Mapping[str, SourceFile], left_out: Sequence[LeftOut], links: Mapping[str, str]
    ) -> None:
        self.root: str = root
        """Absolute, symbolic links resolved."""
        self.files: Mapping[str, SourceFile] = files
        """By path relative to `root`, with `/`, in bytewise order. Every path is valid UTF-8."""
        self.left_out: Sequence[LeftOut] = left_out
        """In bytewise order of path. What git ignores is not listed."""
        self.links: Mapping[str, str] = links
        """Symbolic links to files and folders of the tree: path to target path, both relative."""

    @cached_property
    def paths(self) -> Sequence[str]:
        """All files' paths, in bytewise order."""
        return tuple(self.files)

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder with a file of the tree in or below it, relative; "" is the root."""
        found = {""}
        for path in self.files:
            while path := path.rpartition("/")[0]:
                if path in found:
                    break
                found.add(path)
        return frozenset(found)

    def read(self, path: str) -> bytes:
        """The bytes of a file of the tree. Raises KeyError for any other, OSError where it cannot be read."""
        return self.files[path].data

    def exists(self, path: str) -> bool:
        """Whether the tree has a file or a folder of this path."""
        return path in self.files or path in self.folders

    def relative(self, location: str) -> str | None:
        """The path in the tree of an absolute location, as a server may name it (links resolved); None where it is no
        file of the tree."""
        for place in (location, os.path.realpath(location)):
            path = place[len(self.root) :].lstrip("/") if place.startswith(self.root) else ""
            if path in self.files:
                return path
        return None
