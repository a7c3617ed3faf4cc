"""One document in several files: chunks of at most so many lines, or one beside each source path.

Edges stand with the file of their source (an edge from outside the repository with that of its first target), so a
chunk needs no other to be read. `dict.skt` and `errors.skt` hold those sections. A source file may itself be called
`dict` or `errors`: its lines are then put into that same file, which is a document like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from abcoder_py.views.skt.dictionary import dictionary_section
from abcoder_py.views.skt.model import Document, EdgeGroup, End, FileBlock
from abcoder_py.views.skt.reader import read_chunks
from abcoder_py.views.skt.writer import Codes, body_sections, codes_of, errors_section

DICT, ERRORS = "dict.skt", "errors.skt"
_HEADINGS = len(("[symbols]", "", "[edges]"))


def flat_chunks(document: Document, max_lines: int, *, minify: bool = False) -> dict[str, str]:
    """File name to text: `map_001.skt` and on, each with at most `max_lines` lines where no one file has more."""
    codes = codes_of(document) if minify else {}
    texts: list[list[Document]] = []
    lines = 0
    for part in _by_file(document):
        size = _line_count(part)
        if not texts or lines + size > max_lines:
            texts.append([])
            lines = _HEADINGS
        texts[-1].append(part)
        lines += size
    width = max(3, len(str(len(texts))))
    named = {f"map_{number:0{width}}.skt": _text(_merged(parts), codes) for number, parts in enumerate(texts, 1)}
    return _with_sections(named, document, codes)


def tree_chunks(document: Document, *, minify: bool = False) -> dict[str, str]:
    """Path to text: `src/main.py.skt` beside the name of `src/main.py`."""
    codes = codes_of(document) if minify else {}
    named = {f"{part.files[0].path if part.files else 'edges'}.skt": _text(part, codes) for part in _by_file(document)}
    return _with_sections(named, document, codes)


def join_chunks(chunks: Mapping[str, str]) -> Document:
    """The document whose chunks, by name, these are. Raises SktError, which names the chunk."""
    read = read_chunks(chunks)
    files = sorted(read.files, key=lambda block: block.path.encode())
    return Document(tuple(files), tuple(sorted(read.edges, key=_source_order)), read.errors)


def _source_order(group: EdgeGroup) -> tuple[bool, int, bytes]:
    """Symbols by number, then what is outside by its text."""
    source = group.source
    return (False, source, b"") if isinstance(source, int) else (True, 0, source.encode())


def _by_file(document: Document) -> list[Document]:
    """One document for each file, with the edges that belong to it."""
    paths = document.paths()
    edges: dict[str, list[EdgeGroup]] = {block.path: [] for block in document.files}
    strays: list[EdgeGroup] = []
    for group in document.edges:
        path = _home(group, paths)
        (strays if path is None else edges[path]).append(group)
    parts = [Document((block,), tuple(edges[block.path])) for block in document.files]
    if not strays:
        return parts
    last = parts.pop() if parts else Document()
    return [*parts, Document(last.files, (*last.edges, *strays))]


def _home(group: EdgeGroup, paths: Mapping[int, str]) -> str | None:
    ends: Iterable[End] = (group.source, *group.targets)
    return next((paths[end] for end in ends if isinstance(end, int) and end in paths), None)


def _line_count(part: Document) -> int:
    return sum(1 + len(block.symbols) for block in part.files) + len(part.edges)


def _merged(parts: Iterable[Document]) -> Document:
    parts = list(parts)
    files: list[FileBlock] = [block for part in parts for block in part.files]
    return Document(tuple(files), tuple(group for part in parts for group in part.edges))


def _text(part: Document, codes: Codes) -> str:
    return "\n".join(section for section in body_sections(part, codes) if section)


def _with_sections(named: dict[str, str], document: Document, codes: Codes) -> dict[str, str]:
    for name, section in ((DICT, dictionary_section(codes)), (ERRORS, errors_section(document.errors))):
        if section:
            named[name] = "\n".join(text for text in (section, named.get(name)) if text)
    return named
