"""The project as a whole: what its files may not name, and what a wheel of it holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from abcoder_py.plugin.registry import GROUP, languages
from tests.test_trees import SHOP, grow

ROOT = Path(__file__).parents[1]
HOSTS = (
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("proxy", "golang", "org"),
    ("sum", "golang", "org"),
    ("registry", "npmjs", "org"),
    ("registry", "yarnpkg", "com"),
    ("crates", "io"),
    ("static", "rust-lang", "org"),
    ("repo", "maven", "apache", "org"),
    ("repo1", "maven", "org"),
    ("rubygems", "org"),
    ("registry-1", "docker", "io"),
)


def tracked() -> dict[str, str]:
    """Text of every file that git tracks, by path."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / os.fsdecode(name) for name in listed.split(b"\0") if name]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8", "replace")
        for path in paths
        if path.is_file() and not path.is_symlink()
    }


def naming(pattern: str) -> list[str]:
    wanted = re.compile(pattern, re.IGNORECASE)
    return [f"{path}: {found[0]}" for path, text in tracked().items() if (found := wanted.search(text))]


def test_no_file_names_the_host_of_a_registry() -> None:
    assert naming("|".join(re.escape(".".join(host)) for host in HOSTS)) == []


def test_no_file_names_a_place_on_this_machine() -> None:
    places = {f"{ROOT}/", f"{Path.home()}/", f"{Path(sys.prefix)}/"}
    assert naming("|".join(re.escape(place) for place in places)) == []


def test_the_licence_is_the_one_that_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "Apache-2.0"
    text = (ROOT / "LICENSE").read_text()
    assert "Apache License" in text
    assert "Version 2.0, January 2004" in text


def test_every_declared_plugin_is_found_by_its_name() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    assert {point.name: point.value for point in entry_points(group=GROUP)} == declared
    assert {name: plugin.name for name, plugin in languages().items()} == {name: name for name in declared}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel of what git would commit."""
    scratch = tmp_path_factory.mktemp("wheel")
    argv = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(scratch)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(scratch.glob("*.whl")))


def test_a_wheel_holds_all_that_is_needed_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    packages = (("abcoder_py", ROOT), ("abcoder_plugins", ROOT / "plugins"))
    sources = {
        path.relative_to(base).as_posix()
        for package, base in packages
        for path in (base / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    schemas = {f"abcoder_py/schemas/{path.name}" for path in (ROOT / "schemas").iterdir()}
    assert inside == sources | schemas
    assert schemas >= {f"abcoder_py/schemas/{name}" for name in ("codestruct.ebnf", "skt.ebnf", "uniast.schema.json")}
    assert {"abcoder_py/py.typed", "abcoder_plugins/py.typed"} <= inside
    assert {name for name in inside if name.endswith(".scm")} >= {
        f"abcoder_plugins/{language}/{part}.scm"
        for language in languages()
        for part in ("definitions", "uses", "scopes")
    }
    schema = (ROOT / "schemas/uniast.schema.json").read_bytes()
    assert wheel.read("abcoder_py/schemas/uniast.schema.json") == schema


def test_a_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    (folder,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    assert "uniast = abcoder_py.cli.main:program" in wheel.read(f"{folder}/entry_points.txt").decode()
    assert wheel.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    metadata = wheel.read(f"{folder}/METADATA").decode()
    assert "Name: abcoder-py\n" in metadata
    assert "License-Expression: Apache-2.0\n" in metadata


def test_what_a_wheel_holds_works_without_the_checkout(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "site")
    shop = grow(tmp_path / "shop", dict(SHOP))
    code = "import runpy, abcoder_py; print(abcoder_py.__file__); "
    code += "runpy.run_module('abcoder_py.cli.main', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code, "parse", str(shop), "-o", str(tmp_path / "out.json"), "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path / "site"))
    assert "100.00% of 1 known: 1 resolved" in done.stderr
