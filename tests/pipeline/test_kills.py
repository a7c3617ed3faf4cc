"""A run that is killed at any moment leaves a store that opens, and the next run gives what a clean one gives."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import PROGRAM, TIMEOUT, environ, uniast
from tests.pipeline.test_ends import family
from tests.processes import still_running
from tests.test_trees import grow

KILLS = int(os.environ.get("UNIAST_KILLS", "3"))
SEED = int(os.environ.get("UNIAST_KILL_SEED", "11"))
FILE = (
    "def f{n}(value: int) -> int:\n    return g{n}(value) + {n}\n\n\ndef g{n}(value: int) -> int:\n    return value\n"
)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A repository of forty files."""
    files: dict[str, str | bytes] = {f"shop/m{n}.py": FILE.format(n=n) for n in range(40)}
    return grow(tmp_path / "many", {"pyproject.toml": '[project]\nname = "shop"\n', **files})


def parsed(folder: Path, artifact: Path, *more: str | Path) -> bytes:
    done = uniast("parse", folder, "-o", artifact, "--repo-id", "killed", *more)
    assert done.returncode == 0, done.stderr
    assert "damaged" not in done.stderr.decode()
    return artifact.read_bytes()


def killed(folder: Path, artifact: Path, store: Path, after: float) -> None:
    """Starts a run and kills it after so many seconds; nothing that it started stays."""
    words = ["parse", folder, "-o", artifact, "--repo-id", "killed", "--cache", store]
    run = subprocess.Popen([*PROGRAM, *map(str, words)], env=environ(), stderr=subprocess.DEVNULL)
    try:
        run.wait(after)
    except subprocess.TimeoutExpired:
        members = family(run)
        run.kill()
        run.wait(TIMEOUT)
        assert not still_running(members)


def moments(longest: float) -> Iterator[float]:
    chance = random.Random(SEED)
    return (chance.uniform(0, longest) for _ in range(KILLS))


def test_after_kills_at_random_moments_the_next_run_is_a_clean_one(many: Path, tmp_path: Path) -> None:
    artifact, store = tmp_path / "out.json", tmp_path / "store"
    for number, moment in enumerate(moments(1.5)):
        grow(many, {"shop/edited.py": FILE.format(n=f"_{number}")})
        killed(many, artifact, store, moment)
        message = f"UNIAST_KILL_SEED={SEED}: kill {number} after {moment:.3f} s"
        clean = parsed(many, tmp_path / "clean.json", "--no-cache")
        assert parsed(many, artifact, "--cache", store) == clean, message
        with sqlite3.connect(next(store.glob("*.sqlite"))) as opened:
            assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",), message
    assert not [*store.glob("*damaged*")]
