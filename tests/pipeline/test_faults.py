"""A fault of a server costs its answers, labelled, and never the run."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.cli.main import main
from abcoder_py.pipeline import serving
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from tests.pipeline.conftest import Faulty

CALL = ("shop.base", "base")


def parse(shop: Path, **options: Any) -> tuple[Outcome, Any]:
    """What a run gives, and its document; questions are given up early."""
    outcome = asyncio.run(asyncio.wait_for(run(ParseOptions(shop, request_timeout=2, **options)), 120))
    return outcome, json.loads(outcome.document)


def calls(document: Any, package: str, name: str) -> list[tuple[str, str]]:
    function = document["Modules"]["shop"]["Packages"][package]["Functions"][name]
    return [(call["PkgPath"], call["Name"]) for call in function.get("FunctionCalls") or []]


def unresolved(document: Any) -> dict[str, int]:
    roles = document["Extra"]["Coverage"]["Languages"]["python"]["Roles"].values()
    reasons = [reason for role in roles for reason in (role.get("Unresolved") or {}).items()]
    return {name: sum(count for known, count in reasons if known == name) for name, _ in reasons}


@pytest.mark.parametrize("fault", ["crash once", "half once", "garbage once", "silent once"])
def test_what_happens_once_is_asked_again_and_costs_nothing_else(shop: Path, faulty: Faulty, fault: str) -> None:
    starts = faulty(fault)
    outcome, document = parse(shop)
    assert calls(document, "shop.use", "use") == [CALL]
    if fault == "silent once":  # the server is well: the one question is given up
        assert starts() == 1
        assert unresolved(document) == {"server timed out": 2}
        assert "1 question" in " ".join(outcome.warnings)
    else:
        assert starts() == 2
        assert calls(document, "shop.bad", "bad") == [CALL]
        assert unresolved(document) == {}
        assert "died" in " ".join(outcome.warnings)


@pytest.mark.parametrize("fault", ["crash", "half", "garbage"])
def test_the_file_that_kills_it_is_labelled_and_the_others_are_resolved(shop: Path, faulty: Faulty, fault: str) -> None:
    starts = faulty(fault)
    outcome, document = parse(shop)
    assert 2 <= starts() <= 4
    assert calls(document, "shop.use", "use") == [CALL]
    assert calls(document, "shop.bad", "bad") == []
    assert unresolved(document) == {"server crashed": 2}
    uncertain = document["Modules"]["shop"]["Packages"]["shop.bad"]["Functions"]["bad"]["Extra"]["Uncertain"]
    assert {use["Reason"] for use in uncertain} == {"server crashed"}
    assert "proxy died" in " ".join(outcome.warnings)


def test_what_a_hanging_server_was_asked_is_labelled_and_asked_again_by_the_next_run(
    shop: Path, faulty: Faulty
) -> None:
    starts = faulty("hang")
    outcome, document = parse(shop)
    assert unresolved(document) == {"server timed out": 3}
    assert "proxy gave no answer in time to " in " ".join(outcome.warnings)
    faulty("")
    before = starts()
    outcome, document = parse(shop)
    assert starts() == before + 1
    assert unresolved(document) == {}
    assert outcome.warnings == []


def test_a_flood_of_stderr_is_drained(shop: Path, faulty: Faulty) -> None:
    faulty("flood")
    outcome, document = parse(shop)
    assert calls(document, "shop.bad", "bad") == [CALL]
    assert outcome.warnings == []


@pytest.mark.parametrize("fault", ["outside", "nowhere", "beyond", "no file", "a folder"])
def test_odd_places_make_no_edge_and_no_error(shop: Path, tmp_path: Path, faulty: Faulty, fault: str) -> None:
    faulty(fault)
    _, document = parse(shop)
    assert CALL not in calls(document, "shop.bad", "bad")
    assert calls(document, "shop.use", "use") == [CALL]
    out = tmp_path / "out.json"
    out.write_bytes(json.dumps(document).encode())
    assert main(["check", str(out), "--repo", str(shop)]) == 0


@pytest.mark.parametrize("named", [(), ("--lang", "python"), ("--strict",), ("--server", "python=proxy")])
def test_a_server_that_ends_at_start(
    shop: Path, tmp_path: Path, faulty: Faulty, capsys: pytest.CaptureFixture[str], named: tuple[str, ...]
) -> None:
    starts = faulty("exit at start")
    out = tmp_path / "out.json"
    code = main(["parse", str(shop), "-o", str(out), *named])
    told = capsys.readouterr().err
    assert "exited with code 7" in told
    assert "cannot find libfoo" in told
    if named:
        assert (code, out.exists()) == (1, False)
        assert "--syntax-only" in told
        return
    assert code == 0
    assert "its syntax only" in told
    document = json.loads(out.read_bytes())
    assert unresolved(document) == {"server crashed": 3}
    assert main(["check", str(out), "--repo", str(shop)]) == 0
    main(["parse", str(shop), "-o", str(out)])
    assert starts() == 2  # it was asked again: nothing of a fault is kept


def test_a_server_that_never_starts(shop: Path, faulty: Faulty, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty("hang at start")
    monkeypatch.setattr(serving, "SessionConfig", partial(serving.SessionConfig, start_timeout=2))
    outcome, document = parse(shop)
    assert unresolved(document) == {"server timed out": 3}
    assert "no answer to initialize" in " ".join(outcome.warnings)


@pytest.mark.parametrize("fault", ["exit at start", "garbage at start", "half a message", "refuse", "odd encoding"])
def test_whatever_goes_wrong_at_start_is_one_sentence(
    shop: Path, faulty: Faulty, capsys: pytest.CaptureFixture[str], fault: str, tmp_path: Path
) -> None:
    faulty()
    fake = Path(__file__).parents[1] / "lsp/fake_server.py"
    script = tmp_path / "programs/proxy-ls"
    text = script.read_text().splitlines()[:2]
    script.write_text("\n".join([*text, f'exec python3 -S -E "{fake}" "{fault}"', ""]))
    assert main(["parse", str(shop), "--lang", "python", "-o", str(tmp_path / "out.json")]) == 1
    told = capsys.readouterr().err
    assert told.startswith("uniast: language server proxy: ")
    assert "Traceback" not in told


def test_another_version_is_used_with_a_warning_each_time(
    shop: Path, tmp_path: Path, faulty: Faulty, capsys: pytest.CaptureFixture[str]
) -> None:
    starts = faulty(version="0.9.0")
    for _ in range(2):
        assert main(["parse", str(shop), "-o", str(tmp_path / "out.json")]) == 0
        assert "0.9.0 was found, 1.0.0 is wanted; uniast servers install python" in capsys.readouterr().err
    assert starts() == 1


@pytest.mark.parametrize("named", [(), ("--lang", "python"), ("--strict",), ("--syntax-only",)])
def test_a_missing_server(
    shop: Path, tmp_path: Path, faulty: Faulty, capsys: pytest.CaptureFixture[str], named: tuple[str, ...]
) -> None:
    faulty()
    (tmp_path / "programs/proxy-ls").unlink()
    out = tmp_path / "out.json"
    code = main(["parse", str(shop), "-o", str(out), *named])
    told = capsys.readouterr().err
    if named in ((), ("--syntax-only",)):
        assert code == 0
        assert unresolved(json.loads(out.read_bytes())) == {"no server": 3}
        assert ("no server for python" in told) == (not named)
        assert ("uniast servers install python" in told) == (not named)
    else:
        assert (code, out.exists()) == (1, False)
        assert "uniast servers install python=proxy" in told
