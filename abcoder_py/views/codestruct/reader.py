"""Reads the long form: line by line, nesting by indentation alone, one stack and no recursion.

A text of another form is not guessed at: what does not fit is an error with its place. `read_any` also takes the
minified form, which is one line and never has a space behind the colon of its first keyword.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from abcoder_py.views.codestruct.expand import expand, is_legend
from abcoder_py.views.codestruct.model import Entity, Implementation
from abcoder_py.views.codestruct.notation import ATTRIBUTE_LINES, IMPL, KEYWORD, value_of_quoted
from abcoder_py.views.codestruct.scanner import CodeStructError, Scanner

_LINE_END = re.compile(r"\r\n|\r|\n")
_INDENT = re.compile(r"[ \t]*")
_FENCE = re.compile(r"(`{3,})([^`]*)$")
_MINIFIED = re.compile(rf'(?:"|{KEYWORD.pattern}:(?=[^\s:]))')


@dataclass(slots=True)
class _Level:
    """A line that others may stand below."""

    indent: int
    entities: list[Entity]
    """Of a group several; empty for the text itself and for an attribute's line."""
    attributes: dict[str, str]
    line: int
    below: int = -1
    """Indentation of what stands below, -1 while nothing does."""
    holds: str = "entities"
    """What may stand below: `entities`, `block` (of `impl:`) or `nothing`."""


def lines_of(text: str) -> list[str]:
    """A text's lines without their ends; a byte order mark is none of it."""
    return _LINE_END.split(text.removeprefix("\ufeff"))


def read(text: str) -> list[Entity]:
    """The tree of a text in the long form. Raises CodeStructError."""
    return _Reader(lines_of(text)).read()


def read_any(text: str) -> list[Entity]:
    """The tree of a text in either form. Raises CodeStructError."""
    return expand(text) if is_minified(text) else read(text)


