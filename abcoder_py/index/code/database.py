"""The code model's file: its tables, and opening it.

Unlike the store of results it is never given up silently: its summaries cost money. A damaged file is set aside under
another name, its summaries are copied as far as they can be read, and the caller is told. The pool (`summaries`) names
no collection and no repository; nodes point at it by `pool_key`. No column says that something is old.
"""

import fcntl
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from abcoder_py.home import home
from abcoder_py.index.sqlite_file import connect, is_damage, migrate, set_aside, transaction

FILE_NAME = "code.sqlite"
_SUMMARY = ("pool_key", "summary", "description", "author", "written_at")
_MIGRATIONS = (
    """
    CREATE TABLE collections (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, root TEXT NOT NULL,
        started INTEGER NOT NULL DEFAULT 0, generation INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE files (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, rel_path TEXT NOT NULL,
        size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, sha256 TEXT NOT NULL,
        hash TEXT NOT NULL, read_by BLOB NOT NULL,
        PRIMARY KEY (collection_id, rel_path)
    ) WITHOUT ROWID;
    CREATE TABLE nodes (
        id INTEGER PRIMARY KEY, collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        parent_id INTEGER REFERENCES nodes ON DELETE CASCADE, kind TEXT NOT NULL, name TEXT NOT NULL,
        qualified_name TEXT NOT NULL, identity TEXT, rel_path TEXT NOT NULL, language TEXT NOT NULL,
        start_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
        depth INTEGER NOT NULL, content_hash TEXT NOT NULL, pool_key TEXT NOT NULL,
        UNIQUE (collection_id, qualified_name)
    );
    CREATE INDEX nodes_by_path ON nodes (collection_id, rel_path);
    CREATE INDEX nodes_by_key ON nodes (pool_key);
    CREATE INDEX nodes_by_parent ON nodes (parent_id);
    CREATE TABLE moved (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, pool_key TEXT NOT NULL,
        qualified_name TEXT NOT NULL, PRIMARY KEY (collection_id, pool_key)
    ) WITHOUT ROWID;
    CREATE TABLE summaries (
        id INTEGER PRIMARY KEY, pool_key TEXT NOT NULL UNIQUE, summary TEXT NOT NULL, description TEXT NOT NULL,
        author TEXT NOT NULL, written_at INTEGER NOT NULL
    );
    CREATE VIRTUAL TABLE summaries_text USING fts5 (
        summary, description, content = 'summaries', content_rowid = 'id', tokenize = 'porter unicode61'
    );
    CREATE TRIGGER summaries_added AFTER INSERT ON summaries BEGIN
        INSERT INTO summaries_text (rowid, summary, description) VALUES (new.id, new.summary, new.description);
    END;
    CREATE TRIGGER summaries_removed AFTER DELETE ON summaries BEGIN
        INSERT INTO summaries_text (summaries_text, rowid, summary, description)
        VALUES ('delete', old.id, old.summary, old.description);
    END;
    CREATE TRIGGER summaries_changed AFTER UPDATE ON summaries BEGIN
        INSERT INTO summaries_text (summaries_text, rowid, summary, description)
        VALUES ('delete', old.id, old.summary, old.description);
        INSERT INTO summaries_text (rowid, summary, description) VALUES (new.id, new.summary, new.description);
    END;
    CREATE TABLE artifacts (
        collection_id INTEGER PRIMARY KEY REFERENCES collections ON DELETE CASCADE, path TEXT NOT NULL,
        size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL
    );
    CREATE TABLE artifact_files (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, rel_path TEXT NOT NULL,
        hash TEXT NOT NULL, PRIMARY KEY (collection_id, rel_path)
    ) WITHOUT ROWID;
    CREATE TABLE definitions (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, identity TEXT NOT NULL,
        rel_path TEXT NOT NULL, start_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL,
        PRIMARY KEY (collection_id, identity)
    ) WITHOUT ROWID;
    CREATE INDEX definitions_by_path ON definitions (collection_id, rel_path);
    CREATE TABLE uses (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, identity TEXT NOT NULL,
        user TEXT NOT NULL, kind TEXT NOT NULL, rel_path TEXT NOT NULL, line INTEGER NOT NULL
    );
    CREATE INDEX uses_by_identity ON uses (collection_id, identity);
    CREATE TABLE noted_users (
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, pool_key TEXT NOT NULL,
        users TEXT NOT NULL, PRIMARY KEY (collection_id, pool_key)
    ) WITHOUT ROWID;
    """,
)


class CodeModelError(Exception):
    """A sentence for the user: what is wrong with a request or the file, and what can be done."""


def code_path() -> Path:
    """Where the code model is kept unless another place is named."""
    return home() / FILE_NAME


def open_code(path: Path, tell: Callable[[str], None]) -> sqlite3.Connection:
    """Opens the code model, making it where there is none. A damaged file is set aside, a new one begun with what can
    still be read of its summaries, and that told. Raises CodeModelError where the file cannot be used."""
    for _ in range(2):
        inode = 0
        try:
            connection = connect(path)
            inode = path.stat().st_ino
            return _prepared(connection)
        except (sqlite3.Error, OSError) as error:
            if not is_damage(error):
                raise CodeModelError(f"{path}: cannot be used ({error}); name another file with --db") from error
            replace_damaged(path, inode, error, tell)
    raise CodeModelError(f"{path}: is damaged again at once; name another file with --db")


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        migrate(connection, _MIGRATIONS)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("SELECT 1 FROM collections, nodes, summaries LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    connection.row_factory = sqlite3.Row
    return connection


def replace_damaged(path: Path, inode: int, error: Exception, tell: Callable[[str], None]) -> None:
    """Sets the damaged file aside and begins a new one with the summaries that can be read; tells so. Does nothing
    where the file is no more that of the inode: another process was quicker. Raises CodeModelError."""
    try:
        with path.with_name(f"{path.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            aside = set_aside(path, inode)
            if aside is None:
                return
            with closing(_prepared(connect(path))) as connection:
                count = _rescue(connection, aside)
    except (OSError, sqlite3.Error) as refused:
        raise CodeModelError(f"{path}: is damaged and cannot be set aside ({refused}); remove it") from refused
    tell(
        f"the code model was damaged ({error}): it was set aside as {aside} and a new one begun, with the {count} "
        "summaries that could be read"
    )


def _rescue(connection: sqlite3.Connection, aside: Path) -> int:
    rows = []
    with closing(sqlite3.connect(aside)) as old, suppress(sqlite3.Error):  # the damage is told already
        old.execute("PRAGMA writable_schema = ON")  # a fault in another table's schema is passed over
        for row in old.execute(f"SELECT {', '.join(_SUMMARY)} FROM summaries NOT INDEXED"):
            rows.append(row)  # one by one: an error loses none of those before it
    with transaction(connection):
        connection.executemany(f"INSERT OR IGNORE INTO summaries ({', '.join(_SUMMARY)}) VALUES (?, ?, ?, ?, ?)", rows)
    return int(connection.execute("SELECT count(*) FROM summaries").fetchone()[0])
