"""UniAST as pydantic models: Repository and what it holds. For reading, checking and asking; not for building.

Building 200,000 validated objects costs more than the whole of a parse, so the pipeline writes plain dicts through
`wire`; a document dumped from here has the same bytes. Attributes are the wire's keys in snake case.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import orjson
from pydantic import Field

from abcoder_py.uniast import wire
from abcoder_py.uniast.base import Identity, Model, Place
from abcoder_py.uniast.entities import Entity, Function, Receiver, Type, Var
from abcoder_py.uniast.extras import Dependency, FileExtra, RepositoryExtra
from abcoder_py.uniast.identity import parse_full
from abcoder_py.uniast.lookup import UnknownNode, choose
from abcoder_py.uniast.reading import read_document
from abcoder_py.uniast.relations import Graph, Node, Relation

__all__ = [
    "Dependency",
    "Entity",
    "File",
    "Function",
    "Graph",
    "Identity",
    "Import",
    "LoadError",
    "Module",
    "Node",
    "Package",
    "Place",
    "Receiver",
    "Relation",
    "Repository",
    "Type",
    "Var",
]


class Import(Model):
    """An import of a file."""

    alias: str | None = None
    path: str
    """As a writer needs it: Go with quotes, Rust the whole `use`, else the path as written."""
    names: list[Any] | None = None
    line: int | None = None
    start_offset: int | None = None
    end_offset: int | None = None
    target: Identity | None = None
    """What the path resolves to."""


class File(Model):
    """A file of the repository, of code or not."""

    path: str
    """Relative to the repository, with `/`."""
    imports: list[Import] = Field(default_factory=list)
    package: str | None = None
    """The PkgPath of its nodes."""
    extra: FileExtra | None = None


class Package(Model):
    """A namespace and the nodes in it, each under its Name."""

    is_main: bool = False
    is_test: bool = False
    pkg_path: str = ""
    functions: dict[str, Function] = Field(default_factory=dict)
    types: dict[str, Type] = Field(default_factory=dict)
    vars: dict[str, Var] = Field(default_factory=dict)
    compress_data: str | None = Field(default=None, alias="compress_data")
    extra: dict[str, Any] | None = None

    def nodes(self) -> Iterator[Function | Type | Var]:
        """Functions, then types, then variables."""
        yield from self.functions.values()
        yield from self.types.values()
        yield from self.vars.values()


class LoadError(Model):
    """What could not be read: `Pos` is `file:line:column`."""

    pos: str | None = None
    msg: str | None = None
    kind: str | int | None = None


class Module(Model):
    """A build unit; one without `Dir` belongs to somebody else."""

    language: str = ""
    version: str = ""
    name: str = ""
    dir: str = ""
    packages: dict[str, Package] = Field(default_factory=dict)
    dependencies: dict[str, str] = Field(default_factory=dict)
    """Name of a third party's module to its ModPath."""
    files: dict[str, File] = Field(default_factory=dict)
    load_errors: list[LoadError] = Field(default_factory=list, alias="load_errors")
    compress_data: str | None = Field(default=None, alias="compress_data")
    extra: dict[str, Any] | None = None


class Repository(Model):
    """A whole document."""

    id: str = Field(default="", alias="id")
    ast_version: str = Field(default="", alias="ASTVersion")
    tool_version: str = ""
    path: str = ""
    """The repository's folder where it was parsed."""
    extra: RepositoryExtra | None = None
    modules: dict[str, Module] = Field(default_factory=dict)
    graph: Graph = Field(default_factory=Graph)

    @classmethod
    def load(cls, source: Path | str | bytes) -> Self:
        """Read a document from a file or from its bytes, older forms included.

        Raises OSError, ValueError (orjson.JSONDecodeError) where it is no JSON, and pydantic.ValidationError (a
        ValueError too), which names each place, where it is no UniAST.
        """
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        return cls.model_validate(read_document(orjson.loads(data)), by_name=False)

    def dump(self, path: Path | str | None = None) -> bytes:
        """The document's bytes, the same for the same content; written to `path` too where one is given."""
        data = wire.dump(self.model_dump(by_alias=True))
        if path is not None:
            Path(path).write_bytes(data)
        return data

    def nodes(self) -> Iterator[Function | Type | Var]:
        """Every node with a body, module by module, package by package."""
        for module in self.modules.values():
            for package in module.packages.values():
                yield from package.nodes()

    def node(self, node_id: str) -> Function | Type | Var:
        """The node of a full id, of `PkgPath#Name`, or of a tail that only one has (`Console.print`).

        Raises lookup.UnknownNode (also for an external identity without a body, which `graph` has) or
        lookup.AmbiguousNode, which names the candidates; both are LookupErrors.
        """
        found = self._exact(node_id)
        if found is None:
            found = self._exact(choose(node_id, (node.full for node in self.nodes())))
        if found is None:
            raise UnknownNode(node_id)
        return found

    def _exact(self, node_id: str) -> Function | Type | Var | None:
        try:
            mod, pkg, name = parse_full(node_id)
            package = self.modules[mod].packages[pkg]
        except (ValueError, KeyError):
            return None
        return package.functions.get(name) or package.types.get(name) or package.vars.get(name)
