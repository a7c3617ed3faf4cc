"""What `uniast parse` tells when it is done: what was found, how much is resolved, what it cost, where it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from abcoder_py.wording import counted

if TYPE_CHECKING:
    from rich.console import Console

    from abcoder_py.build.coverage import LanguageSummary, Tally
    from abcoder_py.pipeline.parse import Outcome
    from abcoder_py.pipeline.usage import Usage


def report(outcome: Outcome, output: Path | None) -> None:
    """Prints the summary to stderr; it never touches standard output."""
    from rich.console import Console

    console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
    for summary in outcome.summaries:
        _tell_language(console, summary)
    if outcome.left_out:
        console.print(
            f"left out: {counted(outcome.left_out, 'entry', 'entries')} (listed in Extra.Coverage of the document)",
            markup=False,
        )
    for language in outcome.without_server:
        console.print(
            f"[bold]no server for {language}[/bold]: its syntax only, every use unresolved; "
            f"run: uniast servers install {language}"
        )
    console.print(f"{counted(outcome.kept.nodes, 'node')}, {counted(outcome.kept.edges, 'edge')}", markup=False)
    for warning in (*outcome.kept.notices, *outcome.warnings):
        console.print(f"note: {warning}", markup=False)
    _tell_cost(console, outcome)
    size = len(outcome.document) / 1e6
    console.print(f"{output if output is not None else '(standard output)'}: {size:.1f} MB", markup=False)


def _tell_language(console: Console, summary: LanguageSummary) -> None:
    excluded = f", and {sum(summary.excluded.values())} left out of the build" if summary.excluded else ""
    console.print(f"[bold]{summary.language}[/bold]: {counted(summary.files, 'file')}{excluded}")
    for title, tally in (("names", summary.names), ("attributes", summary.attributes)):
        if tally.total:
            console.print(f"  {title:10} {tally.share:8.2%} of {tally.total} known: {_words(tally)}", markup=False)


def _words(tally: Tally) -> str:
    parts = {
        "resolved": tally.resolved,
        "external": tally.external,
        "builtin": tally.builtin,
        "local": tally.local,
        "ambiguous": tally.ambiguous,
        **tally.unresolved,
    }
    return ", ".join(f"{count} {name}" for name, count in parts.items() if count)


def _tell_cost(console: Console, outcome: Outcome) -> None:
    usage = outcome.usage
    if outcome.from_store:
        console.print(f"unchanged: the stored document, in {usage.wall:.1f} s")
        return
    stages = ", ".join(f"{name} {cost.wall:.1f}" for name, cost in usage.stages.items() if cost.wall >= 0.05)
    console.print(f"time: {usage.wall:.1f} s ({stages}); processor {usage.cpu:.1f} s; {_memory(usage)}")


def _memory(usage: Usage) -> str:
    from abcoder_py.pipeline.usage import peak_memory

    servers = "".join(f", {name} server {size / 1e6:.0f} MB" for name, size in usage.server_memory.items())
    return f"memory {peak_memory() / 1e6:.0f} MB{servers}"
