"""A pass: brings the nodes of a collection to what its folder holds now, from syntax alone.

Everything is read first and written in one transaction, so that a describer is never kept waiting and a reader sees the
state before. A pass that was overtaken by another one meanwhile looks again. A file is known unchanged by size and
mtime, unless its mtime is not older than the last pass (less what a clock of a file system may lag): then by its hash.
"""

import os
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from abcoder_py.index.code.links import link
from abcoder_py.index.code.nodes import CodeNode, file_nodes, folder_nodes
from abcoder_py.index.code_version import code_digest
from abcoder_py.index.keys import Key, digest
from abcoder_py.index.sqlite_file import transaction
from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.registry import languages
from abcoder_py.source.tree import SourceFile, SourceTree
from abcoder_py.source.walk import walk

_LAG = 2_000_000_000
"""Nanoseconds by which a file system's time may lag behind the clock."""
_CODE = ("abcoder_py.plugin", "abcoder_py.syntax", "abcoder_py.source", "abcoder_py.index.code")
_COLUMNS = [
    "kind",
    "name",
    "qualified_name",
    "rel_path",
    "language",
    "start_byte",
    "end_byte",
    "start_line",
    "end_line",
    "depth",
    "content_hash",
]


class Passed(NamedTuple):
    """What a pass found."""

    files: int
    read: int
    """Files whose syntax was read."""
    removed: int
    unreadable: list[str]


class _Known(NamedTuple):
    size: int
    mtime_ns: int
    sha256: str
    hash: str
    read_by: bytes


@dataclass
class _Found:
    """The difference between the folder and what is known."""

    started: int
    generation: int
    files: dict[str, _Known] = field(default_factory=dict)
    """All files of the folder that could be read."""
    fresh: dict[str, list[CodeNode]] = field(default_factory=dict)
    stamped: list[str] = field(default_factory=list)
    """Files whose bytes were read and are the known ones."""
    gone: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def index(connection: sqlite3.Connection, collection: int) -> Passed:
    """Runs a pass over a collection. Raises OSError where its folder cannot be read."""
    while True:
        found = _look(connection, collection)
        if not (found.fresh or found.stamped or found.gone) and found.generation:
            break
        with transaction(connection):
            if _generation(connection, collection) == found.generation:
                _write(connection, collection, found)
                break
    return Passed(len(found.files), len(found.fresh), len(found.gone), found.unreadable)


def _generation(connection: sqlite3.Connection, collection: int) -> int:
    row = connection.execute("SELECT generation FROM collections WHERE id = ?", (collection,)).fetchone()
    return int(row[0])


def _look(connection: sqlite3.Connection, collection: int) -> _Found:
    root, before, generation = connection.execute(
        "SELECT root, started, generation FROM collections WHERE id = ?", (collection,)
    ).fetchone()
    rows = connection.execute(
        "SELECT rel_path, size, mtime_ns, sha256, hash, read_by FROM files WHERE collection_id = ?", (collection,)
    )
    known = {row[0]: _Known(*row[1:]) for row in rows}
    found = _Found(time.time_ns(), generation)
    tree = walk(Path(root))
    for path, language, grammar in source_files(tree):
        try:
            _look_at(found, tree.files[path], known.get(path), before - _LAG, language, grammar)
        except OSError:
            found.unreadable.append(path)
    found.gone = [path for path in known if path not in found.files]
    return found


def source_files(tree: SourceTree) -> Iterable[tuple[str, Language, Grammar]]:
    """The files of a known language."""
    for path in tree.paths:
        for plugin in languages().values():
            grammar = plugin.grammar(path, tree)
            if grammar is not None:
                yield path, plugin, grammar
                break


def _look_at(
    found: _Found, file: SourceFile, known: _Known | None, settled: int, language: Language, grammar: Grammar
) -> None:
    stat = os.stat(file.location)  # noqa: PTH116 - a Path for each of 100,000 files is slow
    read_by = _read_by(language, grammar)
    same_code = known is not None and known.read_by == read_by
    if (
        known
        and same_code
        and (known.size, known.mtime_ns) == (stat.st_size, stat.st_mtime_ns)
        and stat.st_mtime_ns < settled
    ):
        found.files[file.path] = known
        return
    now = _Known(stat.st_size, stat.st_mtime_ns, file.sha256, file.hash, read_by)
    found.files[file.path] = now
    if known and same_code and known.sha256 == now.sha256:
        found.stamped.append(file.path)
    else:
        found.fresh[file.path] = file_nodes(file.path, file.data, language, grammar)
    file.forget()


