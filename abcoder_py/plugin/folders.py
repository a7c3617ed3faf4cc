"""Source files that lie in a repository's folder and are no part of what is parsed: what git ignores (a generated
`_version.py`), what was excluded by request, vendored dependencies.

A language server reads the folder and not our list, so its answers depend on these files; the keys of what is kept
have to hold them. Hidden folders, environments and caches are passed over: no import of a repository leads into them.
A server follows links: what one names outside counts as if it lay here, one that stays inside by where it leads. What
lies behind a link to a folder that holds the repository is not looked at: it could be the whole disk.
"""

import hashlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path

_PASSED_OVER = frozenset({"__pycache__", "node_modules"})


def beside(root: str, known: Collection[str], suffixes: Collection[str]) -> dict[str, str]:
    """SHA-256 (or why it cannot be read) by path relative to `root`, of every file with one of the suffixes that is not
    among the known ones; of links inside, where they lead."""
    root, endings = os.path.realpath(root), tuple(suffixes)
    return {path: _digest(root, path) for path in _paths(root, endings) if path not in known}


def digests_below(folder: Path, suffixes: Collection[str]) -> dict[str, str]:
    """The same of a whole folder, which need not exist."""
    return beside(str(folder), (), suffixes)


def _paths(root: str, endings: tuple[str, ...]) -> Iterator[str]:
    pending, seen = [root], {root}
    while pending:
        for folder, folders, names in os.walk(pending.pop()):
            if folder != root and "pyvenv.cfg" in names:
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _PASSED_OVER)
            inside = folder[len(root) :].lstrip("/")
            prefix = inside + "/" if inside else ""
            yield from (prefix + name for name in names if name.endswith(endings))
            for name in folders:
                if not os.path.islink(f"{folder}/{name}"):  # noqa: PTH114 - a Path for each of 1,000 folders is slow
                    continue
                if _enters(root, target := os.path.realpath(f"{folder}/{name}")) and target not in seen:
                    seen.add(target)
                    pending.append(f"{folder}/{name}")
                else:
                    yield prefix + name


def _enters(root: str, target: str) -> bool:
    """Does it lie outside, and not around?"""
    return os.path.commonpath((root, target)) not in (root, target)


def _digest(root: str, path: str) -> str:
    location = Path(root, path)
    try:
        target = os.path.realpath(location)
        if location.is_symlink() and f"{target}/".startswith(f"{root}/"):
            return f"a link to {target[len(root) :]}"
        if location.is_dir():
            return "a link to a folder outside that is known by another name"
        return hashlib.sha256(location.read_bytes()).hexdigest() if location.is_file() else "no regular file"
    except OSError as fault:
        return f"unreadable: {fault.strerror}"
