"""Reads names, values and attributes out of one line; shared by the long and the minified form.

Expressions are matched where the scanner stands and never backtrack (possessive quantifiers), so the time is linear.
"""

from __future__ import annotations

import json
import re

from abcoder_py.views.codestruct.notation import KEYWORD, value_of_quoted

_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_SPACE = re.compile(r"\s*+")
_KEYWORD = re.compile(rf"({KEYWORD.pattern})\s*+:(?!:)")
_HASH = re.compile(r"[0-9A-Fa-f]++(?!\w)")
_BARE_VALUE = re.compile(r"[^,\[\]]*+")
_BARE_NAME_END = re.compile(r"&|:::|\[")


class CodeStructError(ValueError):
    """A text that is no CodeStruct: what is wrong, and where (1-based line and column, in characters)."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line, self.column = line, column


class Scanner:
    """A place in a line of text."""

    def __init__(self, text: str, line: int, at: int = 0) -> None:
        self.text, self.line, self.at = text, line, at

    def error(self, message: str, at: int | None = None) -> CodeStructError:
        return CodeStructError(message, self.line, (self.at if at is None else at) + 1)

    def skip_space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def ends(self) -> bool:
        return self.at >= len(self.text)

    def looks_at(self, word: str) -> bool:
        return self.text.startswith(word, self.at)

    def take(self, word: str) -> bool:
        if not self.looks_at(word):
            return False
        self.at += len(word)
        return True

    def match(self, pattern: re.Pattern[str]) -> str:
        """What the pattern matches here, "" for nothing."""
        found = pattern.match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[0]

    def keyword(self) -> str:
        """`word:` at this place: the word; "" where there is none."""
        found = _KEYWORD.match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[1]

    def quoted(self) -> str:
        """The text of the quoted token that starts here."""
        start = self.at
        token = self.match(_QUOTED)
        if not token:
            raise self.error("this quote is never closed")
        try:
            text: str = json.loads(token, strict=False)
            text.encode()
        except ValueError as fault:
            raise self.error(f"no valid escape in these quotes ({fault})", start) from None
        return text

    def names(self) -> list[str]:
        """`a & b`: the names of a declaration; one that is empty where there is none."""
        found = [self._name()]
        while self.looks_at("&"):
            ampersand = self.at
            self.at += 1
            found.append(self._name())
            if found[-1] is None or found[-2] is None:
                raise self.error("a name is missing beside this `&`; one that holds `&` is in double quotes", ampersand)
        return [name or "" for name in found]

    def _name(self) -> str | None:
        """A name; None where nothing stands, which is not the same as a pair of quotes."""
        self.skip_space()
        if self.looks_at('"'):
            name = self.quoted()
            self.skip_space()
            return name
        start = self.at
        end = _BARE_NAME_END.search(self.text, start)
        self.at = end.start() if end else len(self.text)
        if self.looks_at("[") and self.at > start and not self.text[self.at - 1].isspace():
            raise self.error("a name that holds a bracket is written in double quotes")
        return self.text[start : self.at].strip() or None

    def hash(self) -> str:
        """The hexadecimal digits behind `:::`."""
        self.skip_space()
        found = self.match(_HASH)
        if not found:
            raise self.error("a hash in hexadecimal digits is wanted behind `:::`")
        return found

    def attributes(self, into: dict[str, str]) -> None:
        """`key: value, …]` behind the opening bracket."""
        while True:
            self.skip_space()
            at = self.at
            key = self.keyword() or "type"
            if key in into:
                raise self.error(f"`{key}` is given twice", at)
            into[key] = self.value(key)
            if self.take("]"):
                return
            if not self.take(","):
                raise self.error("a comma or `]` is wanted; a value that holds a bracket is written in double quotes")

    def value(self, key: str) -> str:
        """A value inside brackets."""
        self.skip_space()
        if key == "ref" and (holder := self.keyword()):
            self.skip_space()
            return f"{holder}: {self.quoted_or_bare()}"
        if self.looks_at('"'):
            return value_of_quoted(key, self.quoted_or_bare())
        return self.match(_BARE_VALUE).strip()

    def quoted_or_bare(self) -> str:
        if not self.looks_at('"'):
            return self.match(_BARE_VALUE).strip()
        text = self.quoted()
        self.skip_space()
        return text
