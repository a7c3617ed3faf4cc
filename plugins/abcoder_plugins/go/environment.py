"""What of this machine the results depend on, and what a user should know of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from abcoder_plugins.go import keys, workspaces
from abcoder_plugins.go.toolchain import is_cached, is_described, toolchain
from abcoder_py.plugin.folders import digests_below
from abcoder_py.plugin.language import Options
from abcoder_py.plugin.values import ModuleSpec


def environment_key(module: ModuleSpec, options: Options) -> str:
    """The toolchain with the variables that it obeys (GOWORK it tells for a folder only), what the module cache holds,
    and the folders outside that replace modules or belong to the workspace."""
    tools = toolchain(options.environ)
    told = tools._replace(root="", module_cache="")  # where they lie changes no answer
    named = sorted({*module.dependencies.values(), *json.loads(module.data[keys.SUMS])})
    there = {mod: (is_cached(mod, tools.module_cache), is_described(mod, tools.module_cache)) for mod in named}
    folders = json.loads(module.data[keys.OUTSIDE])
    outside = {name: digests_below(Path(folder), (".go", "go.mod")) for folder, name in folders.items()}
    used = workspaces.digests(json.loads(module.data[keys.USED]))
    return json.dumps([told, options.environ.get("GOWORK") == "off", there, outside, used], sort_keys=True)


def notices(module: ModuleSpec, missing: Mapping[str, int]) -> list[str]:
    """What the user should know: modules that a go.work misses, and imports that lie nowhere on this machine."""
    return [*_absent(module), *_not_here(module, missing)]


def _absent(module: ModuleSpec) -> list[str]:
    folders: dict[str, list[str]] = json.loads(module.data.get(keys.ABSENT, "{}"))
    return [
        f"{work} uses {', '.join(gone)}, where no go.mod is; the rest is loaded. Bring it, or take the line out."
        for work, gone in sorted(folders.items())
        if gone
    ]


def _not_here(module: ModuleSpec, missing: Mapping[str, int]) -> list[str]:
    names = sorted(name.strip('"`') for name in missing)
    names = [name for name in names if "." in name.partition("/")[0]]
    if not names:
        return []
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return [
        f"{module.name}: {len(names)} imported packages are not on this machine ({shown}); their uses are external by "
        f"the import alone. `go mod download` in {module.directory} brings them."
    ]
