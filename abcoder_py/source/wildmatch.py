"""Git's patterns as regular expressions.

pathspec was used first and rejected: compared with git on random patterns it differs (`a[!b]c` crosses a `/`, `doc/**`
takes `doc`, tabs at the end are lost), and it matches whole paths where git decides folder by folder. fnmatch knows
neither `**` nor escapes.
"""

import re
from collections.abc import Iterator

_TOKEN = re.compile(r"\\.|\*+|.", re.DOTALL)
_NAMED_SET = re.compile(r"\[:([^\]]*):\]")
_NAMED_SETS = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


class _MalformedError(ValueError):
    """A pattern that git takes to match nothing."""


def translate(pattern: str) -> re.Pattern[str] | None:
    """The expression whose `fullmatch` on a path (of a pattern with a `/`) or a name (without) is git's match; None of
    a pattern that matches nothing. A `/` at the start and the meaning of one at the end are the caller's."""
    try:
        return re.compile("".join(_parts(pattern)), re.DOTALL)
    except _MalformedError:
        return None


def _parts(pattern: str) -> Iterator[str]:
    at, fixed, star = 0, "", False
    while at <= len(pattern):
        token, at = _next(pattern, at)
        if token and token != "/" and not token.startswith("*"):
            fixed += token
            continue
        # A star that another follows may stop at the first match of what is between them, for good: without that,
        # patterns of many stars take for ever.
        another = token.startswith("*")
        yield (f"(?>[^/]*?{fixed})" if another else f"[^/]*{fixed}") if star else fixed
        fixed, star = "", another
        if another and _crosses_folders(pattern, at - len(token), at):
            star = False
            yield "(?:.*/)?" if at < len(pattern) else ".*"
            at += 1
        elif token == "/":
            yield "/"
        elif not token:
            return


def _crosses_folders(pattern: str, start: int, end: int) -> bool:
    """Whether the stars there are a `**` that is a whole segment of a path."""
    return (
        end - start > 1 and (start == 0 or pattern[start - 1] == "/") and (end == len(pattern) or pattern[end] == "/")
    )


def _next(pattern: str, at: int) -> tuple[str, int]:
    """The next token and the place after it: "" at the end, `/`, stars as written, or a character's expression."""
    if at == len(pattern):
        return "", at
    if pattern[at] == "[":
        return _character_set(pattern, at + 1)
    found = _TOKEN.match(pattern, at)
    if found is None or found[0] == "\\":
        raise _MalformedError(pattern)
    token = found[0]
    if token[0] != "*" and token != "/":
        token = "[^/]" if token == "?" else re.escape(token[-1])
    return token, found.end()


def _character_set(pattern: str, at: int) -> tuple[str, int]:
    negated = pattern[at : at + 1] in ("!", "^")
    at += negated
    members, first, low = "", True, ""
    while first or pattern[at : at + 1] != "]":
        first = False
        if named := _NAMED_SET.match(pattern, at):
            if named[1] not in _NAMED_SETS:
                raise _MalformedError(pattern)
            members, low, at = members + _NAMED_SETS[named[1]], "", named.end()
        elif low and pattern[at : at + 1] == "-" and pattern[at + 1 : at + 2] not in ("", "]"):
            high, at = _literal(pattern, at + 1)
            members, low = members + (f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""), ""
        else:
            low, at = _literal(pattern, at)
            members += re.escape(low)
    if not members:
        return ("[^/]" if negated else "(?!)"), at + 1
    return f"(?!/)[{'^' if negated else ''}{members}]", at + 1


def _literal(pattern: str, at: int) -> tuple[str, int]:
    """A character of a set, escaped or not, and the place after it."""
    at += pattern[at : at + 1] == "\\"
    if at >= len(pattern):
        raise _MalformedError(pattern)
    return pattern[at], at + 1
