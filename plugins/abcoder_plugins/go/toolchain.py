"""What the Go toolchain of this machine says of itself: the platform that a build is for, and where modules lie.

`go env` runs outside the repository, so that nothing in it (go.mod's toolchain line, a go.work) has a say, and once a
process. Without a toolchain the platform is this machine's, and modules lie where they do by default.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_WANTED = ("GOOS", "GOARCH", "CGO_ENABLED", "GOVERSION", "GOROOT", "GOMODCACHE", "GOFLAGS", "GOEXPERIMENT")
_SETTINGS = ("GO111MODULE", "GOAMD64", "GOARM", "GOARM64", "GO386", "GOFIPS140", "CC", "CGO_CFLAGS", "CGO_CPPFLAGS")
"""Each can change which files and modules a build takes, or what a name of C is; `go env -w` sets them for good."""
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64", "i686": "386", "i386": "386", "armv7l": "arm"}
_RELEASE = re.compile(r"go1\.(\d+)")
_CAPITAL = re.compile(r"[A-Z]")
NEWEST_RELEASE = 99
"""Without a toolchain every release tag (`go1.21`) holds."""


class Toolchain(NamedTuple):
    """The part of `go env` that results depend on."""

    goos: str
    goarch: str
    cgo: bool
    version: str
    """`go1.26.8`; "" without a toolchain."""
    root: str
    """GOROOT; "" without a toolchain."""
    module_cache: str
    """Absolute, without a final slash."""
    flags: str
    """GOFLAGS."""
    experiments: str
    settings: tuple[str, ...] = ()
    """Values of further variables, in a fixed order."""

    @property
    def release(self) -> int:
        """The 26 of go1.26."""
        found = _RELEASE.match(self.version)
        return int(found[1]) if found else NEWEST_RELEASE


def toolchain(environ: Mapping[str, str]) -> Toolchain:
    """What `go env` says in this environment (empty: the process's own)."""
    return _toolchain(tuple(sorted((environ or os.environ).items())))


@lru_cache(maxsize=8)
def remembered(fields: str) -> Toolchain:
    """The toolchain whose fields a module's data holds: hooks that are called for each answer ask nothing anew."""
    return Toolchain(*json.loads(fields))


@lru_cache(maxsize=8)
def _toolchain(environ: tuple[tuple[str, str], ...]) -> Toolchain:
    variables = dict(environ)
    told = {**_guessed(variables), **_told(variables)}
    return Toolchain(
        told["GOOS"],
        told["GOARCH"],
        told["CGO_ENABLED"] == "1",
        told["GOVERSION"],
        told["GOROOT"].rstrip("/"),
        told["GOMODCACHE"].rstrip("/"),
        told["GOFLAGS"],
        told["GOEXPERIMENT"],
        tuple(told[name] for name in _SETTINGS),
    )


def _told(variables: Mapping[str, str]) -> dict[str, str]:
    """The answer of `go env`; empty where there is no toolchain or it fails."""
    go = shutil.which("go", path=variables.get("PATH"))
    if go is None:
        return {}
    quiet = {**variables, "GOTOOLCHAIN": "local", "GOWORK": "off"}
    try:
        ran = subprocess.run(
            [go, "env", "-json", *_WANTED, *_SETTINGS], cwd="/", env=quiet, capture_output=True, timeout=30, check=True
        )
        answer: dict[str, str] = json.loads(ran.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return {}
    return {name: answer.get(name, "") for name in (*_WANTED, *_SETTINGS)}


def _guessed(variables: Mapping[str, str]) -> dict[str, str]:
    machine = platform.machine().lower()
    home = variables.get("HOME") or str(Path.home())
    gopath = variables.get("GOPATH", "").split(os.pathsep)[0] or f"{home}/go"
    return {
        **{name: variables.get(name, "") for name in _SETTINGS},
        "GOOS": variables.get("GOOS") or platform.system().lower(),
        "GOARCH": variables.get("GOARCH") or _ARCHITECTURES.get(machine, machine),
        "CGO_ENABLED": variables.get("CGO_ENABLED") or "1",
        "GOVERSION": "",
        "GOROOT": "",
        "GOMODCACHE": variables.get("GOMODCACHE") or f"{gopath}/pkg/mod",
        "GOFLAGS": variables.get("GOFLAGS", ""),
        "GOEXPERIMENT": variables.get("GOEXPERIMENT", ""),
    }


def escaped(path: str) -> str:
    """A module path or version as the module cache writes it: `!x` for `X`."""
    return _CAPITAL.sub(lambda letter: "!" + letter[0].lower(), path)


def is_cached(mod: str, cache: str) -> bool:
    """Does the module cache hold `path@version`, be it as the archive that go will unpack?"""
    return "@" in mod and (Path(cache, escaped(mod)).is_dir() or _downloaded(mod, cache, "zip"))


def is_described(mod: str, cache: str) -> bool:
    """Does the module cache hold the go.mod of `path@version`?"""
    return "@" in mod and _downloaded(mod, cache, "mod")


def _downloaded(mod: str, cache: str, suffix: str) -> bool:
    path, _, version = escaped(mod).partition("@")
    return Path(cache, "cache", "download", path, "@v", f"{version}.{suffix}").is_file()
