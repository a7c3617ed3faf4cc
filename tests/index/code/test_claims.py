"""Each claim of the code model's seed, as a test of that name."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from abcoder_py.index.code.collections import Collection, make_collection
from abcoder_py.index.code.database import CodeModelError, open_code
from abcoder_py.index.code.harness import as_json
from abcoder_py.index.code.indexing import index
from abcoder_py.index.code.pool import Answer, collect_garbage, describe, find_node, read_node, recall
from abcoder_py.index.code.queue import batches, stale
from tests.index.code.checkouts import SHOP


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = open_code(tmp_path / "code.sqlite", pytest.fail)
    yield connection
    connection.close()


def indexed(db: sqlite3.Connection, folder: Path, name: str = "") -> Collection:
    collection = make_collection(db, folder, name)
    index(db, collection.id)
    return collection


def fill(db: sqlite3.Connection, collection: Collection) -> list[str]:
    """Describes all that waits; gives the qualified names in the order in which they were handed out."""
    done: list[str] = []
    while batch := next(batches(db, collection), None):
        answers = [Answer(node["pool_key"], f"what {node['name']} does") for node in batch.nodes]
        assert describe(db, collection, answers).refused == []
        done += [node["qualified_name"] for node in batch.nodes]
    return done


def queued(db: sqlite3.Connection, collection: Collection) -> list[str]:
    return [node["qualified_name"] for batch in batches(db, collection) for node in batch.nodes]


def test_deepest_first_the_file_last_folders_after_files_and_no_root(db: sqlite3.Connection, shop: Path) -> None:
    assert fill(db, indexed(db, shop)) == [
        "shop.py::Price::add",
        "shop.py::Price",
        "shop.py::sell",
        "shop.py",
        "sub/other.py::other",
        "sub/other.py",
        "sub",
    ]


def test_the_root_waits_only_when_it_is_asked_for(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    fill(db, collection)
    assert [batch.kind for batch in batches(db, collection, root=True)] == ["repo"]


def test_an_empty_file_never_waits(db: sqlite3.Connection, shop: Path) -> None:
    assert "sub/__init__.py" not in queued(db, indexed(db, shop))


def test_a_node_is_stale_exactly_when_its_key_is_absent_from_the_pool(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    node = find_node(db, collection, "shop.py::sell")
    describe(db, collection, [Answer(node["pool_key"], "sells")])
    assert "shop.py::sell" not in {row["qualified_name"] for row in stale(db, collection)}
    db.execute("DELETE FROM summaries")
    assert "shop.py::sell" in {row["qualified_name"] for row in stale(db, collection)}


def test_to_change_branch_and_come_back_costs_nothing(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    fill(db, collection)
    (shop / "shop.py").write_text(SHOP.replace("return 1", "return 11"))
    index(db, collection.id)
    assert queued(db, collection) == ["shop.py::Price::add", "shop.py::Price", "shop.py"]
    (shop / "shop.py").write_text(SHOP)
    index(db, collection.id)
    assert queued(db, collection) == []


def test_the_same_code_in_another_checkout_has_nothing_to_do(
    db: sqlite3.Connection, shop: Path, tmp_path: Path
) -> None:
    fill(db, indexed(db, shop))
    before = db.execute("SELECT count(*) FROM summaries").fetchone()[0]
    shutil.copytree(shop, tmp_path / "second")
    assert queued(db, indexed(db, tmp_path / "second")) == []
    assert db.execute("SELECT count(*) FROM summaries").fetchone()[0] == before


def test_a_rename_costs_exactly_its_own_summaries(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    fill(db, collection)
    (shop / "sub/other.py").rename(shop / "sub/renamed.py")
    index(db, collection.id)
    assert fill(db, collection) == ["sub/renamed.py::other", "sub/renamed.py", "sub"]


def test_an_unchanged_folder_is_neither_read_nor_written(db: sqlite3.Connection, shop: Path) -> None:
    for path in shop.rglob("*.py"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    collection = indexed(db, shop)
    before = db.total_changes
    assert index(db, collection.id).read == 0
    assert db.total_changes == before


def test_an_answer_whose_node_moved_is_refused_by_name(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    key = find_node(db, collection, "shop.py::sell")["pool_key"]
    (shop / "shop.py").write_text(SHOP.replace("Price()", "Price( )"))
    for _ in ("before the pass", "after it"):
        filed = describe(db, collection, [Answer(key, "sells")])
        assert filed.filed == 0
        assert filed.refused[0].startswith("the node shop.py::sell changed since it was handed out")
        index(db, collection.id)
    assert db.execute("SELECT count(*) FROM summaries").fetchone()[0] == 0


def test_a_node_that_only_shifted_is_still_its_own(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    node = find_node(db, collection, "shop.py::sell")
    (shop / "shop.py").write_text("import os\n" + SHOP)
    assert read_node(collection, node).startswith(b"def sell")


def test_homonyms_are_numbered_in_source_order(db: sqlite3.Connection, shop: Path) -> None:
    (shop / "shop.py").write_text("class A:\n    def f(self): ...\n\n\nclass A:\n    def f(self): ...\n")
    names = queued(db, indexed(db, shop))
    assert {"shop.py::A", "shop.py::A::f", "shop.py::A~2", "shop.py::A~2::f"} <= set(names)


def test_recall_and_gc(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    node = find_node(db, collection, "shop.py::sell")
    describe(db, collection, [Answer(node["pool_key"][:12], "Sells things", "used by the till")])
    assert [row["qualified_name"] for row in recall(db, collection, "selling till", 5)] == ["shop.py::sell"]
    assert collect_garbage(db, days=0) == (0, 0)
    (shop / "shop.py").unlink()
    index(db, collection.id)
    assert collect_garbage(db, days=0) == (0, 1)
    with pytest.raises(CodeModelError, match="no node"):
        find_node(db, collection, "ffff")


def test_the_harness_form_of_a_batch(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    batch = as_json(db, collection, next(batches(db, collection)))
    assert list(batch)[:5] == ["kind", "collection", "rel_path", "language", "nodes"]
    price = next(node for node in batch["nodes"] if node["name"] == "Price")
    assert price["lines"] == [4, 6]
    assert price["children"] == [{"kind": "function", "name": "add", "summary": None}]
    assert price["used_by"] is None
