"""`uniast parse --watch`: the artifact follows the repository until Ctrl-C. One line on stderr for each update."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from abcoder_py.cli.errors import UserError

if TYPE_CHECKING:
    from abcoder_py.pipeline.options import ParseOptions, Progress
    from abcoder_py.pipeline.watching import Update


def run_watch(options: ParseOptions, output: Path | None, summaries: bool) -> int:
    """Writes and tells update after update. Ctrl-C ends it: 0 once there was a document. Raises RunError, UserError."""
    import asyncio

    from abcoder_py.cli.progress import shown_progress

    if output is None:
        raise UserError("--watch: standard output holds one document; name a file with -o")
    written: list[Path] = []
    try:
        with shown_progress() as progress:
            asyncio.run(_follow(options, output, progress, written, summaries))
    except KeyboardInterrupt:
        if not written:
            raise
        print(f"uniast: the watch has ended; {output} is of the last update", file=sys.stderr)
    return 0


async def _follow(
    options: ParseOptions, output: Path, progress: Progress, written: list[Path], summaries: bool
) -> None:
    from contextlib import aclosing

    from abcoder_py.cli.code_input import fill_summaries
    from abcoder_py.cli.report import report
    from abcoder_py.pipeline import artifact
    from abcoder_py.pipeline.watching import watch

    async with aclosing(watch(options, _tell, progress, [output])) as updates:
        async for update in updates:
            if summaries:
                fill_summaries(update.outcome, options.repo)
            artifact.write(output, [update.document])
            if written:
                print(_line(update), file=sys.stderr, flush=True)
            else:
                report(update.outcome, output)
                print(f"watching {options.repo}; Ctrl-C ends it", file=sys.stderr, flush=True)
            written.append(output)
            gc.collect()


def _tell(sentence: str) -> None:
    print(f"uniast: {sentence}; trying again", file=sys.stderr, flush=True)


def _line(update: Update) -> str:
    seconds = time.perf_counter() - update.noticed
    return f"{time.strftime('%H:%M:%S')} {len(update.changed)} changed, {update.asked} asked, {seconds:.1f} s"
