"""Import paths of files, and what a path alone tells: scripts and tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from posixpath import basename, dirname, join

from abcoder_plugins.python import keys
from abcoder_plugins.python.manifests import MANIFESTS
from abcoder_py.plugin.language import Tree
from abcoder_py.plugin.values import ModuleSpec

_SHEBANG = re.compile(rb"#![^\n]*\bpython[\d.]*\b")
_TEST = re.compile(r"(?:^|/)tests/|^test/|(?:^|/)(?:test_[^/]*|[^/]*_test|tests|conftest)\.pyi?$")


def packages(module: ModuleSpec) -> dict[str, str]:
    """PkgPath of each file: its path below the folder that imports start from, with dots."""
    roots = [root + "/" for root in import_roots(module) if not root.startswith(".")]
    return {path: _dotted(_below(path, roots), module) for path in module.files}


def import_roots(module: ModuleSpec) -> list[str]:
    """The folders that imports start from, relative to the repository, the first one searched first."""
    return list(json.loads(module.data[keys.ROOTS]))


def first_segments(module: ModuleSpec) -> Iterator[str]:
    """What an import may start with to mean this project's files: below its roots, and beside a script."""
    yield from (path.partition(".")[0] for path in packages(module).values())
    inside = {dirname(path) for path in module.files if _is_package(path)}
    for path in module.files:
        folder = dirname(path)
        if folder not in inside:
            yield _stem(path)
        elif _is_package(path) and dirname(folder) not in inside:
            yield basename(folder)


def packages_around(tree: Tree) -> list[str]:
    """The packages that the repository's folder is part of, outermost first: it is parsed without what is round it.

    A folder with a manifest is a project's and no package, whatever else lies there.
    """
    found: list[str] = []
    folder = Path(tree.root)
    if any(tree.exists(name) for name in MANIFESTS):
        return found
    while (folder / "__init__.py").is_file() and folder.name:
        found.insert(0, folder.name)
        folder = folder.parent
    return found


def names_around(tree: Tree, packages: Sequence[str]) -> list[str]:
    """What can be imported from the folder that holds the outermost of these packages, but for that package."""
    if not packages:
        return []
    folder = Path(tree.root).parents[len(packages) - 1]
    entries = [each for each in folder.iterdir() if each.suffix in (".py", ".pyi") or each.is_dir()]
    return sorted({_stem(each.name) for each in entries} - {packages[0]})


def is_script(path: str, tree: Tree) -> bool:
    """A file without a suffix whose first line names Python."""
    if "." in basename(path):
        return False
    try:
        return bool(_SHEBANG.match(tree.read(path)))
    except (OSError, KeyError):
        return False


def is_test(path: str) -> bool:
    """By the customs of pytest and unittest: what stands in `tests`, `test_*.py`, `*_test.py`, `tests.py`, conftest."""
    return bool(_TEST.search(path))


def is_special(name: str) -> bool:
    """A name with underscores on both sides, which by custom somebody else looks up: the interpreter `__repr__`, an
    enumeration `_missing_`, a notebook `_repr_html_`."""
    last = name.rpartition(".")[2]
    return last.startswith("_") and last.endswith("_") and bool(last.strip("_"))


def _is_package(path: str) -> bool:
    return _stem(path) == "__init__"


def _stem(path: str) -> str:
    return re.sub(r"\.py[iw]?$", "", basename(path))


def _below(path: str, roots: Sequence[str]) -> str:
    return path[len(max((root for root in roots if path.startswith(root)), key=len, default="")) :]


def _dotted(path: str, module: ModuleSpec) -> str:
    path = join(module.data[keys.INSIDE].replace(".", "/"), path)
    folder = dirname(path)
    if not _is_package(path):
        return join(folder, _stem(path)).replace("/", ".")
    return folder.replace("/", ".") or (basename(module.directory) if module.directory != "." else module.name)
