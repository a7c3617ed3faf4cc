"""Reads what project files say: pyproject.toml, setup.cfg, setup.py, requirements and lock files.

Nothing is run: setup.py is parsed, and only what stands there literally counts. What cannot be read is told, not
guessed. Rejected: `packaging` for requirements, as only a name and an exact version are wanted.
"""

from __future__ import annotations

import ast
import configparser
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from posixpath import normpath
from typing import Any

MANIFESTS = ("pyproject.toml", "setup.cfg", "setup.py")
LOCKS = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")
SETTINGS = ("ty.toml", "pyrightconfig.json")
"""Of the servers: what these files say changes their answers."""
_REQUIREMENT = re.compile(
    r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:\(?\s*===?\s*([^\s;,)*]+)\s*\)?\s*(?:;|$))?"
)
_POETRY = re.compile(r"(?<![=<>!~.\d\s])(?:\^|~(?!=))?\s*v?(\d+(?:\.\d+)*)(?![\d.*])")
"""A version with `^`, `~` or nothing before it."""
_MINORS = 40


@dataclass
class Manifest:
    """What the files of one folder say about the project in it."""

    name: str = ""
    requires_python: str = ""
    requirements: dict[str, str] = field(default_factory=dict)
    """Distribution names as written, to the exact version of a lock or requirements file, or ""."""
    roots: list[str] = field(default_factory=list)
    """Folders below the project's that import paths start from, where the files name some."""
    settings: bool = False
    """There are some for ty."""
    faults: list[str] = field(default_factory=list)

    def require(self, lines: Iterable[object], exact: bool = False) -> None:
        """Adds requirement lines. `exact`: their `==` counts as a lock file's version."""
        for line in lines:
            found = _REQUIREMENT.match(line) if isinstance(line, str) else None
            if found:
                self.requirements.setdefault(found[1], (found[2] or "") if exact else "")

    def root(self, folder: object) -> None:
        if isinstance(folder, str) and folder not in ("", "."):
            self.roots.append(normpath(folder))


def canonical(name: str) -> str:
    """A distribution's name as registries compare them."""
    return re.sub(r"[-_.]+", "-", name).lower()


