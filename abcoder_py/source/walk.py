"""Which files belong to a repository: git's own rules where there is one, else the same ignore files read alone.

One pass of `os.scandir`, nothing opened but ignore files and git's index. Left out and named: dependencies,
repositories inside, links that lead out, what is no regular file, unreadable, too large, or of a name that is not UTF-8
(it could stand in no JSON). Links are never followed: what they lead to inside is met under its own path.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from abcoder_py.source.git import enclosing_work_tree, git_folders, tracked_paths
from abcoder_py.source.ignore import Chain, Rules, top_chain
from abcoder_py.source.tree import LeftOut, SourceFile, SourceTree

MAX_FILE_SIZE = 4 * 1024 * 1024
_T = TypeVar("_T")
_NEVER = frozenset({".git", ".uniast"})


@dataclass(frozen=True)
class WalkOptions:
    """What the user may choose about the walk."""

    max_file_size: int = MAX_FILE_SIZE
    """In bytes; a larger file is left out and never read."""
    exclude: Sequence[str] = ()
    """Patterns as in a `.gitignore` at the root."""
    submodules: bool = False
    """Take repositories inside this one as a part of it."""


def walk(root: str | Path, options: WalkOptions | None = None) -> SourceTree:
    """The files below the folder `root`. Raises NotADirectoryError or FileNotFoundError where it is none, and
    PermissionError where it cannot be listed; entries below that cannot be read are left out."""
    return _Walk(os.path.realpath(root), options or WalkOptions()).run()


class _WorkTree:
    """What a git work tree tracks. Tracked files belong even where a pattern ignores them."""

    def __init__(self, top: Path) -> None:
        self._top = top

    @cached_property
    def paths(self) -> frozenset[str]:
        folders = git_folders(self._top)
        return tracked_paths(folders.own / "index") if folders else frozenset()

    @cached_property
    def folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self.paths:
            while (path := path.rpartition("/")[0]) and path not in found:
                found.add(path)
        return frozenset(found)

    def tracks(self, path: str, is_folder: bool) -> bool:
        return path in (self.folders if is_folder else self.paths)


class _Folder(NamedTuple):
    """A folder still to be listed. Prefixes end with `/` or are empty."""

    prefix: str
    """Of its entries' paths below the root."""
    inside: str
    """Of its entries' paths in their work tree."""
    work_tree: _WorkTree
    chain: Chain
    """Rules from above; the folder's own `.gitignore` is still to be read."""
    ignored: bool
    """The folder is ignored: only what is tracked belongs."""


