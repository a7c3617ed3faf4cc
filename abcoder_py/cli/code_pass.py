"""`uniast code index`, `gc` and `bootstrap`: the pass over a folder, what it leaves behind, what an agent is told."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abcoder_py.cli.code_input import connected, print_json, read_uses
from abcoder_py.wording import counted

if TYPE_CHECKING:
    import sqlite3

    from abcoder_py.index.code.collections import Collection

BOOTSTRAP = """\
# Summaries of this code

`uniast code` keeps a summary of every file and definition here. You write those that are missing. Nothing else may.

1. `uniast code index` brings the tree to what the folder holds. Run it before you begin and after a commit.
2. `uniast code next --json` hands you a batch: one file with its nodes that wait, the deepest first and the file
   last; later one folder. `null`: nothing waits, you are done.
3. Read the file (`rel_path`, below the collection's root). For each node of the batch, in its order, write
   - `summary`: one line; what the node does, not how it is spelt;
   - `description`: what a reader must know to use or change it: inputs, results, errors, effects, what it relies on.
     Name the files that use it: `used_by` has them, resolved. `null` there means that nobody has parsed these bytes
     (run `uniast parse`), an empty list that nothing refers to it; `older` marks a use in a file that has changed
     since. For a folder, read the summaries of its `children`.
   Say nothing that you have not read.
4. `uniast code describe --stdin --author YOUR-NAME` takes a JSON list of `{"id", "summary", "description"}` with the
   ids of the batch. An answer for a node that changed meanwhile is refused by name, with exit code 1: the others are
   filed. Go on with 1.
5. Repeat from 2.

Looking things up: `uniast code recall "words"` finds nodes by their summary, `uniast code tree` shows them all,
`uniast code cat NODE` shows one, `uniast code status --callers` lists summaries whose users have changed.
"""


def run_index(args: argparse.Namespace) -> int:
    """Runs a pass over one collection, or all; tells of each what it found. Exit code 1 where a folder is gone."""
    from abcoder_py.index.code.collections import all_collections, make_collection

    if args.all and (args.collection or args.ast):
        args.misused("--all takes every collection, with the document of each; leave --collection and --ast out")
    with connected(args.db) as connection:
        chosen = all_collections(connection) if args.all else [make_collection(connection, Path.cwd(), args.collection)]
        rows = [_index(connection, each, args.ast) for each in chosen]
    if args.json:
        print_json([row for row in rows if row])
    return 0 if all(rows) else 1


def _index(connection: sqlite3.Connection, collection: Collection, ast: Path | None) -> dict[str, Any]:
    """What the pass found; nothing where the folder cannot be read, which is told."""
    from abcoder_py.index.code.indexing import index
    from abcoder_py.index.code.queue import waiting

    begun = time.perf_counter()
    try:
        passed = index(connection, collection.id)
    except OSError as fault:
        print(
            f"uniast: {collection.root}: cannot be read ({fault.strerror}); `uniast code gc` drops collections "
            "whose folder is gone",
            file=sys.stderr,
        )
        return {}
    read_uses(connection, collection, ast)
    count = len(waiting(connection, collection))
    print(
        f"{collection.name}: {counted(passed.files, 'file')}, {passed.read} read, {passed.removed} gone, "
        f"{counted(count, 'node waits', 'nodes wait')}, in {time.perf_counter() - begun:.2f} s",
        file=sys.stderr,
    )
    for path in passed.unreadable:
        print(f"uniast: {path}: cannot be read, so it is left out; check its permissions", file=sys.stderr)
    return {"collection": collection.name, **passed._asdict(), "waiting": count}


def run_gc(args: argparse.Namespace) -> int:
    """Drops what nothing needs, and tells how much. Exit code 0."""
    from abcoder_py.index.code.pool import collect_garbage

    with connected(args.db) as connection:
        collections, summaries = collect_garbage(connection, args.days)
    print(f"dropped {counted(collections, 'collection')} and {counted(summaries, 'summary', 'summaries')}")
    return 0


def run_bootstrap(args: argparse.Namespace) -> int:
    """Prints the instructions. Exit code 0."""
    from abcoder_py.cli.output import print_text

    print_text(BOOTSTRAP)
    return 0
