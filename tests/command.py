"""Runs the program as a user does: a process of its own, with what it prints and how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

PROGRAM = (sys.executable, "-m", "abcoder_py.cli.main")
TIMEOUT = 120


def environ(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    return {**os.environ, "COLUMNS": "200", **(extra or {})}


def uniast(
    *words: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
    stdout: Any = subprocess.PIPE,
    prefix: tuple[str, ...] = (),
) -> subprocess.CompletedProcess[bytes]:
    """`uniast WORDS`. `before` runs in the new process ahead of the program, `prefix` is a command that runs it."""
    return subprocess.run(
        [*prefix, *PROGRAM, *map(str, words)],
        cwd=cwd,
        env=environ(env),
        preexec_fn=before,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=TIMEOUT,
        check=False,
    )


def told(done: subprocess.CompletedProcess[bytes], code: int) -> str:
    """What it said on stderr, a sentence and never a traceback; its exit code is the test's."""
    words = done.stderr.decode()
    assert done.returncode == code, words
    assert "Traceback" not in words
    return words
