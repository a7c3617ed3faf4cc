"""Whether processes have ended. One that is dead and that its new parent has not reaped yet has: it runs nothing."""

from __future__ import annotations

import time
from collections.abc import Iterable

import psutil


def still_running(processes: Iterable[psutil.Process], timeout: float = 20) -> list[psutil.Process]:
    """Those of the processes that run on after `timeout` seconds; ends as soon as there are none."""
    deadline = time.monotonic() + timeout
    left = list(processes)
    while True:
        left = [process for process in psutil.wait_procs(left, timeout=0.1)[1] if not _is_dead(process)]
        if not left or time.monotonic() > deadline:
            return left


def _is_dead(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True
