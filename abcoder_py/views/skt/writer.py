"""A document in, its text out: `[dict]`, `[symbols]`, `[edges]`, `[errors]` in this order, a blank line between them.

Braces are written also where a symbol has no properties: so the last ` {` of a line always starts them, whatever the
signature holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from abcoder_py.views.skt.dictionary import choose_codes, dictionary_section
from abcoder_py.views.skt.model import Document, EdgeGroup, Fault, FileBlock, Symbol
from abcoder_py.views.skt.quoting import written_end, written_path, written_property

Codes = Mapping[str, str]
"""Token to code; empty where nothing is minified."""


def write(document: Document, *, minify: bool = False) -> str:
    """The text of a document; with `minify`, repeated tokens are codes. Equal documents give equal texts.

    Raises ValueError where a signature or message is no single line, which no line can hold.
    """
    codes = codes_of(document) if minify else {}
    sections = [dictionary_section(codes), *body_sections(document, codes), errors_section(document.errors)]
    return "\n".join(section for section in sections if section)


def body_sections(document: Document, codes: Codes) -> list[str]:
    """The texts of `[symbols]`, which is always there, and `[edges]`, "" where there are none."""
    symbols = "[symbols]\n" + "".join(block_text(block, codes) for block in document.files)
    paths = document.paths()
    edges = "".join(edge_line(group, paths, codes) for group in document.edges)
    return [symbols, f"[edges]\n{edges}" if edges else ""]


def errors_section(errors: tuple[Fault, ...]) -> str:
    """The section's text, "" where there are none."""
    lines = [f"- {written_path(fault.path)}: {_line(fault.message)}\n" for fault in errors]
    return "[errors]\n" + "".join(lines) if lines else ""


def codes_of(document: Document) -> dict[str, str]:
    """The codes that make this document shortest."""
    return choose_codes(_tokens(document))


def _tokens(document: Document) -> Iterator[str]:
    for symbol in document.symbols():
        yield f"{symbol.category}/{symbol.kind}"
        for name, value in symbol.properties:
            yield written_property(name, value)
    for group in document.edges:
        yield group.kind


def block_text(block: FileBlock, codes: Codes) -> str:
    """A file's lines."""
    return f"## {written_path(block.path)}\n" + "".join(symbol_line(symbol, codes) for symbol in block.symbols)


def symbol_line(symbol: Symbol, codes: Codes) -> str:
    """One symbol."""
    kind = f"{symbol.category}/{symbol.kind}"
    properties = [written_property(name, value) for name, value in symbol.properties]
    inside = ", ".join(codes.get(token, token) for token in properties)
    place = f"L{symbol.first}-L{symbol.last}"
    return f"S{symbol.number} {codes.get(kind, kind)} {place} {_line(symbol.signature)} {{{inside}}}\n"


def edge_line(group: EdgeGroup, paths: Mapping[int, str], codes: Codes) -> str:
    """One group. `paths`: the files of the symbols that the text defines; they say what a bare name belongs to."""
    path = paths.get(group.source, "") if isinstance(group.source, int) else ""
    status = f"[{group.status}]" if group.status else ""
    targets = ", ".join(written_end(end, path) for end in group.targets)
    candidates = ", ".join(written_end(end, path) for end in group.candidates)
    tail = f" [candidates={candidates}]" if candidates else ""
    source = written_end(group.source, "")
    return f"{source} --{codes.get(group.kind, group.kind)}{status}--> {targets}{tail}\n"


def _line(text: str) -> str:
    if text != " ".join(text.split()) or not text:
        raise ValueError(f"{text!r} cannot stand in a line: it is empty, or has more white space than single spaces")
    return text
