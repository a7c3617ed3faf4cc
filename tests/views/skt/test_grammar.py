"""`schemas/skt.ebnf` against the program: what is written keeps the grammar, what the grammar makes is read."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from abcoder_py.views.skt import Document, SktError, read, write
from tests.views.skt.documents import documents
from tests.views.skt.test_specification import EXAMPLES

GRAMMAR = Path(__file__).parents[3] / "schemas" / "skt.ebnf"
TOKEN = re.compile(
    r"""\s+|/\*.*?\*/|(?P<rule>\w+)(?P<defines>\s*::=)?|(?P<text>"[^"]*"|'[^']*')|(?P<set>\[(?:\\.|[^\]\\])*\])|(?P<sign>[()|?*+])""",
    re.DOTALL,
)


def rules() -> dict[str, list[str]]:
    """Each rule's right side as parts of a regular expression, other rules by their names in `<>`."""
    found: dict[str, list[str]] = {}
    name, at, text = "", 0, GRAMMAR.read_text()
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token, text[at : at + 40]
        at = token.end()
        if token["defines"]:
            name = token["rule"]
            found[name] = []
        elif token["rule"]:
            found[name].append(f"<{token['rule']}>")
        elif token["text"]:
            literal = token["text"][1:-1].replace("\\n", "\n").replace("\\\\", "\\")
            found[name].append(f"(?:{re.escape(literal)})")
        elif token[0].strip() and not token[0].startswith("/*"):
            found[name].append("(?:" if token[0] == "(" else token[0])
    return found


@lru_cache
def expression(rule: str) -> str:
    """The grammar does not recur, so each rule is a regular expression."""
    parts = rules()[rule]
    return "(?:" + "".join(expression(part[1:-1]) if part.startswith("<") else part for part in parts) + ")"


def test_every_rule_is_defined_and_used() -> None:
    used = {part[1:-1] for parts in rules().values() for part in parts if part.startswith("<")}
    assert used | {"document"} == set(rules())


@settings(max_examples=60, deadline=None)
@given(documents(), st.booleans())
def test_what_is_written_keeps_the_grammar(document: Document, minify: bool) -> None:
    assert re.fullmatch(expression("document"), write(document, minify=minify))


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_specification_keep_it_as_they_are_written(text: str) -> None:
    assert re.fullmatch(expression("document"), write(read(text)))


@pytest.mark.parametrize("text", ["", "[symbols]\nS1 type/class L1-L2 A {}\n", "[symbols]\n## a\nS1 a/b L1-L2 A {}\n"])
def test_what_is_no_document_does_not_keep_it(text: str) -> None:
    assert not re.fullmatch(expression("document"), text)
    with pytest.raises(SktError):
        read(text)


def made_by(rule: str) -> st.SearchStrategy[str]:
    return st.from_regex(re.compile(expression(rule)), fullmatch=True, alphabet=st.characters(codec="utf-8"))


@settings(max_examples=60, deadline=None, phases=(Phase.generate,))  # to shrink what a large expression made takes long
@given(st.data())
@pytest.mark.parametrize(
    ("rule", "before"), [("file", "[symbols]\n"), ("edge", "[edges]\n"), ("error", "[errors]\n"), ("dict", "")]
)
def test_what_the_grammar_makes_is_read(rule: str, before: str, data: st.DataObject) -> None:
    text = before + data.draw(made_by(rule))
    try:
        document = read(text)
    except SktError as error:  # what the grammar says that it cannot say
        assert re.search("already|a category|one of the kinds|stands for", str(error))
        return
    assert read(write(document)) == document
