"""Who uses a node, from a document that was really parsed; and summaries that flow back into one."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.index.code.collections import Collection, make_collection
from abcoder_py.index.code.database import FILE_NAME, open_code
from abcoder_py.index.code.flow_back import fill
from abcoder_py.index.code.harness import as_json
from abcoder_py.index.code.indexing import index
from abcoder_py.index.code.links import changed_files, changed_users, refresh_links
from abcoder_py.index.code.pool import Answer, describe, find_node
from abcoder_py.index.code.queue import batches
from abcoder_py.uniast.check import check_document
from tests.command import uniast
from tests.index.code.checkouts import described
from tests.parsed import parsed_bytes

PYTHON = {
    "price.py": "def price(amount):\n    return amount * 3\n",
    "shop.py": "from price import price\n\n\nclass Shop:\n    def sell(self):\n        return price(1)\n\n\n"
    "TOTAL = price(2)\n",
}
GO = {
    "go.mod": "module example.org/shop\n\ngo 1.21\n",
    "price.go": "package shop\n\n// Price is what it costs.\ntype Price struct{ Cents int }\n\n"
    "func (p Price) Twice() int {\n\treturn p.Cents * 2\n}\n",
    "shop.go": "package shop\n\nfunc Sell(p Price) int {\n\treturn p.Twice()\n}\n",
}
USED = {"python": ("price.py::price", "shop.py::Shop::sell", 6), "go": ("price.go::Price::Twice", "shop.go::Sell", 4)}


class Parsed:
    """A folder with its document and collection."""

    def __init__(self, language: str, folder: Path) -> None:
        self.language = language
        self.root = folder / "shop"
        self.root.mkdir()
        for path, text in (PYTHON if language == "python" else GO).items():
            (self.root / path).write_text(text)
        self.ast = folder / "uniast.json"
        self.db: sqlite3.Connection = open_code(folder / FILE_NAME, pytest.fail)
        self.collection: Collection = make_collection(self.db, self.root)
        self.parse()

    def parse(self) -> None:
        """Indexes, parses, and reads what was parsed."""
        index(self.db, self.collection.id)
        parsed_bytes(self.root, self.ast, "--lang", self.language)
        assert refresh_links(self.db, self.collection.id, self.ast)

    def node(self, name: str) -> dict[str, Any]:
        """The node as a batch hands it out."""
        handed = [as_json(self.db, self.collection, batch) for batch in batches(self.db, self.collection)]
        return next(node for batch in handed for node in batch["nodes"] if node["qualified_name"] == name)


@pytest.fixture(params=["python", "go"])
def parsed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Parsed]:
    made = Parsed(request.param, tmp_path)
    yield made
    made.db.close()


def test_used_by_is_resolved_and_says_when_it_is_older(parsed: Parsed) -> None:
    name, user, line = USED[parsed.language]
    identity = find_node(parsed.db, parsed.collection, user)["identity"]
    assert identity
    node = parsed.node(name)
    use = {"identity": identity, "kind": "reference", "rel_path": user.partition("::")[0], "line": line}
    assert use in node["used_by"]
    assert changed_files(parsed.db, parsed.collection.id) == 0
    assert not refresh_links(parsed.db, parsed.collection.id, parsed.ast)

    shop = parsed.root / use["rel_path"]
    shop.write_text(shop.read_text() + "\n\n")
    index(parsed.db, parsed.collection.id)
    assert use | {"older": True} in parsed.node(name)["used_by"]
    assert changed_files(parsed.db, parsed.collection.id) == 1
    assert parsed.node(user)["used_by"] is None  # its file is not the one that was parsed


def test_a_link_comes_back_with_the_bytes(parsed: Parsed) -> None:
    name = USED[parsed.language][0]
    path = parsed.root / name.partition("::")[0]
    before, text = parsed.node(name), path.read_text()
    for each in (text + "\n", text):
        path.write_text(each)
        index(parsed.db, parsed.collection.id)
    assert parsed.node(name) == before


def test_summaries_whose_callers_changed_can_be_asked_for(parsed: Parsed) -> None:
    name, user, _ = USED[parsed.language]
    key = find_node(parsed.db, parsed.collection, name)["pool_key"]
    assert describe(parsed.db, parsed.collection, [Answer(key, "the price")]).filed == 1
    assert changed_users(parsed.db, parsed.collection.id) == []
    shop = parsed.root / user.partition("::")[0]
    shop.write_text(shop.read_text().replace("sell", "sell_all").replace("Sell", "SellAll"))
    parsed.parse()
    (changed,) = changed_users(parsed.db, parsed.collection.id)
    assert changed["qualified_name"] == name
    assert [each.lower().replace("_", "")[-7:] for each in changed["added"]] == ["sellall"]
    assert [each.lower()[-4:] for each in changed["removed"]] == ["sell"]
    waits = {node["qualified_name"] for batch in batches(parsed.db, parsed.collection) for node in batch.nodes}
    assert name not in waits  # a question, never staleness


def test_users_that_were_not_known_at_the_writing_are_those_of_the_first_parse(parsed: Parsed, tmp_path: Path) -> None:
    name, user, _ = USED[parsed.language]
    early = open_code(tmp_path / "early.sqlite", pytest.fail)
    collection = make_collection(early, parsed.root)
    index(early, collection.id)
    key = find_node(early, collection, name)["pool_key"]
    describe(early, collection, [Answer(key, "the price")])
    assert refresh_links(early, collection.id, parsed.ast)
    assert changed_users(early, collection.id) == []
    shop = parsed.root / user.partition("::")[0]
    shop.write_text(shop.read_text().replace("sell", "sell_all").replace("Sell", "SellAll"))
    parsed.parse()
    index(early, collection.id)
    assert refresh_links(early, collection.id, parsed.ast)
    (changed,) = changed_users(early, collection.id)
    early.close()
    assert (changed["qualified_name"], len(changed["added"]), len(changed["removed"])) == (name, 1, 1)


def test_summaries_flow_back_into_the_document(parsed: Parsed) -> None:
    document = parsed.ast.read_bytes()
    assert fill(parsed.db, parsed.collection, document) == (document, 0)
    name = USED[parsed.language][0]
    wanted = [find_node(parsed.db, parsed.collection, each) for each in (name, name.partition("::")[0])]
    describe(parsed.db, parsed.collection, [Answer(node["pool_key"], f"on {node['name']}") for node in wanted])
    filled, count = fill(parsed.db, parsed.collection, document)
    assert check_document(json.loads(filled)).faults == []
    texts = [f'"compress_data":"on {node["name"]}"'.encode() for node in wanted]
    assert texts[0] in filled
    assert (texts[1] in filled) == (count == 2) == (parsed.language == "python")  # a Go package is a folder
    for text in texts:
        filled = filled.replace(text + b",", b"").replace(b"," + text, b"")
    assert filled == document


def test_a_parsed_folder_inside_the_collection_is_linked(tmp_path: Path) -> None:
    made = Parsed("python", tmp_path)
    inner = made.root / "inner"
    inner.mkdir()
    (inner / "deep.py").write_text("def deep():\n    return 1\n\n\nX = deep()\n")
    index(made.db, made.collection.id)
    parsed_bytes(inner, made.ast, "--lang", "python")
    refresh_links(made.db, made.collection.id, made.ast)
    (use,) = {use["rel_path"] for use in made.node("inner/deep.py::deep")["used_by"]}
    assert use == "inner/deep.py"
    made.db.close()


def test_parse_with_summaries_and_the_view_of_it(shop: Path, tmp_path: Path) -> None:
    home = {"UNIAST_HOME": str(tmp_path / "home")}
    refused = uniast("parse", "--syntax-only", "--summaries", "-o", "-", cwd=shop, env=home)
    assert refused.returncode == 1
    assert b"run `uniast code index" in refused.stderr
    db = tmp_path / "home" / FILE_NAME
    assert uniast("code", "index", cwd=shop, env=home).returncode == 0
    described(shop, db)
    plain, filled = tmp_path / "plain.json", tmp_path / "filled.json"
    for path, options in ((plain, ()), (filled, ("--summaries",)), (tmp_path / "again.json", ())):
        assert uniast("parse", "--syntax-only", "-o", path, *options, cwd=shop, env=home).returncode == 0
    assert plain.read_bytes() == (tmp_path / "again.json").read_bytes()  # only who asks gets them
    assert b"compress_data" not in plain.read_bytes()
    assert b"doc: what sell does" in uniast("codestruct", filled, cwd=shop).stdout
