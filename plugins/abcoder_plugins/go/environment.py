"""What of this machine the results depend on, and what a user should know of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from abcoder_plugins.go import keys
from abcoder_plugins.go.toolchain import is_cached, toolchain
from abcoder_py.plugin.language import Options
from abcoder_py.plugin.values import ModuleSpec


def environment_key(module: ModuleSpec, options: Options) -> str:
    """The toolchain, the modules that lie in the module cache, and the folders outside that replace some."""
    tools = toolchain(options.environ)
    there = [mod for mod in sorted(module.dependencies.values()) if is_cached(mod, tools.module_cache)]
    outside = [line for folder in json.loads(module.data[keys.OUTSIDE]) for line in _listing(Path(folder))]
    return json.dumps([tools, there, outside])


def _listing(folder: Path) -> Iterator[str]:
    """Name, size and time of each Go file: reading a folder outside to the end would cost more than asking again."""
    for path in sorted(folder.rglob("*.go")):
        try:
            status = path.stat()
        except OSError:
            continue
        yield f"{path.relative_to(folder)} {status.st_size} {status.st_mtime_ns}"


def notices(module: ModuleSpec, missing: Mapping[str, int]) -> list[str]:
    """One sentence about imports that lie nowhere on this machine."""
    names = sorted(name.strip('"`') for name in missing)
    names = [name for name in names if "." in name.partition("/")[0]]
    if not names:
        return []
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return [
        f"{module.name}: {len(names)} imported packages are not on this machine ({shown}); their uses are external by "
        f"the import alone. `go mod download` in {module.directory} brings them."
    ]
