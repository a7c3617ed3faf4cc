"""`uniast code`: what its commands print, and how they refuse."""

import json
from pathlib import Path

import pytest

from abcoder_py.index.code.database import FILE_NAME
from tests.command import told, uniast
from tests.index.code.checkouts import SHOP, answer, answers_to, described, git, make_shop, next_batch


@pytest.fixture
def db(tmp_path: Path, shop: Path) -> Path:
    """A code model that knows the shop."""
    path = tmp_path / FILE_NAME
    assert uniast("code", "index", "--db", path, cwd=shop).returncode == 0
    return path


def code(*words: str | Path, db: Path, cwd: Path, code: int = 0) -> str:
    done = uniast("code", *words, "--db", db, cwd=cwd)
    assert done.returncode == code, done.stderr
    return done.stdout.decode()


def test_the_loop_of_an_agent(shop: Path, db: Path) -> None:
    batch = next_batch(shop, db)
    assert [node["name"] for node in batch["nodes"]] == ["add", "Price", "sell", "shop.py"]
    assert [each["rel_path"] for each in next_batch(shop, db, "--batches", "5")] == ["shop.py", "sub/other.py"]
    assert described(shop, db) == 7
    assert next_batch(shop, db) is None
    assert next_batch(shop, db, "--batches", "2") == []
    assert next_batch(shop, db, "--update-root")["kind"] == "repo"
    status = json.loads(code("status", "--json", db=db, cwd=shop))
    assert (status["nodes"], status["described"], status["waiting"], status["root_waits"]) == (9, 7, {}, 1)
    assert "nothing waits" in code("next", db=db, cwd=shop)


def test_a_summary_is_shown_and_found(shop: Path, db: Path) -> None:
    (key,) = {node["id"] for node in next_batch(shop, db)["nodes"] if node["name"] == "sell"}
    code("describe", key[:10], "Sells a thing.", "The till calls it.", "--author", "me", db=db, cwd=shop)
    assert "Sells a thing." in code("cat", "shop.py::sell", db=db, cwd=shop)
    found = json.loads(code("cat", key[:8], "--json", db=db, cwd=shop))
    assert (found["author"], found["description"]) == ("me", "The till calls it.")
    assert found["content"].startswith("def sell")
    assert code("recall", "till thing", db=db, cwd=shop).split()[1] == "shop.py::sell"
    assert json.loads(code("recall", "nowhere", "--json", db=db, cwd=shop)) == []
    assert code("cat", ".", db=db, cwd=shop).startswith("repo (root)")
    lines = code("tree", db=db, cwd=shop).splitlines()
    assert [line.split("  ")[0] or line.strip().split("  ")[0] for line in lines] == [
        "repo shop",
        "dir sub",
        "file __init__.py",
        "file other.py",
        "function other",
        "file shop.py",
        "class Price",
        "function add",
        "function sell",
    ]
    assert any(line.endswith("Sells a thing.") for line in lines)
    assert len(code("tree", "shop.py", "--depth", "1", db=db, cwd=shop).splitlines()) == 3


def test_a_node_that_moved_is_refused_by_name_and_the_others_filed(shop: Path, db: Path) -> None:
    answers = answers_to([next_batch(shop, db)])
    (shop / "shop.py").write_text(SHOP.replace("Price()", "Price( )"))
    done = answer(shop, db, answers)
    words = told(done, code=1)
    assert "2 filed, 2 refused" in words
    assert "the node shop.py::sell changed since it was handed out; run `uniast code index`" in words


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (("describe",), 2, "give ID and SUMMARY"),
        (("describe", "ab"), 2, "give ID and SUMMARY"),
        (("describe", "ab", "text", "--stdin"), 2, "leave this one out"),
        (("describe", "ab", "text"), 1, "no node of"),
        (("describe", "", "text"), 1, "no node of"),
        (("describe", "--stdin"), 1, "no list of answers"),
        (("cat", "nothing"), 1, "`uniast code next` gives ids"),
        (("recall", " "), 1, "has no word"),
        (("status", "--collection", "other"), 1, "run `uniast code index --collection other` first"),
        (("next", "--ast", "missing.json"), 1, "missing.json: no such file"),
        (("next", "--ast", "shop.py"), 1, "no UniAST document"),
        (("gc", "--days", "-1"), 2, "--days"),
        (("index", "--all", "--collection", "other"), 2, "--all takes every collection"),
        ((), 2, "ACTION"),
    ],
)
def test_what_is_wrong_is_a_sentence(
    shop: Path, db: Path, words: tuple[str, ...], exit_code: int, sentence: str
) -> None:
    options = ("--db", str(db)) if words else ()
    assert sentence in " ".join(told(uniast("code", *words, *options, cwd=shop), exit_code).split())


