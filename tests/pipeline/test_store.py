"""The store saves work and changes nothing else: what it gives is what a fresh run gives."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from abcoder_py.plugin.registry import language
from abcoder_py.syntax.pool import ALONE_BELOW
from tests.command import told, uniast
from tests.pipeline.conftest import FILES, Faulty
from tests.test_trees import environment, grow


def parse(shop: Path, **options: Any) -> Outcome:
    return asyncio.run(run(ParseOptions(shop, **options)))


def fresh(shop: Path, **options: Any) -> bytes:
    return parse(shop, use_store=False, **options).document


def test_an_unchanged_repository_starts_no_server(shop: Path, faulty: Faulty) -> None:
    starts = faulty()
    first, second = parse(shop), parse(shop)
    assert starts() == 1
    assert (first.from_store, second.from_store) == (False, True)
    assert first.document == second.document == fresh(shop)


@pytest.mark.parametrize(
    "change",
    [
        {"shop/use.py": FILES["shop/use.py"] + "\n\ndef more():\n    return use()\n"},  # type: ignore[operator]
        {"shop/base.py": "# moved down\n" + str(FILES["shop/base.py"])},
        {"shop/new.py": "from shop.use import use\n\nNEW = use()\n"},
        {"pyproject.toml": '[project]\nname = "other"\n'},
        {"README.md": "# Shop\n"},
        {".gitignore": "bad.py\n"},
    ],
    ids=["edited", "moved", "added", "renamed project", "another file", "ignored"],
)
def test_after_an_edit_it_is_a_fresh_run(shop: Path, change: dict[str, str | bytes]) -> None:
    parse(shop)
    grow(shop, change)
    again = parse(shop)
    assert again.from_store is False
    assert again.document == fresh(shop)


def test_after_a_removal_and_back(shop: Path, faulty: Faulty) -> None:
    starts = faulty()
    first = parse(shop)
    (shop / "shop/base.py").unlink()
    assert parse(shop).document != first.document
    assert starts() == 2
    grow(shop, FILES)
    again = parse(shop)
    assert (again.from_store, again.document, starts()) == (True, first.document, 2)


@pytest.mark.parametrize(
    "options",
    [
        {"builtins": True},
        {"graph": False},
        {"load_external_symbol": True},
        {"tests": False},
        {"repo_id": "another"},
        {"exclude": ("bad.py",)},
        {"syntax_only": True},
        {"max_file_size": 60},
    ],
    ids=str,
)
def test_an_option_that_shapes_the_document_is_not_answered_by_another_run(shop: Path, options: dict[str, Any]) -> None:
    test = "import json\n\nfrom shop.base import base\n\n\ndef test_base():\n    assert len(json.dumps(base()))\n"
    grow(shop, {"tests/test_base.py": test})
    plain = parse(shop)
    other = parse(shop, **options)
    assert other.from_store is False
    assert other.document == fresh(shop, **options) != plain.document
    assert parse(shop).document == plain.document


def install(shop: Path, version: str) -> None:
    """A package of that version into the shop's environment."""
    info = f"lib-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: lib\nVersion: {version}\n"
    files: dict[str, str | bytes] = {"lib.py": "def work():\n    return 1\n", f"{info}/METADATA": metadata}
    environment(shop / ".venv", {**files, f"{info}/RECORD": f"lib.py,,\n{info}/METADATA,,\n"})


def test_an_environment_that_changes_is_looked_at_again(shop: Path) -> None:
    grow(shop, {"shop/third.py": "import lib\n\n\ndef third():\n    return lib.work()\n"})
    first = parse(shop)
    assert "for want of an environment" in " ".join(first.kept.notices)
    assert parse(shop).kept.notices == first.kept.notices  # told again, from the store
    install(shop, "1.0")
    second = parse(shop)
    assert second.from_store is False
    assert second.kept.notices == []
    shutil.rmtree(shop / ".venv/lib/python3.11/site-packages/lib-1.0.dist-info")
    install(shop, "2.0")
    assert b"lib@1.0" in second.document
    assert b"lib@2.0" in parse(shop).document
    assert parse(shop).document == fresh(shop)


@pytest.mark.parametrize("fault", ["crash", "silent once"])
def test_what_a_fault_of_the_server_shaped_is_not_kept(shop: Path, faulty: Faulty, fault: str) -> None:
    starts = faulty(fault)
    spoiled = parse(shop, request_timeout=2)
    faulty()
    before = starts()
    healed = parse(shop)
    assert (healed.from_store, starts()) == (False, before + 1)
    assert spoiled.document != healed.document == fresh(shop)


def test_what_a_fault_of_a_plugin_shaped_is_not_kept(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = type(language("python"))
    finish = plugin.finish

    def fails(self: Any, facts: Any, root: Any, source: bytes) -> None:
        if facts.path == "shop/bad.py":
            raise RecursionError("too deep")
        finish(self, facts, root, source)

    with monkeypatch.context() as patch:
        patch.setattr(plugin, "finish", fails)
        spoiled = json.loads(parse(shop).document)
    assert "RecursionError: too deep" in spoiled["Modules"]["shop"]["load_errors"][0]["Msg"]
    assert spoiled["Modules"]["shop"]["Packages"]["shop.use"]["Functions"]["use"]["FunctionCalls"]
    healed = parse(shop)
    assert healed.from_store is False
    assert healed.document == fresh(shop)


def test_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    text = f'"""{"words " * 10_000}"""\n\n\n'
    files: dict[str, str | bytes] = {
        f"m{number}.py": f"{text}def f{number}(a):\n    return a + f{number}(a)\n" for number in range(30)
    }
    folder = grow(tmp_path / "large", files)
    assert sum(map(len, files.values())) > ALONE_BELOW
    assert fresh(folder, jobs=1, syntax_only=True) == fresh(folder, jobs=4, syntax_only=True)


def test_where_the_store_lies(shop: Path, tmp_path: Path) -> None:
    out, home = tmp_path / "out.json", {"UNIAST_HOME": str(tmp_path / "elsewhere")}
    told(uniast("parse", shop, "-o", out, "--no-cache", env=home), 0)
    assert not list((tmp_path / "elsewhere").glob("store*"))
    told(uniast("parse", shop, "-o", out, "--cache", tmp_path / "cache", env=home), 0)
    assert not list((tmp_path / "elsewhere").glob("store*"))
    assert (tmp_path / "cache/store.sqlite").is_file()
    assert "unchanged" not in told(uniast("parse", shop, "-o", out, env=home), 0)
    assert (tmp_path / "elsewhere/store.sqlite").is_file()
    moved = tmp_path / "carried"
    (tmp_path / "cache").rename(moved)
    assert "unchanged" in told(uniast("parse", shop, "-o", out, "--cache", moved, env=home), 0)


def test_the_default_artifact_is_no_part_of_what_is_parsed(shop: Path) -> None:
    documents = []
    for _ in range(2):
        told(uniast("parse", "--no-cache", cwd=shop), 0)
        documents.append((shop / ".uniast/uniast.json").read_bytes())
    assert documents[0] == documents[1]
    assert (shop / ".uniast/.gitignore").read_text() == "*\n"
    assert ".uniast" not in json.dumps(list(json.loads(documents[0])["Modules"]["shop"]["Files"]))
