"""Counts a text's tokens, for views that must fit into a budget.

The vocabularies ship inside the library: tiktoken, the better known one, downloads its own when it is first asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

DEFAULT = "o200k_base"
TOKENIZERS = ("cl100k_base", "o200k_base", "voyage3_base")


@lru_cache(maxsize=len(TOKENIZERS))
def _encoding(tokenizer: str) -> Any:
    import bpe_openai  # type: ignore[import-untyped]

    return bpe_openai.get_encoding(tokenizer)


def count_tokens(text: str, tokenizer: str = DEFAULT) -> int:
    """How many tokens a text is. `tokenizer`: one of TOKENIZERS. Text that spells a special token counts as text."""
    return len(_encoding(tokenizer).encode_ordinary(text))
