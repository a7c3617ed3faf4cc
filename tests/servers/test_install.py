"""An installation is whole or not there, and stays in our folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from abcoder_plugins.go.servers import GO

from abcoder_py.plugin.servers import GoBuildStep, GoStep, NpmStep, Program
from abcoder_py.servers.find import find_program, find_toolchain
from abcoder_py.servers.install import install_program, install_server
from abcoder_py.servers.steps import InstallError
from tests.servers.programs import program, script, server, wheel

INSTALL = """
from tests.servers.programs import program
from abcoder_py.plugin.servers import NpmStep
from abcoder_py.servers.install import install_program
install_program(program(NpmStep(("toy@1.2.0",))), {})
"""
ROOT = Path(__file__).parents[2]
NPM = NpmStep(("toy@1.2.0",))


@pytest.fixture
def npm(on_path: Path) -> None:
    """A client that installs at once what it is named."""
    body = """for package; do :; done; name=${package%@*}; mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho %s\\n' "$package" > node_modules/.bin/$name; chmod 755 node_modules/.bin/$name"""
    script(on_path, body, name="npm")


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_pip_into_an_environment_of_its_own(tmp_path: Path, ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("PIP_TARGET", "PIP_PREFIX", "PYTHONPATH"):
        monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    folder = install_program(program(wheel(tmp_path)), {})
    assert folder == ours / "toy-1.2.0"
    assert entries(ours) == ["toy-1.2.0"]
    assert not (tmp_path / "elsewhere").exists()
    found = find_program(program())
    assert (found.state, found.path) == ("ready", str(folder / "bin/toy"))
    ran = subprocess.run([found.path], capture_output=True, text=True, check=True)
    assert ran.stdout == f"toy 1.2.0 {folder}/bin/python\n", "scripts name the place that the folder was moved to"


def test_npm_without_install_scripts(tmp_path: Path, ours: Path, on_path: Path) -> None:
    script(on_path, f'echo "$PWD $*" > "{tmp_path}/asked"; mkdir -p node_modules/.bin', name="npm")
    with pytest.raises(InstallError, match="brought no toy"):
        install_program(program(NpmStep(("toy@1.2.0", "other@3"))), {})
    folder, arguments = (tmp_path / "asked").read_text().split(" ", 1)
    assert Path(folder).parent == ours
    assert arguments == f"install --prefix {folder} --ignore-scripts --no-audit --no-fund toy@1.2.0 other@3\n"
    assert entries(ours) == []


def test_go_builds_without_touching_the_users_folders(tmp_path: Path, ours: Path, on_path: Path) -> None:
    body = f"""env > "{tmp_path}/environ"; echo "$PWD $*" > "{tmp_path}/asked"
mkdir -p "$GOBIN" "$GOMODCACHE/x"; printf '#!/bin/sh\\necho toy v1.2.0\\n' > "$GOBIN/toy"; chmod 755 "$GOBIN/toy" """
    script(on_path, body, name="go")
    go_program = Program(
        "toy", "1.2.0", "toy", (GoStep(("example.org/toy@v1.2.0",)),), environ={"GOTOOLCHAIN": "local"}
    )
    folder = install_program(go_program, {})
    assert entries(folder) == ["bin"], "what it was built from is gone"
    environ = dict(line.split("=", 1) for line in (tmp_path / "environ").read_text().splitlines() if "=" in line)
    assert environ["GOTOOLCHAIN"] == "local"
    assert {Path(environ[name]).is_relative_to(ours) for name in ("GOBIN", "GOPATH", "GOMODCACHE")} == {True}
    assert (tmp_path / "asked").read_text().endswith(" install example.org/toy@v1.2.0\n")


def test_a_go_module_of_ours_is_built_where_it_lies(tmp_path: Path, ours: Path) -> None:
    module = tmp_path / "module"
    module.mkdir()
    (module / "go.mod").write_text("module example.org/toy\n\ngo 1.21\n")
    says = 'import "os"\n\nvar version = "none"\n\nfunc main() { os.Stdout.WriteString("toy " + version) }\n'
    (module / "main.go").write_text(f"package main\n\n{says}")
    folder = install_program(program(GoBuildStep(str(module), "1.2.0")), find_toolchain(GO).environ)
    assert entries(module) == ["go.mod", "main.go"], "nothing is written beside the sources"
    assert entries(folder) == ["bin"]
    assert find_program(program()).state == "ready"


def test_a_failed_step_says_why_and_leaves_nothing(tmp_path: Path, ours: Path) -> None:
    step = wheel(tmp_path)
    Path(step.requirements[0]).write_bytes(b"no archive")
    with pytest.raises(InstallError, match=r"pip .* failed with exit code 1:\n(.|\n)*toy-1.2.0"):
        install_program(program(step), {})
    assert entries(ours) == []


@pytest.mark.usefixtures("npm")
def test_what_does_not_work_is_not_installed(ours: Path) -> None:
    with pytest.raises(InstallError, match=r"toy 1\.2\.0 was installed, but it told no version but: toy@none"):
        install_program(program(NpmStep(("toy@none",))), {})
    assert entries(ours) == []


@pytest.mark.usefixtures("npm")
def test_a_broken_installation_is_replaced(ours: Path) -> None:
    script(ours / "toy-1.2.0/bin", "exit 1")
    said: list[str] = []
    found = install_server(server(NPM), with_toolchain=False, tell=said.append)
    assert (found.state, said) == ("ready", ["installing toy 1.2.0"])
    assert entries(ours) == ["toy-1.2.0"]


def test_what_is_there_stays(ours: Path, on_path: Path) -> None:
    path = script(on_path, "echo toy 1.2.0")
    said: list[str] = []
    found = install_server(server(NPM), with_toolchain=True, tell=said.append)
    assert (found.path, said, ours.exists()) == (str(path), [], False)


@pytest.mark.usefixtures("npm")
def test_a_toolchain_only_where_asked_and_missing(ours: Path) -> None:
    maker = program(NpmStep(("maker@7.0",)), version="7.0", name="maker")
    spec = server(NPM, toolchain=maker)
    said: list[str] = []
    with pytest.raises(InstallError, match="toy needs maker: install it, or add --with-toolchain"):
        install_server(spec, with_toolchain=False, tell=said.append)
    assert said == []
    found = install_server(spec, with_toolchain=True, tell=said.append)
    assert found.state == "ready"
    assert said == ["installing maker 7.0", "installing toy 1.2.0"]
    assert found.environ["PATH"].endswith(str(ours / "maker-7.0/node_modules/.bin"))


def test_a_missing_client_is_named(ours: Path, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="npm is needed and missing"):
        install_program(program(NPM), {"PATH": str(tmp_path)})


@pytest.mark.usefixtures("npm")
def test_two_at_once(ours: Path) -> None:
    runs = [subprocess.Popen([sys.executable, "-c", INSTALL], cwd=ROOT) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert entries(ours) == ["toy-1.2.0"]
    assert find_program(program()).state == "ready"


def test_what_a_killed_installation_left_is_removed(tmp_path: Path, ours: Path, on_path: Path) -> None:
    pipe = tmp_path / "reached"
    os.mkfifo(pipe)
    script(on_path, f'echo $$ > "{pipe}"; exec sleep 300', name="npm")
    run = subprocess.Popen([sys.executable, "-c", INSTALL], cwd=ROOT)
    client = int(pipe.read_text())
    left = entries(ours)
    run.kill()
    run.wait()
    os.kill(client, signal.SIGKILL)
    assert left == [f".toy-1.2.0.{run.pid}"]
    assert find_program(program()).state == "missing"
    with pytest.raises(InstallError):
        install_program(program(NPM), {"PATH": str(tmp_path)})
    assert entries(ours) == []


def test_an_interrupted_installation_leaves_nothing(ours: Path, on_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    script(on_path, "", name="npm")
    monkeypatch.setattr(subprocess, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        install_program(program(NPM), {})
    assert entries(ours) == []
