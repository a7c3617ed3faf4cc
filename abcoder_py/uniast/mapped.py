"""One node out of a large document, without reading the document: searches in the mapped file's bytes.

Works because of the wire form: compact JSON, `Graph` last, identity keys in a fixed order; and because a JSON string
cannot hold `":{` unescaped, so such bytes are a key. Parsing 83 MB takes many times longer. A document of another
tool, and a walk over many nodes, is parsed whole instead: slower, the same answer.
The bytes are searched with `mmap.rfind`: copying parts costs more than the search, and so do regular expressions.
"""

import json
import mmap
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final, Self, cast

from abcoder_py.uniast.identity import full_id, parse_full
from abcoder_py.uniast.lookup import UnknownNode, choose, last_words, without_parameters

_OURS: Final = b'"ToolVersion":"abcoder-py '
_HEAD: Final = 1 << 14
_NODE: Final = b'":{"ModPath":"'
_GRAPH: Final = b',"Graph":{'
_PLACE: Final = b'"StartOffset":'
_STEP: Final = 1 << 22
_LOOK: Final = 1 << 18
_TABLES: Final = {"FUNC": "Functions", "TYPE": "Types", "VAR": "Vars"}
_FIRST_KEY: Final = {"FUNC": b"Exported", "TYPE": b"Exported", "VAR": b"IsExported"}
_HEAD_START: Final = b'Exported":'
_CONTENT: Final = b',"Content":"'
_FIRST_WINDOW: Final = 1 << 14
_SEARCHES: Final = 16
"""More searches than this cost more than parsing the whole document."""

Json = dict[str, Any]


