"""Every rule finds what breaks it, and nothing else: the example document, broken in one way after another."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.uniast import check as checking
from abcoder_py.uniast.check import check
from abcoder_py.uniast.graph import build_graph
from tests.uniast import shop
from tests.uniast.breakages import FOUND, Breakage, harmless

SHOP = shop.EXAMPLES / "shop"
RULES = [line.split()[0] for line in (checking.__doc__ or "").split("\n\n")[-1].splitlines() if line.strip()]


PRICE = "Modules[example.org/shop].Packages[example.org/shop].Functions[Article.Price]"


def price(made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = made["Modules"]["example.org/shop"]["Packages"]["example.org/shop"]["Functions"]
    method: dict[str, Any] = found["Article.Price"]
    return method


def document() -> dict[str, Any]:
    parsed: dict[str, Any] = orjson.loads((shop.EXAMPLES / "uniast.json").read_bytes())
    return parsed


def broken(made: dict[str, Any], folder: Path | None = SHOP) -> dict[str, int]:
    return dict(check(orjson.dumps(made), folder).broken())


def test_a_good_document_has_no_faults() -> None:
    report = check((shop.EXAMPLES / "uniast.json").read_bytes(), SHOP)
    assert report.faults == []
    assert report.compared
    assert dict(report.counts) == {"FUNC": 11, "TYPE": 5, "VAR": 3, "dependencies": 23, "graph nodes": 24}


@pytest.mark.parametrize("breakage", FOUND, ids=lambda breakage: breakage.name)
def test_a_breakage_is_found_by_its_rules_alone(breakage: Breakage) -> None:
    made = document()
    breakage.apply(made)
    assert broken(made) == breakage.shared | breakage.ours


def test_every_rule_is_broken_by_something() -> None:
    assert {rule for breakage in FOUND for rule in (*breakage.shared, *breakage.ours)} == set(RULES) - {"schema"}


def test_what_the_format_leaves_open_is_no_fault() -> None:
    made = document()
    assert [(change, broken(made)) for change in harmless(made) if broken(made)] == []


@pytest.mark.parametrize(
    ("change", "place", "text"),
    [
        (lambda made: made.pop("id"), "document", "id missing"),
        (lambda made: made.update(Graph=[]), "document.Graph", "valid dictionary"),
        (lambda made: made["Modules"]["prices"].update(Dir=3), "Modules[prices].Dir", "valid string"),
        (lambda made: made["Modules"].update(x=[]), "Modules[x]", "no JSON object"),
        (
            lambda made: made["Modules"]["prices"]["Files"]["prices/prices.py"]["Imports"][0].update(Line="4"),
            "Modules[prices].Files[prices/prices.py].Imports[0].Line",
            "valid integer",
        ),
        (
            lambda made: made["Modules"]["prices"]["Packages"]["prices"]["Functions"]["read"].pop("Exported"),
            "Modules[prices].Packages[prices].Functions[read]",
            "Exported missing",
        ),
        (
            lambda made: made["Modules"]["prices"]["Packages"]["prices"]["Types"]["Row"].pop("Line"),
            "Modules[prices].Packages[prices].Types[Row]",
            "Line missing",
        ),
        (
            lambda made: price(made)["Results"][0].pop("StartOffset"),
            f"{PRICE}.Results[0]",
            "StartOffset missing",
        ),
        (lambda made: price(made)["Results"][0].update(Line=None), f"{PRICE}.Results[0]", "Line missing"),
        (
            lambda made: price(made)["FunctionCalls"][1]["Extra"].update(Others=[[1, 2]]),
            f"{PRICE}.FunctionCalls[1].Extra.Others[0]",
            "at least 3 items",
        ),
        (
            lambda made: made["Modules"]["prices"]["Files"]["prices/prices.py"]["Extra"]["Dependencies"][0].pop("Line"),
            "Modules[prices].Files[prices/prices.py].Extra.Dependencies[0]",
            "Line missing",
        ),
        (lambda made: made["Graph"]["?fmt#Println"].update(Type="KIND"), "Graph[?fmt#Println].Type", "'UNKNOWN'"),
    ],
)
def test_a_wrong_type_is_found_with_its_place(change: Any, place: str, text: str) -> None:
    made = document()
    change(made)
    faults = check(orjson.dumps(made), SHOP).faults
    assert [(fault.rule, fault.place) for fault in faults] == [("schema", place)]
    assert text in faults[0].text


def test_what_is_no_object_is_a_fault() -> None:
    assert check(b"[]").broken() == {"schema": 1}


def test_without_the_repository_the_rest_is_checked_and_it_is_said() -> None:
    made = document()
    made["Path"] = "no/such/folder"
    report = check(orjson.dumps(made))
    assert (report.faults, report.compared) == ([], False)
    made["Graph"].popitem()
    assert check(orjson.dumps(made)).broken()


def test_line_ends_are_counted_as_editors_do(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x\r\ny\rz\n\xff = f()\n")
    place = {"File": "a.py", "Line": 4, "StartOffset": 7, "EndOffset": 14}
    var = {"IsExported": False, "IsConst": False, "IsPointer": False, **shop.ident("m?a#v"), **place}
    var["Content"] = "\ufffd = f()"
    var["Dependencies"] = [{**shop.ident("x@1?y#f"), "File": "a.py", "Line": 4, "StartOffset": 11, "EndOffset": 12}]
    modules = {"m": {"Name": "m", "Dir": ".", "Packages": {"a": shop.package("a", [("Vars", var)])}}}
    for package in modules["m"]["Packages"].values():
        package |= {"IsMain": False, "IsTest": False}
    made = {"id": "m", "ASTVersion": "", "ToolVersion": "", "Path": "", "Modules": modules}
    made["Graph"] = build_graph(modules)
    assert broken(made, tmp_path) == {}
    var["Line"] = 3
    assert broken(made, tmp_path) == {"line": 1, "graph-line": 2}


def test_the_report_names_the_place_of_a_fault() -> None:
    made = document()
    made["Modules"]["prices"]["Packages"]["prices"]["Functions"]["show"]["Content"] = "def show"
    assert [str(fault) for fault in check(orjson.dumps(made), SHOP).faults] == [
        "content: prices?prices#show: is not prices/prices.py[618:653]"
    ]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every key and index of a document, each with what holds it."""
    parts: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield value, key
        yield from places(part)


WRONG: list[Any] = [None, 0, -1, 1.5, 2**60, True, "", "x", [], {}, [1], [[]], [None], {"a": 1}, {"Name": "x"}]


@given(st.data())
def test_whatever_is_wrong_or_missing_is_a_fault_and_no_crash(data: st.DataObject) -> None:
    made = document()
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(list(places(made))))
        if data.draw(st.booleans()):
            del holder[key]
        else:
            holder[key] = deepcopy(data.draw(st.sampled_from(WRONG)))  # what is put in may be broken in turn
    report = check(orjson.dumps(made), SHOP)
    assert {fault.rule for fault in report.faults} <= set(RULES)
