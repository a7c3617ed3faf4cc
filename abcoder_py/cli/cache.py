"""`uniast cache`: the store of results of earlier runs: where it is, how large, how much it saves, and pruning it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.numbers import size

if TYPE_CHECKING:
    from abcoder_py.index.store import Store

EPILOG = """examples:
  uniast cache                  where the store is, its size, and how much the last runs found in it
  uniast cache --json
  uniast cache --prune 500M     drop what was not used for longest, down to this size
  uniast cache --prune all      drop everything
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = commands.add_parser(
        "cache",
        help="the store of results of earlier runs: its size and use, and pruning it",
        description="Shows the store that `uniast parse` keeps results in. Pruning costs later runs time, no result.",
        epilog=EPILOG,
    )
    parser.add_argument("--cache", type=Path, metavar="DIR", help="the folder that keeps results between runs")
    parser.add_argument(
        "--prune",
        type=_limit,
        metavar="SIZE|all",
        help="prune to this size: bytes, or with K, M, G; all: drop everything",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(func=run)


def _limit(text: str) -> int:
    return 0 if text == "all" else size(text)


def run(args: argparse.Namespace) -> int:
    """Prints what there is, after pruning where that is asked for. Exit code 0."""
    from abcoder_py.index.store import Store, store_path

    path = store_path(args.cache)
    if not path.exists():
        _show({"path": str(path), "bytes": 0, "kinds": {}, "hit_rate": None}, args.json)
        return 0
    faults: list[str] = []
    with Store(path, tell=faults.append) as store:
        if args.prune is not None:
            store.prune(args.prune)
        found = _described(path, store)
    if faults:
        raise UserError(faults[0])
    _show(found, args.json)
    return 0


def _described(path: Path, store: Store) -> dict[str, Any]:
    from abcoder_py.pipeline.cached import RUNS, decode_runs

    runs = decode_runs(store.get("run", RUNS))
    files, asked = (sum(pair[place] for pair in runs) for place in (0, 1))
    kinds = {kind: {"entries": entries, "bytes": size} for kind, entries, size in store.sizes()}
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "kinds": kinds,
        "hit_rate": 1 - asked / files if files else None,
    }


def _show(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        import orjson

        print(orjson.dumps(found, option=orjson.OPT_INDENT_2).decode())
        return
    print(f"{found['path']}: {found['bytes'] / 1e6:.1f} MB")
    for kind, each in found["kinds"].items():
        print(f"  {kind:10} {each['entries']:8} entries {each['bytes'] / 1e6:10.1f} MB")
    rate = found["hit_rate"]
    sys.stdout.write(
        "no run is remembered\n" if rate is None else f"known without asking in the last runs: {rate:.1%}\n"
    )
