"""Starts a program so that it sees one processor.

A server that answers in several threads may answer differently from run to run: ty drops a target whose stub another
thread is just writing, and what it finds in a circle of types depends on which thread entered it where. It takes as
many threads as it may use processors, and no setting changes that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

_PIN = (
    "import os, sys; all = sorted(os.sched_getaffinity(0)); "
    "os.sched_setaffinity(0, {all[os.getpid() % len(all)]}); os.execv(sys.argv[1], sys.argv[1:])"
)

CAN_PIN = hasattr(os, "sched_setaffinity")
"""Elsewhere (macOS) a server is asked one question at a time instead."""


def on_one_processor(argv: Sequence[str]) -> tuple[str, ...]:
    """The command that starts `argv`, whose program is an absolute path, on one of our processors."""
    return (sys.executable, "-I", "-S", "-c", _PIN, *argv) if CAN_PIN else tuple(argv)
