"""Measures runs over one store: the first, an unchanged one, and one after each kind of edit, against the first.

Each edited document is compared with that of a full run. The edits are made in files spread over a copy of the tree;
the body is one that no other file can see: in Python of a function whose result type is written.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from run import tell

SUFFIX = {"python": ".py", "go": ".go"}
SIGNATURE = {
    "python": (re.compile(r"\) -> [^:\n]+:\n"), ") -> object:\n"),
    "go": (re.compile(r"^(func (?:\(\w+ \*?\w+\) )?\w+\()", re.MULTILINE), r"\1more int, "),
}
ADDED = {"python": "def added() -> int:\n    return 1\n", "go": "package {}\n\nfunc addedHere() int {{ return 1 }}\n"}


class Place(NamedTuple):
    """A function whose body no other file can see."""

    path: Path
    text: str
    body: int


def places(folder: Path, language: str) -> list[Place]:
    """The first such function of each file that has one, tests left out."""
    from abcoder_py.plugin import registry
    from abcoder_py.syntax.extract import extract

    plugin, found = registry.language(language), []
    for path in sorted(folder.rglob(f"*{SUFFIX[language]}")):
        name, data = path.relative_to(folder).as_posix(), path.read_bytes()
        if "test" not in name and data.isascii():
            facts = extract(name, data, plugin, plugin.grammars[SUFFIX[language]])
            found += [Place(path, data.decode(), start) for start, _ in plugin.hidden(facts, data)[:1]]
    return [place for place in found if SIGNATURE[language][0].search(place.text[: place.body])]


def edit_body(place: Place, language: str) -> None:
    before, after = place.text[: place.body], place.text[place.body :]
    if language == "python":
        indent = before[before.rindex("\n") + 1 :]
        place.path.write_text(f"{before}_ = 1\n{indent}{after}")
    else:
        place.path.write_text(f"{before}{{\n\t_ = 1\n{after[1:]}")


def edit_signature(place: Place, language: str) -> None:
    before, after = place.text[: place.body], place.text[place.body :]
    pattern, new = SIGNATURE[language]
    head = list(pattern.finditer(before))[-1]
    place.path.write_text(f"{before[: head.start()]}{head.expand(new)}{before[head.end() :]}{after}")


def add_file(place: Place, language: str) -> None:
    package = re.search(r"^package (\w+)", place.text, re.MULTILINE)
    name = place.path.with_name(f"added_here{SUFFIX[language]}")
    name.write_text(ADDED[language].format(package[1] if package else ""))


EDITS: dict[str, Callable[[Place, str], None]] = {
    "one body": edit_body,
    "one signature": edit_signature,
    "one file added": add_file,
}


class Ran(NamedTuple):
    """One run."""

    wall: float
    processor: float
    """Seconds, with those of the server."""
    asked: int
    """Files that a server was asked about, where others were known."""
    document: bytes


class Runs:
    """Runs of `parse` over one folder and one store."""

    def __init__(self, folder: Path, language: str, scratch: Path) -> None:
        self._folder, self._language, self._store = folder, language, scratch / "store.sqlite"

    def run(self, store: bool = True) -> Ran:
        import asyncio

        from abcoder_py.pipeline.options import ParseOptions
        from abcoder_py.pipeline.parse import run

        options = ParseOptions(self._folder, languages=(self._language,), store=self._store, use_store=store)
        began, before = time.perf_counter(), sum(os.times()[:4])
        outcome = asyncio.run(run(options))
        wall, processor = time.perf_counter() - began, sum(os.times()[:4]) - before
        return Ran(wall, processor, len(outcome.asked.get(self._language, ())), outcome.document)


def tell_ratios(name: str, ran: list[Ran], first: Ran, goal: str = "") -> None:
    for what in ("wall", "processor"):
        ratio = statistics.median(getattr(each, what) for each in ran) / getattr(first, what)
        tell(f"{name}, {what} of the first run", ratio * 100, "%", goal if what == "wall" else "")


def measure(folder: Path, language: str, scratch: Path, count: int) -> None:
    runs = Runs(folder, language, scratch)
    first, unchanged = runs.run(), runs.run()
    assert unchanged.document == first.document, "an unchanged repository gave another document"
    tell("first run, empty store, wall", first.wall, "s")
    tell_ratios("unchanged", [unchanged], first, "at most 5 %")
    found = places(folder, language)
    chosen = found[:: max(1, len(found) // count)][:count]
    for name, change in EDITS.items():
        ran = []
        for place in chosen:
            change(place, language)
            ran.append(runs.run())
            assert ran[-1].document == runs.run(store=False).document, f"{name}, {place.path}: differs from a full run"
            place.path.write_text(place.text)
            place.path.with_name(f"added_here{SUFFIX[language]}").unlink(missing_ok=True)
        tell_ratios(name, ran, first, "at most 10 %" if change is edit_body else "")
        asked = sorted(each.asked for each in ran)
        tell(f"{name}, files asked about", statistics.median(asked), f"(from {asked[0]} to {asked[-1]})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=sorted(SUFFIX))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=5, help="places that each kind of edit is made in")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folder = scratch / "repo"
        shutil.copytree(args.folder, folder, symlinks=True)
        measure(folder, args.language, scratch, args.edits)


if __name__ == "__main__":
    main()
