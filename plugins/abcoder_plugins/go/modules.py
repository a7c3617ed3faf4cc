"""Which Go modules a repository holds, which file is whose, and what each module's imports can mean.

Each go.mod makes a module of its folder, named by its `module` line; files below none belong to the repository's own
folder. A go.mod below `testdata` makes none: go itself never enters. What links modules of one repository is read
from go.work and from `replace` lines that lead to a folder; without such a link an import means the published one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from functools import partial
from pathlib import Path
from posixpath import basename, dirname, isabs, join, normpath

from abcoder_plugins.go import keys, workspaces
from abcoder_plugins.go.constraints import Tags, below_ignored_folder, reason_left_out
from abcoder_plugins.go.gomod import GoMod, Replacement, read_gomod, read_vendored, without_uses
from abcoder_plugins.go.loadable import loadable
from abcoder_plugins.go.toolchain import Toolchain, is_cached, toolchain
from abcoder_plugins.go.unlisted import by_package, imported_unlisted
from abcoder_py.plugin.language import Options, Tree
from abcoder_py.plugin.values import ModuleSpec

_BUILD_FILES = ("go.mod", "go.sum", "go.work", "go.work.sum")


def discover(tree: Tree, files: Sequence[str], options: Options) -> list[ModuleSpec]:
    """The modules that hold at least one of the files, by folder."""
    found = _Repository(tree)
    tools = toolchain(options.environ)
    tags = Tags(tools, options.build_flags)
    members: dict[str, list[str]] = defaultdict(list)
    for path in files:
        members[_nearest(path, found.modules)].append(path)
    specs = [_spec(found, folder, members[folder], tags) for folder in sorted(members)]
    _leave_unlisted_out(specs, found)
    shown = json.dumps(_shown(found, tools))
    above = workspaces.file_above(tree.root, options.environ.get("GOWORK", ""))
    works = [(Path(tree.root, folder), work) for folder, work in found.works.items()]
    text = workspaces.read(above) if above else ""
    used = workspaces.used_outside(tree.root, [*works, *([(above.parent, read_gomod(text))] if above else [])])
    packages = {spec.directory: _packages(spec) for spec in specs}
    for spec in specs:
        seen: dict[str, str] = {}
        for name, folder in json.loads(spec.data[keys.LINKED]).items():
            seen |= {f"{name}/{inside}" if inside else name: path for inside, path in packages.get(folder, {}).items()}
        spec.data[keys.PACKAGES] = json.dumps(seen, sort_keys=True)
        spec.data[keys.SHOWN] = shown
        spec.data[keys.ABOVE] = text
        spec.data[keys.USED] = json.dumps(used if spec is specs[0] else {}, sort_keys=True)
        spec.data[keys.TOOLCHAIN] = json.dumps(tools)
    for spec in specs[:1]:
        spec.data[keys.ABSENT] = json.dumps({normpath(join(at, "go.work")): found.absent(at) for at in found.works})
    return specs


def _shown(found: _Repository, tools: Toolchain) -> dict[str, str]:
    """Text by path of the build files that go could not load as they are."""
    shown: dict[str, str] = {}
    for path in found.build_files:
        if basename(path) not in ("go.mod", "go.work"):
            continue
        try:
            text = found.tree.read(path).decode("utf-8", "replace")
            sums = found.sums(dirname(path))
        except OSError:
            continue
        rest = without_uses(text, found.absent(dirname(path))) if basename(path) == "go.work" else text
        instead = loadable(rest, tools.version, partial(_is_here, sums, tools)) or rest
        if instead != text:
            shown[path] = instead
    return shown


def _is_here(sums: str, tools: Toolchain, path: str, version: str) -> bool:
    """Does go.sum know the module's go.mod, and does the module cache hold the module?"""
    return f"{path} {version}/go.mod " in sums and is_cached(f"{path}@{version}", tools.module_cache)


