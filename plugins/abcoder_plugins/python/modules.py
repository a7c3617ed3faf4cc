"""Which projects a repository holds, and which file is whose.

A folder with a manifest that names a project is one; its files are those below it that are not below a deeper one.
What is below none belongs to the repository's own folder. Import paths start from the folders that a manifest names,
from `src/`, or from the project's folder; a chain of `__init__.py` files was rejected as the rule, since it makes the
path of a regular package inside a namespace package wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from posixpath import basename, dirname, join

from abcoder_plugins.python import environment, keys, naming
from abcoder_plugins.python.manifests import (
    LOCKS,
    MANIFESTS,
    SETTINGS,
    Manifest,
    is_requirements,
    lowest_minor,
    read_manifest,
)
from abcoder_py.plugin.language import Options, Tree
from abcoder_py.plugin.values import ModuleSpec


def discover(tree: Tree, files: Sequence[str], options: Options) -> list[ModuleSpec]:
    """The projects that hold at least one of the files, by folder."""
    manifests = _manifests(tree)
    named = {folder: found for folder, found in manifests.items() if found.name}
    members: dict[str, list[str]] = defaultdict(list)
    for path in files:
        members[_nearest(path, named)].append(path)
    specs = [_spec(tree, folder, manifests.get(folder, Manifest()), members[folder]) for folder in sorted(members)]
    for spec in specs:
        spec.data[keys.SETTINGS] = _settings(tree, spec.directory, manifests)
    own = json.dumps(sorted({segment for spec in specs for segment in naming.first_segments(spec)}))
    found = environment.find(tree.root, options)
    for spec in specs:
        spec.data[keys.OWN] = own
        spec.data[keys.ENVIRONMENT] = found
        spec.data[keys.PYTHON] = (
            spec.data[keys.PYTHON] or environment.python_version(found) or environment.DEFAULT_PYTHON
        )
    return specs


def _manifests(tree: Tree) -> dict[str, Manifest]:
    """By folder: what its manifests, requirements and lock files say."""
    contents: dict[str, dict[str, bytes]] = defaultdict(dict)
    for path in tree.paths:
        name = basename(path)
        if name in MANIFESTS or name in LOCKS or is_requirements(name):
            try:
                contents[dirname(path) or "."][name] = tree.read(path)
            except OSError:
                continue
    for folder in [each for each in contents if basename(each) == "requirements"]:
        outer = contents[dirname(folder) or "."]
        outer.update((f"requirements/{name}", data) for name, data in contents[folder].items())
    return {folder: read_manifest(files) for folder, files in contents.items()}


def _nearest(path: str, named: Mapping[str, object]) -> str:
    folder = dirname(path)
    while folder and folder not in named:
        folder = dirname(folder)
    return folder or "."


def _settings(tree: Tree, folder: str, manifests: Mapping[str, Manifest]) -> str:
    """The first file that has settings for ty, in the folder or one above; "" for none in the repository."""
    for above in _upward(folder):
        if tree.exists(join(above, "ty.toml")):
            return join(above, "ty.toml")
        if manifests.get(above or ".", Manifest()).settings:
            return join(above, "pyproject.toml")
    return ""


def _upward(folder: str) -> list[str]:
    """The folder and those above it; the repository's own is ""."""
    found = ["" if folder == "." else folder]
    while found[-1]:
        found.append(dirname(found[-1]))
    return found


def _spec(tree: Tree, folder: str, manifest: Manifest, files: list[str]) -> ModuleSpec:
    inside = "" if folder == "." else folder + "/"
    roots = [inside + root for root in manifest.roots]
    source = inside + "src"
    if any(path.startswith(source + "/") for path in files) and not tree.exists(source + "/__init__.py"):
        roots.append(source)
    above = _upward(folder)
    build_files = [
        path
        for path in tree.paths
        if dirname(path) in above
        and (basename(path) in (*MANIFESTS, *LOCKS, *SETTINGS) or is_requirements(basename(path)))
    ]
    packages = naming.packages_around(tree) if folder == "." and not manifest.name else []
    return ModuleSpec(
        name=manifest.name or basename(tree.root.rstrip("/")),
        language="python",
        directory=folder,
        files=files,
        build_files=build_files,
        dependencies={name: f"{name}@{at}" if at else name for name, at in sorted(manifest.requirements.items())},
        data={
            keys.ROOTS: json.dumps([*sorted(set(roots), reverse=True), "/".join(".." for _ in packages) or folder]),
            keys.INSIDE: ".".join(packages),
            keys.AROUND: json.dumps(naming.names_around(tree, packages)),
            keys.PYTHON: lowest_minor(manifest.requires_python),
            keys.FAULTS: json.dumps([join(inside, fault) for fault in manifest.faults]),
        },
    )
