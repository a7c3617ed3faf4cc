"""Asks an executable for its version."""

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from abcoder_py.plugin.servers import Program

TIMEOUT = 20.0
"""Seconds; a program that needs longer to tell its version hangs."""


class Probed(NamedTuple):
    """What an executable told of itself."""

    version: str
    """Without a leading `v`; empty where there is a fault."""
    fault: str
    """Why it is not the program that it seems to be, for people."""


def probe(program: Program, path: Path, environ: Mapping[str, str], timeout: float = TIMEOUT) -> Probed:
    """Runs an executable to tell its version, in an empty folder and without input; never longer than `timeout`
    seconds."""
    asked = path.with_name(program.probe_executable) if program.probe_executable else path
    with tempfile.TemporaryDirectory(prefix="uniast-probe-") as folder:
        try:
            code, output = _run([str(asked), *program.probe], folder, {**program.environ, **environ}, timeout)
        except subprocess.TimeoutExpired:
            return Probed("", f"it told no version within {timeout:g} seconds")
        except OSError as error:
            return Probed("", f"it cannot be run: {error.strerror}")
    if code != 0:
        return Probed("", f"asked for its version it failed: {_first_line(output) or f'exit code {code}'}")
    found = re.search(program.version_pattern, output)
    return Probed(found[1], "") if found else Probed("", f"it told no version but: {_first_line(output)}")


def _run(command: list[str], folder: str, environ: Mapping[str, str], timeout: float) -> tuple[int, str]:
    """Exit code and output, both streams together. A session of its own, so that what hangs can be ended with all that
    it started."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    with process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, output.decode("utf-8", "replace")


def _first_line(output: str) -> str:
    return next((line.strip() for line in output.splitlines() if line.strip()), "")[:200]
