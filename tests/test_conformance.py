"""The reader of expectations itself: what it points at, and that it tells a broken expectation from one that holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance import Document, Expectation, broken, faults, lacks, read_file

SOURCE = """é = "漢"; run(other)
#        ^^^ call m#run
#        ^^^ invoked
# <- nothing
#            ^^^^^ var m#other
"""
RUN = SOURCE.encode().index(b"run")


def document(**edge: Any) -> Document:
    call = {"PkgPath": "m", "Name": "run", "File": "m.py", "Line": 1, "StartOffset": RUN, "EndOffset": RUN + 3, **edge}
    caller = {"PkgPath": "m", "Name": "é", "File": "m.py", "StartOffset": 0, "EndOffset": 40, "FunctionCalls": [call]}
    return Document({"Modules": {"m": {"Packages": {"m": {"Functions": {"é": caller}}}}}})


def expectation(what: str, token: str = "run", offset: int = RUN) -> Expectation:
    return Expectation("m.py", 2, offset, token, what, whole=True)


def test_reads_tokens_by_characters_and_offsets_by_bytes(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE, encoding="utf-8")
    found = [(e.line, e.token, e.offset, e.what) for e in read_file(tmp_path / "m.py", "m.py")]
    assert found == [
        (2, "run", RUN, "call m#run"),
        (3, "run", RUN, "invoked"),
        (4, "é", 0, "nothing"),
        (5, "other", RUN + 4, "var m#other"),
    ]


@pytest.mark.parametrize("what", ["call m#run", "edge m#run", "invoked", "def FUNC m#é"])
def test_holds(what: str) -> None:
    assert broken(expectation(what), document(Extra={"IsInvoked": True})) is None


@pytest.mark.parametrize(
    "what", ["call m#walk", "method m#run", "nothing", "not invoked", "unresolved no definition", "def VAR m#é"]
)
def test_does_not_hold(what: str) -> None:
    assert broken(expectation(what), document(Extra={"IsInvoked": True})) is not None


def test_edge_is_as_long_as_its_token() -> None:
    assert broken(expectation("call m#run"), document(EndOffset=RUN + 2)) is not None


def test_further_occurrences_count() -> None:
    elsewhere = document(StartOffset=1, EndOffset=4, Extra={"Others": [[1, RUN, RUN + 3]]})
    assert broken(expectation("call m#run"), elsewhere) is None


@pytest.mark.parametrize("what", ["cal m#run", "call run", "unresolved because", "def FUN m#run", ""])
def test_malformed_expectations_never_hold(what: str) -> None:
    assert "malformed" in (broken(expectation(what), document()) or "")


def test_carets_must_cover_whole_words(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("value = run()\n# ^ nothing\n#           ^^^^^^^ nothing\n", encoding="utf-8")
    assert all(e.malformed for e in read_file(tmp_path / "m.py", "m.py"))


@pytest.mark.parametrize(
    ("expected", "actual", "holds"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": False, "b": ""}, {}, True),
        ({"a": 0}, {}, False),
        ({"!absent": ["a"]}, {"a": 1}, False),
        ([{"n": 2}], [{"n": 1}, {"n": 2, "m": 3}], True),
        ([{"n": 3}], [{"n": 1}], False),
        ([], {}, False),
        ({"a": [[5]]}, {"a": [[5, 6, 7]]}, True),
    ],
)
def test_subset(expected: Any, actual: Any, holds: bool) -> None:
    assert (not list(lacks(expected, actual))) == holds


def test_a_case_without_expectations_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_text('about = "nothing"\n', encoding="utf-8")
    assert faults(tmp_path, {"Modules": {}}) == ["the case expects nothing"]
