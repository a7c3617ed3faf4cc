"""Runs the conformance cases: each folder below `tests/cases` is parsed by the command and judged by its own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from abcoder_py.cli.main import main
from tests.conformance import case_folders, faults, lacks, read_case
from tests.parsed import parsed

CASES = Path(__file__).parent / "cases"
FOLDERS = case_folders(CASES)
OTHER_SERVERS = {"go": "gopls"}
"""By language: a server beside the default one, through which the document is the same."""
DIFFERENT = {"go/cgo": "gopls does not tell what kind of thing a name of C is"}
OTHERS = [
    folder
    for folder in FOLDERS
    if folder.relative_to(CASES).parts[0] in OTHER_SERVERS and folder.relative_to(CASES).as_posix() not in DIFFERENT
]
each_case = pytest.mark.parametrize("case", FOLDERS, ids=[folder.relative_to(CASES).as_posix() for folder in FOLDERS])


@each_case
def test_case(case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "uniast.json"
    found = faults(case, parsed(case, out))
    assert not found, "\n" + "\n".join(found)
    capsys.readouterr()
    assert main(["check", str(out), "--repo", str(case)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("case", OTHERS, ids=[folder.relative_to(CASES).as_posix() for folder in OTHERS])
def test_another_server_gives_the_same_document(case: Path, tmp_path: Path) -> None:
    language = case.relative_to(CASES).parts[0]
    documents = [
        parsed(case, tmp_path / "uniast.json", *options)
        for options in ((), ("--server", f"{language}={OTHER_SERVERS[language]}"))
    ]
    for document in documents:
        del document["Extra"]["Languages"][language]
    assert documents[0] == documents[1], "\n".join([*lacks(*documents), *lacks(*reversed(documents))])


@each_case
def test_case_is_well_formed(case: Path) -> None:
    malformed = [f"{found}: {found.malformed}" for found in read_case(case) if found.malformed]
    assert not malformed, "\n" + "\n".join(malformed)
