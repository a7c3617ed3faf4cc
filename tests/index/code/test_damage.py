"""A damaged code model is set aside, told, and built anew with the summaries that can be read."""

import sqlite3
from pathlib import Path

import pytest

from abcoder_py.index.code.database import FILE_NAME, CodeModelError, open_code, replace_damaged
from tests.command import told, uniast
from tests.index.code.checkouts import SHOP, described, next_batch

COUNT = 400


def filled(path: Path) -> None:
    """A code model with many summaries, all in the main file."""
    connection = open_code(path, pytest.fail)
    rows = [(f"{number:064x}", f"summary {number}", "words " * 50) for number in range(COUNT)]
    connection.executemany(
        "INSERT INTO summaries (pool_key, summary, description, author, written_at) VALUES (?, ?, ?, '', 1)", rows
    )
    connection.close()


def summaries(path: Path) -> int:
    connection = open_code(path, pytest.fail)
    count = connection.execute("SELECT count(*) FROM summaries").fetchone()[0]
    connection.close()
    return int(count)


def aside(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{FILE_NAME}.damaged-*"))


@pytest.mark.parametrize(("damage", "kept"), [(b"", 0), (b"no database" * 500, 0)])
def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, damage: bytes, kept: int) -> None:
    path = tmp_path / FILE_NAME
    filled(path)
    path.write_bytes(damage)
    heard: list[str] = []
    open_code(path, heard.append).close()
    assert summaries(path) == kept
    assert len(heard) == len(aside(path)) == (1 if damage else 0)  # an empty file is a new one


def test_summaries_ahead_of_the_damage_are_saved(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    filled(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("DELETE FROM sqlite_schema WHERE name = 'nodes'")
    connection.commit()
    connection.close()
    heard: list[str] = []
    open_code(path, heard.append).close()
    assert "set aside as" in heard[0]
    assert f"with the {COUNT} summaries" in heard[0]
    assert summaries(path) == COUNT


def test_a_damaged_page_costs_what_comes_after_it(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    filled(path)
    size = 4096
    data = bytearray(path.read_bytes())
    middle = data.find(f"summary {COUNT // 2}".encode()) // size * size
    data[middle : middle + size] = b"\xff" * size
    path.write_bytes(data)
    replace_damaged(path, path.stat().st_ino, ValueError("a page"), lambda words: None)
    assert 0 < summaries(path) < COUNT


def test_damage_that_a_command_meets_is_set_aside_too(tmp_path: Path, shop: Path) -> None:
    path = tmp_path / FILE_NAME
    assert uniast("code", "index", "--db", path, cwd=shop).returncode == 0
    connection = sqlite3.connect(path)
    page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'nodes_by_path'").fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    (shop / "shop.py").write_text(SHOP + "\n\nX = 1\n")
    words = told(uniast("code", "index", "--db", path, cwd=shop), code=1)
    assert "set aside as" in words
    assert "run `uniast code index`" in words
    assert uniast("code", "index", "--db", path, cwd=shop).returncode == 0
    assert next_batch(shop, path) is not None


def test_a_table_that_a_command_misses_is_damage_too(tmp_path: Path, shop: Path) -> None:
    path = tmp_path / FILE_NAME
    assert uniast("code", "index", "--db", path, cwd=shop).returncode == 0
    count = described(shop, path)
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE moved")
    connection.close()
    words = told(uniast("code", "gc", "--db", path, cwd=shop), code=1)
    assert f"with the {count} summaries that could be read" in words
    assert "was damaged; run `uniast code index`, then this again" in words
    assert len(aside(path)) == 1


@pytest.mark.parametrize("query", ['"', "a OR", "(", "summary:", "NEAR(", "*", "'", '"" a*'])
def test_no_query_is_taken_for_damage(tmp_path: Path, shop: Path, query: str) -> None:
    path = tmp_path / FILE_NAME
    assert uniast("code", "index", "--db", path, cwd=shop).returncode == 0
    assert told(uniast("code", "recall", query, "--db", path, cwd=shop), code=0) == "nothing found\n"
    assert aside(path) == []


def test_what_was_written_last_is_saved_from_the_log(tmp_path: Path, shop: Path) -> None:
    path = tmp_path / FILE_NAME
    assert uniast("code", "index", "--db", path, cwd=shop).returncode == 0
    reader = open_code(path, pytest.fail)  # keeps the log from being emptied
    count = described(shop, path)
    replace_damaged(path, path.stat().st_ino, ValueError("a page"), lambda words: None)
    reader.close()
    assert summaries(path) == count > 0


def test_a_file_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    filled(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(CodeModelError, match="newer version"):
        open_code(path, pytest.fail)
    assert aside(path) == []
