"""A context as Markdown, for a model to read, or as JSON, for a program to hand on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from abcoder_py.views.context import Context, Cut, Piece

_FENCE = re.compile("^`{3,}", re.MULTILINE)


def as_json(context: Context) -> str:
    """One line; keys as UniAST writes them."""
    return msgspec.json.encode(context).decode()


def as_markdown(context: Context) -> str:
    """Sections with headings, code in fences; empty sections are left out."""
    return "\n".join(_lines(context))


def _lines(context: Context) -> Iterator[str]:
    node = context.node
    yield f"# {node.id}"
    yield f"{node.type} {node.file}:{node.line}"
    if node.text:
        yield from _code(node.text)
    if context.dependencies:
        yield "## Depends on"
        for piece in sorted(context.dependencies, key=lambda piece: piece.distance):
            far = f" (distance {piece.distance})" if piece.distance > 1 else ""
            yield f"### {_place(piece)}{far}"
            yield from _code(piece.text)
    for title, pieces in (("Used by", context.users), ("Implemented or overridden by", context.implementers)):
        if pieces:
            yield f"## {title}"
            yield from (f"- {_place(piece)}{f': `{piece.text}`' if piece.text else ''}" for piece in pieces)
    yield "## Left out"
    yield ", ".join(_cut(context.cut)) or "nothing"


def _place(piece: Piece) -> str:
    return f"{piece.id.partition('?')[2] or piece.id}  {piece.file}:{piece.line}"


def _code(text: str) -> Iterator[str]:
    longest = max((len(fence) for fence in _FENCE.findall(text)), default=2)
    fence = "`" * max(longest + 1, 3)
    yield fence
    yield text.rstrip("\n")
    yield fence


def _cut(cut: Cut) -> Iterator[str]:
    counts = {
        "lines of the node's own text": cut.lines,
        "bodies of dependencies shown as signatures": cut.bodies,
        "further dependencies": cut.dependencies,
        "external dependencies": cut.external,
        "users": cut.users,
        "implementers": cut.implementers,
        "uncertain uses": cut.uncertain,
    }
    return (f"{number} {what}" for what, number in counts.items() if number)
