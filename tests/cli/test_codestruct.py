"""`uniast codestruct` as a user runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import PROGRAM, environ, told, uniast
from tests.test_trees import grow
from tests.views.codestruct.repositories import SHOP, VIEW

EXAMPLES = Path(__file__).parents[1] / "views/codestruct/examples"
DOCUMENT = Path(__file__).parents[2] / "examples/uniast.json"


def out(*words: str | Path, cwd: Path | None = None) -> str:
    done = uniast("codestruct", *words, cwd=cwd)
    told(done, 0)
    return done.stdout.decode()


@pytest.fixture(scope="module")
def ast(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop's document, where the command looks for it."""
    folder = grow(tmp_path_factory.mktemp("cli") / "shop", dict(SHOP))
    told(uniast("parse", "--no-cache", cwd=folder), 0)
    return folder / ".uniast/uniast.json"


def test_a_document_a_folder_and_text_give_the_same_view(ast: Path, tmp_path: Path) -> None:
    assert out(ast) == out(cwd=ast.parents[1]) == VIEW
    assert out(ast.parents[1]) == VIEW
    told(uniast("codestruct", ast, "-o", tmp_path / "view.txt"), 0)
    assert (tmp_path / "view.txt").read_text() == VIEW
    assert out(tmp_path / "view.txt") == VIEW


