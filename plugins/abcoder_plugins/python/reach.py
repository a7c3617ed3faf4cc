"""Which other files a file's answers depend on: those that its imports could mean.

ty infers through re-exports, base classes and bodies, so all that is reached over any number of imports counts. What an
import could mean is looked up below every folder that a server may start from: the import roots of all projects, and
the folders above the file. What is found outside the repository may import it back: where an import means a package of
an environment, or what lies round a repository that is itself a package, every file is reached.

A repository that is a package is looked at from the folder round it: its own folder has the package's name.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, dirname, join, normpath

from abcoder_plugins.python import keys
from abcoder_plugins.python.naming import import_roots
from abcoder_py.plugin.values import FileFacts, Import, ModuleSpec

_SUFFIX = re.compile(r"\.py[iw]?$")
_EVERYWHERE = frozenset({"builtins", "__builtins__"})


def reached(modules: Sequence[ModuleSpec], facts: Mapping[str, FileFacts]) -> dict[str, set[str]] | None:
    """As `Language.reached` says."""
    index = _Index(modules, facts)
    if not index.knows_surroundings:
        return None
    return {path: index.reached(file) for path, file in facts.items()}


class _Index:
    """The files by the dotted paths that may mean them."""

    def __init__(self, modules: Sequence[ModuleSpec], facts: Mapping[str, FileFacts]) -> None:
        self._inside = next((each.data[keys.INSIDE] for each in modules if each.data[keys.INSIDE]), "")
        self._around = {name for module in modules for name in json.loads(module.data[keys.AROUND])}
        self._roots = sorted({self._full(root) for module in modules for root in import_roots(module)})
        self._environment = any(module.data[keys.ENVIRONMENT] for module in modules)
        self._all = set(facts)
        self._files: dict[str, list[str]] = defaultdict(list)
        self._folders: set[str] = set()
        for path in facts:
            self._files[self._module(path)].append(path)
            self._add_folders(self._full(path))
        self._everywhere = {path for root in self._roots for path in self._shadows(root)}

    @property
    def knows_surroundings(self) -> bool:
        """Not where the package is inside another one, nor where something round it stands for the library."""
        return "." not in self._inside and not self._around & {*sys.stdlib_module_names, *_EVERYWHERE}

    def _full(self, path: str) -> str:
        """A path of the repository, from the folder round it where it is a package."""
        full = normpath(join(self._inside, path))
        return "" if full == "." else full

    def _module(self, path: str) -> str:
        """What an import of the file names: its path without suffix, for a package its folder."""
        stem = self._full(_SUFFIX.sub("", path))
        return dirname(stem) if basename(stem) == "__init__" else stem

    def _add_folders(self, path: str) -> None:
        while (path := dirname(path)) and path not in self._folders:
            self._folders.add(path)

    def _shadows(self, root: str) -> Iterator[str]:
        """Files below a root that come in the place of the library's: its own stubs import them too."""
        inside = root + "/" if root else ""
        for path in self._all:
            if (full := self._full(path)).startswith(inside):
                first = _SUFFIX.sub("", full[len(inside) :].partition("/")[0])
                if first in sys.stdlib_module_names or first in _EVERYWHERE:
                    yield path

    def reached(self, facts: FileFacts) -> set[str]:
        """What one file names."""
        found = set(self._everywhere)
        found.update(self._beside(facts))
        for item in facts.imports:
            places = list(self._places(item, self._full(facts.path)))
            meant = {name for place in places for name in self._at(place)}
            found |= meant
            outside = {f"outside {place}" for place in places if place.partition("/")[0] in self._around}
            if outside or (not meant and self._may_come_back(item)):
                return self._all | found | outside
        return found - {facts.path}

    def _beside(self, facts: FileFacts) -> Iterator[str]:
        """Its other half (stub and source), what makes its folders packages, and what tests are given unasked."""
        yield from self._files.get(self._module(facts.path), ())
        folder = self._full(facts.path)
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
                    place = _below(place, segment)
                    yield place
                yield from (_below(place, each.name) for each in item.names)

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


def _below(place: str, name: str) -> str:
    """`posixpath.join` for parts without slashes, which is called 150 times a file."""
    return f"{place}/{name}" if place else name


def _up(path: str, dots: int) -> str:
    for _ in range(dots):
        path = dirname(path)
    return path
