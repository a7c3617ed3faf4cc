"""What happened to one server during a run, for the coverage and the terminal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Stats:
    """Counts of one session, over all restarts of its server."""

    requests: int = 0
    """Questions sent, repeats included."""
    restarts: int = 0
    timeouts: int = 0
    """Requests that got no answer in time and were cancelled."""
    retries: int = 0
    """Requests asked again because the server said so."""
    errors: Counter[str] = field(default_factory=Counter)
    """Error answers that are neither "again" nor "nothing there", and results of a wrong shape: text → how often."""
    garbage: int = 0
    """Messages that were not JSON-RPC or answered nothing that was asked."""
    deaths: list[str] = field(default_factory=list)
    """Why the server died, each time."""
    peak_memory_bytes: int = 0
    """Largest resident memory seen of the server and its children together."""

    def count_error(self, text: str) -> None:
        """Counts an error; of very many different ones the rest is counted as "others"."""
        text = text[:200]
        self.errors[text if text in self.errors or len(self.errors) < 50 else "others"] += 1
