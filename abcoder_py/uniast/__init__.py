"""UniAST: identities, the model, JSON in and out, the Graph, checks. Imports nothing else of ours.

Names are imported on first use: `identity` and `wire` must cost no pydantic.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from abcoder_py.uniast.graph import GraphBuilder, build_graph
    from abcoder_py.uniast.lookup import AmbiguousNode, UnknownNode
    from abcoder_py.uniast.models import (
        Dependency,
        File,
        Function,
        Graph,
        Identity,
        Import,
        Module,
        Node,
        Package,
        Receiver,
        Relation,
        Repository,
        Type,
        Var,
    )

_HOMES = {
    **dict.fromkeys(("GraphBuilder", "build_graph"), "graph"),
    **dict.fromkeys(("AmbiguousNode", "UnknownNode"), "lookup"),
    **dict.fromkeys(("Dependency", "File", "Function", "Graph", "Identity", "Import", "Module"), "models"),
    **dict.fromkeys(("Node", "Package", "Receiver", "Relation", "Repository", "Type", "Var"), "models"),
}

__all__ = [
    "AmbiguousNode",
    "Dependency",
    "File",
    "Function",
    "Graph",
    "GraphBuilder",
    "Identity",
    "Import",
    "Module",
    "Node",
    "Package",
    "Receiver",
    "Relation",
    "Repository",
    "Type",
    "UnknownNode",
    "Var",
    "build_graph",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
