"""Measures `uniast parse --watch`: seconds from an edit of a body to the new artifact, against those of the first run.

Another checkout on PYTHONPATH is measured in its place: so a change is compared with what was before.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

BODY = {"python": ("    return ", "    _ = {}\n    return "), "go": ("\n\treturn ", "\n\t_ = {}\n\treturn ")}
"""What stands in a function, and what takes its place."""
SUFFIX = {"python": ".py", "go": ".go"}


def wait_for(lines: IO[str], words: str) -> str:
    """The next line with these words. Raises SystemExit where the watch ends before."""
    for line in lines:
        if words in line:
            return line
    raise SystemExit("the watch ended")


def edits(folder: Path, language: str, count: int) -> list[Path]:
    """Files with a body to edit, spread over the tree, by path."""
    found = sorted(path for path in folder.rglob(f"*{SUFFIX[language]}") if "testdata" not in path.parts)
    files = [path for path in found if BODY[language][0] in path.read_text()]
    return files[:: max(1, len(files) // count)][:count]


def measure(folder: Path, language: str, count: int) -> tuple[float, list[float]]:
    """Seconds of the first run, and of each update."""
    command = [sys.executable, "-m", "abcoder_py.cli.main", "parse", "--watch", "--no-cache", "--lang", language]
    began = time.perf_counter()
    watch = subprocess.Popen(
        [*command, str(folder), "-o", str(folder.parent / "ast.json")], stderr=subprocess.PIPE, text=True
    )
    assert watch.stderr is not None
    try:
        wait_for(watch.stderr, "watching ")
        first, updates = time.perf_counter() - began, []
        for number, path in enumerate(edits(folder, language, count)):
            edited = time.perf_counter()
            old, new = BODY[language]
            path.write_text(path.read_text().replace(old, new.format(number), 1))
            print(f"{path.relative_to(folder)}: {wait_for(watch.stderr, ' changed, ').strip()}", flush=True)
            updates.append(time.perf_counter() - edited)
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait()
    return first, updates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=sorted(SUFFIX))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "repo")
        shutil.copytree(args.folder, folder, symlinks=True)
        first, updates = measure(folder, args.language, args.edits)
    median = statistics.median(updates)
    print(f"first run {first:.1f} s; edit to artifact {median:.1f} s (median), {median / first:.0%} of it")


if __name__ == "__main__":
    main()
