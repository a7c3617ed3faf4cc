"""Token counts are those that the named tokenizers are known for."""

from __future__ import annotations

import pytest

from abcoder_py.views.tokens import PIECE, TOKENIZERS, count_tokens


@pytest.mark.parametrize(("tokenizer", "expected"), [("o200k_base", 2), ("cl100k_base", 2)])
def test_counts(tokenizer: str, expected: int) -> None:
    assert count_tokens("hello world", tokenizer) == expected


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_a_special_token_in_a_text_is_text(tokenizer: str) -> None:
    assert count_tokens("<|endoftext|>", tokenizer) > 1


def test_nothing_is_no_token() -> None:
    assert count_tokens("") == 0


def test_a_long_text_is_counted_in_pieces() -> None:
    line = "dir: a  [type: b] and more of it\n"
    lines = 2 * PIECE // len(line)
    assert len(line) * lines > PIECE
    assert count_tokens(line * lines) == count_tokens(line * 10) // 10 * lines
    assert count_tokens("x;" * PIECE) > 0
