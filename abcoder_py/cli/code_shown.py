"""`uniast code tree`, `cat` and `recall`: reading what has been written."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from typing import Any

from abcoder_py.cli.code_input import SHOWN_ID, Opened, opened, print_json, read_uses
from abcoder_py.cli.errors import UserError

_TREE = """
    WITH RECURSIVE below (id, level, path) AS (
        SELECT id, 0, '' FROM nodes WHERE id = ?
        UNION ALL
        SELECT n.id, b.level + 1, b.path || char(1) ||
            printf('%d%s%c%012d.%d', n.kind != 'dir', n.rel_path, char(1), n.start_byte, n.id)
        FROM nodes n JOIN below b ON n.parent_id = b.id WHERE b.level < ?
    )
    SELECT n.*, b.level, s.summary FROM below b JOIN nodes n ON n.id = b.id
    LEFT JOIN summaries s ON s.pool_key = n.pool_key ORDER BY b.path
"""
_DEEP = 10_000


def run_tree(args: argparse.Namespace) -> int:
    """Prints the nodes below one, a line each. Exit code 0."""
    from abcoder_py.cli.output import print_text

    with opened(args) as code:
        start = _find(code, args.id)
        rows = code.connection.execute(_TREE, (start["id"], args.depth or _DEEP)).fetchall()
    if args.json:
        print_json([_told(row) | {"level": row["level"]} for row in rows])
    else:
        print_text("".join(f"{'  ' * row['level']}{_line(row)}\n" for row in rows))
    return 0


def _find(code: Opened, wanted: str) -> sqlite3.Row:
    from abcoder_py.index.code.pool import find_node

    return find_node(code.connection, code.collection, wanted)


def _line(row: sqlite3.Row) -> str:
    name = row["qualified_name"] if not row["level"] else row["name"]
    return f"{row['kind']} {name or row['name']}  {row['pool_key'][:SHOWN_ID]}" + (
        f"  {row['summary']}" if row["summary"] else ""
    )


def _told(row: sqlite3.Row) -> dict[str, Any]:
    return {
        "id": row["pool_key"],
        "kind": row["kind"],
        "qualified_name": row["qualified_name"],
        "rel_path": row["rel_path"],
        "lines": [row["start_line"], row["end_line"]] if row["start_line"] else None,
        "summary": row["summary"],
    }


def run_cat(args: argparse.Namespace) -> int:
    """Prints one node. Raises UserError where its bytes are no more those that were indexed."""
    from abcoder_py.index.code.links import used_by
    from abcoder_py.index.code.pool import Present, read_node, summary_of
    from abcoder_py.index.code.queue import children

    with opened(args) as code:
        read_uses(*code, args.ast)
        node = _find(code, args.id)
        written = summary_of(code.connection, node["pool_key"])
        folder = node["kind"] in ("dir", "repo")
        found = {
            **_told({**dict(node), "summary": written and written["summary"]}),  # type: ignore[arg-type]
            "identity": node["identity"],
            "description": written and written["description"],
            "author": written and written["author"],
            "children": children(code.connection, node),
            "used_by": used_by(code.connection, code.collection.id, node),
            "content": None if folder else read_node(Present(code.collection), node).decode("utf-8", "replace"),
        }
    if args.json:
        print_json(found)
    else:
        _print_node(found)
    return 0


def _print_node(found: dict[str, Any]) -> None:
    from abcoder_py.cli.output import print_text

    lines = f":{found['lines'][0]}-{found['lines'][1]}" if found["lines"] else ""
    told = [f"{found['kind']} {found['qualified_name'] or '(root)'}  {found['rel_path']}{lines}  {found['id']}"]
    told.append(found["summary"] or "no summary yet")
    told += [found["description"]] if found["description"] else []
    told += [f"used by {_user(use)}" for use in found["used_by"] or ()]
    if found["content"] is None:
        told += [f"  {each['kind']} {each['name']}  {each['summary'] or ''}".rstrip() for each in found["children"]]
    else:
        told += ["", found["content"].rstrip("\n")]
    print_text("\n".join(told) + "\n")


def _user(use: dict[str, Any]) -> str:
    older = "  (changed since the last parse)" if use.get("older") else ""
    return f"{use['identity'] or 'the file'}  {use['rel_path']}:{use['line']}{older}"


def run_recall(args: argparse.Namespace) -> int:
    """Prints the nodes that were found, the best first. Exit code 0, also where there is none."""
    from abcoder_py.cli.output import print_text
    from abcoder_py.index.code.pool import recall

    if not args.query.strip():
        raise UserError("recall: the query has no word; name what to look for")
    with opened(args) as code:
        rows = recall(code.connection, code.collection, args.query, args.limit)
    if args.json:
        print_json([_told(row) for row in rows])
    else:
        print_text(
            "".join(f"{row['pool_key'][:SHOWN_ID]}  {row['qualified_name']}  {row['summary']}\n" for row in rows)
        )
    if not rows:
        print("nothing found", file=sys.stderr)
    return 0
