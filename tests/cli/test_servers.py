"""`uniast servers`: the table, and installing what is named."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from abcoder_py.cli.main import main
from abcoder_py.plugin import registry
from abcoder_py.plugin.language import Language
from abcoder_py.plugin.servers import NpmStep, ServerSpec
from tests.servers.programs import program, script, server


class Toy(Language):
    """A language with two servers."""

    name = "toy"
    aliases = ("t",)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Makes the toy the only language; gives a folder in front of PATH, where its servers may be."""
    language = Toy()
    other = ServerSpec(program(NpmStep(("other@1.2.0",)), name="other"), toolchain=program(name="maker"))
    language.servers = (server(NpmStep(("toy@1.2.0",))), other)
    point = SimpleNamespace(name="toy", load=lambda: language)
    monkeypatch.setattr(registry, "entry_points", lambda group, name="toy": [point] if name == "toy" else [])
    monkeypatch.setenv("UNIAST_HOME", str(tmp_path / "home"))
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    forget_languages()
    yield folder
    forget_languages()


def forget_languages() -> None:
    registry.languages.cache_clear()
    registry.language.cache_clear()


NPM = """for package; do :; done; name=${package%@*}; mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho %s\\n' "$package" > node_modules/.bin/$name; chmod 755 node_modules/.bin/$name"""


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    assert main(["servers", "--json"]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_each_state_with_what_helps(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(toy, "echo 1.1.0")
    first, second = rows(capsys)
    assert first == {
        "language": "toy",
        "server": "toy",
        "default": True,
        "state": "other version",
        "version": "1.1.0",
        "wanted": "1.2.0",
        "path": str(path),
        "detail": "1.1.0 was found, 1.2.0 is wanted",
        "install": "uniast servers install toy",
    }
    assert (second["state"], second["install"]) == ("missing", "uniast servers install toy=other")
    script(toy, "echo 1.2.0", name="other")
    assert [row["state"] for row in rows(capsys)] == ["other version", "no toolchain"]
    script(toy, "echo 1.2.0", name="maker")
    assert [row["state"] for row in rows(capsys)] == ["other version", "ready"]


def test_piped_it_is_plain_columns(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["servers"]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        ["language", "server", "state", "version", "wanted", "path"],
        ["toy", "toy", "missing", "", "1.2.0", ""],
        ["toy", "other", "missing", "", "1.2.0", ""],
    ]


def test_on_a_terminal_it_is_a_table_that_tells_the_remedy(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script(toy, "echo [red]error")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["servers"]) == 0
    shown = capsys.readouterr().out
    assert "broken" in shown
    assert "toy: it told no version but: [red]error" in shown
    assert "toy: uniast servers install toy" in shown


def test_install_brings_the_default_and_says_where(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script(toy, NPM, name="npm")
    assert main(["servers", "install", "t"]) == 0
    place = tmp_path / "home/servers/toy-1.2.0/node_modules/.bin/toy"
    assert capsys.readouterr().out == f"installing toy 1.2.0\ntoy: toy 1.2.0 is ready at {place}\n"
    assert main(["servers", "install"]) == 0
    assert capsys.readouterr().out == f"toy: toy 1.2.0 is ready at {place}\n"


def test_install_says_what_it_could_not_bring(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["servers", "install", "toy=other"]) == 1
    assert "toy: other needs maker: install it, or add --with-toolchain" in capsys.readouterr().err
    script(toy, "echo no network; exit 7", name="npm")
    assert main(["servers", "install", "toy"]) == 1
    assert "failed with exit code 7:\nno network" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "message"),
    [("cobol", "no language 'cobol': there are toy"), ("toy=x", "no server 'x' for toy; there are: toy, other")],
)
def test_install_of_what_nobody_knows(name: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["servers", "install", name]) == 1
    assert message in capsys.readouterr().err
