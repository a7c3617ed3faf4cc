"""`uniast report` and `uniast context` over the example document."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from abcoder_py.cli.main import main
from abcoder_py.views.tokens import count_tokens
from tests.source.test_git_log import commit, git
from tests.uniast.shop import EXAMPLES, PRICES, SHOP

EXAMPLE = str(EXAMPLES / "uniast.json")
KINDS: dict[str, tuple[str, ...]] = {
    "central": (),
    "cycles": (),
    "dead": ("--repo", str(EXAMPLES / "shop")),
    "layers": (),
    "impact": ("--of", "add"),
    "path": ("read", "Row.euros"),
    "duplicates": ("--min-tokens", "5", "--min-similarity", "0.5"),
}


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main([*words, "--ast", EXAMPLE]) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_text_and_json_and_says_what_it_leaves_out(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "report", kind, *KINDS[kind])
    assert text.endswith("left out: 1 uncertain relation (1 ambiguous, 0 unresolved)\n")
    read = json.loads(said(capsys, "report", kind, *KINDS[kind], "--json"))
    assert read["Report"] == kind
    assert read["Repository"] == "example.org/shop"
    assert read["Uncertain"] == {"Ambiguous": 1, "Unresolved": 0}


def test_the_same_document_gives_the_same_bytes_in_another_process() -> None:
    words = [["report", kind, *options, "--ast", EXAMPLE, "--json"] for kind, options in KINDS.items()]
    code = f"from abcoder_py.cli.main import main\nfor words in {words!r}: main(words)"

    def run(seed: str) -> bytes:
        environ = {"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}
        return subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environ).stdout

    assert run("1") == run("2") != b""


def test_impact_and_path_take_tails_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    impact = json.loads(said(capsys, "report", "impact", "--of", "prices#read", "--json"))
    assert [item["Id"] for item in impact["Reached"]] == ["prices/prices.py"]
    path = json.loads(said(capsys, "report", "path", "prices/prices.py", "Row", "--json"))
    assert [(step["From"], step["To"]) for step in path["Steps"]] == [
        ("prices/prices.py", PRICES + "read"),
        (PRICES + "read", PRICES + "Row"),
    ]


def test_dead_code_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "report", "dead", *KINDS["dead"], "--json"))
    names = {key: [item["Id"] for item in found[key]] for key in ("Dead", "Doubtful", "Hooks", "ByLanguage")}
    assert SHOP + "init" in names["ByLanguage"]
    assert PRICES + "Row.euros" not in names["Dead"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("impact", "--of", "nothing"), "no node is called 'nothing' in"),
        (("path", "add", "Price"), "may be any of 2 nodes; name one of them in full:"),
        (("dead", "--repo", "/nowhere"), "/nowhere: no such folder; --repo names the repository that the document"),
        (("hotspots", "--repo", "/nowhere"), "/nowhere: no such folder; --repo names"),
    ],
)
def test_what_is_not_there_is_an_error_with_a_remedy(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in said(capsys, "report", *words, code=1)


@pytest.mark.parametrize(
    "words",
    [
        ("report",),
        ("report", "nonsense"),
        ("report", "impact"),
        ("report", "impact", "--of", "x", "--depth", "0"),
        ("report", "path", "x"),
        ("report", "central", "--top", "-1"),
        ("report", "duplicates", "--min-similarity", "0"),
        ("report", "duplicates", "--min-similarity", "nan"),
        ("report", "hotspots", "--since", "yesterday"),
        ("context", "--node", "x"),
        ("context", "--node", "x", "--budget", "many"),
    ],
)
def test_wrong_usage(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2


def test_hotspots_are_read_from_the_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shop = tmp_path / "shop"
    shutil.copytree(EXAMPLES / "shop", shop)
    git(shop, "init", "-q")
    commit(shop, {})
    commit(shop, {"shop.go": "package shop\n"})
    found = json.loads(said(capsys, "report", "hotspots", "--repo", str(shop), "--since", "2000-01-01", "--json"))
    changes = {item["File"]: item["Changes"] for item in found["Files"]}
    assert changes["shop.go"] == 2
    assert changes["prices/prices.py"] == 1
    assert found["Files"][0]["Score"] == 1


def test_a_folder_without_history_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = said(capsys, "report", "hotspots", "--repo", str(tmp_path), code=1)
    assert "git tells no history" in message and "--repo names a git work tree" in message


@pytest.mark.parametrize("form", ["md", "json"])
def test_a_context_keeps_its_budget(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "context", "--node", "Article.Price", "--budget", "400", "--format", form)
    assert count_tokens(text) <= 400
    assert "func (a *Article) Price() money.Amount" in text
    assert "taxRate" in text


def test_json_has_one_name_in_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("context", "--node", "Article.Price", "--budget", "400")
    assert said(capsys, *words, "--json") == said(capsys, *words, "--format", "json")


def test_a_context_of_another_tokenizer(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("context", "--node", "Article.Price", "--budget", "100", "--tokenizer", "cl100k_base")
    assert count_tokens(said(capsys, *words), "cl100k_base") <= 100


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--node", "add", "--budget", "3"), "--budget 3: at least"),
        (("--node", "fmt#Println", "--budget", "400"), "?fmt#Println: external, so"),
        (("--node", "nothing", "--budget", "400"), "no node is called 'nothing'"),
    ],
)
def test_a_context_that_cannot_be(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in said(capsys, "context", *words, code=1)


@pytest.mark.parametrize("words", [("report", "central"), ("context", "--node", "x", "--budget", "9")])
@pytest.mark.parametrize("data", [b"[]", b"{", b'{"Modules":3}', b'{"Modules":{"a":{"Dir":".","Packages":{"p":1}}}}'])
def test_what_is_no_document_is_an_error(
    words: tuple[str, ...], data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    assert main([*words, "--ast", str(path)]) == 1
    assert "x.json" in capsys.readouterr().err


def test_a_folder_is_parsed_first(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("UNIAST_HOME", str(tmp_path_factory.mktemp("home")))
    (tmp_path / "shop.py").write_text("def price():\n    return 3\n\n\ndef sell():\n    return price()\n")
    assert main(["report", "impact", "--of", "price", "--ast", str(tmp_path), "--json"]) == 0
    assert [item["Id"].rpartition("#")[2] for item in json.loads(capsys.readouterr().out)["Reached"]] == ["sell"]
    assert main(["context", "--node", "price", "--budget", "200", "--ast", str(tmp_path)]) == 0
    assert "return price()" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shop.py"]


def test_a_folder_that_cannot_be_parsed_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "central", "--ast", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_a_document_of_another_writer_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = orjson.loads((EXAMPLES / "uniast.json").read_bytes())
    document["ToolVersion"] = "another 1"
    path = tmp_path / "x.json"
    path.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2))
    assert main(["report", "impact", "--of", "add", "--ast", str(path)]) == 0
    assert "Article.Price" in capsys.readouterr().out


@pytest.mark.parametrize("budget", ["0", "-5", "x"])
def test_a_budget_that_is_none_is_wrong_usage(budget: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["context", "--node", "add", f"--budget={budget}"])
    assert caught.value.code == 2
    assert f"argument --budget: {budget}: a number from 1 on" in capsys.readouterr().err
