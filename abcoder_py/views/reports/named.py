"""Names that stand where no use is seen: in strings, which reflection reads, and in files left out of the build.

Words of a whole text would be too many: a string counts only where it is one name, dotted or not (`"Shop.open"`), or
the beginning of names put together (`"as_" + vendor`, `f"as_{vendor}"`). A file left out of the build counts for
definitions of its own folder only: those asked about are not visible from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname

from abcoder_py.views.reports.program import Program

_QUOTED = re.compile(r"""["']([A-Za-z_$][\w$]*(?:[.:]+[A-Za-z_$][\w$]*)*)["']""")
_BEGINNING = re.compile(r"""["']([A-Za-z_$][\w$]*_)(?=["'{%$])""")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_DOTS = re.compile(r"[.:]+")
_JOINT = re.compile("(?<=[A-Za-z0-9])_(?=.)")


class Named:
    """Where names are written so."""

    def __init__(self, program: Program, excluded: Mapping[str, str]) -> None:
        """`excluded`: the text of each file that was left out of the build, by path."""
        self._strings: dict[str, str] = {}
        for _, node in program.inside():
            content = (node.definition or {}).get("Content", "")
            for quoted in _QUOTED.findall(content) + _BEGINNING.findall(content):
                self._strings.setdefault(_DOTS.split(quoted)[-1], node.id)
        self._words = [(path, frozenset(_WORD.findall(text))) for path, text in excluded.items()]

    def place(self, name: str, file: str) -> str:
        """Where a definition of that name in that file may be meant, as a report says it; "" nowhere."""
        left_out = (path for path, words in self._words if dirname(path) == dirname(file) and name in words)
        path = next(left_out, "")
        if path:
            return f"{path}, which was left out of the build"
        return next((f"a string of {self._strings[part]}" for part in _parts(name) if part in self._strings), "")


def _parts(name: str) -> Iterator[str]:
    """The name, and what it may begin with: `as_sql_text` with `as_` and with `as_sql_`."""
    yield name
    yield from (name[: found.end()] for found in _JOINT.finditer(name))
