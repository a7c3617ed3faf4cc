"""Folders that go never lists (`testdata`, `_x`, `.x`) and yet builds where an import names them.

`./...` passes them over, so their files are left out; but `import "m/testdata/example"` is an import like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from posixpath import dirname

_DECLARATION = re.compile(rb"^(?:func|type|var|const)\b", re.MULTILINE)
_UNLISTED = re.compile(rb'["`]([^"`\n]*/(?:testdata|[_.][^/"`\n]*)(?:/[^"`\n]*)?)["`]')


def imported_unlisted(
    packages: Mapping[str, Iterable[str]], listed: Iterable[str], read: Callable[[str], bytes]
) -> set[str]:
    """The files of `packages` (by import path, all in unlisted folders) that the listed files import, or these do."""
    found: set[str] = set()
    if not packages:
        return found
    pending = list(listed)
    while pending:
        try:
            data = read(pending.pop())
        except OSError:
            continue
        for name in _imports(data):
            fresh = [path for path in packages.get(name, ()) if path not in found]
            found.update(fresh)
            pending += fresh
    return found


def _imports(data: bytes) -> set[str]:
    """Import paths with an unlisted folder in them, and strings above the first declaration that look so."""
    end = _DECLARATION.search(data)
    head = data[: end.start()] if end else data
    return {path.decode("utf-8", "replace") for path in _UNLISTED.findall(head)}


def by_package(files: Iterable[str], prefix: str, module: str) -> dict[str, list[str]]:
    """Files by import path; `prefix` is the module's folder with a final slash, or ""."""
    found: dict[str, list[str]] = {}
    for path in files:
        folder = dirname(path.removeprefix(prefix))
        found.setdefault(f"{module}/{folder}" if folder else module, []).append(path)
    return found
