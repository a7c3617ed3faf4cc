"""The graph one level up: what packages, or files, use of each other."""

from __future__ import annotations

from typing import Literal

import msgspec

from abcoder_py.views.reports.program import FILE, Edge, Node, Program

Level = Literal["package", "file"]


class Link(msgspec.Struct, rename="pascal"):
    """That one package or file uses another."""

    source: str = msgspec.field(name="From")
    target: str = msgspec.field(name="To")
    uses: int
    """How often, over all definitions of both."""
    file: str
    """The place of one of them."""
    line: int
    user: str
    """The id of what uses there."""
    used: str


class Groups:
    """Packages or files by number, in the order of the document, and the links between them."""

    def __init__(self, program: Program, level: Level) -> None:
        self.names: list[str] = []
        self.links: dict[tuple[int, int], Link] = {}
        numbers: dict[str, int] = {}
        packages = {node.file: node.package for _, node in program.inside()}
        of: list[int | None] = []
        for node in program.nodes:
            name = _group(node, level, packages)
            of.append(numbers.setdefault(name, len(numbers)) if name else None)
        self.names.extend(numbers)
        for edge in program.edges.values():
            self._link(program, edge, of[edge.source], of[edge.target])

    def _link(self, program: Program, edge: Edge, source: int | None, target: int | None) -> None:
        if source is None or target is None or source == target:
            return
        link = self.links.get((source, target))
        if link is None:
            ends = program.nodes[edge.source].id, program.nodes[edge.target].id
            self.links[source, target] = Link(
                self.names[source], self.names[target], edge.uses, edge.file, edge.line, *ends
            )
        else:
            link.uses += edge.uses

    def components(self) -> list[list[int]]:
        """The strongly connected components, each sorted, in the order of their first numbers."""
        import rustworkx

        graph: rustworkx.PyDiGraph[None, None] = rustworkx.PyDiGraph(multigraph=False)
        graph.add_nodes_from([None] * len(self.names))
        graph.add_edges_from_no_data(list(self.links))
        return sorted(sorted(component) for component in rustworkx.strongly_connected_components(graph))


def _group(node: Node, level: Level, packages: dict[str, str]) -> str:
    """A file's code outside every definition belongs to the package of the definitions in it."""
    if node.definition is None and node.type != FILE:
        return ""
    return node.file if level == "file" else node.package or packages.get(node.file, "")
