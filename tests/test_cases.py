"""Runs the conformance cases: each folder below `tests/cases` is parsed by the command line and judged by its own words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import case_folders, faults, read_case

CASES = Path(__file__).parent / "cases"
FOLDERS = case_folders(CASES)
NAMES = [folder.relative_to(CASES).as_posix() for folder in FOLDERS]
COMMAND = [str(Path(sys.executable).with_name("uniast"))]


@pytest.mark.parametrize("case", FOLDERS, ids=NAMES)
def test_case(case: Path, tmp_path: Path) -> None:
    out = tmp_path / "uniast.json"
    done = subprocess.run(
        [*COMMAND, "parse", str(case), "-o", str(out), "--no-cache"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = faults(case, json.loads(out.read_bytes()))
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("case", FOLDERS, ids=NAMES)
def test_case_is_well_formed(case: Path) -> None:
    malformed = [f"{found}: {found.malformed}" for found in read_case(case) if found.malformed]
    assert not malformed, "\n" + "\n".join(malformed)