def test_a_place_that_cannot_be_used_is_a_sentence(shop: Path, tmp_path: Path) -> None:
    assert "name another file with --db" in told(uniast("code", "status", "--db", tmp_path, cwd=shop), 1)


def test_to_change_branch_and_come_back_costs_nothing(shop: Path, tmp_path: Path) -> None:
    db = tmp_path / FILE_NAME
    git(shop, "init", "-qb", "first")
    git(shop, "add", ".")
    git(shop, "commit", "-qm", "one")
    code("index", db=db, cwd=shop)
    asked = described(shop, db) - 1
    before = next_batch(shop, db, "--batches", "9", "--vars", "--update-root")
    git(shop, "checkout", "-qb", "second")
    (shop / "shop.py").write_text(SHOP.replace("return 1", "return 11"))
    git(shop, "commit", "-qam", "two")
    code("index", db=db, cwd=shop)
    assert 0 < described(shop, db) < asked
    written = code("gc", db=db, cwd=shop)
    git(shop, "checkout", "-q", "first")
    code("index", db=db, cwd=shop / "sub")
    assert next_batch(shop, db, "--batches", "9", "--vars", "--update-root") == before
    assert described(shop, db) == 0
    assert code("gc", db=db, cwd=shop) == written == "dropped 0 collections and 0 summaries\n"


def test_a_second_checkout_starts_with_nothing_to_do(shop: Path, db: Path, tmp_path: Path) -> None:
    described(shop, db)
    second = make_shop(tmp_path / "second")
    found = json.loads(code("index", "--json", db=db, cwd=second))
    assert [each["waiting"] for each in found] == [0]
    both = json.loads(code("index", "--all", "--json", db=db, cwd=second))
    assert len(both) == 2
    (second / "shop.py").unlink()
    (second / "shop.py").symlink_to("nowhere")
    assert code("status", db=db, cwd=shop).splitlines()[2] == "  waiting: none"


def test_a_collection_whose_folder_is_gone_is_told_and_dropped_when_asked(shop: Path, db: Path, tmp_path: Path) -> None:
    count = described(shop, db)
    shop.rename(tmp_path / "moved")
    words = told(uniast("code", "index", "--all", "--db", db, cwd=tmp_path), 1)
    assert "if it is gone for good, `uniast code gc --gone` drops the collection" in words
    kept = uniast("code", "gc", "--days", "0", "--db", db, cwd=tmp_path)
    assert told(kept, 0) == f"kept {shop}: {shop} is not there; --gone drops it\n"
    assert kept.stdout == b"dropped 0 collections and 0 summaries\n"
    (tmp_path / "moved").rename(shop)  # mounted again
    code("index", db=db, cwd=shop)
    assert described(shop, db) == 0
    shop.rename(tmp_path / "moved")
    assert code("gc", "--gone", db=db, cwd=tmp_path) == "dropped 1 collection and 0 summaries\n"
    assert code("gc", "--days", "0", db=db, cwd=tmp_path) == f"dropped 0 collections and {count} summaries\n"


def test_the_document_of_a_collection_is_its_own(shop: Path, db: Path, tmp_path: Path) -> None:
    second = make_shop(tmp_path / "second")
    code("index", db=db, cwd=second)
    assert uniast("parse", "--syntax-only", "--no-cache", cwd=shop).returncode == 0
    code("index", "--all", db=db, cwd=shop)
    assert next_batch(shop, db)["changed_since_parse"] == 0
    assert next_batch(second, db)["changed_since_parse"] is None
    uses = [node["used_by"] for node in next_batch(second, db, "--ast", str(shop / ".uniast/uniast.json"))["nodes"]]
    assert uses[0] is not None  # the same bytes


def test_bootstrap_names_every_step(shop: Path, db: Path) -> None:
    text = code("bootstrap", db=db, cwd=shop)
    for command in ("index", "next --json", "describe --stdin", "recall", "tree", "cat", "status --callers"):
        assert f"`uniast code {command}" in text
