"""A batch as the JSON that a describer is handed."""

import sqlite3
from typing import Any

from abcoder_py.index.code.collections import Collection
from abcoder_py.index.code.links import changed_files, used_by
from abcoder_py.index.code.queue import Batch, children


def as_json(connection: sqlite3.Connection, collection: Collection, batch: Batch) -> dict[str, Any]:
    """The batch in wire form. `changed_since_parse`: number of files whose uses are older than their bytes; null
    without a parse."""
    return {
        "kind": batch.kind,
        "collection": collection.name,
        "rel_path": batch.rel_path,
        "language": batch.language,
        "nodes": [_node(connection, collection, node) for node in batch.nodes],
        "changed_since_parse": changed_files(connection, collection.id),
    }


def _node(connection: sqlite3.Connection, collection: Collection, node: sqlite3.Row) -> dict[str, Any]:
    return {
        "id": node["pool_key"],
        "kind": node["kind"],
        "name": node["name"],
        "qualified_name": node["qualified_name"],
        "identity": node["identity"],
        "lines": [node["start_line"], node["end_line"]] if node["start_line"] else None,
        "children": children(connection, node),
        "used_by": used_by(connection, collection.id, node),
    }
