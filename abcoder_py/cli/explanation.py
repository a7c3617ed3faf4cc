"""What `uniast parse --explain` tells: the files that a server was asked about, grouped by why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from abcoder_py.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from abcoder_py.index.explain import Reason
    from abcoder_py.pipeline.parse import Outcome

_NAMED = 3
"""Of what changed, so many are named in a line; the API has all."""


def tell_reasons(outcome: Outcome) -> None:
    """Prints to stderr."""
    for line in _lines(outcome):
        print(line, file=sys.stderr)


def _lines(outcome: Outcome) -> Iterator[str]:
    if not any(outcome.reasons.values()):
        yield "asked: no file"
    for language, reasons in outcome.reasons.items():
        for reason, paths in _grouped(reasons).items():
            yield f"asked: {counted(len(paths), f'{language} file')}: {_words(reason)}"
            yield from (f"  {path}" for path in paths)


def _grouped(reasons: Mapping[str, Reason]) -> dict[Reason, list[str]]:
    found: dict[Reason, list[str]] = {}
    for path, reason in reasons.items():
        found.setdefault(reason, []).append(path)
    return found


def _words(reason: Reason) -> str:
    from abcoder_py.index.explain import WORDS

    shown = ", ".join(reason.names[:_NAMED]) + (", …" if len(reason.names) > _NAMED else "")
    return WORDS[reason.cause] + (f" ({shown})" if shown else "")
