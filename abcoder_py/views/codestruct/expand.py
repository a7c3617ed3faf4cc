"""Reads the minified form: one pass, a stack of ranks.

A legend before it is skipped, and what it says is not believed: the abbreviations are the document's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from abcoder_py.views.codestruct.model import Entity
from abcoder_py.views.codestruct.notation import (
    ATTRIBUTE_LINES,
    FUNC,
    IMPL,
    KEYS,
    KEYWORDS,
    LEAVES,
    ORIGINS,
    TYPES,
    rank,
    separator,
    value_of_quoted,
)
from abcoder_py.views.codestruct.scanner import CodeStructError, Scanner

_LEGEND = ("Format: ", "Keyword map: ", "Type map: ", "Delimiters: ")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BARE = re.compile(r'[^\[\]|,(){}:;&#"]*+')
_BARE_IN_PATH = re.compile(r'[^\[\]|,(){}:;&#"/]*+')
_BARE_IN_CHAIN = re.compile(r'[^\[\]|,(){}:;&#".]*+')
_SEGMENT = {"/": _BARE_IN_PATH, ".": _BARE_IN_CHAIN, "::": _BARE}
_NUMBER = re.compile(r"~([1-9]\d{0,8})$")
_NUMBER_HERE = re.compile(r"~([1-9]\d{0,8})")

_LONG_KEYWORDS = {short: word for word, short in KEYWORDS.items()}
_LONG_KEYS = {short: word for word, short in KEYS.items()}
_LONG_TYPES = {short: word for word, short in TYPES.items()}
_LONG_ORIGINS = {short: word for word, short in ORIGINS.items()}


def is_legend(line: str) -> bool:
    return line.startswith(_LEGEND)


def expand(text: str) -> list[Entity]:
    """The tree of a minified text: of a tree `t`, `expand(minify(t))` is `t` in the minified form's order, without what
    that leaves out. Raises CodeStructError."""
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    found = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line.strip() and not is_legend(line) and not line.lstrip().startswith("#")
    ]
    if not found:
        return []
    if len(found) > 1:
        raise CodeStructError("minified CodeStruct is one line, below its legend", found[1][0], 1)
    number, line = found[0]
    return _Expander(Scanner(line.rstrip(" \t"), number)).read()


class _Names:
    """The children of one entity by name; looks at each child once."""

    def __init__(self) -> None:
        self._seen = 0
        self._by_name: dict[str, list[Entity]] = {}

    def find(self, children: list[Entity], name: str, number: int) -> Entity | None:
        for child in children[self._seen :]:
            self._by_name.setdefault(child.name, []).append(child)
        self._seen = len(children)
        found = self._by_name.get(name, [])
        return found[number - 1] if number <= len(found) else None


class _Expander:
    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._roots: list[Entity] = []
        self._stack: list[Entity] = []
        self._names: dict[int, _Names] = {}

    def read(self) -> list[Entity]:
        scanner = self._scanner
        while True:
            entities, attributes = self._read_entity()
            if scanner.take("|"):
                self._read_leaves(entities, attributes)
            if scanner.ends():
                return self._roots
            if not scanner.take(";"):
                raise scanner.error("`;` is wanted between entities")

    # entities

    def _read_entity(self) -> tuple[list[Entity], dict[str, str]]:
        start = self._scanner.at
        keyword = self._keyword()
        chain, name = self._chain(keyword)
        names = [name, *self._further_names()]
        attributes = self._attributes(keyword)
        if keyword in ATTRIBUTE_LINES or keyword == IMPL:
            raise self._scanner.error(f"`{keyword}` is no entity; it belongs to one", start)
        entities = [Entity(keyword, each, attributes) for each in names]
        while self._stack and rank(self._stack[-1].keyword) >= rank(keyword):
            self._stack.pop()
        holder = self._stack[-1] if self._stack else None
        for name, number in chain:
            holder = self._child(holder, name, number, start)
        (holder.children if holder else self._roots).extend(entities)
        self._stack.append(entities[-1])
        return entities, attributes

    def _child(self, holder: Entity | None, name: str, number: int, start: int) -> Entity:
        names = self._names.setdefault(id(holder), _Names())
        found = names.find(holder.children if holder else self._roots, name, number)
        if found is None:
            which = f"{name!r}" if number == 1 else f"{name!r} number {number}"
            raise self._scanner.error(f"no {which} stands before this, in which it could be", start)
        return found

    def _keyword(self) -> str:
        scanner = self._scanner
        if scanner.looks_at('"'):
            word = scanner.quoted()
            if not scanner.take(":"):
                raise scanner.error("`:` is wanted behind a keyword")
            return word
        at = scanner.at
        word = scanner.keyword()
        if not word:
            raise scanner.error("`keyword:name` is wanted", at)
        return _LONG_KEYWORDS.get(word, word)

    def _chain(self, keyword: str) -> tuple[list[tuple[str, int]], str]:
        """Names and numbers of the holders, and the entity's own name."""
        joint = separator(keyword)
        scanner = self._scanner
        holders: list[tuple[str, int]] = []
        while True:
            is_quoted = scanner.looks_at('"')
            start = scanner.at
            name = scanner.quoted() if is_quoted else scanner.match(_SEGMENT[joint])
            number = 1
            if is_quoted and (found := scanner.match(_NUMBER_HERE)):
                number = int(found[1:])
            if not scanner.take(joint):
                if number > 1:
                    raise scanner.error("a number belongs to a holder's name", start)
                if keyword == "returns" and not is_quoted and not holders:
                    name = _LONG_TYPES.get(name, name)
                return holders, name
            if not is_quoted and (match := _NUMBER.search(name)):
                name, number = name[: match.start()], int(match[1])
            holders.append((name, number))

    def _further_names(self) -> list[str]:
        found = []
        while self._scanner.take("&"):
            found.append(self._name())
        return found

    def _name(self) -> str:
        return self._scanner.quoted() if self._scanner.looks_at('"') else self._scanner.match(_BARE)

    # leaves

    def _read_leaves(self, entities: list[Entity], attributes: dict[str, str]) -> None:
        scanner = self._scanner
        while True:
            start = scanner.at
            keyword = self._keyword()
            if keyword == "doc":
                if "doc" in attributes:
                    raise scanner.error("`dc` is given twice", start)
                attributes["doc"] = self._name()
            elif keyword in LEAVES or (keyword == "import" and rank(entities[0].keyword) == FUNC):
                self._read_leaf(entities, keyword, start)
            else:
                raise scanner.error(f"`{keyword}` is no leaf: an entity is parted by `;`", start)
            if not scanner.take(","):
                return

    def _read_leaf(self, entities: list[Entity], keyword: str, start: int) -> None:
        if len(entities) > 1:
            raise self._scanner.error("a leaf of a group would belong to all its members", start)
        bare = not self._scanner.looks_at('"')
        names = [self._name(), *self._further_names()]
        if keyword == "returns" and bare:
            names[0] = _LONG_TYPES.get(names[0], names[0])
        attributes = self._attributes(keyword)
        entities[0].children += [Entity(keyword, each, attributes) for each in names]

    # attributes

    def _attributes(self, keyword: str) -> dict[str, str]:
        found: dict[str, str] = {}
        scanner = self._scanner
        if not scanner.take("["):
            return found
        while True:
            self._read_attribute(found, _LONG_ORIGINS if keyword == "import" else _LONG_TYPES)
            if scanner.take("]"):
                return found
            if not scanner.take(","):
                raise scanner.error("`,` or `]` is wanted")

    def _read_attribute(self, into: dict[str, str], types: Mapping[str, str]) -> None:
        scanner, start = self._scanner, self._scanner.at
        key, value = "type", ""
        if scanner.looks_at('"'):
            value = scanner.quoted()
            if scanner.take(":"):
                key, value = value, self._value(value, types)
        elif word := scanner.keyword():
            key = _LONG_KEYS.get(word, word)
            value = self._value(key, types)
        else:
            value = scanner.match(_BARE)
            value = types.get(value, value)
        if key in into:
            raise scanner.error(f"`{key}` is given twice", start)
        into[key] = value

    def _value(self, key: str, types: Mapping[str, str]) -> str:
        scanner = self._scanner
        if key == "ref" and (holder := scanner.keyword()):
            return f"{_LONG_KEYWORDS.get(holder, holder)}: {self._name()}"
        if scanner.looks_at('"'):
            return value_of_quoted(key, scanner.quoted())
        value = scanner.match(_BARE)
        return types.get(value, value) if key == "type" else value
