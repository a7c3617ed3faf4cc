"""The notation's tables, and how names and values are written: bare where that is safe, else in quotes.

Quotes hold a JSON string. One value is particular: a `default` that the source writes as a string literal of plain
characters stands as the source has it (`default: "John"`), so there the quotes are part of the value.
"""

from __future__ import annotations

import json
import re

ATTRIBUTE_LINES = ("type", "source", "ref", "default", "doc")
"""Keys that stand on a line of their own below their entity as well as in brackets."""
IMPL = "impl"

KEYWORDS = {
    "dir": "d",
    "file": "f",
    "module": "m",
    "class": "cl",
    "func": "fn",
    "attr": "at",
    "param": "p",
    "returns": "r",
    "var": "v",
    "const": "c",
    "import": "i",
    "doc": "dc",
}
"""Keywords that have a short form (10.2 of the document)."""
KEYS = {"type": "t", "default": "d", "source": "s", "ref": "rf", "doc": "dc"}
"""Attribute keys that have one."""
TYPES = {"INTEGER": "INT", "STRING": "STR", "BOOLEAN": "BOOL", "FLOAT": "FLT"}
"""Types that have one (10.3), in `type` and `returns`."""
ORIGINS = {"external": "ext", "internal": "int"}
"""The type of an import in short form."""

DIR, FILE, MODULE, NAMESPACE, CLASS, FUNC = range(6)
_RANKS = {"dir": DIR, "file": FILE, "module": MODULE, "namespace": NAMESPACE} | dict.fromkeys(
    ("func", "lambda", "attr", "param", "returns", "var", "const", "type_alias", "optional", "import"), FUNC
)
LEAVES = frozenset({"attr", "param", "returns"})

KEYWORD = re.compile(r"[^\W\d][\w.-]*")
_SPECIAL = re.compile(r'[\[\]|,(){}:;&#"\x00-\x1f]')
_REF = re.compile(rf"({KEYWORD.pattern}): (.+)", re.DOTALL)


def rank(keyword: str) -> int:
    """What implies nesting in the minified form: an entity belongs to the last one before it of a lower rank."""
    return _RANKS.get(keyword, CLASS)


def separator(keyword: str) -> str:
    """What joins a chain's names in the minified form: `d:app/src`, `cl:Outer.Inner`; no bare name holds `::`."""
    if keyword == "dir":
        return "/"
    return "." if keyword == "func" or rank(keyword) == CLASS else "::"


def is_plain(text: str) -> bool:
    """May a name or value stand without quotes?"""
    return bool(text) and text.strip() == text and not _SPECIAL.search(text)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def name_text(text: str) -> str:
    """A name as it is written."""
    return text if is_plain(text) else quoted(text)


def value_text(key: str, value: str) -> str:
    """An attribute's value as it is written."""
    if key == "default" and (not value or is_plain_literal(value)):
        return value
    if key == "ref" and (found := _REF.fullmatch(value)):
        return f"{found[1]}: {name_text(found[2])}"
    return name_text(value)


def is_plain_literal(value: str) -> bool:
    """Is a value a source's string literal that needs no escapes?"""
    return len(value) > 1 and value[0] == value[-1] == '"' and _may_be_literal(value[1:-1])


def _may_be_literal(inner: str) -> bool:
    return (not inner or is_plain(inner)) and "\\" not in inner


def value_of_quoted(key: str, inner: str) -> str:
    """The value of a quoted token whose decoded text is `inner`."""
    return f'"{inner}"' if key == "default" and _may_be_literal(inner) else inner


def reference(value: str) -> tuple[str, str] | None:
    """Keyword and name of a `ref`, None where the value is none."""
    found = _REF.fullmatch(value)
    return (found[1], found[2]) if found else None
