"""Every report on a made document of many edges, each as a whole process. See README.md beside this file."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from run import Cost, measure, tell, uniast

from abcoder_py.uniast import wire
from abcoder_py.uniast.graph import build_graph

FUNCTIONS_A_FILE = 40
EDGES_A_FUNCTION = 5
REPORTS: dict[str, tuple[str, ...]] = {
    "central": (),
    "cycles": (),
    "dead": (),
    "layers": (),
    "impact": ("--of", "pack0#f0"),
    "path": ("pack9#f360", "pack0#f0"),
    "duplicates": (),
}


def make_document(edges: int) -> dict[str, Any]:
    """Python functions of a dozen lines in files of forty; early ones are used most, as in real repositories."""
    chance = random.Random(1)
    count = edges // EDGES_A_FUNCTION
    packages: dict[str, Any] = {}
    files: dict[str, Any] = {}
    for number in range(count):
        pack = f"pack{number // FUNCTIONS_A_FILE}"
        package = packages.setdefault(pack, {"PkgPath": pack, "Functions": {}, "Types": {}, "Vars": {}})
        files.setdefault(f"{pack}.py", {"Path": f"{pack}.py"})
        package["Functions"][f"f{number}"] = make_function(chance, number, pack, count)
    module = {"Language": "python", "Name": "m", "Dir": ".", "Packages": packages, "Files": files}
    modules = {"m": module}
    return {"id": "m", "ToolVersion": "abcoder-py 0", "Path": "", "Modules": modules, "Graph": build_graph(modules)}


def make_function(chance: random.Random, number: int, pack: str, count: int) -> dict[str, Any]:
    targets = sorted({int(count * chance.random() ** 3) for _ in range(EDGES_A_FUNCTION)})
    content = f"def f{number}(a, b):\n"
    line = number % FUNCTIONS_A_FILE * 20 + 1
    start = line * 60
    calls = []
    for step, target in enumerate(targets, 1):
        operator = chance.choice("+-*/%")
        content += f"    if a {operator} b > {chance.randrange(9)}:\n        a = "
        place = {"StartOffset": start + len(content), "EndOffset": start + len(content) + len(f"f{target}")}
        content += f"f{target}(a{operator}b, {operator if operator in '+-' else ''}a)\n"
        identity = {"ModPath": "m", "PkgPath": f"pack{target // FUNCTIONS_A_FILE}", "Name": f"f{target}"}
        calls.append({**identity, "File": f"{pack}.py", "Line": line + step * 2, **place})
    content += "    return a"
    span = {"File": f"{pack}.py", "Line": line, "StartOffset": start, "EndOffset": start + len(content)}
    node = {"Exported": number < FUNCTIONS_A_FILE, "ModPath": "m", "PkgPath": pack, "Name": f"f{number}"}
    return {**node, **span, "Content": content, "Signature": f"def f{number}(a, b)", "FunctionCalls": calls}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, nargs="+", default=[125_000, 250_000, 500_000], help="one or more sizes")
    parser.add_argument("--only", choices=sorted(REPORTS), help="one report")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for edges in args.edges:
            path = Path(scratch, "ast.json")
            path.write_bytes(wire.dump(make_document(edges)))
            tell(f"document of {edges} uses", path.stat().st_size / 1e6, "MB")
            for kind, words in REPORTS.items():
                if args.only in (None, kind):
                    show(kind, measure(uniast("report", kind, *words, "--ast", str(path), "--json")))
            show("context", measure(uniast("context", "--node", "pack0#f0", "--budget", "8000", "--ast", str(path))))


def show(kind: str, cost: Cost) -> None:
    tell(f"  {kind}: processor", cost.cpu, f"s, {cost.memory / 1e6:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
