"""What can go wrong with a language server, as exceptions that say which server, which command, and what it printed.

Only starting raises. Once a server is up, its faults become labelled answers (`answers.Failed`), because one bad
file must not end the run; an exception for each of 100,000 questions was rejected for the same reason.
"""

from __future__ import annotations

from collections.abc import Sequence


class ProtocolError(Exception):
    """The server's bytes are not the language server protocol: no more of them can be trusted."""


class ServerError(Exception):
    """A server could not be used. `str()` gives what happened, the command and the end of its stderr."""

    def __init__(self, name: str, what: str, argv: Sequence[str] = (), stderr_tail: str = "") -> None:
        self.name = name
        self.what = what
        self.argv = tuple(argv)
        self.stderr_tail = stderr_tail
        super().__init__(name, what)

    def __str__(self) -> str:
        lines = [f"language server {self.name}: {self.what}"]
        if self.argv:
            lines.append(f"  command: {' '.join(self.argv)}")
        if self.stderr_tail.strip():
            lines.append("  its last words:")
            lines += [f"    {line}" for line in self.stderr_tail.strip().splitlines()[-20:]]
        return "\n".join(lines)


class ServerMissing(ServerError):
    """The command's program does not exist or cannot be executed."""


class ServerStartError(ServerError):
    """The server was started and did not become ready: it exited, hung, or spoke something else."""
