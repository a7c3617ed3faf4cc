"""A store holds no place of a machine, and its keys all that a server reads: copied, it serves another checkout."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.index.store import FILE_NAME
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from tests.pipeline.conftest import Faulty
from tests.test_trees import environment, grow

GO: dict[str, str | bytes] = {
    "go.mod": "module example.com/shop\n\ngo 1.21\n\nrequire example.com/out v1.0.0\n"
    "replace example.com/out => ../out\n",
    "a.go": 'package shop\n\nimport "example.com/out"\n\nfunc A() int { return out.B() }\n',
}
OUT: dict[str, str | bytes] = {
    "go.mod": "module example.com/out\n\ngo 1.21\n",
    "b.go": "package out\n\nfunc B() int { return 1 }\n",
}


def parse(folder: Path, **options: Any) -> Outcome:
    return asyncio.run(run(ParseOptions(folder, repo_id="carried", **options)))


def with_path_of(outcome: Outcome, folder: Path, other: Path) -> bytes:
    """The outcome's document as if the repository lay in the other folder."""
    old, new = (f'"Path":"{path}"'.encode() for path in (folder, other))
    assert outcome.document.count(old) == 1
    return outcome.document.replace(old, new)


def test_a_python_checkout_elsewhere_takes_the_carried_store(shop: Path, faulty: Faulty, tmp_path: Path) -> None:
    starts = faulty()
    environment(shop / ".venv", {"lib.py": "def work():\n    return 1\n"})
    first = parse(shop, store=tmp_path / "one" / FILE_NAME)
    elsewhere, store = tmp_path / "elsewhere" / shop.name, tmp_path / "two" / FILE_NAME
    shutil.copytree(shop, elsewhere)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    again = parse(elsewhere, store=store)
    assert (again.from_store, starts()) == (True, 1)
    assert again.document == with_path_of(first, shop, elsewhere)
    assert again.document == parse(elsewhere, use_store=False).document
    grow(elsewhere, {"README.md": "# Another document, the same code\n"})
    edited = parse(elsewhere, store=store)
    assert (edited.from_store, edited.asked) == (False, {"python": []})


def test_a_go_checkout_elsewhere_takes_the_carried_store(tmp_path: Path) -> None:
    here, there = tmp_path / "one", tmp_path / "two"
    grow(here / "out", OUT)
    first = parse(grow(here / "shop", GO), store=here / "store" / FILE_NAME)
    shutil.copytree(here, there)
    os.utime(there / "out" / "b.go", (1, 1))
    again = parse(there / "shop", store=there / "store" / FILE_NAME)
    assert again.from_store is True
    assert again.document == with_path_of(first, here / "shop", there / "shop")
    (there / "out" / "b.go").write_text("package out\n\nfunc C() int { return 1 }\n")
    changed = parse(there / "shop", store=there / "store" / FILE_NAME)
    assert (changed.from_store, changed.asked) == (False, {"go": ["a.go"]})


IGNORED: dict[str, str | bytes] = {
    ".gitignore": "_version.py\nvendored/\n",
    "shop/_version.py": "def version() -> str:\n    return ''\n",
}
USE: dict[str, str | bytes] = {"shop/use_version.py": "from shop._version import version\n\nV = version()\n"}


@pytest.mark.parametrize(
    "change",
    [
        {"shop/_version.py": "version = 1\n"},
        {"shop/_other.py": "x = 1\n", ".gitignore": "_*.py\nvendored/\n"},
        {"vendored/more.py": "x = 1\n"},
        {"ty.toml": "[src]\n"},
        {"pyrightconfig.json": "{}\n"},
        {"pyproject.toml": '[project]\nname = "shop"\nversion = "2"\n'},
        {"uv.lock": "version = 1\n"},
        {".venv/lib/python3.11/site-packages/other.py": "x = 1\n"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_a_server_can_read_is_in_every_key(shop: Path, change: dict[str, str | bytes]) -> None:
    environment(shop / ".venv", {"lib.py": "def work():\n    return 1\n"})
    grow(shop, {**IGNORED, **USE})
    first = parse(shop)
    assert parse(shop).from_store is True
    grow(shop, change)
    again = parse(shop)
    assert again.from_store is False
    assert "shop/use_version.py" in again.asked["python"]
    assert again.document == parse(shop, use_store=False).document
    assert first.document


def test_an_ignored_file_that_goes_is_missed(shop: Path) -> None:
    grow(shop, {**IGNORED, **USE})
    first = parse(shop)
    (shop / "shop/_version.py").unlink()
    again = parse(shop)
    assert again.document == parse(shop, use_store=False).document != first.document


def test_what_the_go_build_does_not_take_costs_no_question(tmp_path: Path) -> None:
    grow(tmp_path / "out", OUT)
    folder = grow(tmp_path / "shop", {**GO, "testdata/x.go": "package x\n", "vendored.txt": ""})
    parse(folder)
    grow(folder, {"testdata/x.go": "package x\n\nvar X = 1\n"})
    again = parse(folder)
    assert (again.from_store, again.asked) == (False, {"go": []})
    assert again.document == parse(folder, use_store=False).document


@pytest.mark.parametrize(
    "change",
    [
        {"go.sum": "example.com/other v1.0.0/go.mod h1:x=\n"},
        {"go.mod": str(GO["go.mod"]).replace("1.21", "1.20")},
        {"../go.work": "go 1.21\n\nuse ./shop\n"},
        {"zz_generated.go": "package shop\n\nvar Z = 2\n"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_a_go_build_reads_is_in_every_key(tmp_path: Path, change: dict[str, str | bytes]) -> None:
    grow(tmp_path / "out", OUT)
    generated: dict[str, str | bytes] = {".gitignore": "zz_*\n", "zz_generated.go": "package shop\n\nvar Z = 1\n"}
    folder = grow(tmp_path / "shop", {**GO, **generated})
    parse(folder)
    assert parse(folder).from_store is True
    grow(folder, change)
    again = parse(folder)
    assert (again.from_store, again.asked) == (False, {"go": ["a.go"]})
    assert again.document == parse(folder, use_store=False).document


def test_a_store_says_again_what_go_could_not_load(tmp_path: Path) -> None:
    broken: dict[str, str | bytes] = {**GO, "b/b.go": 'package b\n\nimport "example.com/none"\n\nvar B = none.X\n'}
    folder = grow(tmp_path / "shop", broken)
    first = parse(folder)
    assert "from loading" in " ".join(first.kept.notices)
    grow(folder, {"README.md": "# No code\n"})
    again = parse(folder)
    assert (again.from_store, again.asked) == (False, {"go": []})
    assert again.kept.notices == first.kept.notices
