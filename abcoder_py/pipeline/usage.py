"""What a run costs: wall and processor seconds by stage, memory."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


def _cpu() -> tuple[float, float]:
    """Processor seconds of this process, and of children that have ended."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime


def peak_memory() -> int:
    """Most bytes that this process held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@dataclass
class Cost:
    """Seconds that one stage took. Stages overlap: a server answers while syntax is read."""

    wall: float = 0.0
    cpu: float = 0.0
    """Of our own process."""
    children: float = 0.0
    """Of workers and servers that ended during the stage."""


@dataclass
class Usage:
    """The costs of a run."""

    stages: dict[str, Cost] = field(default_factory=dict)
    server_memory: dict[str, int] = field(default_factory=dict)
    """Language to peak bytes of its server."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Adds what happens inside to the stage."""
        cost = self.stages.setdefault(name, Cost())
        wall, (cpu, children) = time.perf_counter(), _cpu()
        try:
            yield
        finally:
            now, now_children = _cpu()
            cost.wall += time.perf_counter() - wall
            cost.cpu += now - cpu
            cost.children += now_children - children

    @property
    def cpu(self) -> float:
        """Processor seconds of everything, workers and servers included."""
        return sum(cost.cpu + cost.children for cost in self.stages.values())

    @property
    def wall(self) -> float:
        return sum(cost.wall for cost in self.stages.values())
