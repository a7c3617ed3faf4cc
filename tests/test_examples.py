"""Each example runs as it stands."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = Path(sys.executable).with_name("uniast")


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, words)], cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
    )


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A copy of the example's repository, with the job's script."""
    shutil.copytree(EXAMPLES / "shop", tmp_path / "shop")
    shutil.copytree(EXAMPLES / "ci", tmp_path / "shop/examples/ci")
    return tmp_path / "shop"


def test_python_api(tmp_path: Path) -> None:
    done = run(sys.executable, EXAMPLES / "python_api.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "shop.py:4 shop#price",
        "    used by shop#sell",
        "shop.py:9 shop#sell",
        "    uses shop#price",
    ]


def test_reports(tmp_path: Path) -> None:
    done = run(sys.executable, EXAMPLES / "reports.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "example.org/shop?example.org/shop#taxRate, used by 3" in done.stdout
    assert "left out: 1 uncertain relations" in done.stdout
    assert "# example.org/shop?example.org/shop#taxRate\nVAR shop.go:34\n" in done.stdout


def test_python_api_of_a_folder(shop: Path) -> None:
    done = run(sys.executable, EXAMPLES / "python_api.py", shop, cwd=shop.parent)
    assert done.returncode == 0, done.stderr
    assert "prices/" in done.stdout
    assert "    used by " in done.stdout


def test_skt(tmp_path: Path) -> None:
    done = run(sys.executable, EXAMPLES / "skt.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "S4 callable/function L9-L10 total(prices: list[S2]) -> S2 {exported}" in done.stdout
    assert done.stdout.endswith("Price is used by 2\n__init__ is used by 1\ntotal is used by 1\n")


def test_summaries(tmp_path: Path) -> None:
    done = run(sys.executable, EXAMPLES / "summaries.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[:2] == ["4 summaries written", "0 on a second run"]
    assert [line.split("  ")[-1] for line in lines[3:]] == [
        "file shop.py of 10 lines, holds Price, total",
        "class Price of 3 lines, holds __init__",
        "function total of 2 lines",
    ]


def test_summaries_of_a_folder(shop: Path) -> None:
    done = run(sys.executable, EXAMPLES / "summaries.py", shop, cwd=shop.parent)
    assert done.returncode == 0, done.stderr
    assert "0 on a second run" in done.stdout
    assert not (shop / ".uniast").exists()


def test_codestruct(tmp_path: Path) -> None:
    done = run(sys.executable, EXAMPLES / "codestruct.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("dir: shop ::: ")
    assert "        param: amount [type: int, default: 1]" in lines
    assert lines[-2].startswith("d:shop;f:shop.py;m:shop;fn:price|p:amount[t:int,d:1],r:int;")
    assert lines[-1] == "changed: func shop.py price"


def test_codestruct_of_a_folder(shop: Path) -> None:
    done = run(sys.executable, EXAMPLES / "codestruct.py", shop, cwd=shop.parent)
    assert done.returncode == 0, done.stderr
    assert "interface: Priced" in done.stdout


def test_the_shell_job(shop: Path) -> None:
    for kept in (False, True):
        done = run("sh", "examples/ci/parse.sh", cwd=shop, env={"UNIAST": str(PROGRAM)})
        assert done.returncode == 0, done.stderr
        assert "0 broken" in done.stdout
        assert ("resolve " in done.stderr) != kept  # the stage that asks a server
        assert list(json.loads((shop / "uniast.json").read_bytes())["Extra"]["Languages"]) == ["go", "python"]
    assert (shop / ".uniast-cache/store.sqlite").is_file()


def test_the_shell_job_fails_where_too_little_is_known(shop: Path) -> None:
    done = run("sh", "examples/ci/parse.sh", cwd=shop, env={"UNIAST": str(PROGRAM), "SHARE": "1"})
    assert done.returncode == 1
    assert "--fail-under wants 1.0" in done.stderr


def test_the_workflow_keeps_what_the_job_writes() -> None:
    workflow = yaml.safe_load((EXAMPLES / "ci/github-actions.yml").read_text())
    (job,) = workflow["jobs"].values()
    steps = job["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    assert [step["run"] for step in steps if "run" in step] == ["sh examples/ci/parse.sh"]
    kept = {step["with"]["path"] for step in steps if "path" in step.get("with", {})}
    assert kept == {".uniast-cache", "uniast.json"}
    script = (EXAMPLES / "ci/parse.sh").read_text()
    assert all(f" {path}" in script for path in kept)
