"""A node and what lies around it in the Graph, with the source lines of the uses where they are asked for.

Works on a MappedDocument's plain dicts. One walk serves the tree and the JSON of `uniast graph`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from abcoder_py.uniast.identity import full_id
from abcoder_py.uniast.mapped import MappedDocument

Direction = Literal["dependencies", "references", "both"]

FORWARD: Final = ("Dependencies", "Implements", "Inherits", "Groups")
BACKWARD: Final = ("References",)
LISTS: Final[Mapping[Direction, tuple[str, ...]]] = {
    "dependencies": FORWARD,
    "references": BACKWARD,
    "both": (*FORWARD, *BACKWARD),
}
_USES: Final = ("Params", "Results", "FunctionCalls", "MethodCalls", "Types", "GlobalVars", "SubStruct")
_HOLDERS: Final = (*_USES, "InlineStruct", "Implements", "Dependencies")

Json = dict[str, Any]


class Neighbourhood:
    """The Graph's nodes around one, and their definitions as far as they were asked for."""

    def __init__(self, document: MappedDocument, start: str, depth: int, direction: Direction) -> None:
        """Reads the nodes less than `depth` steps away, along the lists of `direction`."""
        self.start = start
        self.lists = LISTS[direction]
        self.nodes: dict[str, Json] = {}
        """Full id to Graph node, as far as its relations are shown."""
        self._document = document
        self._definitions: dict[str, Json | None] = {}
        self._starts: dict[str, dict[str, tuple[str, int]]] = {}
        self._files: dict[str, bytes] = {}
        self._walk(depth)

    def relations(self, node: Json) -> Iterator[Json]:
        """The relations of a node in the direction chosen."""
        for key in self.lists:
            yield from node.get(key) or ()

    def definition(self, node_id: str) -> Json | None:
        """The Function, Type or Var; None for an external identity."""
        if node_id not in self._definitions:
            node = self.nodes.get(node_id) or self._document.node(node_id) or {}
            self._definitions[node_id] = self._document.definition(node_id, node.get("Type", "UNKNOWN"))
        return self._definitions[node_id]

    def place(self, relation: Json, node_id: str, backward: bool) -> str:
        """`file:line` of the use behind a relation of a node; "" where the document has no such place."""
        file, line = self._place(relation, node_id, backward)
        return f"{file}:{line}" if file else ""

    def _place(self, relation: Json, node_id: str, backward: bool) -> tuple[str, int]:
        holder = full_id(relation) if backward else node_id
        file, line = self._start(holder, node_id if backward else "")
        return file, line + relation["Line"]

    def _start(self, holder: str, target: str) -> tuple[str, int]:
        """File and line of a definition. All that use one target are looked for at once."""
        if holder in self._definitions or not target:
            definition = self.definition(holder) or {}
            return definition.get("File", ""), definition.get("Line", 0)
        if target not in self._starts:
            holders = {full_id(relation) for relation in self.nodes[target].get("References") or ()}
            self._starts[target] = self._document.places(target, holders)
        return self._starts[target].get(holder, ("", 0))

    def fill_codes(self) -> None:
        """Put the source line of each use into its relation's `Codes`, as far as the document holds it."""
        for node_id, relation, backward in self._shown():
            holder, target = (full_id(relation), node_id) if backward else (node_id, full_id(relation))
            code = self._code(holder, target, relation["Line"])
            if code:
                relation["Codes"] = code

    def fill_places(self) -> None:
        """Put the file of each use and its line there into `File` and `FileLine`: `Line` counts from its node's."""
        for node_id, relation, backward in self._shown():
            file, line = self._place(relation, node_id, backward)
            if file:
                relation["File"], relation["FileLine"] = file, line

    def _shown(self) -> Iterator[tuple[str, Json, bool]]:
        """Each relation with the node that shows it, and whether it leads backward."""
        for node_id, node in self.nodes.items():
            for key in self.lists:
                for relation in node.get(key) or ():
                    yield node_id, relation, key in BACKWARD

    def file_line(self, path: str, line: int, offset: int) -> str:
        """The source line of a use from a file; "" where the repository is not here or the file has changed."""
        data = self._source(path)
        return line_around(data, offset) if data.count(b"\n", 0, offset) + 1 == line else ""

    def _source(self, path: str) -> bytes:
        if path not in self._files:
            try:
                self._files[path] = (Path(self._document.repository()) / path).read_bytes()
            except OSError:  # the document may describe a folder of another machine
                self._files[path] = b""
        return self._files[path]

    def _walk(self, depth: int) -> None:
        level = [self.start]
        for _ in range(max(depth, 1)):
            found = {node_id: self._document.node(node_id) for node_id in level if node_id not in self.nodes}
            read = {node_id: node for node_id, node in found.items() if node is not None}
            self.nodes.update(read)
            level = list(dict.fromkeys(full_id(end) for node in read.values() for end in self.relations(node)))

    def _code(self, holder: str, target: str, line: int) -> str:
        definition = self.definition(holder)
        if definition is None:
            return ""
        content = definition.get("Content", "").encode()
        start = definition.get("StartOffset", 0)
        if len(content) != definition.get("EndOffset", 0) - start:  # bytes that are no UTF-8: offsets do not fit
            return ""
        for use in uses_of(definition):
            if (
                full_id(use) == target
                and max(use.get("Line", 0) - definition["Line"], 0) == line
                and "EndOffset" in use
            ):
                return line_around(content, use["StartOffset"] - start)
        return ""


def uses_of(definition: Json) -> Iterator[Json]:
    """Every Dependency of a node, whichever list it stands in."""
    for key in _HOLDERS:
        yield from definition.get(key) or ()
    yield from (definition.get("Extra") or {}).get("Dependencies") or ()


def line_around(data: bytes, offset: int) -> str:
    """The line of `data` around a byte offset, without white space at its ends."""
    first = data.rfind(b"\n", 0, offset) + 1
    last = data.find(b"\n", offset)
    return data[first : last if last >= 0 else None].decode("utf-8", "replace").strip()


def own_line(definition: Json) -> str:
    """The declaration's own line of a node without a signature; `Extra.Lines` tells how far below the doc comment."""
    lines = str(definition.get("Content", "")).splitlines()
    last = (definition.get("Extra") or {}).get("Lines", (0, 0))[1]
    index = definition["Line"] - (last - len(lines) + 1) if last else 0
    return lines[index].strip() if 0 <= index < len(lines) else str(definition["Name"])
