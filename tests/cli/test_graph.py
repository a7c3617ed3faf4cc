"""`uniast graph` over the example document, and over one of 80 MB."""

import argparse
import json
import os
import pty
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from abcoder_py.cli import graph
from abcoder_py.cli.errors import UserError
from abcoder_py.uniast import wire
from abcoder_py.uniast.graph import build_graph
from tests.test_trees import grow
from tests.uniast.shop import EXAMPLES, PRICES, SHOP, ident

EXAMPLE = EXAMPLES / "uniast.json"
ROOT = EXAMPLES.parent
START = "import argparse, sys; from abcoder_py.cli import graph; p = argparse.ArgumentParser(); "
START += "graph.add_parser(p.add_subparsers()); a = p.parse_args(['graph', *sys.argv[1:]]); a.func(a)"


def run(*words: str, ast: Path | None = EXAMPLE) -> int:
    parser = argparse.ArgumentParser()
    graph.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["graph", *(["--ast", str(ast)] if ast else []), *words])
    code: int = args.func(args)
    return code


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(ROOT)  # the example names its sources relative to the checkout

    def call(*words: str) -> str:
        assert run(*words) == 0
        return capsys.readouterr().out

    return call


def test_a_method_with_its_signature_place_and_relations(shown: Any) -> None:
    assert shown("--node", "Article.Price") == "\n".join(
        [
            f"{SHOP}Article.Price  FUNC",
            "├─ func (a *Article) Price() money.Amount",
            "├─ shop.go:37",
            "└─ depends on (5)",
            "   ├─ ?fmt#Println  shop.go:38",
            "   ├─ example.org/money@v1.4.0?example.org/money#Amount  shop.go:37",
            f"   ├─ {SHOP}Article  shop.go:37",
            f"   ├─ {SHOP}add  shop.go:39",
            f"   └─ {SHOP}taxRate  shop.go:38",
            "",
        ]
    )


def test_an_interface_names_its_implementers_and_a_base_its_heirs(shown: Any) -> None:
    assert f"implemented by (1)\n   └─ {SHOP}Article  shop.go:29" in shown("--node", "Priced")
    assert f"inherited by (1)\n   └─ {SHOP}Article  shop.go:30" in shown("--node", "Base")
    assert f"inherits from (1)\n│  └─ {SHOP}Base  shop.go:30" in shown("--node", "Article")


def test_uses_from_files_and_uncertain_uses_are_shown(shown: Any) -> None:
    assert "used by files (2)\n   ├─ prices/prices.py:40  called" in shown("--node", "prices#read")
    assert f"perhaps used by (1)\n   └─ {PRICES}show" in shown("--node", "Row.euros")
    uncertain = shown("--node", "show", "--direction", "dependencies")
    assert "uncertain (1)\n   └─ euros  prices/prices.py:36: ambiguous, receiver type unknown\n" in uncertain
    assert f"├─ {PRICES}Row.euros\n" in uncertain


def test_a_type_without_signature_shows_its_own_line(shown: Any) -> None:
    assert "├─ class Row:\n├─ prices/prices.py:8\n" in shown("--node", "Row")


def test_members_of_a_group_are_shown(shown: Any) -> None:
    assert f"declared together with (1)\n   └─ {SHOP}Large" in shown("--node", "Small")


def test_an_external_node_says_that_it_is_one(shown: Any) -> None:
    assert shown("--node", "fmt#Println") == (
        "?fmt#Println  FUNC\n├─ external: not in this document\n"
        f"└─ used by (1)\n   └─ {SHOP}Article.Price  shop.go:38\n"
    )


@pytest.mark.parametrize(
    ("direction", "there", "not_there"),
    [
        ("dependencies", "depends on", "used by"),
        ("references", "used by", "depends on"),
    ],
)
def test_one_direction_alone(shown: Any, direction: str, there: str, not_there: str) -> None:
    out = shown("--node", "add", "--direction", direction)
    assert there in out and not_there not in out


def test_more_steps_go_the_same_way_and_end_in_a_circle(shown: Any) -> None:
    out = shown("--node", "prices#read", "--depth", "5", "--direction", "dependencies")
    assert f"   ├─ {PRICES}Row.__init__  prices/prices.py:29\n   │  └─ {PRICES}Row  prices/prices.py:11\n" in out
    assert shown("--node", "init~2", "--depth", "9").count("taxRate") == 1


