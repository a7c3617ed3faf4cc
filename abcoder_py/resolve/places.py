"""Where an answer lies: the file (of the repository or not) and the definition whose name holds it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import MEMBER, WRITTEN, Definition, FileFacts, Import, Symbol
from abcoder_py.source.columns import Columns, Encoding
from abcoder_py.source.lines import LineIndex, has_lone_cr
from abcoder_py.source.tree import SourceFile, SourceTree


class Spot(NamedTuple):
    """One answer in bytes."""

    path: str
    """Relative to the repository where `inside`, else absolute (or a URI that is no file's)."""
    inside: bool
    start: int
    """-1: the file cannot be read, or has no such position."""
    end: int
    symbol: Symbol | None = None
    """Outside the repository: what the server said of it. Its bytes are then only looked for where they are wanted."""


def path_of(uri: str) -> str | None:
    """The path that a URI names; None where it names no file."""
    parts = urlsplit(uri)
    return unquote(parts.path) if parts.scheme == "file" else None


class NameSpans:
    """The definitions of one file by the span of their name."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        order = sorted(range(len(facts.definitions)), key=lambda index: facts.definitions[index].name_start)
        self._starts = [facts.definitions[index].name_start for index in order]
        self._order = order
        self._by_start = {d.start: index for index, d in reversed(list(enumerate(facts.definitions)))}
        self._by_end = {d.name_end: index for index, d in enumerate(facts.definitions)}
        self._imports = sorted(facts.imports, key=lambda item: item.start)
        self._import_starts = [item.start for item in self._imports]

    def at(self, offset: int) -> int:
        """Index of the definition whose name holds the byte, -1 for none."""
        found = bisect_right(self._starts, offset) - 1
        if found >= 0:
            index = self._order[found]
            if offset < self.facts.definitions[index].name_end:
                return index
        return -1

    def starting_at(self, offset: int, end: int, name: str) -> int:
        """The same for servers that name all of `self.name`, or of `self.name = …`, instead of `name`."""
        for index in (self._by_end.get(end, -1), self._by_start.get(offset, -1)):
            if index >= 0 and self.facts.definitions[index].name == name:
                return index
        return -1

    def import_at(self, offset: int) -> Import | None:
        """The import statement that holds the byte."""
        found = bisect_right(self._import_starts, offset) - 1
        return self._imports[found] if found >= 0 and offset < self._imports[found].end else None

    def written_at(self, offset: int, end: int, name: str) -> int:
        """Where the member is written to in what a server names whole (`self.name += …`), else `offset`."""
        written = (
            use.start
            for use in self.facts.uses
            if use.flags & WRITTEN and use.flags & MEMBER and offset < use.start and use.end <= end and use.text == name
        )
        return next(written, offset)

    def imports_of(self, name: str) -> list[tuple[int, int]]:
        """The tokens by which import statements outside every definition bind a name of the file."""
        found = []
        for item in self._imports:
            named = [(each.start, each.end) for each in item.names if (each.alias or each.name) == name]
            tokens = named or ([(item.token_start, item.token_end)] if item.bound == name else [])
            if tokens and not any(each.start <= item.start < each.end for each in self.facts.definitions):
                found += tokens
        return found

    def in_package_clause(self, offset: int) -> bool:
        """Is the byte inside the statement that names the file's package?"""
        clause = self.facts.package_clause
        return clause is not None and clause[1] <= offset < clause[2]

    def chain(self, index: int) -> tuple[Definition, ...]:
        """The definition and those around it, outermost first."""
        found: list[Definition] = []
        while index >= 0:
            found.append(self.facts.definitions[index])
            index = self.facts.definitions[index].parent
        return tuple(reversed(found))


class Places:
    """Turns server places into spots, and spots into definitions. Files outside the repository are read once."""

    def __init__(
        self,
        tree: SourceTree,
        language: Language,
        facts: Mapping[str, FileFacts],
        extract: Callable[[str, bytes, Language, Grammar], FileFacts],
        size_limit: int = 8 << 20,
        lone_cr_ends_line: bool = True,
        contents: bool = False,
    ) -> None:
        """`contents`: the bytes of definitions outside the repository are wanted too."""
        self._tree, self._language, self._facts, self._extract = tree, language, facts, extract
        self._size_limit = size_limit
        self._contents = contents
        self._lone_cr = lone_cr_ends_line
        self._odd_columns: dict[str, Columns | None] = {}
        self._files: dict[str, tuple[str, bool, SourceFile | None]] = {}
        self._names: dict[tuple[str, bool], NameSpans | None] = {}

    def spot(self, place: tuple[str, int, int, int, int], encoding: Encoding, symbol: Symbol | None = None) -> Spot:
        """The spot of a place that a server named, with what it said of it."""
        path, inside, file = self._file(place[0])
        if symbol is not None and not inside:
            span = self._span(file, place, encoding) if self._contents else (-1, -1)
            return Spot(path, inside, *span, symbol)
        return Spot(path, inside, *self._span(file, place, encoding))

    def _span(
        self, file: SourceFile | None, place: tuple[str, int, int, int, int], encoding: Encoding
    ) -> tuple[int, int]:
        _, line, character, end_line, end_character = place
        if file is None:
            return -1, -1
        try:
            columns = self.columns(file)
        except OSError:
            return -1, -1
        start = columns.offset(line, character, encoding)
        end = columns.offset(end_line, end_character, encoding)
        return (-1, -1) if start is None else (start, start if end is None else end)

    def columns(self, file: SourceFile) -> Columns:
        """Between the file's bytes and positions as the server counts them. Raises OSError."""
        if self._lone_cr:
            return file.columns
        if file.location not in self._odd_columns:
            odd = Columns(file.data, LineIndex(file.data, lone_cr=False)) if has_lone_cr(file.data) else None
            self._odd_columns[file.location] = odd
        return self._odd_columns[file.location] or file.columns

    def _file(self, uri: str) -> tuple[str, bool, SourceFile | None]:
        known = self._files.get(uri)
        if known is None:
            known = self._files[uri] = self._find(uri)
        return known

    def _find(self, uri: str) -> tuple[str, bool, SourceFile | None]:
        location = path_of(uri)
        if location is None:
            return uri, False, None
        relative = self._tree.relative(location)
        if relative is not None:
            return relative, True, self._tree.files[relative]
        path = Path(location)
        try:
            resolved = path.resolve()
            small = resolved.is_file() and resolved.stat().st_size <= self._size_limit
        except OSError:
            return location, False, None
        return str(resolved), False, SourceFile("", str(resolved), 0) if small else None

    def names(self, spot: Spot) -> NameSpans | None:
        """Definitions of the spot's file; None where it is not of this language or cannot be read."""
        key = (spot.path, spot.inside)
        if key not in self._names:
            facts = self._facts.get(spot.path) if spot.inside else self._outside(spot.path)
            self._names[key] = NameSpans(facts) if facts is not None else None
        return self._names[key]

    def _outside(self, path: str) -> FileFacts | None:
        file = SourceFile("", path, 0)
        grammar = self._language.grammar(path, self._tree)
        if grammar is None:
            return None
        try:
            return self._extract(path, file.data, self._language, grammar)
        except OSError:
            return None

    def text(self, spot: Spot) -> bytes:
        """The bytes of the spot's file; empty where it cannot be read."""
        file = self._tree.files.get(spot.path) if spot.inside else SourceFile("", spot.path, 0)
        try:
            return file.data if file is not None else b""
        except OSError:
            return b""
