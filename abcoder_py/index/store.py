"""The store: results of earlier runs by key, in one SQLite file that all repositories share.

Invariants: a run never fails because of the store, and never gets a value that is not byte for byte what was put. A
damaged file is set aside and a new one begun; a full disk or a folder that cannot be written means a run that remembers
nothing. Each such case is told once, by the function given.

SQLite rather than a file for each key (100,000 small files are slow to write and to prune) or a key-value server (there
is nobody to start one). WAL with `synchronous=NORMAL` keeps the file whole when a run is killed and lets two runs
read and write at once.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar

import zstandard

from abcoder_py.home import home
from abcoder_py.index.keys import Key
from abcoder_py.index.sqlite_file import DamagedError, connect, is_damage, migrate, set_aside, transaction

Kind = Literal["facts", "interface", "targets", "part", "document", "run"]
"""`interface`: what others see of a file. `part`: of a document, what one file adds. `run`: what is remembered of runs,
for explaining and counting."""
_KINDS: tuple[Kind, ...] = ("document", "part", "facts", "interface", "targets", "run")

FILE_NAME = "store.sqlite"
MAX_BYTES = 4 * 1024**3
_DOCUMENT_SHARE = 0.25
"""Of `max_bytes`: a document of a large repository weighs as much as all its facts, and each edit makes a new one."""
_KEEP_SHARE = 0.8
"""What pruning leaves of a limit, so that it is not due again at once."""
_DAY = 86_400
_CHUNK = 500
_SEVERAL_THREADS = 8 * 1024**2
"""Bytes of a value from which two threads compress it."""
_MIGRATIONS = (
    """
    CREATE TABLE blobs (
        kind TEXT NOT NULL, key BLOB NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL,
        data BLOB NOT NULL, PRIMARY KEY (kind, key)
    );
    CREATE INDEX blobs_by_use ON blobs (kind, used, size);
    """,
    "DELETE FROM blobs;",  # they were compressed otherwise
)
"""The statements that lead from each version to the next; a version is a `user_version` of the file."""

_T = TypeVar("_T")


def _tell_nobody(message: str) -> None:
    return


def store_path(cache: Path | None = None) -> Path:
    """Where the store is: in the folder `cache`, else in our home."""
    return (cache or home()) / FILE_NAME


class Store:
    """Values of bytes by (kind, key). Usable from several threads, not across a fork."""

    def __init__(
        self, path: Path | None, max_bytes: int = MAX_BYTES, tell: Callable[[str], None] = _tell_nobody
    ) -> None:
        """Opens the store at `path`, making it and its folder where there is none; None: a store that forgets. What
        went wrong with the file is told as a sentence, never raised."""
        self.path: Path | None = path
        self._max_bytes = max_bytes
        self._tell = tell
        self._lock = threading.Lock()
        self._inode = 0
        self._connection: sqlite3.Connection | None = None
        with self._lock:
            self._run(lambda connection: None, None)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def get_many(self, kind: Kind, keys: Iterable[Key]) -> dict[Key, bytes]:
        """The values of those of the keys that are there."""
        wanted = list(keys)
        with self._lock:
            return self._run(lambda connection: _read(connection, kind, wanted), {})

    def absent(self, kind: Kind, keys: Iterable[Key]) -> set[Key]:
        """Those of the keys that have no value."""
        wanted = list(keys)
        with self._lock:
            return self._run(lambda connection: _absent(connection, kind, wanted), set(wanted))

    def get(self, kind: Kind, key: Key) -> bytes | None:
        """One value, None where there is none."""
        return self.get_many(kind, (key,)).get(key)

    def put_many(self, kind: Kind, values: Mapping[Key, bytes]) -> None:
        """Keeps the values, all or none of them; a key that is there already gets the new value."""
        with self._lock:
            self._run(lambda connection: _write(connection, kind, values), None)

    def put(self, kind: Kind, key: Key, value: bytes) -> None:
        """Keeps one value."""
        self.put_many(kind, {key: value})

    def prune(self, max_bytes: int | None = None) -> None:
        """Drops what was not used for longest, where the values weigh more than `max_bytes` (None: what the store may);
        0 drops all."""
        with self._lock:
            if max_bytes is None:
                self._run(self._prune, None)
            else:
                self._run(lambda connection: _prune(connection, _KINDS, max_bytes), None)

    def sizes(self) -> list[tuple[str, int, int]]:
        """By kind the number of values and their bytes, as stored."""
        query = "SELECT kind, count(*), sum(size) FROM blobs GROUP BY kind ORDER BY kind"
        with self._lock:
            return self._run(lambda connection: connection.execute(query).fetchall(), [])

    def close(self) -> None:
        """Prunes and lets go of the file. What is put afterwards is forgotten."""
        self.prune()
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection, self.path = None, None

    def _prune(self, connection: sqlite3.Connection) -> None:
        for kinds, share in ((("document",), _DOCUMENT_SHARE), (_KINDS, 1.0)):
            _prune(connection, kinds, int(self._max_bytes * share))

    def _run(self, action: Callable[[sqlite3.Connection], _T], otherwise: _T) -> _T:
        """What the action gives; where the file fails, once more on a new file, then `otherwise`."""
        for _ in range(2):
            if self.path is None:
                break
            try:
                if self._connection is None:
                    self._connection = self._open(self.path)
                return action(self._connection)
            except (sqlite3.Error, OSError) as error:
                if is_damage(error):
                    self._set_aside(self.path, error)
                else:
                    self._give_up(error)
        return otherwise

    def _open(self, path: Path) -> sqlite3.Connection:
        connection = connect(path)
        self._connection, self._inode = connection, path.stat().st_ino
        migrate(connection, _MIGRATIONS)
        return connection

    def _give_up(self, error: Exception) -> None:
        self._disconnect()
        self._tell(f"the store {self.path} cannot be used ({error}); this run remembers nothing")
        self.path = None

    def _set_aside(self, path: Path, error: Exception) -> None:
        self._disconnect()
        try:
            if aside := set_aside(path, self._inode):
                self._tell(f"the store was damaged ({error}): it was set aside as {aside} and a new one begun")
        except OSError as refused:
            self._give_up(refused)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _read(connection: sqlite3.Connection, kind: Kind, keys: list[Key]) -> dict[Key, bytes]:
    found: dict[Key, bytes] = {}
    stale: list[Key] = []
    now = int(time.time())
    for chunk, marks in _in_chunks(keys):
        rows = connection.execute(
            f"SELECT key, data, used FROM blobs WHERE kind = ? AND key IN ({marks})", (kind, *chunk)
        )
        for key, data, used in rows:
            found[key] = _unpack(data)
            if used < now - _DAY:
                stale.append(key)
    # Once a day is enough to know what is in use, and leaves most runs without a write.
    for chunk, marks in _in_chunks(stale):
        connection.execute(f"UPDATE blobs SET used = ? WHERE kind = ? AND key IN ({marks})", (now, kind, *chunk))
    return found


def _absent(connection: sqlite3.Connection, kind: Kind, keys: list[Key]) -> set[Key]:
    there: set[Key] = set()
    for chunk, marks in _in_chunks(keys):
        rows = connection.execute(f"SELECT key FROM blobs WHERE kind = ? AND key IN ({marks})", (kind, *chunk))
        there.update(key for (key,) in rows)
    return set(keys) - there


def _in_chunks(keys: list[Key]) -> Iterator[tuple[list[Key], str]]:
    """As many keys as one statement may name, and the marks that stand for them."""
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        yield chunk, ",".join("?" * len(chunk))


def _write(connection: sqlite3.Connection, kind: Kind, values: Mapping[Key, bytes]) -> None:
    now = int(time.time())
    packed = ((kind, key, now, _pack(value)) for key, value in values.items())
    rows = [(kind, key, now, len(data), data) for kind, key, now, data in packed]
    with transaction(connection):
        connection.executemany(
            "INSERT OR REPLACE INTO blobs (kind, key, used, size, data) VALUES (?, ?, ?, ?, ?)", rows
        )


def _pack(value: bytes) -> bytes:
    threads = 2 if len(value) >= _SEVERAL_THREADS else 0
    return zstandard.ZstdCompressor(level=1, write_checksum=True, threads=threads).compress(value)


def _unpack(data: bytes) -> bytes:
    """The value of a stored blob. Raises DamagedError where it is not what was put: SQLite has no checksums."""
    try:
        return zstandard.ZstdDecompressor().decompress(data)
    except zstandard.ZstdError as error:
        raise DamagedError("a value is not what was stored") from error


def _prune(connection: sqlite3.Connection, kinds: tuple[str, ...], limit: int) -> None:
    marks = ",".join("?" * len(kinds))
    total = connection.execute(f"SELECT coalesce(sum(size), 0) FROM blobs WHERE kind IN ({marks})", kinds).fetchone()[0]
    if total <= limit:
        return
    surplus = total - int(limit * _KEEP_SHARE)
    # The rows that weigh the surplus together, from the least recently used on.
    rows = f"SELECT rowid AS id, size, sum(size) OVER (ORDER BY used, rowid) AS upto FROM blobs WHERE kind IN ({marks})"
    connection.execute(
        f"DELETE FROM blobs WHERE rowid IN (SELECT id FROM ({rows}) WHERE upto - size < ?)", (*kinds, surplus)
    )
    # `execute` would run one step of it, which frees one page.
    connection.executescript("PRAGMA incremental_vacuum")
