"""`uniast cache`: what it shows of the store, and what pruning leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.command import uniast
from tests.test_trees import grow


def described(folder: Path, *words: str) -> dict[str, Any]:
    ran = uniast("cache", "--cache", folder, "--json", *words)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def parse(tmp_path: Path) -> None:
    words = ("parse", "--lang", "python", "--cache", tmp_path / "cache", tmp_path / "shop")
    assert uniast(*words, cwd=tmp_path).returncode == 0


def test_size_entries_and_hit_rate_by_kind(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert described(folder)["hit_rate"] is None
    assert not folder.exists()
    grow(tmp_path / "shop", {"a.py": "A = 1\n", "b.py": "B = 1\n"})
    parse(tmp_path)
    first = described(folder)
    assert first["path"] == str(folder / "store.sqlite")
    assert {kind: each["entries"] for kind, each in first["kinds"].items() if kind != "run"} == {
        "document": 1,
        "facts": 2,
        "interface": 2,
        "part": 2,
        "targets": 2,
    }
    assert first["hit_rate"] == 0
    parse(tmp_path)
    assert described(folder)["hit_rate"] == 0.5


def test_pruning_drops_down_to_a_size_and_all(tmp_path: Path) -> None:
    grow(tmp_path / "shop", {"a.py": "A = 1\n", "b.py": "B = 1\n"})
    parse(tmp_path)
    before = described(tmp_path / "cache")
    assert described(tmp_path / "cache", "--prune", "1G")["kinds"] == before["kinds"]
    assert sum(each["bytes"] for each in described(tmp_path / "cache", "--prune", "1K")["kinds"].values()) <= 1024
    assert described(tmp_path / "cache", "--prune", "all")["kinds"] == {}
    parse(tmp_path)
    assert uniast("cache", "--cache", tmp_path / "cache").stdout.count(b"entries") == 6


def test_a_damaged_store_is_set_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").write_bytes(b"no database " * 1000)
    ran = uniast("cache", "--cache", tmp_path)
    assert ran.returncode == 1
    assert b"set aside" in ran.stderr


def test_a_wrong_size_is_wrong_usage(tmp_path: Path) -> None:
    assert uniast("cache", "--prune", "some", cwd=tmp_path).returncode == 2
