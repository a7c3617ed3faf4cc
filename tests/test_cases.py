"""Runs the conformance cases: each folder below `tests/cases` is parsed by the command and judged by its own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from abcoder_py.cli.main import main
from tests.conformance import case_folders, faults, read_case
from tests.parsed import parsed

CASES = Path(__file__).parent / "cases"
FOLDERS = case_folders(CASES)
each_case = pytest.mark.parametrize("case", FOLDERS, ids=[folder.relative_to(CASES).as_posix() for folder in FOLDERS])


@each_case
def test_case(case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "uniast.json"
    found = faults(case, parsed(case, out))
    assert not found, "\n" + "\n".join(found)
    capsys.readouterr()
    assert main(["check", str(out), "--repo", str(case)]) == 0, capsys.readouterr().out


@each_case
def test_case_is_well_formed(case: Path) -> None:
    malformed = [f"{found}: {found.malformed}" for found in read_case(case) if found.malformed]
    assert not malformed, "\n" + "\n".join(malformed)
