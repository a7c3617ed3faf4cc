"""Parsing opens no connection, writes nothing into the repository and runs nothing of it."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.syntax.pool import ALONE_BELOW
from tests.command import told, uniast
from tests.pipeline.conftest import FILES
from tests.test_trees import grow

OFFLINE = ("unshare", "--map-root-user", "--net")
GO: dict[str, str | bytes] = {
    "go.mod": "module example.com/shop\n\ngo 1.21\n\nrequire example.com/absent v1.2.3\n",
    "base.go": "package shop\n\nfunc base() int { return 1 }\n",
    "use.go": 'package shop\n\nimport "example.com/absent"\n\nfunc use() int { absent.Work(); return base() }\n',
}


@pytest.fixture(scope="module")
def offline() -> tuple[str, ...]:
    """What runs a command without a network."""
    tried = subprocess.run([*OFFLINE, "cat", "/proc/net/dev"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, f"this test needs a network namespace of its own: {tried.stderr}"
    assert [line.split(":")[0].strip() for line in tried.stdout.splitlines()[2:]] == ["lo"]
    return OFFLINE


def state(folder: Path) -> dict[str, tuple[Any, ...]]:
    """Everything below the folder: kind, permissions, times and bytes."""
    found = {}
    for path in sorted([folder, *folder.rglob("*")]):
        status = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path)] = (status.st_mode, status.st_mtime_ns, status.st_ctime_ns, status.st_size, content)
    return found


def calls(document: Any, module: str, package: str) -> set[tuple[str, str]]:
    function = document["Modules"][module]["Packages"][package]["Functions"]["use"]
    return {(call["ModPath"], call["Name"]) for call in function["FunctionCalls"]}


def test_python_without_a_network(shop: Path, tmp_path: Path, offline: tuple[str, ...]) -> None:
    grow(shop, {".venv/pyvenv.cfg": "home = /usr/bin\n", "setup.py": "raise SystemExit(1)\n"})
    before = state(shop)
    out = tmp_path / "out.json"
    said = told(uniast("parse", shop, "--lang", "python", "--no-cache", "-o", out, prefix=offline), 0)
    assert calls(json.loads(out.read_bytes()), "shop", "shop.use") == {("shop", "base")}, said
    assert state(shop) == before


def test_go_without_a_network_and_with_a_module_that_is_not_there(tmp_path: Path, offline: tuple[str, ...]) -> None:
    folder = grow(tmp_path / "shop", GO)
    before = state(folder)
    out = tmp_path / "out.json"
    said = told(uniast("parse", folder, "--lang", "go", "--no-cache", "-o", out, prefix=offline), 0)
    found = calls(json.loads(out.read_bytes()), "example.com/shop", "example.com/shop")
    assert found == {("example.com/shop", "base"), ("example.com/absent@v1.2.3", "Work")}, said
    assert "example.com/absent" in said
    assert state(folder) == before


@pytest.mark.parametrize("case", ["go/vendored-module", "go/go-work-two-modules", "go/cgo"])
def test_go_repositories_are_left_as_they_are(tmp_path: Path, case: str) -> None:
    folder = tmp_path / "case"
    shutil.copytree(Path(__file__).parents[1] / "cases" / case, folder)
    before = state(folder)
    told(uniast("parse", folder, "--no-cache", "-o", tmp_path / "out.json"), 0)
    assert state(folder) == before


def test_a_repository_that_is_read_only(shop: Path, tmp_path: Path) -> None:
    folders = [path for path in (shop, *shop.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    before = state(shop)
    told(uniast("parse", shop, "-o", tmp_path / "out.json"), 0)
    assert state(shop) == before
    for folder in folders:
        folder.chmod(0o755)


def test_nothing_of_the_repository_is_imported(shop: Path, tmp_path: Path) -> None:
    """Run inside a repository whose modules have the names of those that we and our workers import."""
    marker = tmp_path / "ran"
    trap = f"open({str(marker)!r}, 'a').write(__name__)\nraise SystemExit('the repository was run')\n"
    names = ("struct", "msgspec", "abcoder_py", "tree_sitter", "sitecustomize", "conftest", "rich", "abcoder_plugins")
    grow(shop, {f"{name}.py": trap for name in names})
    grow(shop, {"large/text.py": f'"""{"words " * (ALONE_BELOW // 24)}"""\n' * 5})
    program = Path(sys.executable).with_name("uniast")
    done = subprocess.run(
        [program, "parse", "--no-cache", "--jobs", "2", "-o", str(tmp_path / "out.json")],
        cwd=shop,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not marker.exists()
    assert set(FILES) <= set(json.loads((tmp_path / "out.json").read_bytes())["Modules"]["shop"]["Files"])
