"""Progress of a run: one line on stderr, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from abcoder_py.pipeline.options import Progress, Step

_WORDS = {
    "walk": "reading the folder",
    "syntax": "reading syntax",
    "server": "starting the language server",
    "resolve": "asking the language server",
    "build": "building the document",
}


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A progress that is shown while the block runs; silent where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def show(step: Step) -> None:
            words = _WORDS.get(step.stage, step.stage)
            label = f"{step.language}: {words}" if step.language else words
            bar.update(task, description=label, completed=step.done, total=step.total or None)

        yield show


def _silent(step: Step) -> None:
    return
