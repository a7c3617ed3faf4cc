"""What the last parse's document knows of the nodes: identities, and who uses them, resolved.

The document is read when it has changed; its definitions and uses are kept in tables of the code model, so that a batch
is handed out with no new reading. A node is linked where its file holds the bytes that were parsed; a use is marked
as older where the file that it stands in does not.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from abcoder_py.index.sqlite_file import transaction
from abcoder_py.uniast.identity import full_id
from abcoder_py.uniast.reading import read_document

TABLES = ("Functions", "Types", "Vars")
"""Of a package: where its definitions stand."""
_LINK = """
    UPDATE nodes SET identity = (
        SELECT substr(min((d.identity NOT LIKE '%' || nodes.name) || d.identity), 2) FROM definitions d
        JOIN artifact_files a ON a.collection_id = d.collection_id AND a.rel_path = d.rel_path
        JOIN files f ON f.collection_id = d.collection_id AND f.rel_path = d.rel_path AND f.hash = a.hash
        WHERE d.collection_id = nodes.collection_id AND d.rel_path = nodes.rel_path
        AND d.start_byte = nodes.start_byte AND d.end_byte = nodes.end_byte
    ) WHERE collection_id = ? AND kind NOT IN ('repo', 'dir', 'file')
"""
_LINK_FILE = f"{_LINK} AND rel_path = ?"


def refresh_links(connection: sqlite3.Connection, collection: int, path: Path) -> bool:
    """Reads the document where it is another one than last time; says whether it was read. Raises ValueError where it
    is no document. Without a file what was read last stays."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return False
    stamp = (str(path), stat.st_size, stat.st_mtime_ns)
    row = connection.execute(
        "SELECT path, size, mtime_ns FROM artifacts WHERE collection_id = ?", (collection,)
    ).fetchone()
    if row is not None and tuple(row) == stamp:
        return False
    document = orjson.loads(path.read_bytes())
    if not isinstance(document, dict) or not isinstance(document.get("Modules"), dict):
        raise ValueError("no UniAST document")
    root = connection.execute("SELECT root FROM collections WHERE id = ?", (collection,)).fetchone()[0]
    prefix = path_prefix(Path(root), document.get("Path") or "")
    with transaction(connection):
        _replace(connection, collection, read_document(document), prefix)
        connection.execute("INSERT OR REPLACE INTO artifacts VALUES (?, ?, ?, ?)", (collection, *stamp))
        connection.execute(_LINK, (collection,))
        _note_first_users(connection, collection)
    return True


def link(connection: sqlite3.Connection, collection: int, paths: Iterable[str]) -> None:
    """Links the nodes of these files, new in a pass, to what was read last; the caller's transaction holds it."""
    connection.executemany(_LINK_FILE, [(collection, path) for path in paths])


def path_prefix(root: Path, parsed: str) -> str:
    """What the document's paths lack where a folder inside the collection's was parsed."""
    below = Path(parsed).is_relative_to(root) and Path(parsed) != root
    return f"{Path(parsed).relative_to(root).as_posix()}/" if below else ""


def _replace(connection: sqlite3.Connection, collection: int, document: Mapping[str, Any], prefix: str) -> None:
    for table in ("artifact_files", "definitions", "uses"):
        connection.execute(f"DELETE FROM {table} WHERE collection_id = ?", (collection,))
    files = {
        prefix + path: (file.get("Extra") or {}).get("Hash", "")
        for module in document["Modules"].values()
        for path, file in (module.get("Files") or {}).items()
    }
    connection.executemany(
        "INSERT INTO artifact_files VALUES (?, ?, ?)", [(collection, *each) for each in files.items()]
    )
    definitions = dict(_definitions(document))
    connection.executemany(
        "INSERT INTO definitions VALUES (?, ?, ?, ?, ?)",
        [
            (collection, identity, prefix + each["File"], each["StartOffset"], each["EndOffset"])
            for identity, each in definitions.items()
        ],
    )
    connection.executemany(
        "INSERT INTO uses VALUES (?, ?, ?, ?, ?, ?)",
        [
            (collection, identity, user, kind, prefix + path, line)
            for identity, user, kind, path, line in _uses(document.get("Graph") or {}, definitions)
        ],
    )


