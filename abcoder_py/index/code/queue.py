"""What waits for a summary: a question to the tables, never a flag.

One batch is one file with every node of it that waits, deepest first and the file last; then folders, deepest first,
each only once nothing below it waits; the root only when it is asked for.
"""

import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from abcoder_py.index.code.collections import Collection
from abcoder_py.index.code.nodes import folders_above

STALE = """
    SELECT n.* FROM nodes n
    LEFT JOIN summaries s ON s.pool_key = n.pool_key
    WHERE n.collection_id = ? AND s.id IS NULL
"""
"""A node is stale when, and only when, its pool_key is absent from the pool."""
_WAITS = f"""
    SELECT * FROM ({STALE}) WHERE end_byte > 0
"""


class Batch(NamedTuple):
    """Nodes of one file, or one folder, to describe together."""

    kind: str
    """file, dir or repo"""
    rel_path: str
    language: str
    nodes: list[sqlite3.Row]


def stale(connection: sqlite3.Connection, collection: Collection) -> list[sqlite3.Row]:
    """Every node without a summary, whether or not it is ever queued."""
    return connection.execute(STALE, (collection.id,)).fetchall()


def waiting(
    connection: sqlite3.Connection, collection: Collection, variables: bool = False, root: bool = False
) -> list[sqlite3.Row]:
    """The stale nodes that are queued: variables and the root only when asked for, nothing where no byte is."""
    skipped = {name for name, asked in (("var", variables), ("repo", root)) if not asked}
    rows = connection.execute(_WAITS + " ORDER BY rel_path, depth DESC, start_byte", (collection.id,)).fetchall()
    return [row for row in rows if row["kind"] not in skipped]


def batches(
    connection: sqlite3.Connection, collection: Collection, variables: bool = False, root: bool = False
) -> Iterator[Batch]:
    """The queue in its order."""
    rows = waiting(connection, collection, variables, root)
    by_file: dict[str, list[sqlite3.Row]] = {}
    folders = []
    for row in rows:
        if row["kind"] in ("dir", "repo"):
            folders.append(row)
        else:
            by_file.setdefault(row["rel_path"], []).append(row)
    for path, nodes in by_file.items():
        yield Batch("file", path, nodes[0]["language"], nodes)
    busy = {above for path in by_file for above in folders_above(path)}
    for row in sorted(folders, key=lambda row: (-row["depth"], row["rel_path"])):
        if row["rel_path"] not in busy:
            yield Batch(row["kind"], row["rel_path"], "", [row])
        busy.update(folders_above(row["rel_path"]))


def children(connection: sqlite3.Connection, node: sqlite3.Row) -> list[dict[str, Any]]:
    """What the node holds directly, with the summaries that are there."""
    rows = connection.execute(
        """SELECT n.kind, n.name, s.summary FROM nodes n LEFT JOIN summaries s ON s.pool_key = n.pool_key
        WHERE n.parent_id = ? ORDER BY n.rel_path, n.start_byte""",
        (node["id"],),
    ).fetchall()
    return [dict(row) for row in rows]
