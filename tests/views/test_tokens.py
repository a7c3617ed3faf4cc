"""Token counts are those that the named tokenizers are known for."""

from __future__ import annotations

import pytest

from abcoder_py.views.tokens import TOKENIZERS, count_tokens


@pytest.mark.parametrize(("tokenizer", "expected"), [("o200k_base", 2), ("cl100k_base", 2)])
def test_counts(tokenizer: str, expected: int) -> None:
    assert count_tokens("hello world", tokenizer) == expected


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_a_special_token_in_a_text_is_text(tokenizer: str) -> None:
    assert count_tokens("<|endoftext|>", tokenizer) > 1


def test_nothing_is_no_token() -> None:
    assert count_tokens("") == 0
