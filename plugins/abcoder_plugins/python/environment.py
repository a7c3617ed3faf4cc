"""The environment that imports are looked up in: where it is, its Python, and whose distribution a file is.

An environment is only looked at, nothing of it is run. Which one: what `--python` names, else the repository's
`.venv`, else VIRTUAL_ENV. The interpreter on PATH is never taken: what it has installed says nothing about the
repository, and a document would differ from machine to machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePosixPath

from abcoder_py.plugin.folders import digests_below
from abcoder_py.plugin.language import Options

DEFAULT_PYTHON = "3.15"
"""The server's own default, where neither the project nor an environment tells."""
SUFFIXES = (".py", ".pyi")
_VERSION = re.compile(r"^version(?:_info)?\s*=\s*(3\.\d+)", re.MULTILINE)


def find(root: str, options: Options) -> str:
    """Folder of the environment, "" where there is none. ValueError where `--python` names none."""
    for known in (site_packages, installed, _by_first_segment, owner, editable):
        known.cache_clear()  # another run of this process may have seen other packages there
    if options.python:
        asked = Path(options.python).absolute()
        folder = asked if asked.is_dir() else asked.parent.parent
        if not asked.exists() or not site_packages(str(folder)):
            raise ValueError(f"--python {options.python}: no environment or interpreter with a site-packages folder")
        return str(folder)
    candidates = [Path(root) / ".venv"]
    if options.environ.get("VIRTUAL_ENV"):
        candidates.append(Path(options.environ["VIRTUAL_ENV"]))
    return next((str(each) for each in candidates if (each / "pyvenv.cfg").is_file() and site_packages(str(each))), "")


@cache
def site_packages(environment: str) -> tuple[str, ...]:
    """The folders that hold an environment's distributions, resolved."""
    if not environment:
        return ()
    patterns = (
        "lib/python3*/site-packages",
        "lib64/python3*/site-packages",
        "Lib/site-packages",
        "lib/python3*/dist-packages",
    )
    found = (path.resolve() for pattern in patterns for path in sorted(Path(environment).glob(pattern)))
    return tuple(dict.fromkeys(str(path) for path in found if path.is_dir()))


def python_version(environment: str) -> str:
    """`3.x` of an environment, "" where it does not tell."""
    try:
        told = _VERSION.search((Path(environment) / "pyvenv.cfg").read_text(encoding="utf-8")) if environment else None
    except OSError:
        told = None
    if told:
        return told[1]
    for folder in site_packages(environment):
        found = re.search(r"/python(3\.\d+)/", folder)
        if found:
            return found[1]
    return ""


@cache
def installed(environment: str) -> dict[str, str]:
    """`name@version` of each distribution, by its name as registries compare names."""
    from abcoder_plugins.python.manifests import canonical

    return {canonical(each.name): f"{each.name}@{each.version}" for each in _all(environment)}


def _all(environment: str) -> Iterator[Distribution]:
    for folder in site_packages(environment):
        yield from sorted(distributions(path=[folder]), key=lambda each: each.name or "")


@cache
def _by_first_segment(environment: str) -> dict[str, list[Distribution]]:
    found: dict[str, list[Distribution]] = {}
    for each in _all(environment):
        for segment in {path.parts[0] for path in each.files or () if path.parts}:
            found.setdefault(segment, []).append(each)
    return found


@cache
def owner(environment: str, path: str) -> str:
    """`name@version` of the distribution that installed this file of site-packages, "" where none tells."""
    for folder in site_packages(environment):
        if path.startswith(folder + "/"):
            relative = PurePosixPath(path[len(folder) + 1 :])
            claimants = _by_first_segment(environment).get(relative.parts[0], [])
            if len(claimants) > 1:
                claimants = [each for each in claimants if relative in (each.files or ())] or claimants
            return f"{claimants[0].name}@{claimants[0].version}" if claimants else ""
    return ""


def provider(environment: str, segment: str) -> str:
    """`name@version` of the only distribution that installs a package or module of this name, "" otherwise."""
    known = _by_first_segment(environment)
    found = {f"{each.name}@{each.version}" for file in (segment, f"{segment}.py") for each in known.get(file, ())}
    return found.pop() if len(found) == 1 else ""


@cache
def editable(environment: str) -> dict[str, str]:
    """Folders outside the environment that distributions are installed from, to `name@version`."""
    found: dict[str, str] = {}
    for each in _all(environment):
        text = each.read_text("direct_url.json")
        told = json.loads(text) if text else {}
        if told.get("dir_info", {}).get("editable") and str(told.get("url", "")).startswith("file://"):
            found[str(Path(told["url"].removeprefix("file://")).resolve())] = f"{each.name}@{each.version}"
    return found


def key(environment: str, here: str) -> str:
    """All that results depend on: the Python, the distributions with the digests that they were installed with, what
    else lies beside them, and the folders that imports lead into from there.

    What lies in the repository's own folder `here` is left out, though it may be installed from it: other keys hold it
    file by file, and every edit would ask the whole language."""
    if not environment:
        return ""
    found = {"environment": python_version(environment)}
    found |= {f"{each.name}@{each.version}": _recorded(each) for each in _all(environment)}
    found |= {f"beside {name}": "" for folder in site_packages(environment) for name in _modules(folder)}
    for folder, name in _sources(environment).items():
        if not Path(folder).is_relative_to(here):
            files = digests_below(Path(folder), SUFFIXES).items()
            found |= {f"{name} {path}": text for path, text in files if not Path(folder, path).is_relative_to(here)}
    return json.dumps(found, sort_keys=True)


def _sources(environment: str) -> dict[str, str]:
    """A name by each folder that imports lead into: distributions are installed from it, or a `.pth` file adds it."""
    own = editable(environment)
    added = {
        str(folder): f"{path.name} {number}"
        for site in site_packages(environment)
        for path in sorted(Path(site).glob("*.pth"))
        for number, folder in enumerate(_added(path))
        if not any(folder.is_relative_to(each) for each in (*own, site))
    }
    return {**added, **own}


def _added(path: Path) -> Iterator[Path]:
    """The folders that a `.pth` file names; its other lines are comments and code."""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        folder = (path.parent / line.strip()).resolve()
        if line.strip() and not line.startswith(("#", "import ", "import\t")) and folder.is_dir():
            yield folder


def _recorded(distribution: Distribution) -> str:
    """The lines of RECORD about code. Scripts and editable finders name the environment's place: they are left out."""
    text = distribution.read_text("RECORD") or ""
    lines = [line for line in text.splitlines() if line.partition(",")[0].endswith((*SUFFIXES, "py.typed"))]
    return "\n".join(sorted(line for line in lines if not line.startswith(("..", "__editable__"))))


def _modules(folder: str) -> Iterator[str]:
    """What can be imported from a folder, whoever put it there."""
    for entry in Path(folder).iterdir():
        if entry.suffix in SUFFIXES or (entry.suffix == "" and entry.name != "__pycache__" and entry.is_dir()):
            yield entry.name
