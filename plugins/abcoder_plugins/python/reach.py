"""What a file's answers depend on in other files: which parts others see, and which files an import could mean.

ty infers through re-exports, base classes and bodies, so all that is reached over any number of imports counts. What an
import could mean is looked up below every folder that a server may start from: the import roots of all projects, and
the folders above the file. Where that is not known (the repository is inside a package, or packages of an environment
may import the repository themselves) every file is reached.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from posixpath import dirname, join, normpath

from abcoder_plugins.python import keys
from abcoder_plugins.python.naming import import_roots
from abcoder_py.plugin.values import FUNCTION_KINDS, MEMBER, WRITTEN, Definition, FileFacts, Import, ModuleSpec

_REBINDS = re.compile(rb"\b(?:global|nonlocal|import)\b")
_SUFFIX = re.compile(r"\.py[iw]?$")
_EVERYWHERE = frozenset({"builtins", "__builtins__"})


def hidden(facts: FileFacts, source: bytes) -> list[tuple[int, int]]:
    """Bodies of functions whose result type is written, where nothing in them is seen from outside: no member that is
    set, no name of the module, no import."""
    if facts.faults:
        return []
    written = [use.start for use in facts.uses if use.flags & WRITTEN and use.flags & MEMBER]
    seen = sorted([*written, *(each.name_start for each in facts.definitions if not each.local)])
    spans: list[tuple[int, int]] = []
    for each in sorted(facts.definitions, key=lambda each: (each.body_start, -each.body_end)):
        inside = spans and each.body_start < spans[-1][1]
        shown = bisect_left(seen, each.body_start) < bisect_left(seen, each.body_end)
        if not inside and not shown and _is_closed(each, source):
            spans.append((each.body_start, each.body_end))
    return spans


def _is_closed(definition: Definition, source: bytes) -> bool:
    if definition.kind not in FUNCTION_KINDS or definition.local or not definition.results or definition.body_start < 0:
        return False
    return not _REBINDS.search(source, definition.body_start, definition.body_end)


def reached(modules: Sequence[ModuleSpec], facts: Mapping[str, FileFacts]) -> dict[str, set[str]] | None:
    """As `Language.reached` says."""
    if any(module.data[keys.INSIDE] for module in modules):
        return None
    index = _Index(modules, facts)
    return {path: index.reached(file) for path, file in facts.items()}


class _Index:
    """The files by the dotted paths that may mean them."""

    def __init__(self, modules: Sequence[ModuleSpec], facts: Mapping[str, FileFacts]) -> None:
        self._roots = sorted({_folder(root) for module in modules for root in import_roots(module)})
        self._environment = any(module.data[keys.ENVIRONMENT] for module in modules)
        self._all = set(facts)
        self._files: dict[str, list[str]] = defaultdict(list)
        self._folders: set[str] = set()
        for path in facts:
            stem = _SUFFIX.sub("", path)
            self._files[dirname(stem) if stem.endswith("/__init__") else stem].append(path)
            self._add_folders(path)
        self._everywhere = {path for root in self._roots for path in self._shadows(root)}

    def _add_folders(self, path: str) -> None:
        while (path := dirname(path)) and path not in self._folders:
            self._folders.add(path)

    def _shadows(self, root: str) -> Iterator[str]:
        """Files below a root that come in the place of the library's: its own stubs import them too."""
        inside = root + "/" if root else ""
        for path in self._all:
            if path.startswith(inside):
                first = _SUFFIX.sub("", path[len(inside) :].partition("/")[0])
                if first in sys.stdlib_module_names or first in _EVERYWHERE:
                    yield path

    def reached(self, facts: FileFacts) -> set[str]:
        """What one file names."""
        found = set(self._everywhere)
        found.update(self._around(facts))
        for item in facts.imports:
            places = list(self._places(item, facts.path))
            meant = {name for place in places for name in self._at(place)}
            found |= meant
            if not meant and self._may_come_back(item):
                return self._all | found
        return found - {facts.path}

    def _around(self, facts: FileFacts) -> Iterator[str]:
        """Its other half (stub and source), what makes its folders packages, and what tests are given unasked."""
        stem = _SUFFIX.sub("", facts.path)
        yield from self._files.get(dirname(stem) if stem.endswith("/__init__") else stem, ())
        folder = facts.path
        while folder:
            folder = dirname(folder)
            if self._files.get(folder):
                yield f"package {folder}"
            if facts.is_test:
                yield from self._files.get(join(folder, "conftest"), ())

    def _may_come_back(self, item: Import) -> bool:
        """A package of the environment may import the repository."""
        first = item.path.partition(".")[0]
        return self._environment and bool(first) and first not in sys.stdlib_module_names

    def _places(self, item: Import, path: str) -> Iterator[str]:
        """Paths without suffix that the import's module, the packages round it and its names may be."""
        dots = len(item.path) - len(item.path.lstrip("."))
        segments = [each for each in item.path[dots:].split(".") if each]
        stubs = [[f"{segments[0]}-stubs", *segments[1:]]] if segments and not dots else []
        for base in [_up(path, dots)] if dots else self._bases(path):
            if dots:
                yield base
            for way in [segments, *stubs]:
                place = base
                for segment in way:
                    place = join(place, segment)
                    yield place
                yield from (join(place, each.name) for each in item.names)

    def _bases(self, path: str) -> list[str]:
        found = list(self._roots)
        folder = path
        while folder:
            folder = dirname(folder)
            found.append(folder)
        return list(dict.fromkeys(found))

    def _at(self, place: str) -> Iterator[str]:
        yield from self._files.get(place, ())
        if place in self._folders:
            yield f"folder {place}"


def _folder(root: str) -> str:
    folder = normpath(root)
    return "" if folder == "." else folder


def _up(path: str, dots: int) -> str:
    for _ in range(dots):
        path = dirname(path)
    return path
