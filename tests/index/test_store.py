"""The store remembers exactly what was put, whatever happens to its file and to those who use it."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from abcoder_py.index.store import FILE_NAME, Store, store_path

KEYS = [bytes([number]) * 20 for number in range(200)]

WRITER = """
import sys
from pathlib import Path
from abcoder_py.index.store import Store
start = int(sys.argv[2])
with Store(Path(sys.argv[1]), tell=lambda message: sys.exit(message)) as store:
    print("open", flush=True)
    for number in range(start, start + 200):
        store.put_many("facts", {number.to_bytes(20, "big"): b"%d" % number * 1000})
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made/on/demand" / FILE_NAME


@pytest.fixture
def told() -> list[str]:
    return []


def test_values_by_kind_and_key_outlive_the_run(path: Path) -> None:
    with Store(path) as store:
        store.put_many("facts", {KEYS[0]: b"f0", KEYS[1]: b""})
        store.put("targets", KEYS[0], b"t0")
        store.put("facts", KEYS[0], b"f0 again")
    with Store(path) as store:
        assert store.get_many("facts", KEYS) == {KEYS[0]: b"f0 again", KEYS[1]: b""}
        assert store.get("targets", KEYS[0]) == b"t0"
        assert store.get("document", KEYS[0]) is None


def test_thousands_of_keys_at_once(path: Path) -> None:
    values = {number.to_bytes(20, "big"): b"%d" % number for number in range(5_000)}
    with Store(path) as store:
        store.put_many("facts", values)
        assert store.get_many("facts", values) == values


def test_no_path_is_a_store_that_forgets(told: list[str]) -> None:
    with Store(None, tell=told.append) as store:
        store.put("facts", KEYS[0], b"x")
        assert store.get("facts", KEYS[0]) is None
    assert not told


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNIAST_HOME", str(tmp_path))
    assert store_path() == tmp_path / FILE_NAME
    assert store_path(tmp_path / "cache") == tmp_path / "cache" / FILE_NAME
    monkeypatch.delenv("UNIAST_HOME")
    assert store_path().parent.name == "uniast"


@pytest.mark.parametrize("damage", ["garbage", "cut", "hole", "value", "table", "empty schema"])
def test_a_damaged_store_is_set_aside_and_built_anew(path: Path, told: list[str], damage: str) -> None:
    with Store(path) as store:
        store.put_many("facts", {key: os.urandom(5_000) for key in KEYS})
    spoil(path, damage)
    with Store(path, tell=told.append) as store:
        for key in KEYS:
            store.get("facts", key)
        store.put("facts", KEYS[0], b"new")
        assert store.get("facts", KEYS[0]) == b"new"
    assert len(told) == 1, told
    assert "set aside" in told[0]
    assert [file.name.startswith(f"{FILE_NAME}.damaged-") for file in path.parent.iterdir()].count(True) == 1
    with Store(path, tell=told.append) as store:
        assert store.get("facts", KEYS[0]) == b"new"
    assert len(told) == 1


def spoil(path: Path, damage: str) -> None:
    data = path.read_bytes()
    if damage == "garbage":
        path.write_bytes(b"no database" * 1000)
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "hole":
        path.write_bytes(data[:4096] + bytes(len(data) - 4096))
    elif damage == "value":
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE blobs SET data = substr(data, 1, 100) WHERE key = ?", (KEYS[3],))
        connection.close()
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("DROP TABLE blobs" if damage == "table" else "ALTER TABLE blobs RENAME key TO other")
        connection.close()


def test_a_store_of_a_newer_version_is_left_alone(path: Path, told: list[str]) -> None:
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with Store(path, tell=told.append) as store:
        store.put("facts", KEYS[0], b"x")
        assert store.get("facts", KEYS[0]) is None
    assert path.read_bytes() == before
    assert len(told) == 1
    assert "newer version" in told[0]


def test_a_folder_that_cannot_be_made_is_a_run_without_a_store(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    with Store(tmp_path / "file" / FILE_NAME, tell=told.append) as store:
        store.put("facts", KEYS[0], b"x")
        assert store.get("facts", KEYS[0]) is None
    assert len(told) == 1
    assert "remembers nothing" in told[0]


def test_a_full_disk_is_a_run_that_remembers_nothing_more(path: Path) -> None:
    script = """
import os, resource, sys
from pathlib import Path
from abcoder_py.index.store import Store
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
told = []
with Store(Path(sys.argv[1]), tell=told.append) as store:
    for number in range(50):
        store.put("facts", bytes([number]) * 20, os.urandom(20_000))
print(len(told), "remembers nothing" in told[0])
"""
    ran = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True)
    assert ran.stdout == "1 True\n"
    with Store(path, tell=pytest.fail) as store:
        assert store.get("facts", bytes(20)) is not None


def test_two_runs_at_once_keep_all(path: Path) -> None:
    runs = [subprocess.Popen([sys.executable, "-c", WRITER, path, str(start)]) for start in (0, 100, 1000)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    with Store(path) as store:
        expected = {*range(300), *range(1000, 1200)}
        found = store.get_many("facts", [number.to_bytes(20, "big") for number in range(1300)])
        assert {int.from_bytes(key, "big") for key in found} == expected


def test_a_killed_run_leaves_a_whole_store(path: Path) -> None:
    for start in range(0, 1000, 200):
        run = subprocess.Popen([sys.executable, "-c", WRITER, path, str(start)], stdout=subprocess.PIPE)
        assert run.stdout is not None
        run.stdout.readline()
        with Store(path, tell=pytest.fail) as store:
            while run.poll() is None and store.get("facts", (start + 20).to_bytes(20, "big")) is None:
                time.sleep(0.001)
        run.send_signal(signal.SIGKILL)
        run.wait()
        run.stdout.close()
    with Store(path, tell=pytest.fail) as store:
        found = store.get_many("facts", [number.to_bytes(20, "big") for number in range(1000)])
        assert len(found) >= 100
        assert all(value == b"%d" % int.from_bytes(key, "big") * 1000 for key, value in found.items())


def test_threads_share_one(path: Path) -> None:
    with Store(path, tell=pytest.fail) as store:

        def work(number: int) -> None:
            for key in KEYS[number::4]:
                store.put("facts", key, key * 10)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.get_many("facts", KEYS) == {key: key * 10 for key in KEYS}


def test_pruning_drops_what_was_not_used_for_longest(path: Path) -> None:
    with Store(path) as store:
        store.put_many("facts", {key: os.urandom(10_000) for key in KEYS})
    with sqlite3.connect(path) as connection:
        connection.executemany("UPDATE blobs SET used = ? WHERE key = ?", [(key[0], key) for key in KEYS])
    connection.close()
    size = path.stat().st_size
    with Store(path, max_bytes=1_000_000) as store:
        assert store.get("facts", KEYS[0]) is not None, "used today"
    with Store(path, max_bytes=1_000_000) as store:
        kept = set(store.get_many("facts", KEYS))
    assert kept == {KEYS[0], *KEYS[-(len(kept) - 1) :]}
    assert 70 <= len(kept) <= 80
    assert path.stat().st_size < size * 0.6


def test_documents_do_not_crowd_out_the_rest(path: Path) -> None:
    with Store(path, max_bytes=1_000_000) as store:
        store.put("facts", KEYS[0], os.urandom(1000))
        for key in KEYS[:10]:
            store.put("document", key, os.urandom(100_000))
            store.prune()
        assert store.get("facts", KEYS[0]) is not None
        assert 1 <= len(store.get_many("document", KEYS)) <= 2