def _leave_unlisted_out(specs: Sequence[ModuleSpec], found: _Repository) -> None:
    """Excludes what lies in folders that go never lists, but for packages that something built imports."""
    unlisted: dict[str, dict[str, str]] = {}
    packages: dict[str, list[str]] = {}
    for spec in specs:
        prefix = _prefix(spec.directory)
        reasons = {path: below_ignored_folder(path.removeprefix(prefix)) for path in spec.files}
        unlisted[spec.directory] = {path: reason for path, reason in reasons.items() if reason}
        importable = [path for path in unlisted[spec.directory] if path not in spec.excluded and found.is_package(path)]
        packages |= by_package(importable, prefix, spec.name)
    left_out = {path for spec in specs for path in (*spec.excluded, *unlisted[spec.directory])}
    listed = [path for spec in specs for path in spec.files if path not in left_out]
    built = imported_unlisted(packages, listed, found.tree.read)
    for spec in specs:
        reasons = unlisted[spec.directory]
        spec.excluded |= {path: reason for path, reason in reasons.items() if path not in built}


def _packages(spec: ModuleSpec) -> dict[str, str]:
    """First built file of each folder of the module, tests only where there is nothing else."""
    prefix = _prefix(spec.directory)
    found: dict[str, str] = {}
    built = [path for path in spec.files if path not in spec.excluded]
    for path in sorted(built, key=lambda path: (path.endswith("_test.go"), path)):
        found.setdefault(dirname(path.removeprefix(prefix)), path)
    return found


class _Repository:
    """The go.mod and go.work files of a repository, by folder."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        paths = [path for path in tree.paths if basename(path) in _BUILD_FILES and not below_ignored_folder(path)]
        self.build_files = paths
        self._strange = {
            dirname(path) for path in tree.paths if basename(path) == "go.mod" and below_ignored_folder(path)
        }
        self.modules = self._read(path for path in paths if basename(path) == "go.mod")
        self.works = self._read(path for path in paths if basename(path) == "go.work")

    def _read(self, paths: Iterable[str]) -> dict[str, GoMod]:
        found: dict[str, GoMod] = {}
        for path in paths:
            try:
                found[dirname(path) or "."] = read_gomod(self.tree.read(path).decode("utf-8", "replace"))
            except OSError:
                found[dirname(path) or "."] = GoMod()
        return found

    def name(self, folder: str) -> str:
        """The module's path; the folder's name where no go.mod gives one."""
        found = self.modules.get(folder)
        if found and found.module:
            return found.module
        return basename(folder) if folder != "." else basename(self.tree.root.rstrip("/"))

    def sums(self, folder: str, name: str = "go.sum") -> str:
        """Text of the folder's go.sum, or go.work.sum; "" where there is none that can be read."""
        try:
            return self.tree.read(_prefix(folder or ".") + name).decode("utf-8", "replace")
        except (KeyError, OSError):
            return ""

    def is_package(self, path: str) -> bool:
        """May an import name the file's package? Not a test, and not in a module that go never enters."""
        return not path.endswith("_test.go") and _nearest(path, self._strange) not in self._strange

    def work(self, folder: str) -> tuple[str, GoMod] | None:
        """The go.work that uses the module of this folder, with its own folder."""
        above = folder
        while True:
            if above in self.works:
                uses = {normpath(join(above, use)) for use in self.works[above].uses}
                return (above, self.works[above]) if folder in uses else None
            if above == ".":
                return None
            above = dirname(above) or "."

    def absent(self, folder: str) -> list[str]:
        """The folders that the go.work of this folder uses, as written, where no go.mod is: go would load nothing."""
        uses = self.works[folder or "."].uses
        return [use for use in uses if not Path(self.tree.root, folder, use, "go.mod").is_file()]


def _prefix(folder: str) -> str:
    return "" if folder == "." else folder + "/"


def _nearest(path: str, modules: Container[str]) -> str:
    folder = dirname(path)
    while folder and folder not in modules:
        folder = dirname(folder)
    return folder or "."


