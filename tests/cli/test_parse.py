"""`uniast parse`: its options, what it tells, and what it gives to pipes."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from abcoder_py.cli.main import main
from tests.command import PROGRAM, environ, told, uniast
from tests.test_trees import SHOP, grow, packages_of

Parse: TypeAlias = Callable[..., tuple[int, str, Any]]
LOOSE = "import json\n\n\ndef loose(thing):\n    return thing.unknown, len(json.dumps(thing))\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    test = "from shop.base import base\n\n\ndef test_base():\n    assert base()\n"
    return grow(tmp_path / "shop", {**SHOP, "shop/loose.py": LOOSE, "tests/test_base.py": test})


@pytest.fixture
def parse(shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Parse:
    """Runs the command in this process: exit code, stderr, document."""

    def run(*words: str) -> tuple[int, str, Any]:
        out = tmp_path / "out.json"
        code = main(["parse", str(shop), "-o", str(out), "--no-cache", *words])
        captured = capsys.readouterr()
        assert captured.out == ""
        return code, captured.err, json.loads(out.read_bytes()) if out.exists() else None

    return run


def function(document: Any, package: str, name: str) -> Any:
    return document["Modules"]["shop"]["Packages"][package]["Functions"][name]


def test_what_is_told(parse: Parse, tmp_path: Path) -> None:
    code, err, _ = parse()
    assert code == 0
    lines = err.splitlines()
    assert lines[0] == "python: 5 files"
    assert lines[1].split()[0] == "names"
    assert "100.00% of" in lines[1]
    assert lines[2].split()[0] == "attributes"
    assert "1 receiver type unknown" in lines[2]
    assert "4 nodes, 3 edges" in err
    assert "python server" in err
    assert lines[-1].startswith(f"{tmp_path / 'out.json'}: ")


@pytest.mark.parametrize("name", ["python", "py"])
def test_a_language_by_name_and_alias(parse: Parse, name: str) -> None:
    _, _, document = parse("--lang", name)
    assert packages_of(document) == {"shop", "shop.base", "shop.use", "shop.loose", "tests.test_base"}


def test_several_languages_in_one_document(shop: Path, parse: Parse) -> None:
    grow(shop, {"cmd/go.mod": "module example.com/cmd\n\ngo 1.21\n", "cmd/main.go": "package main\n\nfunc main() {}\n"})
    _, err, document = parse()
    assert {module["Language"] for module in document["Modules"].values() if module.get("Dir")} == {"go", "python"}
    assert err.index("go: 1 file") < err.index("python: 5 files")
    _, err, document = parse("--lang", "py")
    assert "go: " not in err
    assert set(document["Extra"]["Languages"]) == {"python"}


def test_files_are_left_out(parse: Parse) -> None:
    assert packages_of(parse("--exclude", "loose.py")[2]) == {"shop", "shop.base", "shop.use", "tests.test_base"}
    assert packages_of(parse("--exclude", "/shop/l*", "--exclude", "tests/")[2]) == {"shop", "shop.base", "shop.use"}
    assert packages_of(parse("--no-tests")[2]) == {"shop", "shop.base", "shop.use", "shop.loose"}
    _, err, document = parse("--max-file-size", "80")
    assert "shop.loose" not in packages_of(document)
    assert "left out: 1 entry" in err


def test_builtins_externals_and_the_graph(parse: Parse) -> None:
    _, _, plain = parse("--repo-id", "example.com/shop")
    assert plain["id"] == "example.com/shop"
    assert "FunctionCalls" in function(plain, "shop.loose", "loose")
    calls = [call["Name"] for call in function(plain, "shop.loose", "loose")["FunctionCalls"]]
    assert calls == ["dumps"]
    _, _, document = parse("--builtins")
    assert [call["Name"] for call in function(document, "shop.loose", "loose")["FunctionCalls"]] == ["len", "dumps"]
    _, _, document = parse("--no-graph")
    assert document["Graph"] == {}
    _, _, document = parse("--load-external-symbol")
    (module,) = (module for name, module in document["Modules"].items() if name.startswith("python@"))
    assert module["Packages"]["json"]["Functions"]["dumps"]["Content"].startswith("def dumps(")


def test_syntax_only(parse: Parse) -> None:
    code, err, document = parse("--syntax-only")
    assert code == 0
    assert "no server for" not in err
    assert "0.00% of 4 known: 4 no server" in err
    assert "FunctionCalls" not in function(document, "shop.use", "use")
    assert [use["Reason"] for use in function(document, "shop.use", "use")["Extra"]["Uncertain"]] == ["no server"]


def test_a_gate(parse: Parse) -> None:
    assert parse("--fail-under", "0.5")[0] == 0
    code, err, document = parse("--fail-under", "0.98")
    assert code == 1
    assert document is not None  # written all the same: it is what one looks into
    assert err.splitlines()[-1].startswith("uniast: python: 0.")
    assert err.splitlines()[-1].endswith("of its uses are known, --fail-under wants 0.98")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--server", "python"], "write it as LANGUAGE=NAME, such as python=basedpyright"),
        (["--server", "python="], "write it as LANGUAGE=NAME"),
        (["--server", "cobol=x"], "no language 'cobol': there are go, python"),
        (["--server", "py=x"], "--server python=x: no such server; there are: ty, basedpyright"),
        (["--lang", "cobol"], "no language 'cobol': there are go, python"),
        (["--python", "/no/such/place"], "no environment or interpreter with a site-packages folder"),
    ],
)
def test_wrong_words_are_told_as_a_sentence(parse: Parse, words: list[str], said: str) -> None:
    code, err, document = parse(*words)
    assert (code, document) == (1, None)
    assert err.startswith("uniast: ")
    assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--jobs", "0"], "0: a number from 1 on"),
        (["--jobs", "many"], "many: a number from 1 on"),
        (["--fail-under", "98"], "98: a share from 0 to 1"),
        (["--fail-under", "most"], "most: a share from 0 to 1"),
        (["--fail-under", "nan"], "nan: a share from 0 to 1"),
        (["--max-file-size", "1T"], "1T: bytes, or a number with K, M or G"),
        (["--max-file-size", "0"], "0: bytes, or a number with K, M or G"),
        (["--cache", "x", "--no-cache"], "not allowed with argument"),
        (["one", "two"], "unrecognized arguments: two"),
    ],
)
def test_wrong_usage(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["parse", *words])
    captured = capsys.readouterr()
    assert ended.value.code == 2
    assert captured.out == ""
    assert said in captured.err


def test_standard_output_is_the_document_and_nothing_else(shop: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = uniast("parse", shop, "-o", "-", "--no-cache")
    assert "(standard output): " in told(done, 0)
    told(uniast("parse", shop, "-o", out, "--no-cache"), 0)
    assert done.stdout == out.read_bytes()


@pytest.mark.parametrize("buffering", [{"PYTHONUNBUFFERED": "1"}, {"PYTHONUNBUFFERED": ""}], ids=["raw", "buffered"])
def test_a_reader_that_leaves_early(shop: Path, buffering: dict[str, str]) -> None:
    many = "".join(f"def f{number}():\n    return {number}\n\n\n" for number in range(3000))
    grow(shop, {"shop/many.py": many})
    argv = [*PROGRAM, "parse", str(shop), "-o", "-", "--syntax-only", "--no-cache"]
    run = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ(buffering))
    assert run.stdout is not None
    assert run.stderr is not None
    assert run.stdout.read(1) == b"{"
    run.stdout.close()
    assert run.stderr.read() == b""
    run.stderr.close()
    assert run.wait(timeout=60) == 0


@pytest.mark.parametrize("terminal", [{"NO_COLOR": "1"}, {}], ids=["no colour", "colour"])
def test_colours_and_progress_are_for_terminals(shop: Path, tmp_path: Path, terminal: dict[str, str]) -> None:
    ours, theirs = os.openpty()
    argv = [*PROGRAM, "parse", str(shop), "-o", str(tmp_path / "out.json"), "--no-cache"]
    run = subprocess.Popen(argv, stderr=theirs, env=environ({"TERM": "xterm-256color", **terminal}))
    os.close(theirs)
    seen = b""
    while chunk := read(ours):
        seen += chunk
    os.close(ours)
    assert run.wait(timeout=60) == 0
    assert b"asking the language server" in seen or b"reading the folder" in seen
    assert (b"\x1b[1mpython\x1b[0m: 5 files" in seen) or terminal
    assert (b"\x1b[3" in seen) != bool(terminal)  # a colour
    told_to_a_pipe = told(uniast("parse", shop, "-o", tmp_path / "out.json", env={"TERM": "xterm-256color"}), 0)
    assert "\x1b" not in told_to_a_pipe


def read(terminal: int) -> bytes:
    """What the program printed; a terminal whose other end is gone is an error on Linux."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""