class MappedDocument:
    """A UniAST file. A context manager: the file stays mapped until it is closed."""

    def __init__(self, path: Path) -> None:
        """Raises OSError."""
        self._bytes = _mapped(path)
        head = self._bytes[:_HEAD]
        self._searchable = head.startswith(b'{"id":') and _OURS in head
        self._searches = 0
        self._parsed: Json | None = None
        self._graph_after: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._bytes, mmap.mmap):
            self._bytes.close()

    def whole(self) -> Json:
        """The document as plain dicts. Raises ValueError where it is no JSON object, or has no Modules."""
        if self._parsed is None:
            import orjson

            from abcoder_py.uniast.reading import read_document

            with memoryview(self._bytes) as view:
                parsed = orjson.loads(view[len(BOM_UTF8) :] if self._bytes[: len(BOM_UTF8)] == BOM_UTF8 else view)
            if not isinstance(parsed, dict):
                raise ValueError("a UniAST document is a JSON object")
            parsed = parsed if self._searchable else read_document(parsed)
            if "Modules" not in parsed:
                raise ValueError("it has no Modules")
            self._parsed = {"Graph": {}} | parsed
        return self._parsed

    def without_graph(self) -> Json:
        """The document without its `Graph`: half the time and memory where the definitions' own lists are enough.

        Raises ValueError where it is no JSON object.
        """
        if self._parsed is None and self._searchable:
            import orjson

            from abcoder_py.uniast.reading import read_document

            at = self._bytes.find(_GRAPH, self._boundary())
            try:
                parsed = orjson.loads(self._bytes[:at] + b"}") if at >= 0 else None
            except ValueError:  # the key of something else: braces are open there
                parsed = None
            if parsed is not None:
                return {"Modules": {}} | cast(Json, read_document(parsed))
        return self.whole()

    def repository(self) -> str:
        """The folder that the document describes, as it was when parsed; "" where it does not say."""
        if not self._searchable:
            return str(self.whole().get("Path", ""))
        at = self._bytes.find(b',"Path":"', 0, _HEAD)
        return str(self._value(at + len(b',"Path":'))) if at >= 0 else ""

    def find(self, query: str) -> str:
        """The full id that `query` means (see `lookup.choose`). Raises UnknownNode or AmbiguousNode."""
        if not self._may_search():
            return choose(query, self.whole()["Graph"])
        if "?" in query and self.node(query) is not None:
            return query
        word, bare = map(_text, last_words(query))
        try:
            return choose(query, self._ids(word + _NODE, len(word)))
        except UnknownNode:
            if without_parameters(query) != query:
                end = _text(")" + query.rpartition(")")[2])
                return choose(query, self._ids(end + _NODE, len(end)))
        return choose(query, self._ids(bare + b"(", len(bare)))

    def node(self, node_id: str) -> Json | None:
        """The Graph's node of a full id; None where there is none."""
        if not self._may_search():
            return cast(Json | None, self.whole()["Graph"].get(node_id))
        text = _text(node_id)
        at = next(self._keys(text + _NODE, self._boundary(), len(self._bytes)), None)
        return None if at is None else self._value(at + len(text) + 2)

    def definition(self, node_id: str, node_type: str) -> Json | None:
        """The Function, Type or Var of a node of that type; None for an external identity."""
        mod, pkg, name = parse_full(node_id)
        if node_type not in _TABLES:
            return None
        if not self._may_search():
            package = self.whole()["Modules"].get(mod, {}).get("Packages", {}).get(pkg, {})
            return cast(Json | None, package.get(_TABLES[node_type], {}).get(name))
        text = _text(name)
        needle = text + b'":{"' + _FIRST_KEY[node_type] + b'":'
        for at in self._keys(needle, 0, self._boundary() + _STEP):
            found: Json = self._value(at + len(text) + 2)
            if found["ModPath"] == mod and found["PkgPath"] == pkg:
                return found
        return None

    def places(self, target: str, holders: Collection[str]) -> dict[str, tuple[str, int]]:
        """File and line of those of the `holders` that name the node `target`: where their own relative lines start.

        One pass over the bytes: before each use stands the head of the definition that holds it, closed by `Content`.
        """
        if not self._may_search():
            return self._parsed_places(holders)
        names = zip(("ModPath", "PkgPath", "Name"), parse_full(target), strict=True)
        needle = b"{" + b",".join(f'"{key}":"'.encode() + _text(part) + b'"' for key, part in names)
        found: dict[str, tuple[str, int]] = {}
        at = self._bytes.find(needle, 0, self._boundary() + _STEP)
        while at >= 0 and len(found) < len(holders):
            head = self._head_before(at)
            if head is not None and "File" in head and full_id(head) in holders:
                found[full_id(head)] = (head["File"], head["Line"])
            at = self._bytes.find(needle, at + 1, self._boundary() + _STEP)
        return found

    def _parsed_places(self, holders: Collection[str]) -> dict[str, tuple[str, int]]:
        graph = self.whole()["Graph"]
        read = {holder: self.definition(holder, graph.get(holder, {}).get("Type", "UNKNOWN")) for holder in holders}
        return {holder: (node["File"], node["Line"]) for holder, node in read.items() if node and "File" in node}

    def _head_before(self, at: int) -> Json | None:
        """What stands before the `Content` of the definition around an offset; None where none is near."""
        end = self._last(_CONTENT, at)
        start = self._last(_HEAD_START, end) if end >= 0 else -1
        if start < 0:
            return None
        start = self._bytes.rfind(b"{", 0, start)
        try:
            return cast(Json, json.loads(self._bytes[start:end] + b"}"))
        except ValueError:  # the keys belong to something else
            return None

    def _last(self, needle: bytes, end: int) -> int:
        """The last offset of `needle` before `end`, in windows: `rfind` of a mapped file is many times slower than that
        of bytes."""
        size = _FIRST_WINDOW
        while True:
            start = max(end - size, 0)
            found = self._bytes[start:end].rfind(needle)
            if found >= 0 or start == 0:
                return start + found if found >= 0 else -1
            size *= 8

    def _may_search(self) -> bool:
        self._searches += 1
        return self._searchable and self._parsed is None and self._searches <= _SEARCHES

    def _boundary(self) -> int:
        """An offset at most `_STEP` before the Graph, where the file is not strange: Modules are full of places, the
        Graph has none. It bounds the searches; a search from too early an offset is slower and finds the same.
        """
        if self._graph_after is None:
            at = len(self._bytes)
            while at > 0:
                at = max(at - _STEP, 0)
                if self._bytes.find(_PLACE, at, at + _LOOK) >= 0:
                    break
            self._graph_after = at
        return self._graph_after

    def _hits(self, needle: bytes, start: int, end: int) -> Iterator[int]:
        """Offsets of `needle`, the last first."""
        at = self._bytes.rfind(needle, start, end)
        while at >= 0:
            yield at
            at = self._bytes.rfind(needle, start, at)

    def _keys(self, needle: bytes, start: int, end: int) -> Iterator[int]:
        """Offsets of `needle` where it starts a key."""
        return (at for at in self._hits(needle, start, end) if self._bytes[at - 2 : at] in (b'{"', b',"'))

    def _ids(self, needle: bytes, kept: int) -> Iterator[str]:
        """The ids of Graph nodes whose key holds the first `kept` bytes of `needle` where needle stands."""
        for at in self._hits(needle, self._boundary(), len(self._bytes)):
            end = self._string_end(at + kept)
            if self._bytes[end : end + len(_NODE)] != _NODE:
                continue
            node_id = json.loads(self._bytes[self._string_start(at) : end + 1])
            if "#" in node_id.partition("?")[2]:  # else a key of `Methods`
                yield node_id

    def _string_start(self, inside: int) -> int:
        """Offset of the quote that opens the JSON string around `inside`."""
        at = self._bytes.rfind(b'"', 0, inside)
        while at > 0 and self._escaped(at):
            at = self._bytes.rfind(b'"', 0, at)
        return at

    def _string_end(self, inside: int) -> int:
        """Offset of the quote that closes it."""
        at = self._bytes.find(b'"', inside)
        while self._escaped(at):
            at = self._bytes.find(b'"', at + 1)
        return at

    def _escaped(self, at: int) -> bool:
        first = at
        while first > 0 and self._bytes[first - 1] == 0x5C:
            first -= 1
        return bool((at - first) % 2)

    def _value(self, start: int) -> Any:
        """The JSON value that starts there. Raises ValueError where the file ends within it."""
        size = _FIRST_WINDOW
        while True:
            text = self._bytes[start : start + size].decode("utf-8", "ignore")
            try:
                return json.JSONDecoder().raw_decode(text)[0]
            except ValueError:
                if start + size >= len(self._bytes):
                    raise
            size *= 4


def _mapped(path: Path) -> mmap.mmap | bytes:
    """The bytes of a file; of what cannot be mapped (a pipe, an empty file) a copy."""
    with path.open("rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            return file.read()


def _text(name: str) -> bytes:
    """A name as it stands inside a JSON string."""
    return json.dumps(name, ensure_ascii=False)[1:-1].encode()
