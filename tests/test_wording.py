"""Numbers in sentences."""

import pytest

from abcoder_py.wording import counted


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (counted(0, "file"), "0 files"),
        (counted(1, "file"), "1 file"),
        (counted(2, "file"), "2 files"),
        (counted(1, "entry", "entries"), "1 entry"),
        (counted(3, "entry", "entries"), "3 entries"),
    ],
)
def test_one_is_no_plural(said: str, words: str) -> None:
    assert said == words