def _spec(found: _Repository, folder: str, files: list[str], tags: Tags) -> ModuleSpec:
    excluded = {}
    for path in files:
        try:
            reason = reason_left_out(path, found.tree.read(path), tags)
        except OSError:
            continue
        if reason:
            excluded[path] = reason
    links = _Links(found, folder)
    above = {folder, *(["."] if folder != "." else []), *_parents(folder)}
    return ModuleSpec(
        name=found.name(folder),
        language="go",
        directory=folder,
        files=files,
        build_files=[path for path in found.build_files if (dirname(path) or ".") in above],
        dependencies=links.dependencies(),
        excluded=excluded,
        data=links.data(),
    )


def _parents(folder: str) -> list[str]:
    found = []
    while folder := dirname(folder):
        found.append(folder)
    return found


def _summed(sums: str) -> set[str]:
    """`path@version` of the lines of a go.sum."""
    lines = (line.split() for line in sums.splitlines())
    return {f"{words[0]}@{words[1].removesuffix('/go.mod')}" for words in lines if len(words) > 1}


class _Links:
    """What the imports of one module can mean."""

    def __init__(self, found: _Repository, folder: str) -> None:
        self._found, self._folder = found, folder
        self._mod = found.modules.get(folder, GoMod())
        work = found.work(folder)
        self.linked = {found.name(folder): folder}
        self.outside: dict[str, str] = {}
        self.forks: dict[str, str] = {}
        self.versions = dict(self._mod.requires)
        if work:
            self._use(*work)
        for path in self._mod.requires:
            replaced = self._mod.replacement(path)
            if replaced:
                self._replace(folder, replaced)
        self.vendored = self._vendored([folder, *([work[0]] if work else [])])
        self.sums = found.sums(folder) + (found.sums(work[0], "go.work.sum") if work else "")

    def _use(self, folder: str, work: GoMod) -> None:
        for use in work.uses:
            used = normpath(join(folder, use))
            if used in self._found.modules:
                self.linked[self._found.name(used)] = used
        for item in work.replaces:
            self._replace(folder, item)

    def _replace(self, folder: str, item: Replacement) -> None:
        if not item.is_folder:
            if item.new_path != item.path:
                self.forks[item.new_path] = item.path
            else:
                self.versions[item.path] = item.new_version
            return
        target = normpath(item.new_path if isabs(item.new_path) else join(folder, item.new_path))
        if target in self._found.modules:
            self.linked[item.path] = target
        else:
            absolute = Path(self._found.tree.root, target)
            self.outside[str(absolute.resolve())] = item.path

    def _vendored(self, folders: Iterable[str]) -> dict[str, str]:
        for folder in folders:
            listing = Path(self._found.tree.root, folder, "vendor", "modules.txt")
            try:
                return read_vendored(listing.read_text(encoding="utf-8", errors="replace"))
            except OSError:
                continue
        return {}

    def dependencies(self) -> dict[str, str]:
        """Name to ModPath of all that go.mod requires; a module of the repository has no version."""
        found = {}
        for path in sorted(self._mod.requires):
            if path in self.linked:
                found[path] = self._found.name(self.linked[path])
            else:
                found[path] = f"{path}@{self.versions[path]}"
        return found

    def data(self) -> dict[str, str]:
        own = sorted(self._found.name(folder) for folder in {*self._found.modules, self._folder})
        return {
            keys.LINKED: json.dumps(self.linked, sort_keys=True),
            keys.OWN: json.dumps(own),
            keys.VERSIONS: json.dumps(
                {path: at for path, at in sorted(self.versions.items()) if path not in self.linked}
            ),
            keys.FORKS: json.dumps(self.forks, sort_keys=True),
            keys.OUTSIDE: json.dumps(self.outside, sort_keys=True),
            keys.SUMS: json.dumps(sorted(_summed(self.sums))),
            keys.VENDORED: json.dumps(self.vendored, sort_keys=True),
        }