def test_codes_are_the_lines_of_the_uses(shown: Any) -> None:
    out = shown("--node", "prices#read", "--codes")
    assert '__init__  prices/prices.py:29: return Row(entry["cents"])\n' in out
    assert 'prices/prices.py:40  called: print(read("prices.json"), read("more.json"))\n' in out
    assert "Article.Price  shop.go:39: return add(a.net, add(a.net, 0))\n" in shown("--node", "add", "--codes")


def test_content_is_the_body(shown: Any) -> None:
    out = shown("--node", "add", "--content")
    assert f"\n## {SHOP}add  shop.go:42\nfunc add(a, b money.Amount) money.Amount {{\n\treturn func()" in out
    assert "## " + SHOP + "Article.Price" in shown("--node", "add", "--content", "--depth", "2")


def test_json_holds_the_same(shown: Any) -> None:
    found = json.loads(shown("--node", "add", "--json", "--codes", "--content"))
    node_id = SHOP + "add"
    assert found["Node"] == node_id
    assert list(found["Graph"]) == list(found["Definitions"]) == [node_id]
    assert found["Definitions"][node_id]["Content"].startswith("func add(")
    place = {"Line": 2, "File": "shop.go", "FileLine": 39}
    reference = {"Kind": "Reference", **ident(SHOP + "Article.Price"), **place}
    assert found["Graph"][node_id]["References"] == [reference | {"Codes": "return add(a.net, add(a.net, 0))"}]


def test_json_names_the_place_of_each_use_in_its_file(shown: Any) -> None:
    found = json.loads(shown("--node", "Article.Price", "--json"))
    uses = found["Graph"][SHOP + "Article.Price"]["Dependencies"]
    start = found["Definitions"][SHOP + "Article.Price"]["Line"]
    assert [(use["Name"], use["FileLine"]) for use in uses] == [
        ("Println", 38),
        ("Amount", 37),
        ("Article", 37),
        ("add", 39),
        ("taxRate", 38),
    ]
    assert {(use["File"], use["FileLine"] - use["Line"]) for use in uses} == {("shop.go", start)}


def test_json_of_one_direction_without_bodies(shown: Any) -> None:
    found = json.loads(shown("--node", "prices#read", "--json", "--direction", "references"))
    node = found["Graph"][PRICES + "read"]
    assert "Dependencies" not in node
    assert len(node["Extra"]["Files"]) == 2
    assert "Content" not in found["Definitions"][PRICES + "read"]


def test_json_with_more_steps_holds_more_nodes(shown: Any) -> None:
    found = json.loads(shown("--node", "Row.euros~2", "--json", "--depth", "2", "--direction", "dependencies"))
    assert list(found["Graph"]) == [PRICES + "Row", PRICES + "Row.euros", PRICES + "Row.euros~2"]


def test_a_summary_without_a_node(shown: Any) -> None:
    out = shown()
    assert "example.org/shop  go, .: 2 packages, 6 functions, 4 types, 3 vars, 5 files" in out
    assert "graph: 24 nodes (5 of others), 28 relations" in out
    found = json.loads(shown("--json"))
    assert (found["Nodes"], found["External"]) == (24, ["example.org/money@v1.4.0", "python@3.11"])


def test_several_candidates_are_named() -> None:
    with pytest.raises(UserError) as caught:
        run("--node", "Price")
    assert str(caught.value).splitlines() == [
        "'Price' may be any of 2 nodes; name one of them in full:",
        f"  {SHOP}Article.Price",
        f"  {SHOP}Priced.Price",
    ]


def test_what_is_not_there_is_an_error_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match=r"no node is called 'nothing' in .*uniast.json"):
        run("--node", "nothing")
    with pytest.raises(UserError, match=r"gone.json: no such file; name a file with --ast"):
        run(ast=tmp_path / "gone.json")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"\.uniast/uniast\.json: no such file; run `uniast parse`"):
        run(ast=None)
    with pytest.raises(UserError, match=r"holds no source file of a known language"):
        run(ast=tmp_path)


@pytest.mark.parametrize("depth", ["0", "-1", "x"])
def test_a_depth_that_is_none_is_wrong_usage(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run("--node", "add", f"--depth={depth}")
    assert caught.value.code == 2
    assert f"argument --depth: {depth}: a number from 1 on" in capsys.readouterr().err


def test_a_folder_is_parsed_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(grow(tmp_path / "shop", {"shop.py": "def f():\n    return 1\n\n\nf()\n"}))
    for folder in (Path(), tmp_path / "shop"):
        assert run("--node", "f", "--codes", ast=folder) == 0
        assert "used by files (1)\n   └─ shop.py:5  called: f()\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"nonsense", b'{"Modules":3}', b'{"Graph":[]}', b'{"Modules":{"a":1}}']
)
@pytest.mark.parametrize("words", [(), ("--node", "x")])
def test_what_is_no_document_is_an_error(tmp_path: Path, data: bytes, words: tuple[str, ...]) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"x\.json"):
        run(*words, ast=path)