def is_minified(text: str) -> bool:
    """Is it the minified form: below a legend, or one line that starts with `keyword:name`?"""
    lines = [line for line in lines_of(text) if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return False
    return is_legend(lines[0]) or (len(lines) == 1 and _MINIFIED.match(lines[0]) is not None)


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self._roots: list[Entity] = []
        self._stack = [_Level(-1, [], {}, 0)]
        self._indentation = ""

    def read(self) -> list[Entity]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            content = line.strip()
            if content and not content.startswith("#"):
                self._read_line(line)
        self._close(-1, Scanner("", len(self._lines)))
        return self._roots

    def _read_line(self, line: str) -> None:
        indent = self._indent(line)
        scanner = Scanner(line.rstrip(), self._at, indent)
        level = self._close(indent, scanner)
        if level.holds == "nothing":
            raise scanner.error("nothing stands below an attribute; indent this as its neighbours above")
        if scanner.looks_at("```"):
            self._read_block(level, scanner, indent)
        elif level.holds == "block":
            raise scanner.error("a fenced block (```language) is wanted below `impl:`")
        elif scanner.take("["):
            self._holder(level, scanner, "attributes")
            scanner.attributes(level.attributes)
            self._end(scanner)
            self._open(indent, [], "nothing")
        else:
            self._read_keyword(level, scanner, indent)

    def _indent(self, line: str) -> int:
        found = _INDENT.match(line)
        blank = found[0] if found else ""
        if blank and not self._indentation:
            self._indentation = blank[0]
        wrong = len(blank) - len(blank.lstrip(self._indentation)) if blank else 0
        if wrong < len(blank):
            raise CodeStructError("tabs and spaces are mixed in the indentation; use one of them", self._at, wrong + 1)
        return len(blank)

    def _close(self, indent: int, scanner: Scanner) -> _Level:
        """Ends the levels at or right of `indent`; gives the one that a line there belongs to."""
        while len(self._stack) > 1 and self._stack[-1].indent >= indent:
            ended = self._stack.pop()
            if ended.holds == "block" and ended.below < 0:
                raise CodeStructError(
                    "a fenced block (```language) is wanted below `impl:`", ended.line, ended.indent + 1
                )
        level = self._stack[-1]
        if level.below < 0:
            level.below = indent
        if level.below != indent and indent >= 0:
            raise scanner.error(f"an indentation of {indent} is none of those open above ({self._open_indents()})")
        return level

    def _open_indents(self) -> str:
        return ", ".join(str(level.below) for level in self._stack[-5:])

    def _read_keyword(self, level: _Level, scanner: Scanner, indent: int) -> None:
        start = scanner.at
        keyword = scanner.keyword()
        if not keyword:
            raise scanner.error("`keyword: name` is wanted")
        scanner.skip_space()
        if keyword == IMPL:
            self._read_impl(level, scanner, indent, start)
        elif keyword in ATTRIBUTE_LINES:
            self._holder(level, scanner, f"`{keyword}:`", start)
            if keyword in level.attributes:
                raise scanner.error(f"`{keyword}` is given twice", start)
            level.attributes[keyword] = _line_value(keyword, scanner)
            self._open(indent, [], "nothing")
        else:
            self._read_entity(level, scanner, indent, keyword)

    def _holder(self, level: _Level, scanner: Scanner, what: str, at: int | None = None) -> None:
        if not level.entities:
            raise scanner.error(f"{what} must stand below the entity it belongs to", at)

    def _read_entity(self, level: _Level, scanner: Scanner, indent: int, keyword: str) -> None:
        if len(level.entities) > 1:
            raise scanner.error(
                "an entity below a group would belong to all its members; write them one by one", indent
            )
        names = scanner.names()
        attributes: dict[str, str] = {}
        digest = ""
        while not scanner.ends():
            if scanner.take("["):
                scanner.attributes(attributes)
            elif not digest and scanner.take(":::"):
                digest = scanner.hash()
            else:
                raise scanner.error("this does not belong to a declaration")
            scanner.skip_space()
        entities = [Entity(keyword, name, attributes, digest) for name in names]
        (level.entities[0].children if level.entities else self._roots).extend(entities)
        self._open(indent, entities, "entities", attributes)

    def _open(self, indent: int, entities: list[Entity], holds: str, attributes: dict[str, str] | None = None) -> None:
        self._stack.append(_Level(indent, entities, {} if attributes is None else attributes, self._at, -1, holds))

    def _end(self, scanner: Scanner) -> None:
        if not scanner.ends():
            raise scanner.error("nothing may follow here")

    def _read_impl(self, level: _Level, scanner: Scanner, indent: int, start: int) -> None:
        self._holder(level, scanner, "`impl:`", start)
        if level.entities[0].impl:
            raise scanner.error("`impl` is given twice", start)
        self._open(indent, level.entities, "block")
        if scanner.ends():
            return
        inline = _inline_block(scanner.text[scanner.at :])
        if inline:
            self._set_impl(level.entities, inline)
        else:
            self._read_block(self._stack[-1], scanner, indent)
        self._stack[-1].below, self._stack[-1].holds = indent + 1, "nothing"

    def _read_block(self, level: _Level, scanner: Scanner, indent: int) -> None:
        """The lines of a fenced block, up to the fence that closes it."""
        opening = _FENCE.match(scanner.text, scanner.at)
        if level.holds != "block":
            raise scanner.error("a fenced block must stand below `impl:`")
        if not opening:
            raise scanner.error("an opening fence is wanted: ```language")
        fence, start = opening[1], self._at
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line.lstrip(" \t").startswith(fence) and not line.strip().strip("`"):
                depth = min(indent, len(line) - len(line.lstrip(" \t")))
                code = "\n".join(_dedented(inside, depth) for inside in self._lines[start : self._at - 1])
                self._set_impl(level.entities, Implementation(opening[2].strip(), code))
                level.holds = "nothing"
                return
        raise scanner.error("this fenced block is never closed")

    def _set_impl(self, entities: list[Entity], impl: Implementation) -> None:
        for entity in entities:
            entity.impl = impl


def _inline_block(text: str) -> Implementation | None:
    """A block that opens and closes on one line: ```python return 1 ```."""
    fence = text[: len(text) - len(text.lstrip("`"))]
    rest = text[len(fence) :]
    if len(fence) < 3 or not rest.endswith(fence):
        return None
    language, _, code = rest.removesuffix(fence).partition(" ")
    return None if rest.endswith("`" + fence) else Implementation(language, code.strip())


def _dedented(line: str, depth: int) -> str:
    """A line of code without the block's indentation, of which it may have less."""
    head = line[:depth]
    return line[len(head) - len(head.lstrip(" \t")) :]


def _line_value(key: str, scanner: Scanner) -> str:
    """The value that fills the rest of a line. Text that only begins with a quote is taken as it stands."""
    rest = scanner.text[scanner.at :]
    if key == "ref" and (holder := scanner.keyword()):
        scanner.skip_space()
        return f"{holder}: {_whole(scanner) or scanner.text[scanner.at :]}"
    if not scanner.looks_at('"'):
        return rest
    if key == "doc":
        try:
            return _whole(scanner)
        except CodeStructError:
            return rest
    return value_of_quoted(key, _whole(scanner))


def _whole(scanner: Scanner) -> str:
    """The quoted token that fills the rest of the line; "" where none starts here."""
    if not scanner.looks_at('"'):
        return ""
    text = scanner.quoted()
    if not scanner.ends():
        raise scanner.error("nothing may follow the closing quote")
    return text
