"""Source files that lie in a repository's folder and are no part of what is parsed: what git ignores (a generated
`_version.py`), what was excluded by request, vendored dependencies.

A language server reads the folder and not our list, so its answers depend on these files; the keys of what is kept
have to hold them. Hidden folders, environments and caches are passed over: no import of a repository leads into them.
"""

import hashlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path

_PASSED_OVER = frozenset({"__pycache__", "node_modules"})


def beside(root: str, known: Collection[str], suffixes: Collection[str]) -> dict[str, str]:
    """SHA-256 (or why it cannot be read) by path relative to `root`, of every file with one of the suffixes that is not
    among the known ones."""
    endings = tuple(suffixes)
    return {path: _digest(f"{root}/{path}") for path in _paths(root, endings) if path not in known}


def digests_below(folder: Path, suffixes: Collection[str]) -> dict[str, str]:
    """The same of a whole folder, which need not exist."""
    return beside(str(folder), (), suffixes)


def _paths(root: str, endings: tuple[str, ...]) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        if folder != root and "pyvenv.cfg" in names:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _PASSED_OVER]
        inside = folder[len(root) :].lstrip("/")
        prefix = inside + "/" if inside else ""
        yield from (prefix + name for name in names if name.endswith(endings))


def _digest(location: str) -> str:
    try:
        path = Path(location)
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "no regular file"
    except OSError as fault:
        return f"unreadable: {fault.strerror}"
