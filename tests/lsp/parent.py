"""A process that starts a session and waits to be ended: `parent.py PIDS [fork]`.

With `fork` it forks a child that lives on without it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from abcoder_py.lsp.session import ServerCommand, Session, SessionConfig


async def main(pids: str, fork: bool) -> None:
    fake = str(Path(__file__).with_name("fake_server.py"))
    command = ServerCommand((sys.executable, "-S", "-E", fake, "family", pids), {}, str(Path(pids).parent))
    async with Session(SessionConfig("fake", command, Path(pids).parent)):
        if fork and not (worker := os.fork()):
            signal.pause()
        print(worker if fork else "ready", flush=True)
        await asyncio.Event().wait()


asyncio.run(main(sys.argv[1], "fork" in sys.argv))