def lowest_minor(specifiers: str) -> str:
    """`3.9` of `>=3.9.1,<4` or Poetry's `^3.9`: the lowest Python 3 that is allowed, "" where nothing is asked for."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    allowed: list[int] = []
    for alternative in specifiers.split("||"):
        try:
            wanted = SpecifierSet(_POETRY.sub(_standard, alternative.strip()))
        except InvalidSpecifier:
            continue
        if wanted:
            allowed += [minor for minor in range(_MINORS) if any(f"3.{minor}.{patch}" in wanted for patch in (0, 99))][
                :1
            ]
    return f"3.{min(allowed)}" if allowed else ""


def _standard(poetry: re.Match[str]) -> str:
    """A caret, tilde or bare version of Poetry as a standard specifier; only the bound of the major version matters."""
    return f">={poetry[1]},<{int(poetry[1].partition('.')[0]) + 1}"


def read_manifest(files: Mapping[str, bytes]) -> Manifest:
    """What the manifests, requirements and lock files of one folder say, by file name."""
    manifest = Manifest()
    for name, read in (("pyproject.toml", _pyproject), ("setup.cfg", _setup_cfg), ("setup.py", _setup_py)):
        if name in files:
            try:
                read(files[name].decode("utf-8-sig"), manifest)
            except (ValueError, SyntaxError, configparser.Error, RecursionError) as fault:
                manifest.faults.append(f"{name} cannot be read: {str(fault).splitlines()[0]}")
    for name in sorted(files):
        if is_requirements(name):
            manifest.require(files[name].decode("utf-8", "replace").splitlines(), exact=True)
    locked = _locked(files, manifest)
    manifest.requirements = {
        name: pinned or locked.get(canonical(name), "") for name, pinned in manifest.requirements.items()
    }
    return manifest


def is_requirements(name: str) -> bool:
    """Is this the name of a requirements file?"""
    return name.endswith(".txt") and "requirements" in name


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _pyproject(text: str, manifest: Manifest) -> None:
    document = tomllib.loads(text)
    project, tool = _table(document.get("project")), _table(document.get("tool"))
    poetry = _table(tool.get("poetry"))
    flit = _table(_table(tool.get("flit")).get("metadata"))
    manifest.name = _string(project.get("name")) or _string(poetry.get("name")) or _string(flit.get("module"))
    manifest.requires_python = _string(project.get("requires-python")) or _string(flit.get("requires-python"))
    manifest.require(_list(project.get("dependencies")))
    for group in (
        *_table(project.get("optional-dependencies")).values(),
        *_table(document.get("dependency-groups")).values(),
    ):
        manifest.require(_list(group))
    manifest.require(_list(flit.get("requires")))
    manifest.settings = "ty" in tool
    _poetry(poetry, manifest)
    _roots(tool, manifest)


def _poetry(poetry: Mapping[str, Any], manifest: Manifest) -> None:
    groups = [_table(group).get("dependencies") for group in _table(poetry.get("group")).values()]
    for table in (poetry.get("dependencies"), poetry.get("dev-dependencies"), *groups):
        for name, wanted in _table(table).items():
            if name == "python":
                manifest.requires_python = manifest.requires_python or _string(wanted)
            else:
                manifest.require([name])
    for package in _list(poetry.get("packages")):
        manifest.root(_table(package).get("from"))


def _roots(tool: Mapping[str, Any], manifest: Manifest) -> None:
    setuptools = _table(tool.get("setuptools"))
    manifest.root(_table(setuptools.get("package-dir")).get(""))
    for folder in _list(_table(_table(setuptools.get("packages")).get("find")).get("where")):
        manifest.root(folder)
    manifest.root(_table(_table(tool.get("pdm")).get("build")).get("package-dir"))
    wheel = _table(_table(_table(_table(tool.get("hatch")).get("build")).get("targets")).get("wheel"))
    for source in _list(wheel.get("sources")):
        manifest.root(source)
    for package in _list(wheel.get("packages")):
        manifest.root(_string(package).rpartition("/")[0])


def _setup_cfg(text: str, manifest: Manifest) -> None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    name = parser.get("metadata", "name", fallback="").strip()
    manifest.name = manifest.name or (name if not name.startswith(("attr:", "file:")) else "")
    manifest.requires_python = manifest.requires_python or parser.get("options", "python_requires", fallback="")
    manifest.require(parser.get("options", "install_requires", fallback="").splitlines())
    if parser.has_section("options.extras_require"):
        for lines in dict(parser.items("options.extras_require")).values():
            manifest.require(lines.splitlines())
    for line in parser.get("options", "package_dir", fallback="").splitlines():
        package, equals, folder = line.partition("=")
        if equals and not package.strip():
            manifest.root(folder.strip())
    manifest.root(parser.get("options.packages.find", "where", fallback="").strip())


def _setup_py(text: str, manifest: Manifest) -> None:
    tree = ast.parse(text)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    given = dict(_setup_arguments(tree, constants))
    manifest.name = manifest.name or _string(given.get("name"))
    manifest.requires_python = manifest.requires_python or _string(given.get("python_requires"))
    manifest.require(_list(given.get("install_requires")))
    for lines in _table(given.get("extras_require")).values():
        manifest.require(_list(lines))
    manifest.root(_table(given.get("package_dir")).get(""))


def _setup_arguments(tree: ast.Module, constants: Mapping[str, ast.expr]) -> Iterator[tuple[str, object]]:
    """The literal keyword arguments of `setup(…)`; a name that a module-level literal was given counts too."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == "setup":
            for keyword in call.keywords:
                value = keyword.value
                if isinstance(value, ast.Name):
                    value = constants.get(value.id, value)
                try:
                    yield keyword.arg or "", ast.literal_eval(value)
                except (ValueError, TypeError):
                    continue


def _locked(files: Mapping[str, bytes], manifest: Manifest) -> dict[str, str]:
    """Versions of the lock files by canonical name."""
    found: dict[str, str] = {}
    for name in LOCKS:
        if name not in files:
            continue
        try:
            document = tomllib.loads(files[name].decode("utf-8"))
        except ValueError as fault:
            manifest.faults.append(f"{name} cannot be read: {str(fault).splitlines()[0]}")
            continue
        for package in _list(document.get("package")) or _list(document.get("packages")):
            package = _table(package)
            version = _string(package.get("version"))
            if version and "editable" not in _table(package.get("source")):
                found.setdefault(canonical(_string(package.get("name"))), version)
                manifest.requirements.setdefault(_string(package.get("name")), version)
    own = canonical(manifest.name)
    for name in [each for each in manifest.requirements if canonical(each) == own]:
        del manifest.requirements[name]
    return found
