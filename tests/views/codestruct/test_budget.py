"""A view under a number of tokens."""

from __future__ import annotations

import re

import pytest

from abcoder_py.views.codestruct import Entity, expand, minify, read, write
from abcoder_py.views.codestruct.budget import BudgetError, fit
from abcoder_py.views.codestruct.document import load
from abcoder_py.views.codestruct.model import walk
from abcoder_py.views.codestruct.repository import Choices, view
from abcoder_py.views.tokens import TOKENIZERS, count_tokens

ORDER = ["bodies", "docs", "uses", "private members", "files", "members"]
BODIES = Choices(impl=True)


def kinds_left(text: str) -> dict[str, bool]:
    return {"bodies": "impl:" in text, "docs": "doc:" in text, "uses": "ref: const: TAX" in text}


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("share", [0.9, 0.7, 0.5, 0.35, 0.2, 0.1])
def test_a_view_keeps_its_budget_and_says_what_is_missing(shop: bytes, share: float, tokenizer: str) -> None:
    budget = int(share * count_tokens(write(view(load(shop), BODIES)), tokenizer))
    fitted = fit(view(load(shop), BODIES), budget, write, lambda text: count_tokens(text, tokenizer))
    assert fitted.tokens == count_tokens(fitted.text, tokenizer) <= budget
    kinds = list(fitted.left_out)
    assert kinds == [kind for kind in ORDER if kind in kinds]
    said = re.match(rf"# left out to stay under {budget} tokens: (.*)\n", fitted.text)
    assert said and said[1] == ", ".join(f"{number} {kind}" for kind, number in fitted.left_out.items())
    assert read(fitted.text)[0].name == "shop"
    for kind in kinds[:-1]:
        assert not kinds_left(fitted.text).get(kind, False), f"all {kind} go before {kinds[-1]}"


def test_a_view_that_fits_is_left_alone(shop: bytes) -> None:
    roots = view(load(shop))
    fitted = fit(roots, 100_000, write, count_tokens)
    assert (fitted.text, fitted.left_out) == (write(view(load(shop))), {})


def test_the_least_used_goes_first(shop: bytes) -> None:
    whole = view(load(shop), BODIES)
    used = {each.name: each.facts.references for _, each in walk(whole) if each.impl and each.facts}
    fitted = fit(view(load(shop), BODIES), count_tokens(write(whole)) - 40, write, count_tokens)
    kept = {entity.name for _, entity in walk(read(fitted.text)) if entity.impl}
    assert list(fitted.left_out) == ["bodies"]
    assert kept < set(used)
    assert max(used[name] for name in set(used) - kept) <= min(used[name] for name in kept)
    assert used["taxed"] > used["HANDLERS"] == 0


def test_the_minified_form_keeps_its_budget(shop: bytes) -> None:
    def render(roots: list[Entity]) -> str:
        return minify(roots) + "\n"

    fitted = fit(view(load(shop), Choices(doc=False)), 250, render, count_tokens)
    assert count_tokens(fitted.text) <= 250
    assert expand(fitted.text)[0].name == "shop"


def test_a_budget_that_nothing_keeps_is_an_error(shop: bytes) -> None:
    with pytest.raises(BudgetError, match=r"the least view of this has \d+ tokens, more than 5"):
        fit(view(load(shop)), 5, write, count_tokens)
