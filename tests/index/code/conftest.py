"""What the tests of the code model start from."""

from pathlib import Path

import pytest

from tests.index.code.checkouts import make_shop


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A small repository in a folder of its own."""
    return make_shop(tmp_path / "shop")
