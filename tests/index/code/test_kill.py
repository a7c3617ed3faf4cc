"""Passes and describers that end at any moment, or run at once: the file opens, and the next pass makes it right."""

import os
import random
import signal
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import pytest

from abcoder_py.cli.main import main
from abcoder_py.index.code.collections import make_collection
from abcoder_py.index.code.database import FILE_NAME, open_code
from abcoder_py.index.code.indexing import index
from abcoder_py.index.code.pool import Answer, describe
from abcoder_py.index.code.queue import batches
from abcoder_py.index.sqlite_file import transaction

Job = Callable[[Path, Path], None]
MOMENTS = 50
FILES = 30
SEED = random.randrange(1 << 32)
NODES = """
    SELECT n.kind, n.qualified_name, n.rel_path, n.start_byte, n.end_byte, n.start_line, n.end_line, n.depth,
    n.content_hash, n.pool_key, p.qualified_name, s.summary FROM nodes n LEFT JOIN nodes p ON p.id = n.parent_id
    LEFT JOIN summaries s ON s.pool_key = n.pool_key WHERE n.collection_id = ? ORDER BY n.qualified_name
"""


def write_files(root: Path, version: int) -> None:
    for number in range(FILES):
        if (number + version) % 3:
            folder = root / f"part{number % 4}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"file{number}.py").write_text(
                f"class A:\n    def f(self):\n        return {version}\n\n\nX = 1\n"
            )
        else:
            (root / f"part{number % 4}" / f"file{number}.py").unlink(missing_ok=True)


def index_all(db: Path, root: Path) -> None:
    """A pass."""
    connection = open_code(db, pytest.fail)
    index(connection, make_collection(connection, root).id)
    connection.close()


def describe_all(db: Path, root: Path) -> None:
    """A describer until nothing waits."""
    connection = open_code(db, pytest.fail)
    collection = make_collection(connection, root)
    while batch := next(batches(connection, collection), None):
        describe(connection, collection, [Answer(node["pool_key"], node["name"]) for node in batch.nodes])
    connection.close()


def work(db: Path, root: Path) -> None:
    """A pass, then a describer."""
    index_all(db, root)
    describe_all(db, root)


def state(db: Path, root: Path) -> list[tuple[object, ...]]:
    connection = open_code(db, pytest.fail)
    collection = make_collection(connection, root)
    rows = [tuple(row) for row in connection.execute(NODES, (collection.id,))]
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    connection.execute("INSERT INTO summaries_text (summaries_text, rank) VALUES ('integrity-check', 1)")
    connection.close()
    return rows


def ready(job: Job, db: Path, root: Path) -> None:
    """What the job needs ahead of it, so that all kills meet the job itself."""
    if job is describe_all:
        index_all(db, root)


def killed_after(seconds: float, job: Callable[[], None]) -> bool:
    """Runs the job in a process of its own and kills it; False where it was done before."""
    child = os.fork()
    if child == 0:
        try:
            job()
        finally:
            os._exit(0)
    time.sleep(seconds)  # the moment itself is what is tried
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("job", [index_all, describe_all])
def test_a_kill_at_any_moment_leaves_what_the_next_run_makes_right(tmp_path: Path, job: Job) -> None:
    chance = random.Random(SEED)
    root, db = tmp_path / "repo", tmp_path / FILE_NAME
    duration = 0.0
    for version in range(2):  # the first imports the languages
        write_files(root, version)
        clean = tmp_path / f"clean{version}.sqlite"
        ready(job, clean, root)
        began = time.perf_counter()
        job(clean, root)
        duration = time.perf_counter() - began
    killed = 0
    for moment in range(MOMENTS):
        write_files(root, moment)
        ready(job, db, root)
        killed += killed_after(chance.uniform(0, duration), lambda: job(db, root))
        open_code(db, pytest.fail).close()
        if moment % 10 == 9:
            work(db, root)
            clean = tmp_path / f"clean{moment}.sqlite"
            work(clean, root)
            assert state(db, root) == state(clean, root), f"seed {SEED}, moment {moment}"
    assert killed > MOMENTS // 3


def test_two_passes_at_once_give_what_one_gives(tmp_path: Path) -> None:
    root, db = tmp_path / "repo", tmp_path / FILE_NAME
    write_files(root, 1)
    open_code(db, pytest.fail).close()
    context = get_context("fork")
    passes = [context.Process(target=work, args=(db, root)) for _ in range(3)]
    for each in passes:
        each.start()
    for each in passes:
        each.join(60)
        assert each.exitcode == 0
    work(tmp_path / "clean.sqlite", root)
    assert state(db, root) == state(tmp_path / "clean.sqlite", root)


def test_a_reader_sees_the_state_before_while_a_pass_writes(tmp_path: Path) -> None:
    root, db = tmp_path / "repo", tmp_path / FILE_NAME
    write_files(root, 1)
    work(db, root)
    before = state(db, root)
    writer, reader = open_code(db, pytest.fail), open_code(db, pytest.fail)
    with transaction(writer):
        writer.execute("DELETE FROM nodes")
        (collection,) = reader.execute("SELECT id FROM collections").fetchone()
        assert [tuple(row) for row in reader.execute(NODES, (collection,))] == before
    writer.close()
    reader.close()


def test_who_waited_too_long_for_another_pass_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root, db = tmp_path / "repo", tmp_path / FILE_NAME
    write_files(root, 1)
    writer = open_code(db, pytest.fail)
    monkeypatch.setattr("abcoder_py.index.sqlite_file.TIMEOUT", 0)
    monkeypatch.chdir(root)
    with transaction(writer):
        assert main(["code", "index", "--db", str(db)]) == 1
    assert f"uniast: {db}: another pass is writing to it; wait" in capsys.readouterr().err
    assert main(["code", "index", "--db", str(db)]) == 0
    writer.close()
