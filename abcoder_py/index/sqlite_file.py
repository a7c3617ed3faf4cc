"""A SQLite file of ours: how it is opened, brought to this version, written as a whole, and set aside when damaged.

The store of results and the code model differ in what they do about a failure (one forgets, the other says so); what a
failure is, and what keeps the file whole, is here once.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

TIMEOUT = 30
"""Seconds that one writer waits for another."""

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""SQLITE_ERROR: a table or column that every such file has is missing."""


class DamagedError(sqlite3.DatabaseError):
    """A value is not what was stored."""


class NewerError(sqlite3.DatabaseError):
    """A newer version of this program made the file."""


def connect(path: Path) -> sqlite3.Connection:
    """Opens the file, making it and its folder where there is none. Raises sqlite3.Error and OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return sqlite3.connect(path, timeout=TIMEOUT, isolation_level=None, check_same_thread=False)


def migrate(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Brings the file to the version that all the migrations lead to; a version is a `user_version`. Raises NewerError
    for a file that is beyond it."""
    connection.execute("PRAGMA synchronous = NORMAL")
    version = _version(connection)
    if version > len(migrations):
        raise NewerError("a newer version of this program made it")
    if version == len(migrations):
        return
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        version = _version(connection)  # another run may have been quicker
        for script in migrations[version:]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that the block writes, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def is_damage(error: Exception) -> bool:
    """Is the file itself at fault, rather than the disk, a lock or its permissions?"""
    return isinstance(error, DamagedError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def set_aside(path: Path, inode: int) -> Path | None:
    """Renames a damaged file out of the way and gives its new name; None where another run has done so already: then
    the file there is no more the one with this inode. Raises OSError."""
    if path.stat().st_ino != inode:
        return None
    aside = path.with_name(f"{path.name}.damaged-{time.time_ns()}")
    path.rename(aside)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    with suppress(FileNotFoundError):  # closed last, a file has none
        path.with_name(f"{path.name}-wal").rename(f"{aside}-wal")  # it holds what was written last
    return aside


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; a trigger's own semicolons do not end it."""
    statement = ""
    for part in script.split(";"):
        statement += part + ";"
        if statement.strip() != ";" and sqlite3.complete_statement(statement):
            yield statement
            statement = ""
