"""Measures the product as a user meets it: whole processes, whole trees. See README.md beside this file."""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = {"python": (".py", ".pyi"), "go": (".go",)}
PARSE_GOALS = {"python": 6000}
GRAPH_GOAL, SYNTAX_GOAL, READING_GOAL = 10, 3, 1.5
PEERS = {
    "python": ("scip-python", ("index", "--project-name", "x", "--output"), 0.3),
    "go": ("scip-go", ("--output",), 2.5),
}
"""By language: another indexer, its arguments before the file that it writes, and how much of its time may be ours."""
SIZES = (50, 100, 200, 400)
"""Packages of the modules that `growth` parses."""


@dataclass
class Cost:
    """One run of a command and all that it started."""

    cpu: float
    wall: float
    memory: int
    """Most bytes of the largest single process."""


def measure(command: Sequence[str], cwd: Path | None = None, environ: Mapping[str, str] | None = None) -> Cost:
    """Runs the command to its end. Raises CalledProcessError where it fails."""
    began = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, cwd=cwd, env={**os.environ, **(environ or {})}, stdout=subprocess.DEVNULL, stderr=said
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)} failed:\n{said.read().decode(errors='replace')[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024)


def repeat(command: Sequence[str], runs: int, cwd: Path | None = None) -> Cost:
    """Medians of several runs."""
    costs = [measure(command, cwd) for _ in range(runs)]
    return Cost(*(statistics.median(getattr(c, name) for c in costs) for name in ("cpu", "wall", "memory")))


def lines_of(folder: Path, suffixes: tuple[str, ...]) -> int:
    return sum(
        path.read_bytes().count(b"\n") for path in folder.rglob("*") if path.suffix in suffixes and path.is_file()
    )


def uniast(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "abcoder_py.cli.main", *arguments]


def tell(name: str, value: float, unit: str, goal: str = "") -> None:
    print(f"{name:44} {value:12.2f} {unit}{'   goal: ' + goal if goal else ''}", flush=True)


def parse(args: argparse.Namespace) -> None:
    """The whole of `uniast parse --no-cache`, and the peer's ratio."""
    folder = args.path.resolve()
    lines = lines_of(folder, SUFFIXES[args.what])
    with tempfile.TemporaryDirectory() as scratch:
        command = uniast("parse", "--lang", args.what, str(folder), "-o", f"{scratch}/ast.json", "--no-cache")
        ours = repeat(command, args.runs)
        tell("lines", lines, "")
        tell("processor", ours.cpu, "s")
        tell("wall", ours.wall, "s")
        tell("lines a processor second", lines / ours.cpu, "", str(PARSE_GOALS.get(args.what, "")))
        tell("largest process", ours.memory / 1e6, "MB")
        if args.peer:
            name, arguments, goal = PEERS[args.what]
            peer_bin = args.peer_bin or shutil.which(name) or sys.exit(f"{name} is not on PATH: --peer-bin")
            peer = repeat([peer_bin, *arguments, f"{scratch}/x.scip"], args.runs, folder)
            tell("peer: processor", peer.cpu, "s")
            tell("processor, ours to the peer's", ours.cpu / peer.cpu, "", f"at most {goal}")


def cold(args: argparse.Namespace) -> None:
    """A Go repository where go has compiled nothing yet."""
    with tempfile.TemporaryDirectory() as scratch:
        command = uniast("parse", "--lang", "go", str(args.path.resolve()), "-o", f"{scratch}/ast.json", "--no-cache")
        ours = measure(command, environ={"GOCACHE": f"{scratch}/empty"})
    tell("processor, with an empty GOCACHE", ours.cpu, "s", "at most 30 on gin")


def growth(args: argparse.Namespace) -> None:
    """Go modules of more and more packages: lines a processor second must not fall."""
    for size in SIZES:
        with tempfile.TemporaryDirectory() as scratch:
            module = Path(scratch, "module")
            lines = grow_module(module, size)
            ours = repeat(
                uniast("parse", "--lang", "go", str(module), "-o", f"{scratch}/ast.json", "--no-cache"), args.runs
            )
        tell(f"{size} packages, lines a processor second", lines / ours.cpu, "")


def grow_module(folder: Path, packages: int) -> int:
    """Writes a module whose packages each use three others; gives its lines."""
    folder.mkdir()
    (folder / "go.mod").write_text("module example.org/m\n\ngo 1.21\n")
    total = 0
    for number in range(packages):
        used = sorted({number // 2, number // 3, number - 1} - {-1, number})
        imports = "".join(f'\t"example.org/m/p{each}"\n' for each in used)
        calls = "".join(f"\tsum += p{each}.F0(x)\n" for each in used) or "\tsum += len(strings.Fields(x))\n"
        functions = "".join(
            f"\n// F{n} adds.\nfunc F{n}(x string) int {{\n\tsum := T{{{n}}}.Len()\n{calls}\treturn sum\n}}\n"
            for n in range(60)
        )
        head = f'package p{number}\n\nimport (\n\t"strings"\n\n{imports})\n\ntype T struct{{ n int }}\n'
        method = '\nfunc (t T) Len() int { return t.n + len(strings.ToLower("X")) }\n'
        (folder / f"p{number}").mkdir()
        (folder / f"p{number}" / "p.go").write_text(head + method + functions)
        total += (head + method + functions).count("\n")
    return total


def syntax(args: argparse.Namespace) -> None:
    """Queries, scopes and roles against the bare parse, in this process."""
    from abcoder_py.plugin.registry import language
    from abcoder_py.syntax.extract import extract
    from abcoder_py.syntax.query import compiled

    python = language(args.lang)
    grammar = python.grammars[SUFFIXES[args.lang][0]]
    files = [(str(path), path.read_bytes()) for path in sorted(args.path.rglob(f"*{SUFFIXES[args.lang][0]}"))]
    ratios = []
    for _ in range(args.runs):
        began = time.process_time()
        for _, data in files:
            compiled(grammar).parser.parse(data)
        bare = time.process_time() - began
        began = time.process_time()
        for path, data in files:
            extract(path, data, python, grammar)
        ratios.append((time.process_time() - began - bare) / bare)
    tell("bare parse", bare, "s")
    tell("queries, scopes and roles to the bare parse", statistics.median(ratios), "", f"at most {SYNTAX_GOAL}")


def graph(args: argparse.Namespace) -> None:
    """One node out of a document, in bare interpreter starts."""
    bare = repeat([sys.executable, "-c", "pass"], 5 * args.runs)
    ours = repeat(uniast("graph", "--ast", str(args.path), "--node", args.node), 5 * args.runs)
    tell("document", args.path.stat().st_size / 1e6, "MB")
    tell("processor", ours.cpu * 1000, "ms")
    tell("in bare interpreter starts", ours.cpu / bare.cpu, "", f"at most {GRAPH_GOAL}")


def skt(args: argparse.Namespace) -> None:
    """A document as .skt and back, and whether reading takes longer by the byte where the text is longer."""
    import orjson

    from abcoder_py.views.skt import Choice, Document, from_uniast, read, write

    def seconds(text: str) -> float:
        began = time.process_time()
        read(text)
        return time.process_time() - began

    whole = repeat(uniast("skt", "--edges", str(args.path), "-o", os.devnull), args.runs)
    document = from_uniast(orjson.loads(args.path.read_bytes()), Choice(edges=True)).document
    text = write(document)
    part = write(Document(document.files[: len(document.files) // 8], document.edges[: len(document.edges) // 8]))
    ratios = [seconds(text) / len(text) / (seconds(part) / len(part)) for _ in range(args.runs)]
    tell("uniast skt --edges: processor", whole.cpu, "s")
    tell("text", len(text.encode()) / 1e6, "MB")
    tell("reading it: processor", seconds(text), "s")
    tell("by the byte, to reading an eighth", statistics.median(ratios), "", f"at most {READING_GOAL}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("python", "go", "cold", "growth", "syntax", "graph", "skt"))
    parser.add_argument("path", type=Path, nargs="?", default=Path())
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer", action="store_true", help="measure the other indexer too")
    parser.add_argument("--peer-bin", default="")
    parser.add_argument("--node", default="")
    parser.add_argument("--lang", default="python", help="of the syntax benchmark")
    args = parser.parse_args()
    {"python": parse, "go": parse, "cold": cold, "growth": growth, "syntax": syntax, "graph": graph, "skt": skt}[
        args.what
    ](args)


if __name__ == "__main__":
    main()
