"""A .skt text in, its document out, or an error with line and column. Linear in the text's length.

Two steps: lines are put into their sections, then the sections are read, `[dict]` first and `[edges]` last, since
sections may stand in any order and several times. What the text does not define may be named: definitions can stand in
other chunks. A generated parser was rejected: a line's form is regular, and its errors name what is wanted there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, NoReturn

from abcoder_py.views.skt.model import (
    CATEGORIES,
    EDGE_KINDS,
    STATUSES,
    Document,
    EdgeGroup,
    Fault,
    FileBlock,
    Symbol,
    one_line,
)
from abcoder_py.views.skt.quoting import QUOTED, SHORT_ID, read_end, unquote

SECTIONS: Final = ("dict", "symbols", "edges", "errors")
_NUMBER: Final = r"(?:0|[1-9][0-9]{0,999})"
_HEAD: Final = (
    (re.compile(rf"S({_NUMBER}) "), "a symbol's id such as S1, and a space,"),
    (re.compile(r"(\S+) "), "a category and kind such as type/class, and a space,"),
    (re.compile(rf"L({_NUMBER})-"), "a first line such as L10, and `-`,"),
    (re.compile(rf"L({_NUMBER}) "), "a last line such as L15, and a space,"),
)
_KIND: Final = re.compile(rf"({'|'.join(CATEGORIES)})/([a-z][a-z_]*)")
_PROPERTY: Final = re.compile(
    rf'\s*([A-Za-z_][A-Za-z0-9_.-]*)(?:=({QUOTED}|[^\s,{{}}"=](?:[^,{{}}"]*[^\s,{{}}"])?))?\s*(,|$)'
)
_END: Final = re.compile(rf'{QUOTED}|[^\s,"\[\]]+')
_ARROW: Final = re.compile(r" --(\w+)(?:\[(\w*)\])?--> ")
_COMMA: Final = re.compile(r", ?")
_CANDIDATES: Final = " [candidates="
_DICT_LINE: Final = re.compile(r"- (d(?:0|[1-9][0-9]*)): (\S(?:.*\S)?)\s*", re.DOTALL)
_ERROR_LINE: Final = re.compile(rf"- ({QUOTED}|.+?): (.+)", re.DOTALL)


class SktError(ValueError):
    """A text that is no .skt: `line` and `column` are 1-based, columns count characters."""

    def __init__(self, message: str, line: int, column: int, chunk: str = "") -> None:
        place = f"{chunk}:{line}:{column}" if chunk else f"line {line}, column {column}"
        super().__init__(f"{place}: {message}")
        self.line, self.column, self.chunk = line, column, chunk


class _Line(NamedTuple):
    text: str
    number: int
    chunk: str

    def fail(self, column: int, message: str) -> NoReturn:
        raise SktError(message, self.number, column + 1, self.chunk)


def read(text: str) -> Document:
    """The document of a text. Raises SktError where it is none."""
    return read_chunks({"": text})


def read_chunks(chunks: Mapping[str, str]) -> Document:
    """The document of several texts, by the name that errors give them; their parts stand in the order given."""
    sections: dict[str, list[_Line]] = {name: [] for name in SECTIONS}
    for chunk, text in chunks.items():
        _divide(text, chunk, sections)
    codes = _read_dict(sections["dict"])
    files = _read_symbols(sections["symbols"], codes)
    paths = {symbol.number: block.path for block in files for symbol in block.symbols}
    edges = tuple(_read_edge(line, paths, codes) for line in sections["edges"])
    return Document(files, edges, tuple(_read_error(line) for line in sections["errors"]))


def _divide(text: str, chunk: str, sections: dict[str, list[_Line]]) -> None:
    section = None
    for number, line in enumerate(text.split("\n"), 1):
        each = _Line(line.removesuffix("\r"), number, chunk)
        if not each.text.strip():
            continue
        if each.text.startswith("["):
            section = sections.get(each.text.strip()[1:-1]) if each.text.strip().endswith("]") else None
            if section is None:
                each.fail(0, f"one of the sections [{'], ['.join(SECTIONS)}] is wanted")
        elif section is None:
            each.fail(0, "a section such as [symbols] is wanted first")
        else:
            section.append(each)
    if section is None:
        raise SktError("a section such as [symbols] is wanted", 1, 1, chunk)


def _read_dict(lines: Iterable[_Line]) -> dict[str, str]:
    codes: dict[str, str] = {}
    for line in lines:
        found = _DICT_LINE.fullmatch(line.text) or line.fail(0, "an entry such as `- d0: exported` is wanted")
        if found[1] in codes:
            line.fail(2, f"{found[1]} stands for something already")
        codes[found[1]] = found[2]
    return codes


# symbols


def _read_symbols(lines: Iterable[_Line], codes: Mapping[str, str]) -> tuple[FileBlock, ...]:
    blocks: dict[str, list[Symbol]] = {}
    defined: set[int] = set()
    block = None
    for line in lines:
        if line.text.startswith("## "):
            block = blocks.setdefault(_read_path(line), [])
            continue
        if block is None:
            line.fail(0, "a file such as `## src/main.py` is wanted before the first symbol")
        symbol = _read_symbol(line, codes)
        if symbol.number in defined:
            line.fail(0, f"S{symbol.number} is defined already")
        defined.add(symbol.number)
        block.append(symbol)
    return tuple(FileBlock(path, tuple(symbols)) for path, symbols in blocks.items())


def _read_path(line: _Line) -> str:
    path = line.text[3:]
    if path.startswith('"'):
        if not re.fullmatch(QUOTED, path, re.DOTALL):
            line.fail(3, "a path in double quotes is wanted")
        return unquote(path)
    return path if path.strip() else line.fail(3, "a path is wanted")


def _read_symbol(line: _Line, codes: Mapping[str, str]) -> Symbol:
    (number, token, first, last), at = _read_head(line)
    kind = _KIND.fullmatch(_expanded(token, codes)) or line.fail(
        len(number) + 2, f"a category of {', '.join(CATEGORIES)} with a kind is wanted, such as type/class"
    )
    text = line.text.rstrip()
    brace = text.rfind(" {", at - 1) if text.endswith("}") else -1
    signature = one_line(text[at:brace] if brace >= 0 else text[at:]) or line.fail(at, "a signature is wanted")
    properties = _read_properties(line, brace + 2, len(text) - 1, codes) if brace >= 0 else ()
    return Symbol(int(number), kind[1], kind[2], int(first), int(last), signature, properties)


def _read_head(line: _Line) -> tuple[list[str], int]:
    """Number, category/kind, first and last line as they are written, and where the signature starts."""
    at, parts = 0, []
    for pattern, wanted in _HEAD:
        found = pattern.match(line.text, at) or line.fail(at, f"{wanted} is wanted")
        parts.append(found[1])
        at = found.end()
    return parts, at


def _expanded(token: str, codes: Mapping[str, str]) -> str:
    return codes.get(token, token)


def _read_properties(line: _Line, start: int, end: int, codes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    at = start
    more = bool(line.text[start:end].strip())
    while more:
        given = _PROPERTY.match(line.text, at, end) or line.fail(at, "a property, `name` or `name=value`, is wanted")
        name, value = _read_property(line, given, codes)
        if name in found:
            line.fail(given.start(1), f"the property {name} stands here already")
        found[name] = value
        at, more = given.end(), bool(given[3])
    return tuple(found.items())


def _read_property(line: _Line, given: re.Match[str], codes: Mapping[str, str]) -> tuple[str, str]:
    if given[2] is None and given[1] in codes:
        expanded = codes[given[1]]
        given = _PROPERTY.fullmatch(expanded) or line.fail(
            given.start(1), f"{given[1]} stands for {expanded!r}, which is no property"
        )
    name, value = given[1], given[2] or ""
    if value.startswith('"'):
        return name, unquote(value)
    return name, "" if value == "true" else value


# edges


def _read_edge(line: _Line, paths: Mapping[int, str], codes: Mapping[str, str]) -> EdgeGroup:
    source = _END.match(line.text) or line.fail(0, "a source is wanted: an id such as S1, or a full id in quotes")
    arrow = _ARROW.match(line.text, source.end()) or line.fail(
        source.end(), "` --KIND--> ` is wanted, or ` --KIND[STATUS]--> `"
    )
    kind = _expanded(arrow[1], codes)
    if kind not in EDGE_KINDS:
        line.fail(arrow.start(1), f"one of the kinds {', '.join(EDGE_KINDS)} is wanted")
    if arrow[2] is not None and arrow[2] not in STATUSES:
        line.fail(arrow.start(2), f"one of {', '.join(STATUSES)} is wanted")
    short = SHORT_ID.fullmatch(source[0])
    path = paths.get(int(short[1]), "") if short else ""
    targets, at = _read_ends(line, arrow.end())
    candidates: list[str] = []
    if line.text.startswith(_CANDIDATES, at):
        candidates, at = _read_ends(line, at + len(_CANDIDATES))
        at = at + 1 if line.text.startswith("]", at) else line.fail(at, "`]` is wanted after the candidates")
    if line.text[at:].strip():
        line.fail(at, "the line's end is wanted, or a comma and a further target")
    return EdgeGroup(
        read_end(source[0], ""),
        kind,
        tuple(read_end(each, path) for each in targets),
        arrow[2] or "",
        tuple(read_end(each, path) for each in candidates),
    )


def _read_ends(line: _Line, at: int) -> tuple[list[str], int]:
    """The ends from `at` on, as they are written, and where they stop."""
    ends = []
    while True:
        end = _END.match(line.text, at) or line.fail(at, "an id such as S1, a name, or a full id in quotes is wanted")
        ends.append(end[0])
        comma = _COMMA.match(line.text, end.end())
        if comma is None:
            return ends, end.end()
        at = comma.end()


# errors


def _read_error(line: _Line) -> Fault:
    found = _ERROR_LINE.fullmatch(line.text) or line.fail(0, "an entry such as `- src/main.py: message` is wanted")
    path, message = found[1], one_line(found[2])
    if not message:
        line.fail(found.start(2), "a message is wanted")
    return Fault(unquote(path) if re.fullmatch(QUOTED, path, re.DOTALL) else path, message)
