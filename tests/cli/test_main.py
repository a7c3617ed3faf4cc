"""`uniast`: help, exit codes, how errors are told, completion."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from abcoder_py import __version__
from abcoder_py.cli import main as program
from abcoder_py.cli.completion import SHELLS
from abcoder_py.cli.main import COMMANDS, main
from tests.command import told, uniast

CHECKERS = [(shell, [path, "-n"]) for shell in SHELLS if (path := shutil.which(shell))]


def ended(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(words)
    return end.value.code


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended("--version") == 0
    assert capsys.readouterr().out == f"uniast {__version__}\n"


@pytest.mark.parametrize("words", [(), *((command,) for command in COMMANDS)], ids=str)
def test_help_shows_examples_that_are_valid(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert ended(*words, "--help") == 0
    shown = capsys.readouterr().out
    _, found, examples = shown.partition("examples:\n")
    assert found
    lines = [line.strip() for line in examples.splitlines() if line]
    commands = [shlex.split(re.split(r"  |[|<]|>>", line)[0]) for line in lines]
    named = [line[1:] for line in commands if line[0] == "uniast"]
    assert all(program.build_parser().parse_args(line).func for line in named)
    assert named or words == ("completion",)


@pytest.mark.parametrize("words", [(), ("bogus",), ("--bogus",), ("parse", "--bogus"), ("completion", "tcsh")], ids=str)
def test_wrong_usage_ends_with_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(*words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "uniast" in captured.err


def test_an_error_is_a_sentence_and_verbose_shows_where(tmp_path: Path) -> None:
    words = ("parse", tmp_path / "nowhere")
    said = told(uniast(*words, cwd=tmp_path), 1)
    assert said == f"uniast: {tmp_path / 'nowhere'}: there is no such folder; name the folder of a repository\n"
    for line in ((*words, "--verbose"), ("--verbose", *words)):
        done = uniast(*line, cwd=tmp_path)
        assert done.returncode == 1
        assert b"Traceback" in done.stderr
        assert b"RunError" in done.stderr


def test_an_unexpected_error_is_a_sentence_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(*words: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("abcoder_py.pipeline.parse.walk", breaks)
    assert main(["parse", str(tmp_path), "-o", str(tmp_path / "out.json")]) == 1
    said = capsys.readouterr().err
    assert said == "uniast: unexpected ZeroDivisionError: by nothing; --verbose shows where\n"
    with pytest.raises(ZeroDivisionError):
        main(["--verbose", "parse", str(tmp_path), "-o", str(tmp_path / "out.json")])


def test_no_colour_where_it_is_not_wanted() -> None:
    assert b"\x1b" not in uniast("--help", env={"NO_COLOR": "1", "TERM": "xterm-256color"}).stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_names_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(word in script for word in (*COMMANDS, "fail-under", "load-external-symbol", "direction"))


@pytest.mark.parametrize(("shell", "checker"), CHECKERS)
def test_completion_scripts_are_valid(shell: str, checker: list[str], tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(uniast("completion", shell).stdout)
    done = subprocess.run([*checker, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("uniast pa", {"parse"}),
        ("uniast parse --fail", {"--fail-under"}),
        ("uniast graph --dep", {"--depth"}),
        ("uniast completion f", {"fish"}),
    ],
)
def test_bash_completes(words: str, offered: set[str], tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(uniast("completion", "bash").stdout)
    code = f'source "{script}"; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _shtab_uniast'
    code += '; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=False)
    assert set(done.stdout.split()) == offered, done.stderr
