"""Carries out the steps of an installation by each language's own package client, into one folder and nowhere else.

Clients are kept from what the user's settings would have them do elsewhere (a global folder, another target). No
registry is named: the clients know theirs.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from abcoder_py.plugin.servers import GoBuildStep, GoStep, NpmStep, PipStep, Step

TIMEOUT = 1800.0
"""Seconds for one step: a cold build of a large server takes minutes."""
_TAIL = 15
_ELSEWHERE = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PYTHONPATH", "PYTHONHOME", "GOOS", "GOARCH", "GOBIN")


class InstallError(Exception):
    """A program could not be installed; the message says why and what helps."""


def run_step(step: Step, folder: Path, environ: Mapping[str, str]) -> None:
    """Carries out one step; `environ` lies over our own variables. Raises InstallError."""
    match step:
        case PipStep(requirements):
            _pip(requirements, folder, environ)
        case NpmStep(packages):
            npm = _client("npm", environ)
            arguments = ("install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund", *packages)
            _run([npm, *arguments], folder, {**environ, "npm_config_global": "false"})
        case GoStep(packages):
            _go(packages, folder, environ)
        case GoBuildStep(module, version):
            _go_build(module, version, folder, environ)


def _pip(requirements: tuple[str, ...], folder: Path, environ: Mapping[str, str]) -> None:
    # Without pip inside: some systems ship a Python that cannot put it there, and ours serves for all.
    _run([sys.executable, "-m", "venv", "--without-pip", str(folder)], folder, environ)
    python = str(folder / "bin" / "python")
    if _succeeds([sys.executable, "-m", "pip", "--version"]):
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-input", "--disable-pip-version-check"]
    elif uv := shutil.which("uv"):
        pip = [uv, "pip", "install", "--python", python]
    else:
        raise InstallError(f"neither pip nor uv is there to install with: install pip for {sys.executable}")
    _run([*pip, *requirements], folder, environ)


def _go(packages: tuple[str, ...], folder: Path, environ: Mapping[str, str]) -> None:
    own = folder / "build"
    settings = {
        "GOBIN": str(folder / "bin"),
        "GOPATH": str(own),
        "GOMODCACHE": str(own / "modules"),
        # Writable, so that it can be removed again.
        "GOFLAGS": "-mod=mod -modcacherw",
        "GOWORK": "off",
        "CGO_ENABLED": "0",
    }
    go = _client("go", environ)
    for package in packages:
        _run([go, "install", package], folder, {**environ, **settings})
    shutil.rmtree(own, ignore_errors=True)


def _go_build(module: str, version: str, folder: Path, environ: Mapping[str, str]) -> None:
    settings = {"GOFLAGS": "-mod=readonly -buildvcs=false", "GOWORK": "off", "CGO_ENABLED": "0"}
    arguments = ("build", "-C", module, "-trimpath", f"-ldflags=-X main.version={version}", "-o", f"{folder}/bin/", ".")
    _run([_client("go", environ), *arguments], folder, {**environ, **settings})


def _client(name: str, environ: Mapping[str, str]) -> str:
    path = shutil.which(name, path=environ.get("PATH"))
    if path is None:
        raise InstallError(f"{name} is needed and missing: install it, or add --with-toolchain")
    return path


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT).returncode == 0


def _run(command: list[str], folder: Path, environ: Mapping[str, str]) -> None:
    ours = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    try:
        ran = subprocess.run(
            command,
            cwd=folder,
            env={**ours, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT,
        )
    except subprocess.TimeoutExpired as error:
        raise InstallError(f"`{_shown(command)}` took longer than {TIMEOUT:g} seconds") from error
    except OSError as error:
        raise InstallError(f"`{_shown(command)}` cannot be run: {error.strerror}") from error
    if ran.returncode != 0:
        tail = "\n".join(ran.stdout.decode("utf-8", "replace").strip().splitlines()[-_TAIL:])
        raise InstallError(f"`{_shown(command)}` failed with exit code {ran.returncode}:\n{tail}")


def _shown(command: list[str]) -> str:
    return " ".join([Path(command[0]).name, *command[1:]])
