"""How ends, paths and values stand in a line: bare where that is unmistakable, else in double quotes.

In quotes `\\"`, `\\\\` and `\\n` stand for a quote, a backslash and a line break. A value of a property has `\\{` for a
brace too, since a symbol's properties are found by the last ` {` of its line.
"""

from __future__ import annotations

import re
from typing import Final

from abcoder_py.views.skt.model import End

QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
SHORT_ID: Final = re.compile(r"S(0|[1-9][0-9]{0,999})")
"""At most a thousand digits: Python refuses to read numbers of some thousand."""
_BARE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_LIKE_SHORT_ID: Final = re.compile(r"S[0-9]+")
_BARE_VALUE: Final = re.compile(r'[^\s,{}"=](?:[^,{}"\n\r]*[^\s,{}"])?')
_BARE_PATH: Final = re.compile(r'[^"\s](?:[^\n]*[^\n\r])?')
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


def quote(text: str) -> str:
    """The text in double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def unquote(quoted: str) -> str:
    """What stands in the quotes; a backslash before any other character is left out."""
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], quoted[1:-1])


def written_end(end: End, path: str) -> str:
    """An end as it stands in a line whose source lies in the file `path`."""
    if isinstance(end, int):
        return f"S{end}"
    prefix = f"{path}::"
    name = end[len(prefix) :] if end.startswith(prefix) else ""
    if _BARE_NAME.fullmatch(name) and not _LIKE_SHORT_ID.fullmatch(name):
        return name
    return quote(end)


def read_end(token: str, path: str) -> End:
    """The end that `token` names in a line whose source lies in the file `path`."""
    if token.startswith('"'):
        return unquote(token)
    short = SHORT_ID.fullmatch(token)
    return int(short[1]) if short else f"{path}::{token}"


def written_path(path: str) -> str:
    """A path as it ends a line or stands before `: `."""
    return path if _BARE_PATH.fullmatch(path) and ": " not in path else quote(path)


def written_property(name: str, value: str) -> str:
    """`name`, `name=value` or `name="value"`."""
    if not value:
        return name
    if _BARE_VALUE.fullmatch(value) and value != "true":
        return f"{name}={value}"
    return f"{name}={quote(value)}".replace("{", "\\{")
