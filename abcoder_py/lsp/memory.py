"""How much memory a server's tree holds: sampled, because no limit of the system counts resident memory of a tree.

RLIMIT_AS was rejected: JVM, Go and V8 reserve far more than they use. Cgroups need rights we may not have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

INTERVAL = 1.0
"""Seconds between samples."""


def resident_bytes(pid: int) -> int:
    """Resident memory of the process and all its descendants; 0 where it is gone."""
    import psutil  # type: ignore[import-untyped]

    total = 0
    try:
        root = psutil.Process(pid)
        tree = [root, *root.children(recursive=True)]
    except psutil.Error:
        return 0
    for process in tree:
        try:
            total += process.memory_info().rss
        except psutil.Error:
            continue  # it ended meanwhile
    return total


async def watch(pid: int, sampled: Callable[[int], None]) -> None:
    """Gives `sampled` the resident bytes of the tree, again and again, until cancelled or the process is gone."""
    while (size := resident_bytes(pid)) > 0:
        sampled(size)
        await asyncio.sleep(INTERVAL)
