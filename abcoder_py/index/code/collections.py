"""Collections: one root folder each, all over one pool."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from abcoder_py.index.code.database import CodeModelError
from abcoder_py.index.sqlite_file import transaction
from abcoder_py.source.git import enclosing_work_tree

_SELECT = "SELECT id, name, root FROM collections"


class Collection(NamedTuple):
    """A collection as the other modules need it."""

    id: int
    name: str
    root: Path


def default_root(folder: Path) -> Path:
    """The top of the repository around a folder, else the folder."""
    resolved = folder.resolve()
    return enclosing_work_tree(resolved) or resolved


def find_collection(connection: sqlite3.Connection, folder: Path, name: str = "") -> Collection:
    """The collection of that name, else the one of the repository around the folder. Raises CodeModelError where no
    pass over it was ever finished."""
    wanted = name or str(default_root(folder))
    row = connection.execute(f"{_SELECT} WHERE name = ? AND generation > 0", (wanted,)).fetchone()
    if row is None:
        option = f" --collection {name}" if name else ""
        raise CodeModelError(f"{wanted}: is no collection yet; run `uniast code index{option}` first")
    return _collection(row)


def make_collection(connection: sqlite3.Connection, folder: Path, name: str = "") -> Collection:
    """The same, made where there is none; a new one gets the repository around the folder."""
    root = str(default_root(folder))
    with transaction(connection):
        connection.execute("INSERT OR IGNORE INTO collections (name, root) VALUES (?, ?)", (name or root, root))
    return _collection(connection.execute(f"{_SELECT} WHERE name = ?", (name or root,)).fetchone())


def all_collections(connection: sqlite3.Connection) -> list[Collection]:
    """Every collection, by name."""
    return [_collection(row) for row in connection.execute(f"{_SELECT} ORDER BY name").fetchall()]


def _collection(row: sqlite3.Row) -> Collection:
    return Collection(row["id"], row["name"], Path(row["root"]))
