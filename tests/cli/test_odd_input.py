"""What the commands over a document say of one that is odd: of another tool, cut off, of wrong types, through a pipe.

No case may end in a traceback's words: `unexpected` stands for an error that no command foresaw.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from abcoder_py.cli.main import main
from tests.uniast.shop import EXAMPLES

EXAMPLE = (EXAMPLES / "uniast.json").read_bytes()
COMMANDS = {
    "codestruct": ("codestruct",),
    "skt": ("skt", "--edges", "--externals"),
    "skt json": ("skt", "--edges", "--format", "json"),
    "diff": ("diff", str(EXAMPLES / "uniast.json")),
    "context": ("context", "--node", "prices#read", "--budget", "2000", "--ast"),
    "central": ("report", "central", "--ast"),
    "cycles": ("report", "cycles", "--ast"),
    "dead": ("report", "dead", "--repo", str(EXAMPLES / "shop"), "--ast"),
    "layers": ("report", "layers", "--ast"),
    "duplicates": ("report", "duplicates", "--min-tokens", "5", "--ast"),
    "check": ("check",),
}
NO_DOCUMENT = {
    "empty object": b"{}",
    "no object": b"[]",
    "cut off": EXAMPLE[: len(EXAMPLE) // 2],
    "deep": b'{"Modules":' * 20_000,
    "no UTF-8": b"\x80",
}


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return COMMANDS[request.param]


def trouble(command: tuple[str, ...]) -> int:
    return 2 if command[0] == "diff" else 1


@pytest.mark.parametrize("content", NO_DOCUMENT.values(), ids=NO_DOCUMENT)
def test_what_is_no_document_is_an_error(
    content: bytes, command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in"
    path.write_bytes(content)
    assert main([*command, str(path)]) == trouble(command)
    captured = capsys.readouterr()
    assert "unexpected " not in captured.err.replace("unexpected end of data", "")
    assert str(path) in captured.err + captured.out


def test_a_byte_order_mark_is_no_part_of_it(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, marked = tmp_path / "plain", tmp_path / "marked"
    plain.write_bytes(EXAMPLE)
    marked.write_bytes(b"\xef\xbb\xbf" + EXAMPLE)
    code = main([*command, str(plain)])
    expected = capsys.readouterr()
    assert main([*command, str(marked)]) == code
    assert capsys.readouterr().out.replace(str(marked), str(plain)) == expected.out


@pytest.mark.parametrize("key", ["File", "Content", "Line", "StartOffset", "EndOffset", "Extra", "Name"])
@pytest.mark.parametrize("value", [{"a": 1}, [None], 2**63, "x"], ids=["object", "list", "number", "text"])
def test_a_value_of_a_wrong_type_is_told_or_passed_over(
    key: str, value: Any, command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = orjson.loads(EXAMPLE)
    for module in document["Modules"].values():
        for package in (module.get("Packages") or {}).values():
            for node in (package.get("Functions") or {}).values():
                node[key] = value
    path = tmp_path / "in"
    path.write_bytes(orjson.dumps(document))
    assert main([*command, str(path)]) in (0, 1, trouble(command))
    assert "unexpected " not in capsys.readouterr().err


def test_text_that_is_no_utf_8_is_told_by_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"file: a\n  func: \xff")
    assert main(["codestruct", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"uniast: {path}:2:9: ")


def run(line: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A shell's line in which `"$@"` is uniast with these words."""
    program = [sys.executable, "-m", "abcoder_py.cli.main", *words]
    return subprocess.run(["bash", "-c", line, "bash", *program], capture_output=True, check=False)


def test_a_report_reads_a_pipe() -> None:
    ast = str(EXAMPLES / "uniast.json")
    direct = run('"$@"', "report", "central", "--ast", ast)
    piped = run(f'"$@" <(cat "{ast}")', "report", "central", "--ast")
    assert (piped.returncode, piped.stdout) == (0, direct.stdout), piped.stderr


@pytest.mark.parametrize("words", [("report", "central", "--ast"), ("skt",), ("codestruct",)], ids=str)
def test_output_that_cannot_be_written_is_an_error(words: tuple[str, ...]) -> None:
    done = run('"$@" >/dev/full', *words, str(EXAMPLES / "uniast.json"))
    assert done.returncode == 1
    assert done.stderr.startswith(b"uniast: standard output: cannot be written")


def test_a_difference_stays_one_where_the_reader_leaves(tmp_path: Path) -> None:
    other = tmp_path / "empty.json"
    other.write_bytes(b'{"Modules": {}}')
    words = ("diff", str(EXAMPLES / "uniast.json"), str(other))
    assert run('"$@" | :; exit "${PIPESTATUS[0]}"', *words).returncode == 1
    full = run('"$@" >/dev/full', *words)
    assert full.returncode == 2, full.stderr


def test_an_unforeseen_error_of_diff_is_trouble_and_no_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("abcoder_py.views.codestruct.diff.compare", breaks)
    ast = str(EXAMPLES / "uniast.json")
    assert main(["diff", ast, ast]) == 2
    assert "unexpected ZeroDivisionError" in capsys.readouterr().err
