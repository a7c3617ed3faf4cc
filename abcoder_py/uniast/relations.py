"""The Graph as models. It is built by `graph`, from plain dicts; these are for reading it."""

from collections.abc import ItemsView
from typing import Literal

from pydantic import ConfigDict, Field, RootModel

from abcoder_py.uniast.base import Identity, Model

NodeType = Literal["UNKNOWN", "FUNC", "TYPE", "VAR"]
RelationKind = Literal["Dependency", "Reference", "Implement", "Inherit", "Group"]
FileUse = tuple[str, int, int, int, bool]
"""Path, line, start, end, invoked."""


class Relation(Identity):
    """One edge, seen from the node that lists it; the identity is the other end's."""

    kind: RelationKind
    line: int = 0
    """The use's line minus the referring node's `Line`, never below 0; the same in the mirror."""
    desc: str | None = None
    codes: str | None = None
    """The source line of the use."""


class GraphNodeExtra(Model):
    """`Extra` of a Graph's node."""

    model_config = ConfigDict(strict=False)

    files: list[FileUse] | None = None
    """Uses of the node from files, outside every node."""
    candidates: list[str] | None = None
    """Who may use it: full ids of the holders of uncertain uses that name it; a file by its encoded path."""


class Node(Identity):
    """A node of the Graph: its edges in both directions."""

    type: NodeType = "UNKNOWN"
    dependencies: list[Relation] = Field(default_factory=list)
    references: list[Relation] = Field(default_factory=list)
    """Who depends on it (`Reference`), implements it and inherits from it."""
    implements: list[Relation] = Field(default_factory=list)
    inherits: list[Relation] = Field(default_factory=list)
    groups: list[Relation] = Field(default_factory=list)
    extra: GraphNodeExtra | None = None


class Graph(RootModel[dict[str, Node]]):
    """Full id to Node, for every node of the repository and every external identity that an edge ends at."""

    root: dict[str, Node] = Field(default_factory=dict)

    def __getitem__(self, node_id: str) -> Node:
        return self.root[node_id]

    def __contains__(self, node_id: object) -> bool:
        return node_id in self.root

    def __len__(self) -> int:
        return len(self.root)

    def items(self) -> ItemsView[str, Node]:
        """(full id, Node) in the order of the document."""
        return self.root.items()
