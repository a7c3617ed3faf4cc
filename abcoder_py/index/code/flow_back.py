"""Summaries in a UniAST document: the `compress_data` of its functions, types, variables, packages and modules.

Done to a copy of a document that is made already, when somebody asks: what the store keeps, and what two runs give,
does not depend on who wrote which summary meanwhile. A summary is taken where the document was made from the very
bytes that the node holds.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from abcoder_py.index.code.collections import Collection
from abcoder_py.index.code.links import TABLES, path_prefix
from abcoder_py.uniast.wire import dump

_DESCRIBED = """
    SELECT n.kind, n.name, n.rel_path, n.start_byte, n.end_byte, s.summary, f.hash FROM nodes n
    JOIN summaries s ON s.pool_key = n.pool_key
    LEFT JOIN files f ON f.collection_id = n.collection_id AND f.rel_path = n.rel_path
    WHERE n.collection_id = ?
"""


class _Summaries(NamedTuple):
    files: dict[str, str]
    folders: dict[str, str]
    definitions: dict[tuple[str, int, int], list[tuple[str, str]]]
    """(path, start, end) to the (name, summary) of each node there."""
    hashes: dict[str, str]


def fill(connection: sqlite3.Connection, collection: Collection, document: bytes) -> tuple[bytes, int]:
    """The document with the summaries that there are, and their number. Raises ValueError where it is no UniAST."""
    read = orjson.loads(document)
    known = _read(connection, collection)
    prefix = path_prefix(collection.root, read.get("Path") or "")
    count = 0
    for holder, summary in _filled(read, known, prefix):
        if summary:
            holder["compress_data"] = summary
            count += 1
    return (dump(read) if count else document), count


def _read(connection: sqlite3.Connection, collection: Collection) -> _Summaries:
    known = _Summaries({}, {}, {}, {})
    for row in connection.execute(_DESCRIBED, (collection.id,)):
        if row["kind"] in ("dir", "repo"):
            known.folders[row["rel_path"]] = row["summary"]
            continue
        known.hashes[row["rel_path"]] = row["hash"]
        if row["kind"] == "file":
            known.files[row["rel_path"]] = row["summary"]
        else:
            place = row["rel_path"], row["start_byte"], row["end_byte"]
            known.definitions.setdefault(place, []).append((row["name"], row["summary"]))
    return known


def _filled(document: Any, known: _Summaries, prefix: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Everything of the document that may have a summary, with the summary or nothing."""
    for module in document["Modules"].values():
        if not module.get("Dir"):
            continue
        same = {
            path
            for path, file in (module.get("Files") or {}).items()
            if (file.get("Extra") or {}).get("Hash") == known.hashes.get(prefix + path, "")
        }
        yield module, known.folders.get(_joined(prefix, module["Dir"]), "")
        files: dict[str, list[str]] = {}
        for path, file in (module.get("Files") or {}).items():
            files.setdefault(file.get("Package", ""), []).append(path)
        for name, package in (module.get("Packages") or {}).items():
            yield package, _of_package(files.get(name, []), same, known, prefix)
            for table in TABLES:
                for node in (package.get(table) or {}).values():
                    if node.get("File") in same:
                        yield node, _of_node(node, known, prefix)


def _joined(prefix: str, folder: str) -> str:
    return Path(prefix, folder).as_posix().removeprefix(".")


def _of_package(paths: list[str], same: set[str], known: _Summaries, prefix: str) -> str:
    """That of its one file; of several, that of the folder where they are all of its files."""
    if len(paths) == 1:
        return known.files.get(prefix + paths[0], "") if paths[0] in same else ""
    folders = {(prefix + path).rpartition("/")[0] for path in paths}
    return known.folders.get(folders.pop(), "") if len(folders) == 1 else ""


def _of_node(node: dict[str, Any], known: _Summaries, prefix: str) -> str:
    there = known.definitions.get((prefix + node["File"], node.get("StartOffset", -1), node.get("EndOffset", -1)), [])
    if len(there) == 1:
        return there[0][1]
    return next((summary for name, summary in there if node["Name"].endswith(name)), "")