@pytest.mark.parametrize("source", ["document", "view", "minified"])
def test_standard_input(ast: Path, source: str) -> None:
    data = {"document": ast.read_bytes(), "view": VIEW.encode(), "minified": b"fn:f|p:a[t:INT]\n"}[source]
    words = [*PROGRAM, "codestruct", "-"]
    done = subprocess.run(words, input=data, env=environ(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    expected = "func: f\n  param: a [type: INTEGER]\n" if source == "minified" else VIEW
    assert done.stdout.decode() == expected


def test_forms() -> None:
    long, minified = EXAMPLES / "to-minify.txt", EXAMPLES / "minified.txt"
    assert out(long, "--minify", "--no-legend") == minified.read_text()
    legend, _, text = out(long, "--minify").rstrip("\n").rpartition("\n")
    assert text + "\n" == minified.read_text()
    assert legend.startswith("Format: Entity;Entity|Child,Child[Attribute,Attribute]\nKeyword map: d=dir,")
    assert "|dc:Adds two numbers...,p:a[t:INT]" in out(long, "--minify", "--doc")
    assert "p:a[INT]" in out(long, "--minify=max")
    assert out(minified, "--expand") == "".join(
        f"{line.partition(' ::: ')[0]}\n" for line in out(long, "--no-doc").splitlines() if "PI" not in line
    ).replace("  file: README.md", "      const: PI [type: FLOAT, default: 3.14159]\n  file: README.md")


def test_options(ast: Path) -> None:
    assert "ref: const: TAX" not in out(ast, "--no-uses")
    assert "doc:" not in out(ast, "--no-doc")
    assert "```python\n" in out(ast, "--impl")
    assert "dir: shop ::: " in out(ast, "--hash")
    assert "[type: INTEGER]" in out(ast, "--canonical-types")
    assert out(ast, "--depth", "1") == "dir: shop\n"
    assert "use.py" not in out(ast, "--include", "money.py")
    assert "use.py" not in out(ast, "--exclude", "use.py")
    assert out(ast, "--node", "shop.money#Article.cost").startswith("func: cost\n")


def test_a_budget(ast: Path) -> None:
    done = uniast("codestruct", ast, "--minify", "--budget", "300", "--tokenizer", "cl100k_base")
    assert " tokens of cl100k_base; left out: " in told(done, 0)
    assert done.stdout.startswith(b"# left out to stay under 300 tokens: ")
    assert "raise --budget" in told(uniast("codestruct", ast, "--budget", "3"), 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("dir: a\n  file: b\n\tfile: c\n", "in.txt:3:1: no CodeStruct: tabs and spaces are mixed"),
        ("func: f\n  impl:\n", "in.txt:2:3: no CodeStruct: a fenced block"),
        ("func: f\n  impl:\n    ```python\n", "in.txt:3:5: no CodeStruct: this fenced block is never closed"),
        ("fn:f|p:a[t:INT", "in.txt:1:15: no CodeStruct: `,` or `]` is wanted"),
        ('{"id": "x",\n "Modules": {', "in.txt:2:14: no UniAST document: Input data was truncated"),
        ('{"id": "x",\n "Modules": ?}', "in.txt:2:13: no UniAST document: JSON is malformed"),
        ('{"id": "x"}', "in.txt: no UniAST document: Object missing required field `Modules`"),
        (b"func: \xff", "in.txt:1:7: is neither UniAST nor CodeStruct: no UTF-8"),
    ],
)
def test_bad_input_is_told_with_its_place(tmp_path: Path, content: str | bytes, message: str) -> None:
    grow(tmp_path, {"in.txt": content})
    assert f"uniast: {message}" in told(uniast("codestruct", "in.txt", cwd=tmp_path), 1)


def test_other_errors_say_what_can_be_done(tmp_path: Path, ast: Path) -> None:
    text = EXAMPLES / "async.txt"
    for words, code, message in [
        ((), 1, "run `uniast parse` here first"),
        (("nowhere.json",), 1, "nowhere.json: no such file or folder; name a UniAST file, a folder, or CodeStruct"),
        ((text, "--impl"), 1, "--impl cannot add to; name a UniAST file or a folder"),
        ((text, "--hash"), 1, "--hash cannot add to"),
        ((ast, "--node", "nobody"), 1, "no node is called 'nobody'"),
        ((ast, "-o", "no/such/place.txt"), 1, "does not exist; make it"),
        ((ast, "--minify", "--expand"), 2, "not allowed with"),
        ((ast, "--budget", "none"), 2, "a number from 1 on"),
        ((ast, "--tokenizer", "abc"), 2, "invalid choice"),
        ((tmp_path,), 1, "holds no source file of a known language"),
    ]:
        assert message in told(uniast("codestruct", *words, cwd=tmp_path), code)


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff"])
@pytest.mark.parametrize("command", ["codestruct", "skt"])
def test_an_empty_file_is_no_input(tmp_path: Path, command: str, content: str) -> None:
    grow(tmp_path, {"empty.txt": content})
    kind = "CodeStruct" if command == "codestruct" else ".skt text"
    said = told(uniast(command, "empty.txt", cwd=tmp_path), 1)
    assert said == f"uniast: empty.txt: is empty; name a UniAST file, a folder, or {kind}\n"


def test_an_input_has_one_name_in_all_commands(tmp_path: Path, ast: Path) -> None:
    assert out("--ast", ast) == VIEW
    said = told(uniast("codestruct", ast, "--ast", ast), 2)
    assert f"INPUT {ast} and --ast {ast} name one thing; give one of them" in said
    for command in (
        ("skt",),
        ("check",),
        ("graph",),
        ("report", "layers"),
        ("context", "--node", "x", "--budget", "9"),
    ):
        assert "nowhere: no such file" in told(uniast(*command, "--ast", "nowhere", cwd=tmp_path), 1)


@pytest.mark.parametrize("command", ["codestruct", "skt"])
def test_a_pattern_that_includes_nothing_is_told(ast: Path, command: str) -> None:
    words = ("--include", "money.py", "--include", "mony.py", "--exclude", "vendor/")
    done = uniast(command, ast, *words)
    assert "note: --include mony.py: no file matches it" in told(done, 0).splitlines()
    assert done.stderr.count(b"no file matches") == 1
    assert b"money.py" in done.stdout


def test_a_pipe_that_closes(tmp_path: Path, ast: Path) -> None:
    grow(tmp_path, {"marked.json": b"\xef\xbb\xbf" + ast.read_bytes()})
    assert out(tmp_path / "marked.json") == VIEW
    command = f"{sys.executable} -m abcoder_py.cli.main codestruct {ast} | head -1"
    done = subprocess.run(command, shell=True, env=environ(), capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"dir: shop\n", b"")


def test_help_and_completion_know_the_command() -> None:
    help_text = uniast("codestruct", "--help").stdout.decode()
    for word in ("--minify=max", "--budget", "--no-legend", "--canonical-types", "examples:"):
        assert word in help_text
    for shell in ("bash", "zsh", "fish"):
        script = uniast("completion", shell).stdout.decode()
        assert "codestruct" in script
        assert "canonical" in script
