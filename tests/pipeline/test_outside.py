"""What is not parsed and may reach a server all the same: each is in the keys, or does not reach it."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from tests.pipeline.conftest import Faulty
from tests.test_trees import environment, grow

LIBRARY: dict[str, str | bytes] = {
    "far.py": "class Far:\n    def go(self) -> int:\n        return 1\n\n\ndef make() -> Far:\n    return Far()\n"
}
OTHER: dict[str, str | bytes] = {"far.py": "def make() -> int:\n    return 1\n"}
FAR: dict[str, str | bytes] = {"shop/near.py": "from far import make\n\n\ndef near():\n    return make().go()\n"}
TY = '[tool.ty.environment]\nextra-paths = ["{}"]\n'


def parse(folder: Path, **options: Any) -> Outcome:
    return asyncio.run(run(ParseOptions(folder, repo_id="outside", **options)))


def assert_seen(folder: Path, first: Outcome) -> None:
    """The document differs from the first, and is that of a run with an empty store."""
    again = parse(folder)
    assert again.document == parse(folder, use_store=False).document
    assert again.document != first.document


def test_import_paths_of_the_user_do_not_reach_a_server(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(shop, FAR)
    plain = parse(shop, use_store=False)
    monkeypatch.setenv("PYTHONPATH", str(grow(tmp_path / "library", LIBRARY)))
    assert parse(shop, use_store=False).document == plain.document


@pytest.mark.parametrize("name", ["pyproject.toml", "ty.toml"])
@pytest.mark.parametrize("project", [True, False])
def test_settings_above_the_repository_do_not_reach_a_server(
    shop: Path, tmp_path: Path, name: str, project: bool
) -> None:
    grow(shop, FAR)
    if not project:
        (shop / "pyproject.toml").unlink()
    plain = parse(shop, use_store=False)
    grow(tmp_path, {f"library/{path}": text for path, text in LIBRARY.items()})
    grow(tmp_path, {name: TY.format("library").replace("tool.ty." if name == "ty.toml" else "", "")})
    assert parse(shop, use_store=False).document == plain.document


def test_settings_above_a_project_inside_the_repository_count(tmp_path: Path) -> None:
    project: dict[str, str | bytes] = {"one/pyproject.toml": '[project]\nname = "one"\n'}
    inside = {f"one/{path}": text for path, text in FAR.items()}
    folder = grow(tmp_path / "shop", {**project, **inside, ".gitignore": "library/\n"})
    grow(folder / "library", LIBRARY)
    first = parse(folder)
    grow(folder, {"pyproject.toml": TY.format("library")})
    assert_seen(folder, first)


def test_settings_that_git_ignores_count_where_others_are(shop: Path) -> None:
    grow(shop, {**FAR, ".gitignore": "library/\nty.toml\n"})
    grow(shop / "library", LIBRARY)
    first = parse(shop)
    ignored: dict[str, str | bytes] = {"ty.toml": TY.format("library").replace("tool.ty.", "")}
    assert parse(grow(shop, ignored)).document == first.document
    (shop / "ty.toml").unlink()
    project = '[project]\nname = "shop"\n\n[tool.ty.rules]\n'
    first = parse(grow(shop, {"pyproject.toml": project}))
    assert_seen(grow(shop, ignored), first)


def test_files_behind_a_link_out_of_the_repository_count(shop: Path, tmp_path: Path) -> None:
    grow(shop, {"shop/near.py": str(FAR["shop/near.py"]).replace("far", "shop.linked.far")})
    (shop / "shop/linked").symlink_to(grow(tmp_path / "library", LIBRARY))
    first = parse(shop)
    assert parse(shop).from_store is True
    grow(tmp_path / "library", OTHER)
    assert_seen(shop, first)


def test_a_link_that_leads_elsewhere_inside_the_repository_counts(shop: Path) -> None:
    grow(shop, {"shop/near.py": str(FAR["shop/near.py"]).replace("far", "shop.linked.far")})
    grow(shop / "shop/one", LIBRARY)
    grow(shop / "shop/two", OTHER)
    (shop / "shop/linked").symlink_to("one")
    first = parse(shop)
    (shop / "shop/linked").unlink()
    (shop / "shop/linked").symlink_to("two")
    assert_seen(shop, first)


def test_links_in_a_circle_end(shop: Path, tmp_path: Path) -> None:
    outside = grow(tmp_path / "library", LIBRARY)
    (shop / "shop/linked").symlink_to(outside)
    (outside / "back").symlink_to(outside)
    (outside / "home").symlink_to(shop)
    parse(shop)
    assert parse(shop).from_store is True


def test_a_package_that_is_installed_from_a_folder_is_looked_at_again(shop: Path, tmp_path: Path) -> None:
    source, info = grow(tmp_path / "library", LIBRARY), "far-1.0.dist-info"
    packages: dict[str, str | bytes] = {
        "_far.pth": f"{source}\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: far\nVersion: 1.0\n",
        f"{info}/RECORD": "_far.pth,,\n",
        f"{info}/direct_url.json": f'{{"url": "file://{source}", "dir_info": {{"editable": true}}}}',
    }
    environment(shop / ".venv", packages)
    grow(shop, FAR)
    first = parse(shop)
    assert b'"ModPath":"far@1.0"' in first.document
    grow(source, OTHER)
    assert_seen(shop, first)


def test_another_version_of_the_server_is_asked(shop: Path, faulty: Faulty) -> None:
    faulty()
    parse(shop)
    starts = faulty(version="1.1.0")
    before = starts()
    again = parse(shop)
    assert (again.from_store, starts()) == (False, before + 1)
    assert len(again.asked["python"]) == len(list(shop.rglob("*.py")))
    assert again.document == parse(shop, use_store=False).document


GO: dict[str, str | bytes] = {
    "go.mod": "module example.com/shop\n\ngo 1.21\n",
    "a.go": "package shop\n\nfunc A() int { return 1 }\n",
}


def test_a_workspace_that_git_ignores_counts(tmp_path: Path) -> None:
    use: dict[str, str | bytes] = {
        ".gitignore": "go.work\n",
        "far/go.mod": "module example.com/far\n\ngo 1.21\n",
        "far/far.go": "package far\n\nfunc F() int { return 1 }\n",
        "b.go": 'package shop\n\nimport "example.com/far"\n\nfunc B() int { return far.F() }\n',
    }
    folder = grow(tmp_path / "shop", {**GO, **use})
    parse(folder)
    grow(folder, {"go.work": "go 1.21\n\nuse (\n\t.\n\t./far\n)\n"})
    again = parse(folder)
    assert again.document == parse(folder, use_store=False).document
    assert "b.go" in again.asked["go"]


def test_a_header_of_c_is_asked_about(tmp_path: Path) -> None:
    use = 'package shop\n\n// #include "c/size.h"\nimport "C"\n\nvar Size = C.SIZE\n'
    folder = grow(tmp_path / "shop", {**GO, "b.go": use, "c/size.h": "#define SIZE 3\n"})
    parse(folder)
    grow(folder, {"c/size.h": "static int SIZE;\n"})
    again = parse(folder)
    assert again.asked == {"go": ["a.go", "b.go"]}
    assert again.document == parse(folder, use_store=False).document


@pytest.mark.parametrize("work", ["go.work", "shop/go.work"])
def test_a_module_of_the_workspace_outside_the_repository_counts(tmp_path: Path, work: str) -> None:
    far: dict[str, str | bytes] = {"far/go.mod": "module example.com/far\n\ngo 1.21\n"}
    uses = "go 1.21\n\nuse ./shop\nuse ./far\n" if work == "go.work" else "go 1.21\n\nuse .\nuse ../far\n"
    grow(tmp_path, {**far, work: uses, "far/far.go": "package far\n\ntype F struct{}\n\nfunc (F) Go() {}\n"})
    use: dict[str, str | bytes] = {
        "go.mod": "module example.com/shop\n\ngo 1.21\n\nrequire example.com/far v1.0.0\n",
        "b.go": 'package shop\n\nimport "example.com/far"\n\nfunc B() { far.F{}.Go() }\n',
    }
    folder = grow(tmp_path / "shop", {**GO, **use})
    first = parse(folder)
    grow(tmp_path, {"far/far.go": "package far\n\ntype F struct{}\n"})
    assert_seen(folder, first)


@pytest.mark.parametrize("name", ["page.html", "other.html"])
def test_an_embedded_file_is_asked_about_by_nobody(tmp_path: Path, name: str) -> None:
    use = 'package shop\n\nimport _ "embed"\n\n//go:embed page.*\nvar Page string\n'
    folder = grow(tmp_path / "shop", {**GO, "b.go": use, "page.html": "<p>\n"})
    parse(folder)
    (folder / "page.html").rename(folder / name)
    grow(folder, {name: "<p>more\n"})
    again = parse(folder)
    assert again.asked == {"go": []}
    assert again.document == parse(folder, use_store=False).document


def test_another_platform_and_another_toolchain_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.which("go")
    assert real is not None
    folder = grow(tmp_path / "shop", {**GO, "a_windows.go": "package shop\n\nvar W = 1\n"})
    first = parse(folder)
    wrapper = f'#!/bin/sh\n[ "$1" = env ] || exec "{real}" "$@"\n"{real}" "$@" | sed "s/go1[.]/go1.1/"\n'
    grow(tmp_path / "bin", {"go": wrapper})
    (tmp_path / "bin/go").chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
        newer = parse(folder)
        assert (newer.from_store, newer.asked) == (False, {"go": ["a.go"]})
    monkeypatch.setenv("GOOS", "windows")
    assert_seen(folder, first)
