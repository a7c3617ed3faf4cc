"""Finding a node by what a person writes: a full id, `PkgPath#Name`, or the tail of one.

Pure string work over ids, used by `Repository.node` and by the search in a file's bytes. Fuzzy matching was
rejected: a command that an agent runs must either mean one node or name the candidates.
"""

import re
from collections.abc import Callable, Iterable

_LIST_END = re.compile(r"\)[ \w&]*(~\d+)?$")
"""The end of a name with a parameter list: C++ writes `const`, `&` or `noexcept` behind it, a homonym its number."""
_NUMBER = re.compile(r"~\d+$")
_LAST_WORD = re.compile(r"[^.:#/>]+$")


class UnknownNode(LookupError):
    """No node is called that."""

    def __init__(self, query: str) -> None:
        super().__init__(f"no node is called {query!r}")


class AmbiguousNode(LookupError):
    """Several nodes are called that; `candidates` are their full ids, in order."""

    def __init__(self, query: str, candidates: list[str]) -> None:
        super().__init__(f"{query!r} may be any of {len(candidates)} nodes")
        self.candidates = candidates


def choose(query: str, ids: Iterable[str]) -> str:
    """The one id that `query` means.

    An equal id comes first, then an equal `PkgPath#Name`, an equal Name, a tail as written, and last a tail whose
    parameter list was left out; `::` and `.` are alike. Raises UnknownNode, or AmbiguousNode where the first way that
    fits fits several.
    """
    ways = _ways(query)
    found: list[list[str]] = [[] for _ in ways]
    for node_id in ids:
        for rank, fits in enumerate(ways):
            if fits(node_id):
                found[rank].append(node_id)
                break
    best = sorted(next(filter(None, found), []))
    if not best:
        raise UnknownNode(query)
    if len(best) > 1:
        raise AmbiguousNode(query, best)
    return best[0]


def last_words(query: str) -> tuple[str, str]:
    """What ids meant by `query` hold: at their end, or, where a parameter list was left out, before its bracket.

    For a search in bytes, which looks for these first.
    """
    found = _LAST_WORD.search(without_parameters(query))
    word = found[0] if found else ""
    return word, _NUMBER.sub("", word)


def without_parameters(name: str) -> str:
    """`C.m(String,int)` as `C.m`; C++'s `operator()` is a name, not a list."""
    end = _LIST_END.search(name)
    if not end:
        return name
    depth = 0
    for at in range(end.start(), -1, -1):
        depth += {")": 1, "(": -1}.get(name[at], 0)
        if not depth:
            head = name[:at]
            return name if not head or head.endswith("operator") else head + (end[1] or "")
    return name


def _ways(query: str) -> list[Callable[[str], bool]]:
    tail = _dotted(query)
    ways: list[Callable[[str], bool]] = [
        lambda node_id: node_id == query,
        lambda node_id: _short(node_id) == query,
        lambda node_id: _dotted(_short(node_id).partition("#")[2]) == tail,
        lambda node_id: _ends(_tail_of(node_id, query), tail),
    ]
    if without_parameters(query) == query:
        owner, dot, member = tail.rpartition(".")
        in_impl = f"<{owner}>.{member}" if dot else tail  # Rust: `Trait<Type>.f` is what `Type.f` means
        ways.append(lambda node_id: _ends_bare(_tail_of(node_id, query), tail, in_impl))
    return ways


def _short(node_id: str) -> str:
    return node_id.partition("?")[2]


def _tail_of(node_id: str, query: str) -> str:
    short = _dotted(_short(node_id))
    return short if "#" in query else short.replace("#", ".", 1)


def _dotted(text: str) -> str:
    return text.replace("::", ".")


def _ends_bare(text: str, tail: str, in_impl: str) -> bool:
    bare = without_parameters(text)
    return _ends(bare, tail) or _ends(bare, in_impl)


def _ends(text: str, tail: str) -> bool:
    if not tail or not text.endswith(tail):
        return False
    before = text[: len(text) - len(tail)]
    return not before or before[-1] in "./#" or tail[0] in ".#<"
