"""Names what lies outside the repository: the standard library, installed distributions, and what is not installed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from abcoder_plugins.python import environment, keys
from abcoder_plugins.python.manifests import canonical
from abcoder_py.plugin.language import Place
from abcoder_py.plugin.values import TYPE_KINDS, Definition, FileFacts, Import, ModuleSpec, Target

_STUBS_OF_LIBRARY = re.compile(r"/typeshed[^/]*/(?:[^/]+/)?stdlib/(.+)$")
_STUBS_OF_OTHERS = re.compile(r"/typeshed[^/]*/(?:[^/]+/)?stubs/([^/]+)/(.+)$")
_INSTALLED = re.compile(r"/(?:site|dist)-packages/(.+)$")
_LIBRARY = re.compile(r"/(?:lib|Lib)/python3[^/]*/(.+)$|/Lib/(.+)$")
_SAME_MODULE = {"posixpath": "os.path", "ntpath": "os.path"}
"""Modules that are one under another name."""
_LIBRARY_NAMES = sys.stdlib_module_names | {"__main__"}
_TYPING = frozenset({"typing", "typing_extensions"})


def library(module: ModuleSpec) -> str:
    """ModPath of the standard library."""
    return f"python@{module.data[keys.PYTHON]}"


def identify(place: Place, module: ModuleSpec) -> Target:
    """Identity of an answer outside the repository."""
    mod, pkg = _module_of(place.path, module)
    if place.at_start or not place.chain or (pkg == "os" and place.chain[-1].name == "path"):
        return Target("module", mod=mod, pkg=pkg)
    last = place.chain[-1]
    return Target(
        "builtin" if mod == library(module) and _is_builtin(pkg, last.name) else "external",
        mod=mod,
        pkg=pkg,
        name=".".join(each.name for each in place.chain),
        kind=_kind(last, pkg),
        accessor=last.accessor,
        constructor=_constructor(place.chain, place.facts),
        abstract=last.kind == "protocol" or "abstract" in last.modifiers,
    )


def _is_builtin(pkg: str, name: str) -> bool:
    """`_typeshed` is no module of the library: stubs keep there what the language itself gives. `Self` is no type."""
    return pkg == "builtins" or pkg.startswith("_typeshed") or (pkg in _TYPING and name == "Self")


def _kind(definition: Definition, pkg: str) -> str:
    """Special forms and aliases of `typing` are declared as variables and are types."""
    if definition.kind == "variable" and pkg in _TYPING and definition.name.istitle() and not definition.constant:
        return "typedef"
    return definition.kind


def _constructor(chain: tuple[Definition, ...], facts: FileFacts | None) -> str:
    if chain[-1].kind not in TYPE_KINDS or facts is None:
        return ""
    own = next((index for index, each in enumerate(facts.definitions) if each is chain[-1]), -1)
    named = any(each.parent == own and each.kind == "constructor" for each in facts.definitions)
    names = [each.name for each in facts.definitions if each.parent == own and each.kind == "constructor"]
    return ".".join([*(each.name for each in chain), names[0]]) if named else ""


def _module_of(path: str, module: ModuleSpec) -> tuple[str, str]:
    """ModPath and PkgPath of a file outside the repository."""
    found = _STUBS_OF_LIBRARY.search(path)
    if found:
        return library(module), _dotted(found[1])
    found = _STUBS_OF_OTHERS.search(path)
    if found:
        return _distribution(found[1], module), _dotted(found[2])
    found = _INSTALLED.search(path)
    if found:
        inside = found[1].replace("-stubs/", "/", 1)
        owner = environment.owner(module.data[keys.ENVIRONMENT], path)
        return owner or _distribution(inside.partition("/")[0].partition(".")[0], module), _dotted(inside)
    for folder, name in environment.editable(module.data[keys.ENVIRONMENT]).items():
        if path.startswith(folder + "/"):
            return name, _dotted(path[len(folder) + 1 :].removeprefix("src/"))
    found = _LIBRARY.search(path)
    if found:
        return library(module), _dotted(found[1] or found[2])
    package = _outermost_package(Path(path))
    return package.name.partition(".")[0], _dotted(str(Path(path).relative_to(package.parent)))


def _outermost_package(path: Path) -> Path:
    """The folder of the first package of the chain that holds a file, or the file."""
    found = path
    while (found.parent / "__init__.py").is_file() or (found.parent / "__init__.pyi").is_file():
        found = found.parent
    return found


def _dotted(path: str) -> str:
    stem = re.sub(r"\.pyi?$", "", path).removesuffix("/__init__")
    dotted = stem.replace("/", ".")
    return _SAME_MODULE.get(dotted, dotted)


def _distribution(name: str, module: ModuleSpec) -> str:
    """`name@version` as the environment or the manifest has it; the bare name where neither does."""
    wanted = canonical(name)
    found = environment.installed(module.data[keys.ENVIRONMENT]).get(wanted)
    return found or _required(module.dependencies).get(wanted, name)


def _required(dependencies: Mapping[str, str]) -> dict[str, str]:
    return {canonical(name): mod for name, mod in dependencies.items()}


def not_installed(item: Import, name: str, module: ModuleSpec) -> Target | None:
    """Identity of a name behind an import that nothing answers; None where it means the repository's own files."""
    segments = item.path.split(".")
    if item.path.startswith(".") or segments[0] in json.loads(module.data[keys.OWN]):
        return None
    mod = library(module) if segments[0] in _LIBRARY_NAMES else _required_for(segments, module)
    if not name:
        return Target("module", mod=mod, pkg=item.path)
    return Target("external", mod=mod, pkg=item.path, name=name, reason="not installed")


def _required_for(segments: list[str], module: ModuleSpec) -> str:
    """What installs the import's first segment, else the requirement whose name is the longest beginning of the import,
    else its first segment alone."""
    provider = environment.provider(module.data[keys.ENVIRONMENT], segments[0])
    if provider:
        return provider
    required = _required(module.dependencies)
    for length in range(len(segments), 0, -1):
        found = required.get(canonical("-".join(segments[:length])))
        if found:
            return found
    return segments[0]


def key(module: ModuleSpec) -> str:
    """What results depend on outside the repository."""
    return environment.key(module.data[keys.ENVIRONMENT], module.data[keys.HERE])


def notices(module: ModuleSpec, missing: Mapping[str, int]) -> list[str]:
    """What the user should know about manifests and about imports that were not found."""
    found = [str(fault) for fault in json.loads(module.data[keys.FAULTS])]
    names = sorted({path.partition(".")[0] for path in missing} - _LIBRARY_NAMES)
    if names:
        shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
        place = module.data[keys.ENVIRONMENT]
        why = (
            f"are not installed in {Path(place).name}"
            if place
            else "are external for want of an environment: pass --python PATH or create .venv"
        )
        found.append(f"{module.name}: {len(names)} imports ({shown}) {why}")
    return found