def test_the_default_is_the_artifact_below_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".uniast").mkdir()
    (tmp_path / ".uniast" / "uniast.json").write_bytes(EXAMPLE.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert run("--node", "add", ast=None) == 0
    assert "shop.go:42" in capsys.readouterr().out


def started(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)


def test_one_node_costs_neither_pydantic_nor_rich_nor_the_whole_document() -> None:
    code = START + "; print({'pydantic', 'rich', 'orjson', 'abcoder_py.uniast.models'} & set(sys.modules))"
    assert started("-c", code, "--ast", str(EXAMPLE), "--node", "add").stdout.endswith("\nset()\n")


def test_a_reader_that_leaves_early_is_not_the_files_fault() -> None:
    command = [sys.executable, "-c", START, "--ast", str(EXAMPLE)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert b"cannot be read" not in process.stderr.read()
    process.stderr.close()
    assert process.wait() != 0  # Python's own answer; `main` turns it into silence


def test_a_source_that_is_not_there_has_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("--node", "prices#read", "--codes") == 0
    assert "prices/prices.py:40  called\n" in capsys.readouterr().out


def test_on_a_terminal_it_is_a_tree_in_colour() -> None:
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-c", START, "--ast", str(EXAMPLE), "--node", "add"]
    subprocess.run(command, stdout=theirs, env=environment | {"TERM": "xterm", "COLUMNS": "120"}, check=True)
    os.close(theirs)
    out = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "\x1b[" in out and "used by (1)" in out and "└── " in out


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """80 MB: 1,200 functions that use 150 others each, with long bodies."""
    names = [f"Class{number % 40}.method_{number}" for number in range(1200)]
    packages: dict[str, Any] = {}
    for number, name in enumerate(names):
        package = packages.setdefault(f"pack{number % 30}", {"Functions": {}, "PkgPath": f"pack{number % 30}"})
        calls = [
            {"ModPath": "m", "PkgPath": f"pack{other % 30}", "Name": names[other], "File": f"pack{number % 30}.py"}
            | {"Line": step, "StartOffset": step, "EndOffset": step + 1}
            for step in range(150)
            for other in [(number * 7 + step * 13) % len(names)]
        ]
        node = {"ModPath": "m", "PkgPath": f"pack{number % 30}", "Name": name, "Content": "x = 1\n" * 4000}
        place = {"File": f"pack{number % 30}.py", "Line": 1}
        package["Functions"][name] = node | place | {"FunctionCalls": calls, "Signature": f"def {name}()"}
    modules = {"m": {"Name": "m", "Dir": ".", "Packages": packages}}
    document = {"id": "m", "ToolVersion": "abcoder-py 0", "Modules": modules, "Graph": build_graph(modules)}
    path = tmp_path_factory.mktemp("large") / "uniast.json"
    path.write_bytes(wire.dump(document))
    assert path.stat().st_size > 80_000_000
    return path


def cpu_seconds(*words: str) -> float:
    """The least of five runs: what is above it is the machine's. `os.times` counts in hundredths, too coarse here."""
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started(*words)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def test_a_node_of_a_large_document_takes_less_than_ten_starts_of_the_interpreter(large: Path) -> None:
    bare = cpu_seconds("-c", "pass")
    for query in ("m?pack7#Class7.method_7", "Class7.method_7", "pack7#Class7.method_7"):
        assert cpu_seconds("-c", START, "--ast", str(large), "--node", query, "--content") < 10 * bare


def test_the_large_document_says_the_same_in_both_ways(large: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--node", "method_7", "--json", "--content", ast=large) == 0
    found = json.loads(capsys.readouterr().out)
    document = orjson.loads(large.read_bytes())
    node = found["Graph"]["m?pack7#Class7.method_7"]
    for relation in (*node["Dependencies"], *node["References"]):
        assert (relation.pop("File"), relation.pop("FileLine")) != ("", 0)
    assert node == document["Graph"]["m?pack7#Class7.method_7"]
    wanted = document["Modules"]["m"]["Packages"]["pack7"]["Functions"]["Class7.method_7"]
    assert found["Definitions"]["m?pack7#Class7.method_7"] == wanted
