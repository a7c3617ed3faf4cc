"""Package paths of the repository's files, and the identities of what lies outside it.

A place outside is named by its folder alone: the standard library below `src` of a Go root, a module in the module
cache, below `vendor`, or in a folder that a `replace` leads to. Where nothing answers, the import and go.mod name it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from posixpath import dirname
from typing import Literal

from abcoder_plugins.go import keys
from abcoder_plugins.go.imports import unquoted
from abcoder_plugins.go.toolchain import Toolchain, escaped
from abcoder_py.plugin.language import Place
from abcoder_py.plugin.values import Definition, FileFacts, Import, ModuleSpec, Symbol, Target

_ESCAPED = re.compile(r"!([a-z])")
_CGO_FILE = re.compile(r"/[0-9a-f]{2}/[0-9a-f]{64}-d$|/_cgo_[a-z]+\.go$|\.cgo1\.go$")
C = "C"
UNSAFE = "unsafe"


def packages(module: ModuleSpec, facts: Mapping[str, FileFacts]) -> dict[str, str]:
    """Import path of each file's package; an external test package's ends in `_test`."""
    prefix = "" if module.directory == "." else module.directory + "/"
    found = {}
    for path, item in facts.items():
        folder = dirname(path.removeprefix(prefix))
        package = f"{module.name}/{folder}" if folder else module.name
        name = item.package_clause[0] if item.package_clause else ""
        outside = item.is_test and name.endswith("_test")
        found[path] = f"{package}_test" if outside else package
    return found


def member_name(chain: Iterable[Definition]) -> str:
    return ".".join(part for definition in chain for part in (definition.owner, definition.name) if part)


def external(place: Place, module: ModuleSpec, tools: Toolchain) -> Target:
    """Identity of an answer outside the repository; a place of no definition means the package."""
    if place.symbol is not None:
        return _of_symbol(place.symbol, module)
    if _CGO_FILE.search(place.path):
        return Target("external", pkg=C)
    mod, pkg = _package_of(place.path, module, tools)
    if not place.chain:
        return Target("module", mod=mod, pkg=pkg)
    last = place.chain[-1]
    return Target(
        _status(mod, pkg),
        mod=mod,
        pkg=pkg,
        name=member_name(place.chain),
        kind=last.kind,
        abstract=last.kind == "interface",
    )


def _of_symbol(symbol: Symbol, module: ModuleSpec) -> Target:
    mod = f"{symbol.module}@{symbol.version}" if symbol.version else symbol.module
    if symbol.module in _table(module, keys.FORKS).values():
        mod = _named(symbol.module, module)  # the version that go.mod requires, not the fork's
    if not symbol.name:
        return Target("module", mod=mod, pkg=symbol.package)
    status = _status(mod, symbol.package)
    kind = symbol.kind
    return Target(status, mod=mod, pkg=symbol.package, name=symbol.name, kind=kind, abstract=kind == "interface")


def _status(mod: str, pkg: str) -> Literal["builtin", "external"]:
    return "builtin" if not mod and pkg == "builtin" else "external"


def _package_of(path: str, module: ModuleSpec, tools: Toolchain) -> tuple[str, str]:
    """ModPath and PkgPath of a file outside the repository."""
    library = _library_package(path)
    if library is not None:
        return "", library
    return _cached(path, module, tools) or _vendored(path, module) or _replaced(path, module) or ("", dirname(path))


def _library_package(path: str) -> str | None:
    """`net/http` for `…/src/net/http/server.go`, where that `src` holds Go's library."""
    folder = dirname(path)
    start = folder.find("/src/")
    while start >= 0:
        if _holds_library(folder[: start + 4]):
            return folder[start + 5 :]
        start = folder.find("/src/", start + 1)
    return None


@lru_cache(maxsize=256)
def _holds_library(source: str) -> bool:
    return Path(source, "builtin", "builtin.go").is_file()


