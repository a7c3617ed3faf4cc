"""`python -m tests.all`: brings the servers and toolchains that the tests need, then runs every check.

One entry point for people and CI. Each step is a command that can be run alone; the first that fails ends it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
OLDEST = (3, 11)
OTHER_SERVERS = ("go=gopls",)
"""Beside the default ones: documents through them are compared."""
QUICK = ("tests/uniast", "tests/source", "tests/syntax", "tests/index", "tests/build", "tests/lsp", "tests/resolve")
"""What is run on the other interpreters: all that needs no installed server."""


def step(name: str, *command: str, env: Mapping[str, str] | None = None) -> None:
    """Runs one command in the project's folder; ends the program where it fails."""
    print(f"== {name}", flush=True)
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **(env or {})}, check=False)
    print(f"-- {name}: {time.monotonic() - began:.0f} s", flush=True)
    if done.returncode:
        sys.exit(f"{name} failed: {' '.join(command)}")


def tool(name: str) -> str:
    """A program of this environment."""
    return str(Path(PYTHON).with_name(name))


def other_pythons() -> Iterator[str]:
    """Interpreters of other supported versions on this machine, one a version."""
    seen = {sys.version_info[:2]}
    folders = [*os.environ.get("PATH", "").split(os.pathsep), *map(str, Path.home().glob(".pyenv/versions/*/bin"))]
    for folder in folders:
        for minor in range(OLDEST[1], 20):
            found = shutil.which(f"python3.{minor}", path=folder)
            if found and (3, minor) not in seen and _works(found, minor):
                seen.add((3, minor))
                yield found


def _works(python: str, minor: int) -> bool:
    code = f"import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, {minor}))"
    return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0


def try_python(python: str) -> None:
    """The wheel in a clean environment of another version, with the newest pygls, passes the quick tests."""
    with tempfile.TemporaryDirectory() as scratch:
        wheels = str(Path(scratch, "wheels"))
        step("build the wheel", PYTHON, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, ".")
        wheel = str(next(Path(wheels).glob("*.whl")))
        environment = str(Path(scratch, "environment"))
        step(f"{python}: environment", python, "-m", "venv", environment)
        inside = str(Path(environment, "bin", "python"))
        needs = ("hypothesis", "jsonschema", "pytest")
        step(f"{python}: install", inside, "-m", "pip", "install", "-q", wheel, *needs)
        step(
            f"{python}: newest pygls", inside, "-m", "pip", "install", "-q", "--no-deps", "pygls>=2", "lsprotocol>=2025"
        )
        there = [path for path in QUICK if (ROOT / path).exists()]
        step(f"{python}: quick tests", inside, "-m", "pytest", "-p", "no:cacheprovider", *there)


def main() -> None:
    """Runs every step, or with `--fast` those of the inner loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true", help="no other interpreters")
    args = parser.parse_args()
    step("servers", PYTHON, "-m", "abcoder_py.cli.main", "servers", "install", "--with-toolchain")
    step("other servers", PYTHON, "-m", "abcoder_py.cli.main", "servers", "install", *OTHER_SERVERS)
    step("format", tool("ruff"), "format", "--check", "--quiet", ".")
    step("lint", tool("ruff"), "check", "--quiet", ".")
    step("types", tool("mypy"))
    step("import rules", tool("lint-imports"))
    if not args.fast:
        for python in other_pythons():
            try_python(python)
    step("tests", PYTHON, "-m", "pytest", "--cov", "--cov-report=term")


if __name__ == "__main__":
    main()