class _Walk:
    def __init__(self, root: str, options: WalkOptions) -> None:
        self._root = root
        self._options = options
        self._exclude = Rules(options.exclude)
        self._files: dict[str, SourceFile] = {}
        self._left_out: list[LeftOut] = []
        self._links: dict[str, str] = {}
        self._pending: list[_Folder] = []

    def run(self) -> SourceTree:
        root = self._top()
        self._list(root, os.scandir(self._root))
        while self._pending:
            folder = self._pending.pop()
            try:
                entries = os.scandir(self._root + "/" + folder.prefix)
            except OSError as error:
                self._leave_out(folder.prefix[:-1], _reason(error), is_folder=True)
            else:
                self._list(folder, entries)
        return self._tree()

    def _top(self) -> _Folder:
        """The root as a folder of the work tree around it; alone where there is none or its rules ignore the root."""
        root = Path(self._root)
        top = enclosing_work_tree(root)
        if top is None or top == root:
            return _Folder("", "", _WorkTree(root), top_chain(root), ignored=False)
        work_tree, chain, inside = _WorkTree(top), top_chain(top), ""
        for name in root.relative_to(top).parts:
            chain = chain.extended(top / inside, inside)
            if chain.ignores(inside + name, name, is_folder=True) and not work_tree.tracks(inside + name, True):
                return _Folder("", "", _WorkTree(root), top_chain(root), ignored=False)
            inside += name + "/"
        return _Folder("", inside, work_tree, chain, ignored=False)

    def _list(self, folder: _Folder, listing: "os._ScandirIterator[str]") -> None:
        with listing:
            entries = list(listing)
        names = {entry.name for entry in entries}
        if folder.prefix:
            if reason := _dependency(folder.prefix[:-1], names):
                self._leave_out(folder.prefix[:-1], reason, is_folder=True)
                return
            if ".git" in names:
                if not self._options.submodules:
                    self._leave_out(folder.prefix[:-1], "another repository", is_folder=True)
                    return
                top = Path(self._root, folder.prefix)
                folder = _Folder(folder.prefix, "", _WorkTree(top), top_chain(top), ignored=False)
        if ".gitignore" in names:
            folder = folder._replace(chain=folder.chain.extended(Path(self._root, folder.prefix), folder.inside))
        for entry in entries:
            if entry.name not in _NEVER:
                self._take(folder, entry)

    def _take(self, folder: _Folder, entry: "os.DirEntry[str]") -> None:
        name, path, inside = entry.name, folder.prefix + entry.name, folder.inside + entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        ignored = folder.ignored or folder.chain.ignores(inside, name, is_folder)
        if ignored and not folder.work_tree.tracks(inside, is_folder):
            return
        if not _is_utf8(name):
            self._leave_out(path, "the name is not UTF-8", is_folder)
        elif self._exclude.decide(path, name, is_folder):
            self._leave_out(path, "excluded by request", is_folder)
        elif is_folder:
            self._pending.append(_Folder(path + "/", inside + "/", folder.work_tree, folder.chain, ignored))
        elif entry.is_symlink():
            self._take_link(path)
        else:
            self._take_file(path, entry)

    def _take_file(self, path: str, entry: "os.DirEntry[str]") -> None:
        try:
            size = entry.stat(follow_symlinks=False).st_size
            regular = entry.is_file(follow_symlinks=False)
        except OSError as error:
            self._leave_out(path, _reason(error))
            return
        if not regular:
            self._leave_out(path, "not a regular file")
        elif size > self._options.max_file_size:
            self._leave_out(path, f"larger than {self._options.max_file_size} bytes")
        elif not os.access(entry.path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
            self._leave_out(path, "not readable")
        else:
            self._files[path] = SourceFile(self._root, path, size)

    def _take_link(self, path: str) -> None:
        try:
            target = os.path.realpath(f"{self._root}/{path}", strict=True)
        except OSError as error:
            self._leave_out(path, f"a symbolic link that leads nowhere ({_reason(error)})")
            return
        if target != self._root and not target.startswith(self._root.rstrip("/") + "/"):
            self._leave_out(path, "a symbolic link out of the repository")
        else:
            self._links[path] = target[len(self._root) :].lstrip("/")

    def _leave_out(self, path: str, reason: str, is_folder: bool = False) -> None:
        self._left_out.append(
            LeftOut(path.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), reason, is_folder)
        )

    def _tree(self) -> SourceTree:
        tree = SourceTree(self._root, _sorted(self._files), (), {})
        for path in [path for path, target in self._links.items() if not tree.exists(target)]:
            del self._links[path]
            self._leave_out(path, "a symbolic link to what does not belong to the repository")
        left_out = tuple(sorted(self._left_out, key=lambda left: left.path.encode()))
        return SourceTree(tree.root, tree.files, left_out, _sorted(self._links))


def _sorted(by_path: dict[str, _T]) -> dict[str, _T]:
    return {path: by_path[path] for path in sorted(by_path, key=str.encode)}


def _dependency(folder: str, names: set[str]) -> str:
    """Why a folder with these entries holds dependencies and no code of the repository; empty where it does not."""
    if "pyvenv.cfg" in names:
        return "an environment"
    name = folder.rpartition("/")[2]
    if name == "node_modules" or ".cargo-checksum.json" in names or (name == "vendor" and "modules.txt" in names):
        return "dependencies"
    return ""


def _is_utf8(name: str) -> bool:
    return name.isascii() or name == name.encode("utf-8", "ignore").decode()


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
