"""The pool of summaries: filing, finding, searching, and dropping what no node has any more."""

import hashlib
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from abcoder_py.index.code.collections import Collection
from abcoder_py.index.code.database import CodeModelError
from abcoder_py.index.code.indexing import source_files
from abcoder_py.index.code.links import note_users
from abcoder_py.index.code.nodes import file_nodes
from abcoder_py.index.sqlite_file import transaction
from abcoder_py.source.walk import walk

_DAY = 86_400


class Answer(msgspec.Struct):
    """What a describer says of a node."""

    id: str
    """The node's pool_key, or a unique prefix of it."""
    summary: str
    """One line."""
    description: str = ""


class Filed(NamedTuple):
    """What became of some answers."""

    filed: int
    refused: list[str]
    """A sentence for each."""


def find_node(connection: sqlite3.Connection, collection: Collection, wanted: str) -> sqlite3.Row:
    """The node of an id, a unique prefix of one, or a qualified name. Raises CodeModelError."""
    named = connection.execute(
        "SELECT * FROM nodes WHERE collection_id = ? AND qualified_name = ?", (collection.id, wanted)
    ).fetchone()
    if named is not None and wanted:
        return named  # type: ignore[no-any-return]
    return _by_id(connection, collection, wanted)


def _by_id(connection: sqlite3.Connection, collection: Collection, wanted: str) -> sqlite3.Row:
    within = (collection.id, wanted, f"{wanted}g")  # no hex digit comes after f
    query = "SELECT {} FROM {} WHERE collection_id = ? AND pool_key >= ? AND pool_key < ? LIMIT 9"
    found = connection.execute(query.format("*", "nodes"), within).fetchall() if wanted else []
    if len(found) == 1:
        return found[0]  # type: ignore[no-any-return]
    if found:
        names = ", ".join(row["qualified_name"] for row in found)
        raise CodeModelError(f"{wanted}: may be any of {len(found)} nodes ({names}); give more of its id")
    moved = connection.execute(query.format("qualified_name", "moved"), within).fetchall() if len(wanted) >= 8 else []
    if len(moved) == 1:
        raise CodeModelError(_changed(moved[0]["qualified_name"]))
    raise CodeModelError(f"{wanted}: no node of {collection.name} has this id; `uniast code next` gives ids")


def _changed(name: str) -> str:
    return (
        f"the node {name or '(root)'} changed since it was handed out; run `uniast code index`, then `uniast code next`"
    )


def describe(
    connection: sqlite3.Connection, collection: Collection, answers: Iterable[Answer], author: str = ""
) -> Filed:
    """Files each answer whose node still holds the bytes that it was handed out with."""
    refused: list[str] = []
    filed = 0
    with transaction(connection):
        for answer in answers:
            try:
                node = _by_id(connection, collection, answer.id)
                _check(collection, node, answer)
            except CodeModelError as fault:
                refused.append(str(fault))
                continue
            _file(connection, node["pool_key"], answer, author)
            note_users(connection, collection.id, node)
            filed += 1
    return Filed(filed, refused)


def _file(connection: sqlite3.Connection, key: str, answer: Answer, author: str) -> None:
    connection.execute(
        """INSERT INTO summaries (pool_key, summary, description, author, written_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (pool_key) DO UPDATE SET summary = excluded.summary, description = excluded.description,
        author = excluded.author, written_at = excluded.written_at""",
        (key, answer.summary.strip(), answer.description.strip(), author, int(time.time())),
    )


def _check(collection: Collection, node: sqlite3.Row, answer: Answer) -> None:
    if not answer.summary.strip():
        raise CodeModelError(f"the answer for {node['qualified_name'] or '(root)'} has no summary; write one")
    if node["kind"] not in ("dir", "repo"):
        read_node(collection, node)


def read_node(collection: Collection, node: sqlite3.Row) -> bytes:
    """The bytes of a file or definition as they stand now. Raises CodeModelError where they are no more the node's."""
    path = Path(collection.root, node["rel_path"])
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise CodeModelError(_changed(node["qualified_name"])) from fault
    whole = node["kind"] == "file"
    own = data if whole else data[node["start_byte"] : node["end_byte"]]
    if _sha256(own) == node["content_hash"]:
        return own
    if not whole:  # what stands above it may have grown
        for span in _spans_now(collection, node, data):
            if _sha256(data[span[0] : span[1]]) == node["content_hash"]:
                return data[span[0] : span[1]]
    raise CodeModelError(_changed(node["qualified_name"]))


def _spans_now(collection: Collection, node: sqlite3.Row, data: bytes) -> list[tuple[int, int]]:
    for path, language, grammar in source_files(walk(collection.root)):
        if path == node["rel_path"]:
            found = file_nodes(path, data, language, grammar)
            return [(n.start_byte, n.end_byte) for n in found if n.qualified_name == node["qualified_name"]]
    return []


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def summary_of(connection: sqlite3.Connection, key: str) -> sqlite3.Row | None:
    """The summary filed under a key."""
    found: sqlite3.Row | None = connection.execute("SELECT * FROM summaries WHERE pool_key = ?", (key,)).fetchone()
    return found


def recall(connection: sqlite3.Connection, collection: Collection, query: str, limit: int) -> list[sqlite3.Row]:
    """Nodes of the collection whose summary or description has the words of the query, the best first: all of them,
    else any."""
    words = ['"' + word.replace('"', '""') + '"' for word in query.split()]
    for joined in (" ".join(words), " OR ".join(words)):
        found = connection.execute(
            """SELECT n.*, s.summary FROM summaries_text t JOIN summaries s ON s.id = t.rowid
            JOIN nodes n ON n.pool_key = s.pool_key
            WHERE summaries_text MATCH ? AND n.collection_id = ?
            ORDER BY bm25(summaries_text), n.qualified_name LIMIT ?""",
            (joined, collection.id, limit),
        ).fetchall()
        if found:
            return found
    return []


def collect_garbage(connection: sqlite3.Connection, days: int) -> tuple[int, int]:
    """Drops collections whose folder is gone, then summaries that no node has and that are at least so many days old.
    Gives the numbers of both."""
    with transaction(connection):
        rows = connection.execute("SELECT id, root FROM collections").fetchall()
        gone = [row["id"] for row in rows if not Path(row["root"]).is_dir()]
        connection.executemany("DELETE FROM collections WHERE id = ?", [(each,) for each in gone])
        connection.execute("DELETE FROM moved")
        dropped = connection.execute(
            "DELETE FROM summaries WHERE written_at <= ? AND pool_key NOT IN (SELECT pool_key FROM nodes)",
            (int(time.time()) - days * _DAY,),
        ).rowcount
    return len(gone), dropped
