"""What manifests say, read and never run."""

from __future__ import annotations

import pytest
from abcoder_plugins.python.manifests import lowest_minor


@pytest.mark.parametrize(
    ("written", "lowest"),
    [
        ("", ""),
        ("*", ""),
        (">=3", "3.0"),
        (">=3.8.0", "3.8"),
        (">=3.8.1,<4.0", "3.8"),
        (">=3.8 , <3.13", "3.8"),
        (">=3.7, !=3.8.0", "3.7"),
        (">=2.7, !=3.0.*, !=3.1.*", "3.2"),
        ("~=3.9.1", "3.9"),
        ("==3.11.*", "3.11"),
        ("^3.8", "3.8"),
        ("~3.9", "3.9"),
        ("3.10", "3.10"),
        ("^2.7 || ^3.6", "3.6"),
        ("nonsense", ""),
    ],
)
def test_the_lowest_python_that_is_allowed(written: str, lowest: str) -> None:
    assert lowest_minor(written) == lowest
