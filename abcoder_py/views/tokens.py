"""Counts a text's tokens, for views that must fit into a budget.

The vocabularies ship inside the library: tiktoken, the better known one, downloads its own when it is first asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

DEFAULT = "o200k_base"
TOKENIZERS = ("cl100k_base", "o200k_base", "voyage3_base")
PIECE = 100_000
"""Characters that are counted at once: the library refuses a million, or too many tokens."""


@lru_cache(maxsize=len(TOKENIZERS))
def _encoding(tokenizer: str) -> Any:
    import bpe_openai  # type: ignore[import-untyped]

    return bpe_openai.get_encoding(tokenizer)


def count_tokens(text: str, tokenizer: str = DEFAULT) -> int:
    """How many tokens a text is. `tokenizer`: one of TOKENIZERS. Text that spells a special token counts as text.

    A long text is counted piece by piece, cut behind line breaks, where tokens end; a single line as long as that may
    come out a token higher for each cut.
    """
    encoding = _encoding(tokenizer)
    return sum(len(encoding.encode_ordinary(piece)) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + PIECE
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        yield text[start:end]
        start = end
