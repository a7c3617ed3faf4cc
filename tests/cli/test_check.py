"""`uniast check`: exit codes, and each fault on a line of its own."""

import argparse
from pathlib import Path

import orjson
import pytest

from abcoder_py.cli import check
from abcoder_py.cli.errors import UserError
from tests.uniast.shop import EXAMPLES, PRICES

EXAMPLE = EXAMPLES / "uniast.json"


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    check.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["check", *map(str, words)])
    code: int = args.func(args)
    return code


def test_a_good_document(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES.parent)  # the example names its sources relative to the checkout
    assert run(EXAMPLE) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{EXAMPLE}: 11 FUNC, 5 TYPE, 3 VAR, 23 dependencies, 24 graph nodes",
        "0 broken",
    ]


def test_every_fault_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = orjson.loads(EXAMPLE.read_bytes())
    document["Modules"]["prices"]["Packages"]["prices"]["Functions"]["show"]["Line"] = 90
    document["Graph"][PRICES + "read"].pop("Extra")
    path = tmp_path / "broken.json"
    path.write_bytes(orjson.dumps(document))
    assert run(path, "--repo", EXAMPLES / "shop") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"line: {PRICES}show: Line 90, the node is on 35 to 36"
    assert lines[1].startswith(f"graph-files: {PRICES}read: None, wanted [['prices/prices.py', 40, ")
    assert lines[-1] == "2 broken: 1 graph-files, 1 line"


def test_a_missing_repository_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = orjson.loads(EXAMPLE.read_bytes()) | {"Path": "no/such/folder"}
    path = tmp_path / "elsewhere.json"
    path.write_bytes(orjson.dumps(document))
    assert run(path) == 0
    assert "no bytes compared" in capsys.readouterr().out
    with pytest.raises(UserError, match="no such folder"):
        run(path, "--repo", tmp_path / "gone")


def test_another_repository_is_at_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(EXAMPLE, "--repo", tmp_path) == 1
    assert "content: example.org/shop?example.org/shop#Article: no file 'shop.go'" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe"])
def test_what_is_no_json_is_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"x\.json: no JSON"):
        run(path)


def test_what_is_no_document_is_at_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[]")
    assert run(tmp_path / "x.json") == 1
    assert capsys.readouterr().out.splitlines()[0] == "schema: document: no JSON object"


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file; name a UniAST file"):
        run(tmp_path / "gone.json")
    with pytest.raises(UserError, match="cannot be read"):
        run(tmp_path)
