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
from abcoder_py.index.code.pool import Answer, Present, collect_garbage, describe, find_node, read_node, recall
from abcoder_py.index.code.queue import batches, stale
from tests.index.code.checkouts import SHOP

GO = (
    "package shop\n\n// Till rings.\ntype Till struct{ Coins int }\n\nfunc (t Till) Ring() int {\n\treturn t.Coins\n}\n"
)


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
    assert read_node(Present(collection), node).startswith(b"def sell")


def test_homonyms_are_numbered_in_source_order(db: sqlite3.Connection, shop: Path) -> None:
    (shop / "shop.py").write_text("class A:\n    def f(self): ...\n\n\nclass A:\n    def f(self): ...\n")
    names = queued(db, indexed(db, shop))
    assert {"shop.py::A", "shop.py::A::f", "shop.py::A~2", "shop.py::A~2::f"} <= set(names)


def test_recall_and_gc(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    node = find_node(db, collection, "shop.py::sell")
    describe(db, collection, [Answer(node["pool_key"][:12], "Sells things", "used by the till")])
    assert [row["qualified_name"] for row in recall(db, collection, "selling till", 5)] == ["shop.py::sell"]
    assert collect_garbage(db, days=0) == ([], 0)
    (shop / "shop.py").unlink()
    index(db, collection.id)
    assert collect_garbage(db, days=0) == ([], 1)
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


def kept(db: sqlite3.Connection, collection: Collection) -> dict[str, sqlite3.Row]:
    """Every node by its qualified name."""
    rows = db.execute("SELECT * FROM nodes WHERE collection_id = ?", (collection.id,)).fetchall()
    return {row["qualified_name"]: row for row in rows}


def test_a_definition_inside_the_bytes_of_another_is_its_child(db: sqlite3.Connection, shop: Path) -> None:
    (shop / "till.go").write_text(GO)
    nodes = kept(db, indexed(db, shop))
    names = {row["id"]: name for name, row in nodes.items()}
    parents = {name: names.get(row["parent_id"]) for name, row in nodes.items()}
    assert parents["shop.py::Price::add"] == "shop.py::Price"
    assert parents["shop.py::Price"] == "shop.py"
    assert parents["sub/other.py"] == "sub"
    assert parents["till.go::Till::Ring"] == "till.go"  # Go's methods stand outside their type's bytes
    for name, row in nodes.items():
        above = nodes.get(parents[name] or "")
        if above is not None and row["kind"] not in ("file", "dir", "repo"):
            assert above["start_byte"] <= row["start_byte"] <= row["end_byte"] <= above["end_byte"]


def test_two_nodes_of_one_collection_cannot_share_a_name(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    with pytest.raises(sqlite3.IntegrityError, match="qualified_name"):
        db.execute(
            f"INSERT INTO nodes SELECT NULL, {', '.join(_columns(db))} FROM nodes WHERE collection_id = ?",
            (collection.id,),
        )


def _columns(db: sqlite3.Connection, table: str = "nodes") -> list[str]:
    return [row["name"] for row in db.execute(f"PRAGMA table_info({table})")][1:]


def test_the_pool_names_no_collection_and_no_repository(db: sqlite3.Connection) -> None:
    assert _columns(db, "summaries") == ["pool_key", "summary", "description", "author", "written_at"]
    assert db.execute("PRAGMA foreign_key_list(summaries)").fetchall() == []


def test_no_column_says_that_a_node_is_old(db: sqlite3.Connection) -> None:
    assert not {"stale", "dirty", "updated_at", "indexed_at", "summary_id"} & {
        *_columns(db),
        *_columns(db, "summaries"),
    }


@pytest.mark.parametrize(
    ("path", "text", "twin"),
    [
        ("twins.py", "class A:\n    def f(self): ...\n\n\nclass B:\n    def f(self): ...\n", "twins.py::{}::f"),
        ("twins.go", "package p\n\nfunc (A) f() {}\n\nfunc (B) f() {}\n", "twins.go::{}::f"),
    ],
)
def test_a_body_that_says_nothing_does_not_take_the_summary_of_its_twin(
    db: sqlite3.Connection, shop: Path, path: str, text: str, twin: str
) -> None:
    (shop / path).write_text(text)
    collection = indexed(db, shop)
    first, second = (find_node(db, collection, twin.format(owner)) for owner in "AB")
    describe(db, collection, [Answer(first["pool_key"], "of A alone")])
    assert twin.format("B") in queued(db, collection)
    assert twin.format("A") not in queued(db, collection)
    assert second["pool_key"] != first["pool_key"]


@pytest.mark.parametrize(
    ("path", "old", "new"), [("shop.py", "return 1", "return  1"), ("till.go", "t.Coins", "t. Coins")]
)
def test_a_change_of_white_space_moves_what_it_touches_and_no_more(
    db: sqlite3.Connection, shop: Path, path: str, old: str, new: str
) -> None:
    (shop / "till.go").write_text(GO)
    collection = indexed(db, shop)
    fill(db, collection)
    (shop / path).write_text((shop / path).read_text().replace(old, new))
    index(db, collection.id)
    touched = {"shop.py": ["::Price::add", "::Price", ""], "till.go": ["::Till::Ring", ""]}[path]
    assert queued(db, collection) == [path + each for each in touched]


def test_a_summary_does_not_outlive_the_code_that_it_describes(db: sqlite3.Connection, shop: Path) -> None:
    (shop / "till.go").write_text(GO)
    collection = indexed(db, shop)
    fill(db, collection)
    (shop / "till.go").write_text(GO.replace("// Till rings.", "// Till jingles."))
    index(db, collection.id)
    assert queued(db, collection) == ["till.go::Till", "till.go"]  # a doc comment is a part of what it stands at


def test_to_rename_a_definition_costs_its_own_summary(db: sqlite3.Connection, shop: Path) -> None:
    (shop / "till.go").write_text(GO)
    collection = indexed(db, shop)
    fill(db, collection)
    (shop / "till.go").write_text(GO.replace("Ring", "Rung"))
    index(db, collection.id)
    assert queued(db, collection) == ["till.go::Till::Rung", "till.go"]


def test_a_folder_follows_the_names_and_hashes_below_it(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    before = kept(db, collection)
    (shop / "sub/other.py").rename(shop / "sub/name.py")
    index(db, collection.id)
    after = kept(db, collection)
    assert all(before[name]["content_hash"] != after[name]["content_hash"] for name in ("", "sub"))
    (shop / "sub/name.py").rename(shop / "sub/other.py")
    index(db, collection.id)
    assert {name: row["pool_key"] for name, row in kept(db, collection).items()} == {
        name: row["pool_key"] for name, row in before.items()
    }


def test_one_batch_is_one_file_and_a_folder_waits_for_what_it_holds(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    assert [(batch.kind, batch.rel_path) for batch in batches(db, collection)] == [
        ("file", "shop.py"),
        ("file", "sub/other.py"),
    ]
    for batch in list(batches(db, collection)):
        describe(db, collection, [Answer(node["pool_key"], "it") for node in batch.nodes])
    assert [(batch.kind, batch.rel_path) for batch in batches(db, collection)] == [("dir", "sub")]


def test_the_root_comes_back_after_every_change_and_the_queue_empties_all_the_same(
    db: sqlite3.Connection, shop: Path
) -> None:
    collection = indexed(db, shop)
    for number in range(3):
        (shop / "shop.py").write_text(SHOP + f"\n\nX = {number}\n")
        index(db, collection.id)
        fill(db, collection)
        (batch,) = batches(db, collection, root=True)
        assert describe(db, collection, [Answer(batch.nodes[0]["pool_key"], "a shop")]).filed == 1
        assert list(batches(db, collection, root=True)) == []


def test_no_pass_runs_of_its_own(db: sqlite3.Connection, shop: Path) -> None:
    collection = indexed(db, shop)
    before = queued(db, collection)
    (shop / "new.py").write_text("def new(): ...\n")
    assert queued(db, collection) == before
    index(db, collection.id)
    assert "new.py::new" in queued(db, collection)


def test_a_value_waits_only_when_it_is_asked_for(db: sqlite3.Connection, shop: Path) -> None:
    (shop / "shop.py").write_text("RATE = 3\n")
    (shop / "rate.go").write_text("package shop\n\nconst Rate = 3\n")
    collection = indexed(db, shop)
    names = {"shop.py::RATE", "rate.go::Rate"}
    assert not names & set(queued(db, collection))
    assert names <= {
        node["qualified_name"] for batch in batches(db, collection, variables=True) for node in batch.nodes
    }