def _read_by(language: Language, grammar: Grammar) -> Key:
    """All that the nodes of a file depend on beside its bytes."""
    module = type(language).__module__
    code = code_digest(module.rpartition(".")[0] or module, *_CODE)
    return digest(language.name, language.version, code, grammar.name, grammar.version)


def _write(connection: sqlite3.Connection, collection: int, found: _Found) -> None:
    touched = [*found.gone, *found.fresh]
    _note_moved(connection, collection, touched, found)
    for path in touched:
        connection.execute(
            "DELETE FROM nodes WHERE collection_id = ? AND rel_path = ? AND kind NOT IN ('dir', 'repo')",
            (collection, path),
        )
    for path in found.gone:
        connection.execute("DELETE FROM files WHERE collection_id = ? AND rel_path = ?", (collection, path))
    ids = _write_folders(connection, collection, found)
    for nodes in found.fresh.values():
        local: dict[str, int] = {}
        for node in nodes:
            parent = local.get(node.parent or "") or ids.get(node.parent or "")
            local[node.qualified_name] = _insert(connection, collection, node, parent)
    connection.executemany(
        "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(collection, path, *found.files[path]) for path in (*found.fresh, *found.stamped)],
    )
    link(connection, collection, found.fresh)
    connection.execute(
        "UPDATE collections SET started = ?, generation = generation + 1 WHERE id = ?", (found.started, collection)
    )


def _note_moved(connection: sqlite3.Connection, collection: int, touched: list[str], found: _Found) -> None:
    """Remembers what waited and is no more: an answer for it is refused by name."""
    kept = {node.pool_key for nodes in found.fresh.values() for node in nodes}
    for path in touched:
        rows = connection.execute(
            "SELECT pool_key, qualified_name FROM nodes WHERE collection_id = ? AND rel_path = ?", (collection, path)
        ).fetchall()
        connection.executemany(
            "INSERT OR REPLACE INTO moved VALUES (?, ?, ?)", [(collection, *row) for row in rows if row[0] not in kept]
        )


def _write_folders(connection: sqlite3.Connection, collection: int, found: _Found) -> dict[str, int]:
    """Brings root and folders up to date; gives their row by qualified name."""
    ends = dict(
        connection.execute(
            "SELECT rel_path, end_byte FROM nodes WHERE collection_id = ? AND kind = 'file'", (collection,)
        ).fetchall()
    )
    ends |= {path: nodes[0].end_byte for path, nodes in found.fresh.items()}
    root = Path(connection.execute("SELECT root FROM collections WHERE id = ?", (collection,)).fetchone()[0])
    folders = folder_nodes({path: (known.sha256, ends[path]) for path, known in found.files.items()}, root.name)
    rows = connection.execute(
        "SELECT qualified_name, id, pool_key FROM nodes WHERE collection_id = ? AND kind IN ('dir', 'repo')",
        (collection,),
    ).fetchall()
    there = {row[0]: (row[1], row[2]) for row in rows}
    wanted = {node.qualified_name for node in folders}
    for name, (row_id, key) in there.items():
        if name not in wanted:
            connection.execute("INSERT OR REPLACE INTO moved VALUES (?, ?, ?)", (collection, key, name))
            connection.execute("DELETE FROM nodes WHERE id = ?", (row_id,))
    ids: dict[str, int] = {}
    for node in folders:
        if node.qualified_name in there:
            ids[node.qualified_name], key = there[node.qualified_name]
            if key != node.pool_key:
                connection.execute(
                    "INSERT OR REPLACE INTO moved VALUES (?, ?, ?)", (collection, key, node.qualified_name)
                )
                connection.execute(
                    "UPDATE nodes SET content_hash = ?, pool_key = ?, end_byte = ? WHERE id = ?",
                    (node.content_hash, node.pool_key, node.end_byte, ids[node.qualified_name]),
                )
        else:
            parent = None if node.parent is None else ids[node.parent]
            ids[node.qualified_name] = _insert(connection, collection, node, parent)
    return ids


def _insert(connection: sqlite3.Connection, collection: int, node: CodeNode, parent: int | None) -> int:
    values = [getattr(node, column) for column in _COLUMNS]
    marks = ", ".join("?" * (len(values) + 3))
    cursor = connection.execute(
        f"INSERT INTO nodes (collection_id, parent_id, {', '.join(_COLUMNS)}, pool_key) VALUES ({marks})",
        (collection, parent, *values, node.pool_key),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid
