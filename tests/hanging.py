"""A Python server that never answers `initialize`, for tests that end a run while it waits."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from abcoder_py.plugin.registry import language
from abcoder_py.servers.find import find_server

PROXY = Path(__file__).with_name("pipeline") / "proxy.py"


def hanging_home(folder: Path) -> dict[str, str]:
    """Makes the folder and gives the variables under which this server is found.

    STARTS is a FIFO: whoever opens it to read waits until the server is there, and reads its process number.
    """
    spec = language("python").servers[0]
    program = spec.program
    body = f'[ "$1" = --version ] && echo {program.name} {program.version} && exit\n'
    body += f'exec "{sys.executable}" -S -E "{PROXY}" "hang at start" - "{find_server(spec).path}"\n'
    server = folder / f"servers/{program.name}-{program.version}/bin/{program.executable}"
    server.parent.mkdir(parents=True)
    server.write_text("#!/bin/sh\n" + body)
    server.chmod(0o755)
    os.mkfifo(folder / "starts")
    return {"UNIAST_HOME": str(folder), "STARTS": str(folder / "starts")}
