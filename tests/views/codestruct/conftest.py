"""The small shop, parsed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from abcoder_py import parse
from tests.test_trees import grow
from tests.views.codestruct.repositories import SHOP


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Its document."""
    folder: Path = grow(tmp_path_factory.mktemp("view") / "shop", dict(SHOP))
    return parse(folder, use_store=False).dump()
