"""Each asked file has the reason that made its key another one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from abcoder_py.index.explain import Reason
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from tests.command import uniast
from tests.increments.test_increments import PYTHON
from tests.test_trees import grow


def parse(folder: Path, store: Path) -> Outcome:
    return asyncio.run(run(ParseOptions(folder, languages=("python",), repo_id="why", store=store)))


USE = str(PYTHON["shop/use.py"])
BASE = str(PYTHON["shop/base.py"])


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        ({"shop/use.py": USE + "\n\nX = 1\n"}, "shop/use.py", Reason("text")),
        ({"shop/base.py": BASE + "\n\nX = 1\n"}, "shop/end.py", Reason("interface", ("shop/base.py",))),
        ({"shop/new.py": "X = 1\n"}, "shop/new.py", Reason("new")),
        ({"shop/base/__init__.py": ""}, "shop/use.py", Reason("interface", ("shop/base/__init__.py",))),
        ({"ty.toml": "[src]\n"}, "shop/alone.py", Reason("build", ("spec of .", "ty.toml"))),
    ],
    ids=["text", "interface", "new", "shadow", "build"],
)
def test_the_reason_is_what_changed(tmp_path: Path, change: dict[str, str | bytes], path: str, reason: Reason) -> None:
    folder, store = grow(tmp_path / "shop", PYTHON), tmp_path / "store.sqlite"
    first = parse(folder, store)
    assert set(first.reasons["python"].values()) == {Reason("first time")}
    grow(folder, change)
    again = parse(folder, store)
    assert list(again.reasons["python"]) == again.asked["python"]
    assert again.reasons["python"][path] == reason


def test_after_a_switch_and_back_the_last_state_counts(tmp_path: Path) -> None:
    folder, store = grow(tmp_path / "shop", PYTHON), tmp_path / "store.sqlite"
    parse(folder, store)
    grow(folder, {"shop/base.py": BASE + "\n\nX = 1\n"})
    parse(folder, store)
    grow(folder, PYTHON)
    assert parse(folder, store).from_store is True
    grow(folder, {"shop/use.py": USE + "\n\nX = 1\n"})
    reasons = parse(folder, store).reasons["python"]
    assert reasons["shop/use.py"] == Reason("text")
    assert reasons["shop/end.py"] == Reason("interface", ("shop/use.py",))


def test_the_command_groups_files_by_reason(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", PYTHON)
    words = ("parse", "--explain", "--lang", "python", "--cache", tmp_path / "cache", folder)
    uniast(*words, cwd=tmp_path)
    grow(folder, {"shop/alone.py": "ALONE = 2\n"})
    ran = uniast(*words, cwd=tmp_path)
    assert b"asked: 1 python file: its own text changed\n  shop/alone.py\n" in ran.stderr
    assert b"asked: no file\n" in uniast(*words, cwd=tmp_path).stderr
