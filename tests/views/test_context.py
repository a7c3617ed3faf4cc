"""The budget holds, and what is cut is said."""

from __future__ import annotations

import json
import re

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abcoder_py.uniast.reading import read_document
from abcoder_py.views.context import Context, TooSmall, gather
from abcoder_py.views.context_text import as_json, as_markdown
from abcoder_py.views.reports.program import Program, read_program
from abcoder_py.views.tokens import count_tokens
from tests.uniast.shop import EXAMPLES, PRICES, SHOP
from tests.views.reports.documents import Document, drawn, graphs, short, uncertain

RENDERS = {"md": as_markdown, "json": as_json}
LARGE = 100_000


def example() -> Program:
    return read_program(read_document(orjson.loads((EXAMPLES / "uniast.json").read_bytes())))


def whole(program: Program, node_id: str, budget: int = LARGE) -> Context:
    return gather(program, node_id, budget, as_markdown, count_tokens)


@pytest.mark.parametrize("form", RENDERS)
@settings(max_examples=40, deadline=None)
@given(graph=graphs(), budget=st.integers(0, 700), words=st.integers(0, 40))
def test_the_budget_is_never_exceeded_and_all_that_is_cut_is_said(
    form: str, graph: tuple[int, set[tuple[int, int]]], budget: int, words: int
) -> None:
    document = drawn(graph)
    for package in document.module["Packages"].values():
        for node in package["Functions"].values():
            node["Content"] += "\n    total += 1" * words
    program = document.program()
    node_id = f"m?{short(0)}"
    render = RENDERS[form]
    try:
        found = gather(program, node_id, budget, render, count_tokens)
    except TooSmall as error:
        assert error.needed > budget
        return
    assert count_tokens(render(found)) <= budget
    every = gather(program, node_id, LARGE, render, count_tokens)
    assert len(found.dependencies) + found.cut.dependencies == len(every.dependencies)
    assert len(found.users) + found.cut.users == len(every.users)
    assert sum(piece.form != "body" for piece in found.dependencies) == found.cut.bodies
    lines = len(every.node.text.splitlines())
    assert len(found.node.text.splitlines()) + found.cut.lines == lines
    assert every.node.text.startswith(found.node.text)
    assert every.cut.lines == every.cut.dependencies == every.cut.users == every.cut.bodies == 0


@settings(max_examples=30, deadline=None)
@given(budget=st.integers(60, 600))
def test_a_larger_budget_never_says_less_of_the_node(budget: int) -> None:
    program = example()
    small, large = (whole(program, PRICES + "read", size) for size in (budget, budget + 200))
    assert len(small.node.text) <= len(large.node.text)


def test_dependencies_stand_by_distance_with_their_own_type_among_them() -> None:
    document = Document()
    document.type("p#C")
    document.method("p#C.m", "p#near x@1?y#z")
    document.method("p#C.other")
    document.function("p#near", "p#far")
    document.function("p#far")
    found = whole(document.program(), "m?p#C.m")
    assert [(piece.id, piece.distance, piece.form) for piece in found.dependencies] == [
        ("m?p#C", 1, "outline"),
        ("m?p#near", 1, "body"),
        ("m?p#far", 2, "body"),
    ]
    assert found.cut.external == 1
    assert found.cut.bodies == 1  # the outline


def test_signatures_of_a_level_come_before_bodies() -> None:
    document = Document()
    document.function("p#f", "p#a p#b")
    for name in "ab":
        document.function(f"p#{name}", Signature=f"def {name}()", Content=f"def {name}():" + "\n    x = [1, 2, 3]" * 40)
    found = whole(document.program(), "m?p#f", 160)
    assert [(piece.id, piece.form) for piece in found.dependencies] == [("m?p#a", "signature"), ("m?p#b", "signature")]
    found = whole(document.program(), "m?p#f", 600)
    assert [(piece.id, piece.form) for piece in found.dependencies] == [("m?p#a", "body"), ("m?p#b", "signature")]
    assert found.cut.bodies == 1


def test_users_show_the_line_of_their_use() -> None:
    found = whole(example(), SHOP + "add")
    assert [(piece.id, piece.file, piece.line, piece.text) for piece in found.users] == [
        (SHOP + "Article.Price", "shop.go", 39, "return add(a.net, add(a.net, 0))")
    ]
    users = {piece.id: piece for piece in whole(example(), PRICES + "read").users}
    assert (users["prices/prices.py"].line, users["prices/prices.py"].text) == (40, "")


def test_implementers_and_overriding_members_are_there() -> None:
    assert [piece.id for piece in whole(example(), SHOP + "Priced").implementers] == [SHOP + "Article"]
    assert [piece.id for piece in whole(example(), SHOP + "Priced.Price").implementers] == [SHOP + "Article.Price"]


def test_uncertain_uses_of_the_node_are_counted() -> None:
    document = Document()
    document.function("p#f", Extra={"Uncertain": [uncertain("a"), uncertain("b")]})
    found = whole(document.program(), "m?p#f")
    assert found.cut.uncertain == 2
    assert as_markdown(found).endswith("## Left out\n2 uncertain uses")


def test_code_that_holds_fences_stays_in_its_own() -> None:
    document = Document()
    document.function("p#f", Content='"""\n```\ncode\n````\n"""')
    text = as_markdown(whole(document.program(), "m?p#f"))
    assert re.findall("^`{5}$", text, re.MULTILINE) == ["`````"] * 2
    assert text.endswith("## Left out\nnothing")


def test_json_holds_the_same() -> None:
    found = whole(example(), SHOP + "Article.Price")
    read = json.loads(as_json(found))
    assert read["Node"]["Id"] == SHOP + "Article.Price"
    assert [piece["Id"] for piece in read["Dependencies"]] == [piece.id for piece in found.dependencies]
    assert read["Cut"]["External"] == 2
    assert read["Budget"] == LARGE


def test_what_has_no_text_is_refused() -> None:
    with pytest.raises(KeyError):
        whole(example(), "?fmt#Println")
    with pytest.raises(TooSmall, match="at least"):
        whole(example(), SHOP + "add", 3)
