"""What the writers write is what `schemas/codestruct.ebnf` says. The grammar of a line is regular, so it is read here
into one regular expression a production."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given

from abcoder_py.views.codestruct import LEGEND, Entity, minify, read, write
from tests.views.codestruct.trees import PROPERTY, TREES

GRAMMAR = Path(__file__).parents[3] / "schemas/codestruct.ebnf"
TOKEN = re.compile(r"""\s+|"([^"]*)"|'([^']*)'|\[((?:\\?[^\]])+)\]|(\w+)|([()|*+?])""")
ESCAPED = re.compile(r"#x([0-9A-F]+)|(.)")


@cache
def productions() -> dict[str, str]:
    text = re.sub(r"/\*.*?\*/", "", GRAMMAR.read_text(), flags=re.DOTALL)
    rules = (re.split(r"\s*::=\s*", rule, maxsplit=1) for rule in re.split(r"\n(?=\w+\s*::=)", text.strip()))
    return {name.strip(): body for name, body in rules}


@cache
def expression(name: str) -> str:
    """A production as a regular expression; a production that uses itself would never end."""
    parts, at, body = [], 0, productions()[name]
    while at < len(body):
        found = TOKEN.match(body, at)
        assert found, f"{name}: {body[at:]}"
        at = found.end()
        double, single, characters, other, operator = found.groups()
        if characters is not None:
            parts.append(character_class(characters))
        elif other is not None:
            parts.append(f"(?:{expression(other)})")
        elif operator is not None:
            parts.append("(?:" if operator == "(" else operator)
        elif double is not None or single is not None:
            parts.append(f"(?:{re.escape(double if double is not None else single)})")
    return "".join(parts)


def character_class(inside: str) -> str:
    negated = inside.startswith("^")
    body = ESCAPED.sub(
        lambda m: f"\\U{m[1]:>08}" if m[1] else m[2] if m[2] == "-" else re.escape(m[2]), inside[negated:]
    )
    return f"[{'^' * negated}{body}]"


def is_a(name: str, text: str) -> bool:
    return re.fullmatch(expression(name), text) is not None


def wrong_lines(text: str) -> list[str]:
    """The lines of the long form that the grammar has not, code left out."""
    found, fence = [], ""
    for line in text.split("\n")[:-1]:
        if fence:
            fence = "" if line.strip(" ") == fence else fence
            continue
        if not is_a("Line", line):
            found.append(line)
        if line.lstrip(" ").startswith("```"):
            fence = re.match(r" *(`+)", line)[1]  # type: ignore[index]
    return found


def test_every_production_is_used_and_defined() -> None:
    used = {word for body in productions().values() for *_, word, _ in TOKEN.findall(body) if word}
    assert used == set(productions()) - {"Line", "Minified"}


@PROPERTY
@given(TREES)
def test_the_long_form_is_as_the_grammar_says(tree: list[Entity]) -> None:
    assert wrong_lines(write(tree)) == []


@PROPERTY
@given(TREES)
def test_the_minified_form_is_as_the_grammar_says(tree: list[Entity]) -> None:
    for doc in (False, True):
        for most in (False, True):
            text = minify(tree, doc=doc, most=most)
            assert not tree or is_a("Minified", text)


@pytest.mark.parametrize(
    ("production", "text"),
    [
        ("Line", "func:f"),
        ("Line", " func: f"),
        ("Line", "func: f [type: List[str]]"),
        ("Line", "func: a & "),
        ("Line", "func: f ::: xyz"),
        ("Line", "param: a,b"),
        ("Minified", "fn:f|"),
        ("Minified", "fn: f"),
        ("Minified", "fn:f[t:List[str]]"),
    ],
)
def test_the_grammar_refuses_what_is_never_written(production: str, text: str) -> None:
    assert not is_a(production, text)


def test_the_documents_examples_are_written_by_the_grammar() -> None:
    for path in (Path(__file__).parent / "examples").glob("*.txt"):
        if path.stem == "minified":
            assert is_a("Minified", path.read_text().strip())
        else:
            assert wrong_lines(write(read(path.read_text()))) == []
    assert not any(is_a("Minified", line) for line in LEGEND.splitlines())