def _cached(path: str, module: ModuleSpec, tools: Toolchain) -> tuple[str, str] | None:
    prefix = tools.module_cache + "/"
    if not path.startswith(prefix):
        cut = path.find("/pkg/mod/")
        if cut < 0:
            return None
        prefix = path[: cut + 9]
    inside = _ESCAPED.sub(lambda letter: letter[1].upper(), dirname(path[len(prefix) :]))
    name, at, rest = inside.partition("@")
    if not at:
        return None
    version, slash, folder = rest.partition("/")
    forked = _table(module, keys.FORKS).get(name)
    if forked:
        return _named(forked, module), forked + slash + folder
    return f"{name}@{version}", name + slash + folder


def _vendored(path: str, module: ModuleSpec) -> tuple[str, str] | None:
    versions = _table(module, keys.VENDORED)
    folder = dirname(path)
    start = folder.find("/vendor/")
    while start >= 0:
        package = folder[start + 8 :]
        name = _longest(package, versions)
        if name:
            return (f"{name}@{versions[name]}" if versions[name] else name), package
        start = folder.find("/vendor/", start + 1)
    return None


def _replaced(path: str, module: ModuleSpec) -> tuple[str, str] | None:
    for folder, name in _table(module, keys.OUTSIDE).items():
        if path.startswith(folder + "/"):
            inside = dirname(path[len(folder) + 1 :])
            return _named(name, module), f"{name}/{inside}" if inside else name
    return None


def _named(name: str, module: ModuleSpec) -> str:
    version = _table(module, keys.VERSIONS).get(name, "")
    return f"{name}@{version}" if version else name


def missing(item: Import, name: str, module: ModuleSpec, tools: Toolchain) -> Target | None:
    """Identity of a name behind an import that nothing answers.

    None where the import means the repository's files, or a package that is on this machine: it has no such name.
    """
    path = unquoted(item.path)
    if not name and (file := _table(module, keys.PACKAGES).get(path)):
        return Target("module", path=file)
    mod = _module_of_import(path, module, tools)
    if mod is None:
        return None
    if not name:
        return Target("module", mod=mod, pkg=path)
    return None if _is_here(path, mod, tools) else Target("external", mod=mod, pkg=path, name=name)


def _is_here(path: str, mod: str, tools: Toolchain) -> bool:
    """Is the package's source on this machine? What cgo makes of `C` never is."""
    if not mod:
        return path != C and _is_library(path, tools.root)
    name, at, version = mod.partition("@")
    folder = path[len(name) :] if path.startswith(name) else ""
    return bool(at) and _is_folder(f"{tools.module_cache}/{escaped(name)}@{escaped(version)}{folder}")


def _module_of_import(path: str, module: ModuleSpec, tools: Toolchain) -> str | None:
    """ModPath of an import: "" for the standard library, None for a module of the repository."""
    linked, versions = _table(module, keys.LINKED), _table(module, keys.VERSIONS)
    name = _longest(path, {**versions, **linked})
    if name in linked or path.startswith("."):
        return None
    if name:
        return _named(name, module)
    if _longest(path, dict.fromkeys(json.loads(module.data[keys.OWN]), "")):
        return None
    first = path.partition("/")[0]
    return "" if _is_library(path, tools.root) or (not tools.root and "." not in first) else first


def _is_library(path: str, root: str) -> bool:
    return path in (C, UNSAFE) or (bool(root) and _is_folder(f"{root}/src/{path}"))


@lru_cache(maxsize=4096)
def _is_folder(path: str) -> bool:
    return Path(path).is_dir()


def _longest(path: str, modules: Mapping[str, str]) -> str:
    """The module whose path is the longest beginning of an import's; "" for none."""
    found = path
    while found and found not in modules:
        found = found.rpartition("/")[0]
    return found


@lru_cache(maxsize=256)
def _parsed(text: str) -> dict[str, str]:
    table: dict[str, str] = json.loads(text)
    return table


def _table(module: ModuleSpec, key: str) -> dict[str, str]:
    return _parsed(module.data[key])
