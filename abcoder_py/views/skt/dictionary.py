"""`[dict]`: which tokens get a code, so that the text becomes shorter.

Candidates are every category/kind, property and edge kind. Codes follow the bytewise order of the tokens, and how long
a code is depends on which others there are: the choice is made again until no token in it costs more than it saves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

_CODE: Final = re.compile(r"d(?:0|[1-9][0-9]*)")
_LINE: Final = len("- : \n")
_HEADING: Final = len("[dict]\n\n")


def choose_codes(tokens: Iterable[str]) -> dict[str, str]:
    """Token to code for those that are worth one; `tokens` as often as they occur. Codes that occur are not used."""
    counts = Counter(tokens)
    literal = {token for token in counts if _CODE.fullmatch(token)}
    chosen = sorted((token for token in counts if token not in literal), key=str.encode)
    while True:
        codes = _numbered(chosen, literal)
        worth = [token for token in chosen if _saved(token, counts[token], codes[token]) > 0]
        if len(worth) == len(chosen):
            return codes if sum(_saved(token, counts[token], codes[token]) for token in chosen) > _HEADING else {}
        chosen = worth


def _numbered(tokens: list[str], literal: set[str]) -> dict[str, str]:
    free = (code for number in range(len(tokens) + len(literal)) if (code := f"d{number}") not in literal)
    return dict(zip(tokens, free, strict=False))


def _saved(token: str, count: int, code: str) -> int:
    """Bytes that the code saves, its own line in `[dict]` taken off."""
    size = len(token.encode())
    return count * (size - len(code)) - (_LINE + len(code) + size)


def dictionary_section(codes: Mapping[str, str]) -> str:
    """The section's text, "" where there is no code."""
    lines = [f"- {code}: {token}\n" for token, code in codes.items()]
    return "[dict]\n" + "".join(lines) if lines else ""
