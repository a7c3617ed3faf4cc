"""A server that must not answer in several threads sees one processor."""

from __future__ import annotations

import os
import subprocess
import sys

from abcoder_py.lsp.processors import CAN_PIN, on_one_processor

COUNT = "import os, sys; print(len(os.sched_getaffinity(0)), *sys.argv[1:])"


def test_the_program_is_started_as_it_would_be_and_sees_one_processor() -> None:
    command = on_one_processor([sys.executable, "-c", COUNT, "a b", "-c"])
    if CAN_PIN:
        before = os.sched_getaffinity(0)
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1 a b -c\n"
        assert os.sched_getaffinity(0) == before
    else:
        assert command == (sys.executable, "-c", COUNT, "a b", "-c")
