"""A server dies with us, however we die.

The server runs as the leader of a session of its own, so that Ctrl-C in the terminal reaches only us. Beside it, in
its group, a shell waits on a pipe whose other end only this process holds: when we end, by SIGKILL too, the pipe
closes and the shell kills the group, grandchildren included. The shell starts the server by `exec`, so the process that
we watch is the server itself, and costs a millisecond.

Rejected: `prctl(PR_SET_PDEATHSIG)` (Linux only, tied to the thread that forked, misses grandchildren); a guard in
Python (10 ms and 8 MB); trusting servers to end when their stdin closes (several do not).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

# The guard gives up the server's pipes: if it held stdout, the end of a crashed server would never be seen.
_SCRIPT = 'fd=$1; shift; (read -r _ <"/dev/fd/$fd"; kill -9 0) </dev/null >/dev/null 2>&1 & exec "$@"'

_held: set[int] = set()


def _forget_after_fork() -> None:
    # A forked worker that lives on would keep the pipe open, and the guard waiting.
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()


os.register_at_fork(after_in_child=_forget_after_fork)


class Guard:
    """The pipe of one server, and its end.

    Use: `argv(command)` and `inherit` start the process as a session leader; then `started(pid)`; `kill()` at any time.
    """

    def __init__(self) -> None:
        self.inherit, self._ours = os.pipe()
        _held.add(self._ours)
        self._pid: int | None = None

    def argv(self, command: Sequence[str]) -> list[str]:
        """The command wrapped so that it is guarded."""
        return ["/bin/sh", "-c", _SCRIPT, "guard", str(self.inherit), *command]

    def started(self, pid: int) -> None:
        """The process runs; our copy of what it inherited is closed."""
        self._pid = pid
        self._close_inherited()

    def kill(self) -> None:
        """Kills the server's group, guard included. Safe to call twice."""
        self._close_inherited()
        if self._ours < 0:
            return
        if self._pid is not None:
            try:
                # The guard is still a member, so the group's number cannot have passed to others.
                os.killpg(self._pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._pid = None
        _held.discard(self._ours)
        os.close(self._ours)
        self._ours = -1

    def _close_inherited(self) -> None:
        if self.inherit >= 0:
            os.close(self.inherit)
            self.inherit = -1
