"""A callable's signature: its name, parameters and results, with ShortIDs where a type in them is resolved.

Types are taken from the node's own bytes, between the offsets that `Extra` gives. Each token there that is an edge's
place becomes the target's ShortID, with the qualifier before it and the quotes around it. A node of another writer,
without `Lines` in its `Extra`, gives its own `Signature` as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.skt.kinds import Json, bare_name, package_is_file
from abcoder_py.views.skt.model import one_line

_LISTS: Final = ("Params", "Results", "Types", "GlobalVars")
_QUALIFIER: Final = re.compile(rb"(?:\w+(?:\.|::))+$")
_IN_QUOTES: Final = re.compile(rb"""\s*(["'])((?:(?!\1).)*)\1\s*""", re.DOTALL)
_STARS: Final = re.compile(r"\*{1,2}|\.\.\.")
_RECEIVERS: Final = ("self", "cls")
"""By custom the first parameter of a method whose language writes its receiver there."""


def callable_signature(node: Json, numbers: Mapping[str, int]) -> str:
    """The signature's line. `numbers`: the ShortID's number of each full id of UniAST that has one."""
    name = bare_name(node["Name"])
    extra = node.get("Extra") or {}
    if "Lines" not in extra:
        return one_line(name + _written_parameters(name, node.get("Signature") or ""))
    text = _Text(node, numbers)
    parameters = ", ".join(text.parameter(each) for each in _parameters(node, extra))
    results = text.results(extra.get("Results") or ())
    return one_line(f"{name}({parameters})" + (f" -> {results}" if results else ""))


def _written_parameters(name: str, signature: str) -> str:
    """What follows the name in a signature as written."""
    _, found, rest = signature.partition(f"{name}(")
    return f"({rest}" if found else "()"


def _parameters(node: Json, extra: Json) -> list[Json]:
    """Without a receiver that stands among them."""
    parameters: list[Json] = list(extra.get("Params") or ())
    if parameters and node.get("Receiver") and "static" not in extra.get("Modifiers", ()) and not package_is_file(node):
        first = parameters[0]
        if first.get("Name") in _RECEIVERS and not first.get("Default"):
            return parameters[1:]
    return parameters


class _Text:
    """A node's bytes with the places of what is resolved."""

    def __init__(self, node: Json, numbers: Mapping[str, int]) -> None:
        self._start = node.get("StartOffset", 0)
        self._bytes = (node.get("Content") or "").encode()
        self._whole = len(self._bytes) == node.get("EndOffset", -1) - self._start  # else offsets lie: no UTF-8
        self._tokens = sorted(self._places(node, numbers), reverse=True) if self._whole else []

    @staticmethod
    def _places(node: Json, numbers: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
        for use in (use for key in _LISTS for use in node.get(key) or ()):
            number = numbers.get(full_id(use))
            if number is not None and "EndOffset" in use:
                yield use["StartOffset"], use["EndOffset"], number
                for _, start, end in (use.get("Extra") or {}).get("Others") or ():
                    yield start, end, number

    def parameter(self, given: Json) -> str:
        name, type_ = given.get("Name") or "", self._type(given)
        if "variadic" in (given.get("Kind") or "") and "..." not in type_:
            name = self._stars(given) + name
        return f"{name}: {type_}" if name and type_ else name or type_

    def results(self, given: Any) -> str:
        types = [self._type(each) for each in given]
        return types[0] if len(types) == 1 else f"({', '.join(types)})" if types else ""

    def _stars(self, given: Json) -> str:
        """What marks a variadic parameter before its name."""
        at = given.get("StartOffset", self._start) - self._start
        found = _STARS.match(self._bytes[at : at + 3].decode("utf-8", "replace")) if self._whole else None
        return found[0] if found else ""

    def _type(self, given: Json) -> str:
        start, end = given.get("TypeStart"), given.get("TypeEnd")
        if not self._whole or start is None or end is None:
            return given.get("Type") or ""
        return self._with_short_ids(start, end) or given.get("Type") or ""

    def _with_short_ids(self, start: int, end: int) -> str:
        """The bytes from `start` to `end`; tokens are replaced from the last on, so that offsets before them hold."""
        text, covered = self._bytes[start - self._start : end - self._start], end
        for first, last, number in self._tokens:
            if start <= first and last <= covered:
                before, after = text[: first - start], text[last - start :]
                before = _QUALIFIER.sub(b"", before)
                covered = start + len(before)
                if before[-1:] == after[:1] and after[:1] in (b'"', b"'"):
                    before, after = before[:-1], after[1:]
                text = b"%sS%d%s" % (before, number, after)
        quoted = _IN_QUOTES.fullmatch(text) if covered < end else None  # a type's name in it: no literal
        return (quoted[2] if quoted else text).decode("utf-8", "replace")