def _definitions(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for module in document["Modules"].values():
        for package in (module.get("Packages") or {}).values():
            for table in TABLES:
                for each in (package.get(table) or {}).values():
                    if "EndOffset" in each:
                        yield full_id(each), each


def _uses(
    graph: Mapping[str, Any], definitions: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, str, str, str, int]]:
    """(identity, user, kind, path, line) of every use of a definition; a file's own use has the user ""."""
    for identity in definitions:
        node = graph.get(identity) or {}
        for relation in node.get("References") or ():
            user = full_id(relation)
            if user in definitions:
                holder = definitions[user]
                yield identity, user, relation["Kind"].lower(), holder["File"], holder["Line"] + relation["Line"]
        for path, line, *_ in (node.get("Extra") or {}).get("Files") or ():
            yield identity, "", "reference", path, line


def used_by(connection: sqlite3.Connection, collection: int, node: sqlite3.Row) -> list[dict[str, Any]] | None:
    """The resolved uses of a node; None where the last parse does not know the node's bytes. `older` marks those whose
    file has changed since."""
    if node["identity"] is None:
        return None
    rows = connection.execute(
        """SELECT DISTINCT u.user, u.kind, u.rel_path, u.line, coalesce(f.hash = a.hash, 0) AS same FROM uses u
        LEFT JOIN files f ON f.collection_id = u.collection_id AND f.rel_path = u.rel_path
        LEFT JOIN artifact_files a ON a.collection_id = u.collection_id AND a.rel_path = u.rel_path
        WHERE u.collection_id = ? AND u.identity = ? ORDER BY u.rel_path, u.line, u.user, u.kind""",
        (collection, node["identity"]),
    ).fetchall()
    return [
        {"identity": row["user"] or None, "kind": row["kind"], "rel_path": row["rel_path"], "line": row["line"]}
        | ({} if row["same"] else {"older": True})
        for row in rows
    ]


def changed_files(connection: sqlite3.Connection, collection: int) -> int | None:
    """How many source files differ from those that were parsed last; None without a parse."""
    if connection.execute("SELECT 1 FROM artifacts WHERE collection_id = ?", (collection,)).fetchone() is None:
        return None
    row = connection.execute(
        """SELECT count(*) FROM files f
        LEFT JOIN artifact_files a ON a.collection_id = f.collection_id AND a.rel_path = f.rel_path
        WHERE f.collection_id = ? AND coalesce(a.hash, '') != f.hash""",
        (collection,),
    ).fetchone()
    return int(row[0])


def _users(connection: sqlite3.Connection, collection: int, identity: str) -> list[str]:
    rows = connection.execute(
        """SELECT DISTINCT coalesce(nullif(user, ''), rel_path) AS who FROM uses
        WHERE collection_id = ? AND identity = ? ORDER BY who""",
        (collection, identity),
    ).fetchall()
    return [row[0] for row in rows]


def note_users(connection: sqlite3.Connection, collection: int, node: sqlite3.Row) -> None:
    """Remembers who used the node when its summary was written, where that is known."""
    if node["identity"] is None:
        connection.execute(
            "DELETE FROM noted_users WHERE collection_id = ? AND pool_key = ?", (collection, node["pool_key"])
        )
        return
    users = orjson.dumps(_users(connection, collection, node["identity"])).decode()
    connection.execute("INSERT OR REPLACE INTO noted_users VALUES (?, ?, ?)", (collection, node["pool_key"], users))


def _note_first_users(connection: sqlite3.Connection, collection: int) -> None:
    """Notes who uses the nodes whose summary was written before that could be known: ahead of the first parse, or in
    another collection."""
    rows = connection.execute(
        """SELECT n.* FROM nodes n JOIN summaries s ON s.pool_key = n.pool_key
        WHERE n.collection_id = ? AND n.identity IS NOT NULL
        AND n.pool_key NOT IN (SELECT pool_key FROM noted_users WHERE collection_id = n.collection_id)""",
        (collection,),
    ).fetchall()
    for row in rows:
        note_users(connection, collection, row)


def changed_users(connection: sqlite3.Connection, collection: int) -> list[dict[str, Any]]:
    """The described nodes whose users are others than when the summary was written, or than when they were first known:
    a question, never staleness."""
    rows = connection.execute(
        """SELECT n.pool_key, n.qualified_name, n.identity, u.users FROM noted_users u
        JOIN nodes n ON n.collection_id = u.collection_id AND n.pool_key = u.pool_key
        JOIN summaries s ON s.pool_key = n.pool_key
        WHERE u.collection_id = ? AND n.identity IS NOT NULL ORDER BY n.qualified_name""",
        (collection,),
    ).fetchall()
    found = []
    for row in rows:
        before, now = set(orjson.loads(row["users"])), set(_users(connection, collection, row["identity"]))
        if before != now:
            found.append(
                {
                    "id": row["pool_key"],
                    "qualified_name": row["qualified_name"],
                    "added": sorted(now - before),
                    "removed": sorted(before - now),
                }
            )
    return found
