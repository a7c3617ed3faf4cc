"""The pool of summaries: filing, finding, searching, and dropping what no node has any more."""

import sqlite3
import time
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from abcoder_py.index.code.collections import Collection, all_collections
from abcoder_py.index.code.database import CodeModelError
from abcoder_py.index.code.indexing import source_files
from abcoder_py.index.code.links import note_users
from abcoder_py.index.code.nodes import file_nodes, sha256
from abcoder_py.index.sqlite_file import transaction
from abcoder_py.plugin.language import Grammar, Language
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


class Present:
    """The files of a collection as they stand now; each is read and parsed once, and only where that is needed."""

    def __init__(self, collection: Collection) -> None:
        self._root = collection.root
        self._bytes: dict[str, bytes] = {}
        self._spans: dict[str, dict[str, tuple[int, int]]] = {}

    def bytes_of(self, path: str) -> bytes:
        """Raises OSError."""
        if path not in self._bytes:
            self._bytes[path] = Path(self._root, path).read_bytes()
        return self._bytes[path]

    def span(self, path: str, name: str) -> tuple[int, int]:
        """Where the definition of that qualified name stands now; an empty span where it is no more."""
        if path not in self._spans:
            languages = self._languages.get(path)
            nodes = file_nodes(path, self.bytes_of(path), *languages) if languages else []
            self._spans[path] = {node.qualified_name: (node.start_byte, node.end_byte) for node in nodes}
        return self._spans[path].get(name, (0, 0))

    @cached_property
    def _languages(self) -> dict[str, tuple[Language, Grammar]]:
        return {path: (language, grammar) for path, language, grammar in source_files(walk(self._root))}


def find_node(connection: sqlite3.Connection, collection: Collection, wanted: str) -> sqlite3.Row:
    """The node of a qualified name (`.`: the root), an id or a unique prefix of one. Raises CodeModelError."""
    named: sqlite3.Row | None = connection.execute(
        "SELECT * FROM nodes WHERE collection_id = ? AND qualified_name = ?",
        (collection.id, "" if wanted == "." else wanted or None),
    ).fetchone()
    return named or _by_id(connection, collection, wanted)


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
    present = Present(collection)
    with transaction(connection):
        for answer in answers:
            try:
                node = _by_id(connection, collection, answer.id)
                _check(present, node, answer)
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


def _check(present: Present, node: sqlite3.Row, answer: Answer) -> None:
    if not answer.summary.strip():
        raise CodeModelError(f"the answer for {node['qualified_name'] or '(root)'} has no summary; write one")
    if node["kind"] not in ("dir", "repo"):
        read_node(present, node)


def read_node(present: Present, node: sqlite3.Row) -> bytes:
    """The bytes of a file or definition as they stand now. Raises CodeModelError where they are no more the node's."""
    try:
        data = present.bytes_of(node["rel_path"])
    except OSError as fault:
        raise CodeModelError(_changed(node["qualified_name"])) from fault
    if node["kind"] == "file":
        if sha256(data) == node["content_hash"]:
            return data
        raise CodeModelError(_changed(node["qualified_name"]))
    own = data[node["start_byte"] : node["end_byte"]]
    if sha256(own) != node["content_hash"]:  # what stands above it may have grown
        start, end = present.span(node["rel_path"], node["qualified_name"])
        own = data[start:end]
    if sha256(own) != node["content_hash"]:
        raise CodeModelError(_changed(node["qualified_name"]))
    return own


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


class Dropped(NamedTuple):
    """What a clean-up found."""

    collections: list[Collection]
    """Whose folder is not there; dropped where that was asked for."""
    summaries: int


def collect_garbage(connection: sqlite3.Connection, days: int, gone: bool = False) -> Dropped:
    """Drops summaries that no node has and that are at least so many days old; with `gone` first the collections whose
    folder is not there. It may only be unmounted, and its summaries cost money: so not unasked."""
    with transaction(connection):
        absent = [each for each in all_collections(connection) if not each.root.is_dir()]
        if gone:
            connection.executemany("DELETE FROM collections WHERE id = ?", [(each.id,) for each in absent])
        connection.execute("DELETE FROM moved")
        dropped = connection.execute(
            "DELETE FROM summaries WHERE written_at <= ? AND pool_key NOT IN (SELECT pool_key FROM nodes)",
            (int(time.time()) - days * _DAY,),
        ).rowcount
    return Dropped(absent, dropped)
