"""A server and its children die with us, however we die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from abcoder_py.lsp.guard import Guard
from tests.processes import still_running

PARENT = Path(__file__).with_name("parent.py")
ROOT = Path(__file__).parents[2]


def begin(pids: Path, *arguments: str) -> tuple[subprocess.Popen[str], str, list[psutil.Process]]:
    """A run with a server and its child, what it printed when both were there, and these two."""
    argv = [sys.executable, str(PARENT), str(pids), *arguments]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ)
    assert run.stdout is not None
    line = run.stdout.readline().strip()
    return run, line, [psutil.Process(int(pid)) for pid in pids.read_text().split()]


def gone(processes: list[psutil.Process]) -> bool:
    return not still_running(processes)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_killed_run_leaves_no_process(tmp_path: Path, how: signal.Signals) -> None:
    run, _, family = begin(tmp_path / "pids")
    assert len(family) == 2
    run.send_signal(how)
    run.communicate(timeout=20)
    assert gone(family)


def test_a_forked_worker_that_lives_on_does_not_keep_the_server(tmp_path: Path) -> None:
    run, worker, family = begin(tmp_path / "pids", "fork")
    try:
        run.kill()
        run.wait(timeout=20)
        assert gone(family)
        assert psutil.pid_exists(int(worker))
    finally:
        os.kill(int(worker), signal.SIGKILL)
        run.communicate(timeout=20)


def test_the_guard_ends_with_the_server(tmp_path: Path) -> None:
    guard = Guard()
    run = subprocess.Popen(guard.argv(["true"]), pass_fds=(guard.inherit,), start_new_session=True)
    guard.started(run.pid)
    assert run.wait(timeout=20) == 0
    group = [process for process in psutil.process_iter() if in_group(process.pid, run.pid)]
    guard.kill()
    guard.kill()
    assert gone(group)


def test_the_server_gets_its_own_exit_code_arguments_and_streams() -> None:
    guard = Guard()
    command = [sys.executable, "-c", "import sys; print(sys.argv[1:], input()); sys.exit(5)", "a b", "$HOME", ""]
    run = subprocess.Popen(
        guard.argv(command),
        pass_fds=(guard.inherit,),
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    guard.started(run.pid)
    out, _ = run.communicate("hello\n", timeout=20)
    guard.kill()
    assert (out, run.returncode) == ("['a b', '$HOME', ''] hello\n", 5)


def in_group(pid: int, group: int) -> bool:
    try:
        return os.getpgid(pid) == group
    except ProcessLookupError:
        return False
