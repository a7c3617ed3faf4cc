"""The signs by which servers say that they may be asked."""

from __future__ import annotations

import asyncio
from typing import Any

from abcoder_py.lsp.ready import ReadySign
from abcoder_py.plugin.servers import ProgressEnd


def heard(sign: ReadySign, *steps: tuple[str, str]) -> list[bool]:
    """Whether the sign is seen after each step, a token and a kind."""

    def progress(token: str, kind: str) -> dict[str, Any]:
        title = {"title": "Loading packages"} if kind == "begin" and token != "other" else {"title": "Other"}
        return {"token": token, "value": {"kind": kind, **title}}

    found = []
    for token, kind in steps:
        asyncio.run(sign.hear(progress(token, kind)))
        found.append(sign.seen.is_set())
    return found


def test_the_first_end_of_its_progress_is_enough() -> None:
    steps = [("other", "begin"), ("other", "end"), ("a", "begin"), ("a", "report"), ("a", "end")]
    assert heard(ReadySign(ProgressEnd("Loading"), folders=2), *steps) == [False, False, False, False, True]


def test_each_folder_has_an_end_of_its_own() -> None:
    """The first ends before the second begins; one that ends twice counts once."""
    sign = ReadySign(ProgressEnd("Loading", each_folder=True), folders=2)
    assert heard(sign, ("a", "begin"), ("a", "end"), ("a", "end"), ("b", "begin")) == [False] * 4
    assert heard(sign, ("b", "end")) == [True]
    assert "each folder" in str(sign)
