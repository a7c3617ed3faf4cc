"""Fixtures of the servers' tests: a home of their own and a PATH with nothing of this machine's."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of installed programs."""
    monkeypatch.setenv("UNIAST_HOME", str(tmp_path / "home"))
    return tmp_path / "home/servers"


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in front of PATH."""
    folder = tmp_path / "on path"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder
