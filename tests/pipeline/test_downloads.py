"""A Go module that comes into the module cache after a run: the next run sees it, however it came there."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from tests.test_trees import grow

REPLACED = "replace example.com/far => example.com/fork v1.0.0\n"
USE = 'package shop\n\nimport "example.com/far"\n\nfunc A() int { return far.Make().Go() }\n'
FAR = "package far\n\ntype Far struct{}\n\nfunc (Far) Go() int { return 1 }\n\nfunc Make() Far { return Far{} }\n"


def parse(folder: Path, store: bool = True) -> Outcome:
    return asyncio.run(run(ParseOptions(folder, repo_id="shop", languages=("go",), use_store=store)))


def publish(proxy: Path, name: str) -> None:
    """Puts version 1.0.0 of a module into a folder that go takes for a proxy."""
    gomod = "module example.com/far\n\ngo 1.21\n"
    versions = proxy / "example.com" / name / "@v"
    grow(versions, {"list": "v1.0.0\n", "v1.0.0.info": '{"Version": "v1.0.0"}', "v1.0.0.mod": gomod})
    with zipfile.ZipFile(versions / "v1.0.0.zip", "w") as archive:
        for path, text in {"go.mod": gomod, "far.go": FAR}.items():
            archive.writestr(f"example.com/{name}@v1.0.0/{path}", text)


def tidy(folder: Path, proxy: Path, cache: Path) -> None:
    """Downloads what the module needs, and writes its go.sum."""
    told = {"GOPROXY": f"file://{proxy}", "GONOSUMDB": "*", "GOFLAGS": "-modcacherw", "GOMODCACHE": str(cache)}
    subprocess.run(["go", "mod", "tidy"], cwd=folder, env={**os.environ, **told}, check=True, capture_output=True)


@pytest.mark.parametrize("part", ["", "cache", "example.com"])
@pytest.mark.parametrize("replaced", ["", REPLACED])
@pytest.mark.parametrize("version", ["1.21", "1.16"])
def test_a_module_that_is_downloaded_later_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, replaced: str, version: str
) -> None:
    proxy, full, cache = tmp_path / "proxy", tmp_path / "full", tmp_path / "cache"
    for name in ("far", "fork"):
        publish(proxy, name)
    gomod = f"module example.com/shop\n\ngo {version}\n\nrequire example.com/far v1.0.0\n\n{replaced}"
    folder = grow(tmp_path / "shop", {"go.mod": gomod, "a.go": USE})
    tidy(folder, proxy, full)
    monkeypatch.setenv("GOMODCACHE", str(cache))
    monkeypatch.setenv("GOFLAGS", "-modcacherw")
    missing = parse(folder)
    shutil.copytree(full / part, cache / part, dirs_exist_ok=True)
    there = parse(folder)
    assert there.document == parse(folder, store=False).document
    assert part == "example.com" or there.document != missing.document
    assert parse(folder).from_store is True
