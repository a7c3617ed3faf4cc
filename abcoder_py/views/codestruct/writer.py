"""Writes the long form: two spaces a level, `doc` and an import's attributes on lines below, the rest in brackets.

A doc's line is the text itself, in quotes only where it could not be read back: it ends with the line, so nothing in it
can be mistaken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from abcoder_py.views.codestruct.model import Entity, Implementation, groups
from abcoder_py.views.codestruct.notation import (
    ATTRIBUTE_LINES,
    IMPL,
    KEYWORD,
    name_text,
    quoted,
    value_text,
)

_BACKTICKS = re.compile(r"`{3,}")
_CONTROL = re.compile(r"[\x00-\x1f]")


def write(roots: Iterable[Entity]) -> str:
    """The long form, which ends with a line break; "" for no entity at all.

    Raises ValueError where a keyword, a key or a hash has no place in the notation.
    """
    return "".join(f"{line}\n" for line in lines(roots))


def lines(roots: Iterable[Entity]) -> Iterator[str]:
    """The lines of the long form."""
    waiting: list[tuple[str, Iterator[list[Entity]]]] = [("", groups(roots))]
    while waiting:
        indent, siblings = waiting[-1]
        group = next(siblings, None)
        if group is None:
            waiting.pop()
            continue
        yield from _head(group, indent)
        if group[0].children:
            waiting.append((indent + "  ", groups(group[0].children)))


def _head(group: list[Entity], indent: str) -> Iterator[str]:
    """Everything of an entity or a group but its children."""
    first = group[0]
    names = " & ".join([name_text(entity.name) for entity in group])
    written = f"{indent}{checked_keyword(first.keyword)}: {names}"
    if first.hash:
        written += f" ::: {checked_hash(first.hash)}"
    below = []
    if first.attributes:
        below = [key for key in ATTRIBUTE_LINES if key in first.attributes and (key == "doc" or _is_import(first))]
        inside = {key: value for key, value in first.attributes.items() if key not in below}
        if inside:
            written += f" [{_brackets(inside)}]"
    yield written
    indent += "  "
    if "doc" in below:
        yield f"{indent}doc: {doc_text(first.attributes['doc'])}".rstrip(" ")
    for key in below:
        if key != "doc":
            yield f"{indent}{key}: {value_text(key, first.attributes[key])}"
    if first.impl:
        yield from _block(first.impl, indent)


def _is_import(entity: Entity) -> bool:
    return entity.keyword == "import"


def _brackets(attributes: Mapping[str, str]) -> str:
    return ", ".join([f"{checked_key(key)}: {value_text(key, value)}" for key, value in attributes.items()])


def doc_text(doc: str) -> str:
    """A doc as it stands on its own line."""
    return quoted(doc) if not doc or doc[0] == '"' or doc.strip() != doc or _CONTROL.search(doc) else doc


def _block(impl: Implementation, indent: str) -> Iterator[str]:
    """`impl:` and its fence, one backtick longer than the longest run inside."""
    if "`" in impl.language or impl.language.strip() != impl.language or _CONTROL.search(impl.language):
        raise ValueError(f"{impl.language!r} is no name of a language")
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(impl.code)), default=2) + 1)
    yield f"{indent}{IMPL}:"
    indent += "  "
    yield f"{indent}{fence}{impl.language}"
    for line in impl.code.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        yield indent + line if line else ""
    yield indent + fence


def checked_keyword(keyword: str) -> str:
    """Raises ValueError for a word that no entity can be called."""
    if keyword in ATTRIBUTE_LINES or keyword == IMPL or not KEYWORD.fullmatch(keyword):
        raise ValueError(f"{keyword!r} is no keyword of an entity")
    return keyword


def checked_key(key: str) -> str:
    """Raises ValueError for a word that no attribute can be called."""
    if not KEYWORD.fullmatch(key):
        raise ValueError(f"{key!r} is no key of an attribute")
    return key


def checked_hash(digest: str) -> str:
    """Raises ValueError for what is no hexadecimal number."""
    if set(digest) - set("0123456789abcdefABCDEF"):
        raise ValueError(f"{digest!r} is no hash")
    return digest
