"""`uniast skt`: its inputs, its outputs, and what it tells."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from abcoder_py.cli.main import main
from abcoder_py.views.skt import join_chunks, read
from tests.command import told, uniast
from tests.uniast.shop import EXAMPLES

AST = EXAMPLES / "uniast.json"


def run(capsysbinary: pytest.CaptureFixture[bytes], *words: str | Path) -> str:
    assert main(["skt", *map(str, words)]) == 0
    return capsysbinary.readouterr().out.decode()


def chunks(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*.skt"))}


def test_a_uniast_file_to_standard_output_and_to_a_file(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    text = run(capsysbinary, AST, "--edges")
    assert "--contains-->" in text
    assert run(capsysbinary, AST, "--edges", "-o", tmp_path / "out.skt") == ""
    assert (tmp_path / "out.skt").read_text() == text
    assert "[edges]" not in run(capsysbinary, AST)


def test_the_default_is_the_document_of_this_folder(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".uniast").mkdir()
    shutil.copy(AST, tmp_path / ".uniast" / "uniast.json")
    assert run(capsysbinary) == run(capsysbinary, AST)


def test_a_folder_is_parsed_first(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNIAST_HOME", str(tmp_path / "home"))
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / "a.py").write_text("def one():\n    return two()\n\n\ndef two(): ...\n")
    assert run(capsysbinary, tmp_path / "repo", "--edges") == (
        "[symbols]\n## a.py\nS1 meta/file L1-L5 a.py {}\n"
        "S2 callable/function L1-L2 one() {exported}\nS3 callable/function L5-L5 two() {exported}\n"
        "\n[edges]\nS2 --calls--> S3\n"
    )


def test_skt_text_is_an_input_too(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    path = tmp_path / "shop.skt"
    text = run(capsysbinary, AST, "--edges")
    path.write_text(text)
    assert run(capsysbinary, path, "--edges") == text
    assert run(capsysbinary, path) == run(capsysbinary, AST)
    assert read(run(capsysbinary, path, "--edges", "--minify")) == read(text)
    assert run(capsysbinary, path, "--format", "json", "--edges") == run(
        capsysbinary, AST, "--format", "json", "--edges"
    )
    part = read(run(capsysbinary, path, "--edges", "--exported-only", "--include", "*.go"))
    whole = {symbol.number: symbol for symbol in read(text).symbols()}
    assert {block.path for block in part.files} == {"broken/broken.go", "shop.go"}
    assert all(whole[symbol.number] == symbol for symbol in part.symbols())
    assert {symbol.property("exported") for symbol in part.symbols()} == {"", None}
    kept = {symbol.number for symbol in part.symbols()}
    assert all(end in kept for group in part.edges for end in group.targets)


def test_standard_input(tmp_path: Path) -> None:
    text = uniast("skt", AST, "--edges").stdout
    path = tmp_path / "in.skt"
    path.write_bytes(text)
    with path.open("rb") as file:
        done = uniast("skt", "-", "--edges", before=lambda: os.dup2(file.fileno(), 0))
    assert done.stdout == text


def test_json(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    text = run(capsysbinary, AST, "--format", "json", "--edges")
    assert run(capsysbinary, AST, "--json", "--edges") == text
    document = json.loads(text)
    assert list(document) == ["files", "symbols", "edges", "errors"]
    assert {edge["kind"] for edge in document["edges"]} >= {
        "calls",
        "contains",
        "references",
        "implements",
        "overrides",
    }


def test_files_are_chosen_as_in_a_gitignore(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    def paths(*words: str) -> list[str]:
        return [block.path for block in read(run(capsysbinary, AST, *words)).files]

    assert paths("--include", "prices/") == ["prices/prices.py"]
    assert paths("--exclude", "*.go") == ["prices/prices.py"]
    assert paths("--include", "prices/", "--include", "!*.py") == []
    assert paths("--include", "*.go", "--include", "*.py", "--exclude", "broken") == ["prices/prices.py", "shop.go"]


@pytest.mark.parametrize("mode", ["directory-flat", "directory-tree"])
@pytest.mark.parametrize("minify", [False, True])
def test_a_folder_of_chunks_is_the_inline_document(
    mode: str, minify: bool, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    inline = read(run(capsysbinary, AST, "--edges"))
    words = [
        "--output-mode",
        mode,
        *(["--max-lines", "12"] if mode == "directory-flat" else []),
        "-o",
        tmp_path / "out",
    ]
    run(capsysbinary, AST, "--edges", *words, *(["--minify"] if minify else []))
    written = chunks(tmp_path / "out")
    assert join_chunks(written) == inline
    assert "errors.skt" in written
    assert ("dict.skt" in written) == minify
    wanted = {"shop.go.skt", "prices/prices.py.skt"} if mode == "directory-tree" else {"map_001.skt", "map_002.skt"}
    assert wanted <= written.keys()


def test_chunks_of_another_run_are_not_mixed_with(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    words = (AST, "--output-mode", "directory-tree", "-o", tmp_path)
    run(capsysbinary, *words)
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["skt", *map(str, words)]) == 1
    said = capsysbinary.readouterr().err.decode()
    assert "of another run, and chunks of two runs must not be mixed; remove them with --clean" in said
    run(capsysbinary, AST, "--output-mode", "directory-flat", "-o", tmp_path, "--clean")
    assert set(chunks(tmp_path)) == {"map_001.skt", "errors.skt"}
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_path_that_leads_out_of_the_folder_is_not_written(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    text = tmp_path / "bad.skt"
    text.write_text("[symbols]\n## ../../evil\n")
    assert main(["skt", str(text), "--output-mode", "directory-tree", "-o", str(tmp_path / "a" / "out")]) == 1
    assert "would be written outside" in capsysbinary.readouterr().err.decode()
    assert not list(tmp_path.rglob("evil*"))


def test_it_tells_what_was_written_and_left_out(tmp_path: Path) -> None:
    said = uniast("skt", AST, "--edges").stderr.decode().splitlines()
    assert said == [
        "3 files, 22 symbols, 29 edges, 0 unresolved, 1 ambiguous",
        "left out: 13 edges to definitions that are not shown, those outside the repository with --externals",
    ]
    done = uniast("skt", AST, "--edges", "--externals")
    assert done.stderr.decode() == "3 files, 22 symbols, 42 edges, 0 unresolved, 1 ambiguous\n"
    assert b'"?fmt#Println"' in done.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "no such file or folder; name a UniAST file, a folder, or .skt text"),
        (b"{", "no JSON"),
        (b'{"a": 1}', "no UniAST document (it has no Modules)"),
        (b'{"Modules": {"m": {"Dir": ".", "Packages": {"p": {"Types": {"A": {}}}}}}}', "`uniast check"),
        (b"S1", "no .skt text: line 1, column 1: a section"),
        (b"[symbols]\n\xff", ":2:1: is neither UniAST nor .skt text: no UTF-8"),
    ],
)
def test_an_error_names_file_cause_and_remedy(content: bytes | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    if content is not None:
        path.write_bytes(content)
    said = told(uniast("skt", path), 1)
    assert said.startswith(f"uniast: {path}:")
    assert words in said


def test_without_a_document_it_says_how_to_make_one(tmp_path: Path) -> None:
    assert "run `uniast parse` here first" in told(uniast("skt", cwd=tmp_path), 1)


@pytest.mark.parametrize(
    "words",
    [
        ("--output-mode", "directory-flat"),
        ("--output-mode", "directory-tree", "-o", "out", "--format", "json"),
        ("--output-mode", "directory-tree", "-o", "out", "--max-lines", "5"),
        ("--max-lines", "0"),
        ("--clean",),
        ("--minify", "--format", "json"),
        ("--externals",),
        ("--format", "xml"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["skt", str(AST), *words])
    assert end.value.code == 2
    assert "error: " in capsys.readouterr().err
