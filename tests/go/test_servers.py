"""How gopls is started, and that it leaves the repository as it is."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from abcoder_plugins.go import keys
from abcoder_plugins.go.loadable import loadable
from abcoder_plugins.go.servers import GOPLS
from abcoder_plugins.go.toolchain import toolchain

from abcoder_py.plugin.language import Options
from abcoder_py.plugin.servers import Launch
from abcoder_py.plugin.values import ModuleSpec
from tests.go.reading import read
from tests.parsed import parsed


def launch(*flags: str, **environ: str) -> Launch:
    return Launch("/repo", [], Options(build_flags=flags, environ={"PATH": "", "HOME": "/h", **environ}))


def test_the_network_is_closed_and_go_may_not_write_gomod() -> None:
    environ = GOPLS.environ(launch(GOFLAGS="-mod=mod -trimpath '-tags=a b'"))
    assert environ["GOPROXY"] == environ["GOSUMDB"] == "off"
    assert environ["GOTOOLCHAIN"] == "local"
    assert environ["GOFLAGS"] == "-trimpath '-tags=a b'"


def test_build_flags_reach_it() -> None:
    settings = GOPLS.settings(launch("-tags=slow"))
    assert settings["gopls"]["buildFlags"] == ["-tags=slow"]


def test_errors_that_mean_nothing() -> None:
    assert GOPLS.is_nothing is not None
    assert GOPLS.is_nothing(0, "no identifier found")
    assert GOPLS.is_nothing(0, 'failed to resolve import "x"')
    assert not GOPLS.is_nothing(0, "no package metadata for file x.go")


def test_tests_outside_a_package_are_a_part_of_their_own() -> None:
    assert GOPLS.kept_open is not None
    inside, outside = (
        GOPLS.kept_open(read(f"package {name}\n", path)) for path, name in (("p/a.go", "p"), ("p/b_test.go", "p_test"))
    )
    assert inside != outside


@pytest.mark.parametrize("line", ["GO111MODULE=off", "GOAMD64=v3", "CGO_CFLAGS=-DSMALL", "GOFLAGS=-tags=x"])
def test_what_go_was_told_for_good_is_known(tmp_path: Path, line: str) -> None:
    settings = tmp_path / "env"
    settings.write_text(f"{line}\n")
    assert toolchain({**os.environ, "GOENV": str(settings)}) != toolchain({**os.environ, "GOENV": "off"})


def test_without_a_toolchain_the_platform_is_this_machines() -> None:
    tools = toolchain({"PATH": "", "HOME": "/h", "GOARCH": "arm64"})
    assert (tools.goarch, tools.module_cache, tools.version) == ("arm64", "/h/go/pkg/mod", "")
    assert tools.release > 20


def tree_of(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_run_writes_nothing_into_the_repository(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    (repo / "sub").mkdir(parents=True)
    (repo / "go.mod").write_text("module example.com/m\n\nrequire example.org/absent v1.0.0\n")
    (repo / "m.go").write_text('package m\n\nimport "example.org/absent"\n\nfunc F() { absent.G(); h() }\n')
    (repo / "sub/s.go").write_text(
        '//go:generate touch generated\npackage sub\n\nimport "fmt"\n\nvar V = fmt.Sprint()\n'
    )
    before = tree_of(repo)
    document = parsed(repo, tmp_path / "out.json")
    assert tree_of(repo) == before
    assert "example.org/absent@v1.0.0?example.org/absent#G" in document["Graph"]


def test_build_files_that_go_could_not_load_are_shown_otherwise(tmp_path: Path) -> None:
    gomod = "module m\ngo 1.99\ntoolchain go1.99.1\nrequire a.org v1.0.0\n"
    assert loadable(gomod, "go1.22.3", lambda path, version: False) == "module m\ngo 1.22\n\nrequire a.org v1.0.0\n"
    assert loadable(gomod, "", lambda path, version: False) == ""
    old = "module m\nrequire a.org v1.0.0\n"
    assert loadable(old, "go1.22.3", lambda path, version: True) == ""
    assert loadable(old, "go1.22.3", lambda path, version: False) == "module m\nrequire a.org v1.0.0\n\ngo 1.17\n"
    assert loadable("module m\ngo 1.20\nrequire a.org v1.0.0\n", "go1.22.3", lambda path, version: False) == ""
    spec = ModuleSpec("m", "go", ".", data={keys.SHOWN: json.dumps({"go.mod": "module m\n"})})
    environ = GOPLS.environ(Launch("/repo", [spec], Options(environ={"PATH": "", "HOME": "/h"}), str(tmp_path)))
    (place,) = json.loads(Path(environ["GOFLAGS"].removeprefix("-overlay=")).read_text())["Replace"].items()
    assert place[0] == "/repo/go.mod"
    assert Path(place[1]).read_text() == "module m\n"


def test_go_is_not_shown_what_is_no_regular_file(tmp_path: Path) -> None:
    root, scratch = tmp_path / "shop", tmp_path / "scratch"
    (root / "kept").mkdir(parents=True)
    scratch.mkdir()
    (root / "a.go").write_text("package shop\n")
    os.mkfifo(root / "x.go")
    os.mkfifo(root / "kept/go.mod")
    os.mkfifo(root / "pipe")
    (root / "link.go").symlink_to("pipe")
    (root / "good.go").symlink_to("a.go")
    (root / "lost.go").symlink_to("nowhere")
    environ = GOPLS.environ(Launch(str(root), [], Options(environ={"PATH": "", "HOME": "/h"}), str(scratch)))
    overlay = json.loads((scratch / "overlay.json").read_text())
    assert overlay == {"Replace": dict.fromkeys((f"{root}/{name}" for name in ("kept/go.mod", "link.go", "x.go")), "")}
    assert f"-overlay={scratch}/overlay.json" in environ["GOFLAGS"]
