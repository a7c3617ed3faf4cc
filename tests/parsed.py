"""Parses a folder as a user does, by the command, and gives the document that it wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from abcoder_py.cli.main import main


def parsed_bytes(folder: Path, out: Path, *options: str) -> bytes:
    """What `uniast parse FOLDER -o OUT` writes; its failure is the test's. No result of another run is used."""
    code = main(["parse", str(folder), "-o", str(out), "--no-cache", *options])
    assert code == 0, f"uniast parse ended with {code}"
    return out.read_bytes()


def parsed(folder: Path, out: Path, *options: str) -> Any:
    """The same as JSON."""
    return json.loads(parsed_bytes(folder, out, *options))
