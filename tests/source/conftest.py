"""Fixtures of the source tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def as_nobody(tmp_path: Path) -> Iterator[None]:
    """Runs the test without root's right to read everything; an ordinary user stays as it is."""
    if os.geteuid() != 0:
        yield
        return
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    os.chown(tmp_path, 65534, -1)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
