"""Our own server: its sources pass Go's own checks, and what befalls it costs a label or an error, never the run."""

from __future__ import annotations

import asyncio
import os
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from abcoder_plugins.go.servers import GO, SOURCES, UNIAST_GO

from abcoder_py.cli.main import main
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from abcoder_py.plugin.registry import language
from abcoder_py.servers.find import find_server, find_toolchain, program_folder, servers_folder
from tests.test_trees import grow

PACKAGES = 12
GOMOD = "module example.com/m\n\ngo 1.21\n"


def go(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the go command in the server's sources."""
    toolchain = find_toolchain(GO)
    environ = {**os.environ, **toolchain.environ, "GOFLAGS": "-mod=readonly", "GOWORK": "off"}
    return subprocess.run([toolchain.path, *arguments], cwd=SOURCES, env=environ, capture_output=True, text=True)


def test_its_sources_are_vetted() -> None:
    vetted = go("vet", "./...")
    assert vetted.returncode == 0, vetted.stderr


def test_its_sources_are_formatted() -> None:
    gofmt = Path(find_toolchain(GO).path).with_name("gofmt")
    assert subprocess.run([gofmt, "-l", SOURCES], capture_output=True, text=True, check=True).stdout == ""


def test_its_own_tests_pass() -> None:
    tested = go("test", "./...")
    assert tested.returncode == 0, tested.stdout + tested.stderr


def chain(folder: Path) -> Path:
    """Packages that each call the one before."""
    files = {f"p{n}/p.go": f"package p{n}\n\nfunc F() int {{ return {n} }}\n" for n in range(1)}
    for n in range(1, PACKAGES):
        before = f"p{n - 1}"
        body = f"func F() int {{ return {before}.F() + {before}.F() }}"
        files[f"p{n}/p.go"] = f'package p{n}\n\nimport "example.com/m/{before}"\n\n{body}\n'
    return grow(folder, {"go.mod": GOMOD, **files})


def parse(repo: Path, **options: Any) -> tuple[Outcome, Any]:
    outcome = asyncio.run(run(ParseOptions(repo, languages=("go",), use_store=False, **options)))
    document = orjson.loads(outcome.document)
    del document["Extra"]["Languages"]
    return outcome, document


def test_one_that_ends_in_the_middle_is_started_again_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = chain(tmp_path / "m")
    _, whole = parse(repo)
    real, marker = find_server(UNIAST_GO).path, tmp_path / "ended"
    script = tmp_path / "bin" / "dying-go"
    dies = f'touch "{marker}"; dd bs=1 count=5000 2>/dev/null | "{real}"; exit'
    lines = ["#!/bin/sh", '[ "$1" = --version ] && echo 1.0 && exit', f'[ -e "{marker}" ] || {{ {dies}; }}']
    grow(script.parent, {script.name: "\n".join([*lines, f'exec "{real}"\n'])})
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    program = replace(UNIAST_GO.program, name="dying-go", version="1.0", executable=script.name)
    monkeypatch.setattr(type(language("go")), "servers", (replace(UNIAST_GO, program=program),))
    outcome, document = parse(repo)
    assert marker.exists()
    assert "dying-go died" in " ".join(outcome.warnings)
    assert document == whole


def test_a_large_generated_file_is_answered(tmp_path: Path) -> None:
    text = "x" * 1000
    table = "".join(f'const c{n} = "{text}"\n' for n in range(5000))
    source = f"package m\n\n{table}\nfunc First() string {{ return c0 + c4999 }}\n"
    repo = grow(tmp_path / "m", {"go.mod": GOMOD, "m.go": source})
    _, document = parse(repo, max_file_size=1 << 23)
    first = document["Modules"]["example.com/m"]["Packages"]["example.com/m"]["Functions"]["First"]
    assert [var["Name"] for var in first["GlobalVars"]] == ["c0", "c4999"]


def test_where_it_is_not_installed_gopls_answers_and_the_user_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "servers").mkdir(parents=True)
    for installed in servers_folder().glob("go*"):
        (home / "servers" / installed.name).symlink_to(installed)
    monkeypatch.setenv("UNIAST_HOME", str(home))
    outcome, document = parse(chain(tmp_path / "m"))
    assert document["Graph"]["example.com/m?example.com/m/p1#F"]["Dependencies"]
    (warning,) = outcome.warnings
    assert warning.startswith("gopls answers: the language server uniast-go for go cannot be used (missing); run: ")


def test_without_go_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    (home / "servers").mkdir(parents=True)
    installed = program_folder(UNIAST_GO.program)
    (home / "servers" / installed.name).symlink_to(servers_folder() / installed.name)
    monkeypatch.setenv("UNIAST_HOME", str(home))
    monkeypatch.setenv("PATH", str(tmp_path))
    repo = chain(tmp_path / "m")
    assert main(["parse", str(repo), "--lang", "go", "-o", str(tmp_path / "out.json")]) == 1
    assert "uniast servers install go=uniast-go --with-toolchain" in capsys.readouterr().err


def test_a_workspace_that_names_a_missing_module_loads_the_rest_and_says_so(tmp_path: Path) -> None:
    repo = grow(
        tmp_path / "w",
        {
            "go.work": "go 1.21\n\nuse (\n\t./a\n\t./b\n\t./gone\n)\n",
            "a/go.mod": "module example.com/a\n\ngo 1.21\n",
            "a/a.go": "package a\n\nfunc A() int { return 1 }\n",
            "b/go.mod": "module example.com/b\n\ngo 1.21\n",
            "b/b.go": 'package b\n\nimport "example.com/a"\n\nfunc B() int { return a.A() }\n',
        },
    )
    outcome, document = parse(repo)
    (edge,) = document["Graph"]["example.com/b?example.com/b#B"]["Dependencies"]
    assert (edge["ModPath"], edge["Name"]) == ("example.com/a", "A")
    (told,) = [warning for warning in outcome.kept.notices if "go.work" in warning]
    assert told.startswith("go.work uses ./gone, where no go.mod is; the rest is loaded.")


@pytest.mark.parametrize("name", ["fmt", "C"])
def test_a_module_called_like_one_of_gos_own_is_read(tmp_path: Path, name: str) -> None:
    sources = {
        "a.go": "package a\n\nfunc F() {}\n\nfunc G() { F() }\n",
        "we ird/w.go": "package w\n\nfunc F() {}\n\nfunc H() { F() }\n",
    }
    _, document = parse(grow(tmp_path / "m", {"go.mod": f"module {name}\n\ngo 1.21\n", **sources}))
    targets = {
        key: [edge["Name"] for edge in node.get("Dependencies") or ()] for key, node in document["Graph"].items()
    }
    assert targets == {
        f"{name}?{name}#F": [],
        f"{name}?{name}#G": ["F"],
        f"{name}?{name}/we ird#F": [],
        f"{name}?{name}/we ird#H": ["F"],
    }
