"""Makes the tree from UniAST: folders, files, modules, definitions, what they import and use.

Names are those of the document's identities (a homonym keeps its number), types and defaults are as the source writes
them. A member stands in its type where both are in one file, else in its own file under its whole name.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from abcoder_py.uniast.identity import decode_part, member_key
from abcoder_py.views.codestruct import hashes
from abcoder_py.views.codestruct.definitions import Definitions
from abcoder_py.views.codestruct.document import Document, File, Node
from abcoder_py.views.codestruct.imports import Imports
from abcoder_py.views.codestruct.model import Entity, Facts
from abcoder_py.views.codestruct.tables import Key, Tables, key_of


@dataclass(frozen=True)
class Choices:
    """What the tree shall hold."""

    doc: bool = True
    impl: bool = False
    uses: bool = True
    canonical_types: bool = False
    hashes: bool = False


def view(document: Document, choices: Choices = Choices()) -> list[Entity]:
    """The tree of a document: one root, the repository's folder."""
    return [_Builder(document, choices).build()]


class _Builder:
    def __init__(self, document: Document, choices: Choices) -> None:
        self._tables = Tables(document)
        self._choices = choices
        self._definitions = Definitions(self._tables, choices.doc, choices.impl, choices.canonical_types)
        self._imports = Imports(self._tables)

    def build(self) -> Entity:
        name = (self._tables.document.id or self._tables.document.path).rstrip("/").rpartition("/")[2]
        root = Entity("dir", name or ".")
        folders = {"": root}
        for path in sorted({*self._tables.files, *self._tables.nodes}, key=lambda path: path.split("/")):
            _folder(folders, path.rpartition("/")[0]).children.append(self._file(path))
        if self._choices.hashes:
            hashes.folders(root)
        return root

    def _file(self, path: str) -> Entity:
        nodes = self._tables.nodes.get(path, [])
        mod, file = self._tables.files.get(path) or (nodes[0].mod_path, File(path, package=nodes[0].pkg_path))
        entity = holder = Entity("file", path.rpartition("/")[2])
        pkg = decode_part(file.package)
        if pkg and pkg != path:
            holder = Entity("module", pkg)
            entity.children.append(holder)
        holder.attributes = self._definitions.doc(file.extra.doc if file.extra else "", self._summary(mod, file))
        imports = self._imports.of_file(mod, file)
        holder.children = [*imports, *self._top(nodes, file)]
        entity.facts = Facts(references=sum(self._tables.references.get(key_of(node), 0) for node in nodes))
        if self._choices.hashes:
            hashes.imports(imports, file)
            if holder is not entity:
                hashes.module(holder, file)
            hashes.file(entity, file)
        return entity

    def _summary(self, mod: str, file: File) -> str:
        return self._tables.summary(mod, file.package) if file.package else ""

    def _top(self, nodes: list[Node], file: File) -> list[Entity]:
        """The definitions of a file's own level, members in their types, namespaces around what they hold."""
        owners = {key_of(node): self._owner(node) for node in nodes}
        members: dict[Key | None, list[Node]] = defaultdict(list)
        for node in nodes:
            owner = owners[key_of(node)]
            members[owner if owner in owners else None].append(node)
        made: dict[Key, Entity] = {}
        for node in _members_first(members):
            key = key_of(node)
            made[key] = self._definition(node, owners[key], members.get(key, []), made)
        return self._in_namespaces([(node, made[key_of(node)]) for node in members[None]], file)

    def _owner(self, node: Node) -> Key | None:
        """The type that a definition is a member of, wherever that stands."""
        if node.receiver:
            return key_of(node.receiver.type)
        for joint in ("::", "."):
            key = (node.mod_path, node.pkg_path, node.name.rpartition(joint)[0])
            if key[2] and key in self._tables.by_key:
                return key
        return None

    def _definition(self, node: Node, owner: Key | None, members: list[Node], made: dict[Key, Entity]) -> Entity:
        holder = self._tables.by_key.get(owner) if owner else None
        together = holder is not None and holder.file == node.file
        name = member_key(holder.name, node.name) if holder and together else node.name
        inside = [member for member in members if node.start_offset <= member.start_offset < node.end_offset]
        entity = self._definitions.entity(node, name, inside)
        if self._choices.uses:
            entity.children += self._imports.of_node(node)
        entity.children += [made[key_of(member)] for member in members]
        if not inside:
            entity.impl = self._definitions.body(node)
        if self._choices.hashes:
            hashes.definition(entity, node, inside)
        return entity

    def _in_namespaces(self, top: list[tuple[Node, Entity]], file: File) -> list[Entity]:
        spans = file.extra.namespaces if file.extra else []
        found: list[Entity] = []
        made: dict[int, Entity] = {}
        for node, entity in top:
            around = [span for span in spans if span.start_offset <= node.start_offset < span.end_offset]
            holder, above = found, ""
            for span in sorted(around, key=lambda span: span.start_offset):
                if id(span) not in made:
                    made[id(span)] = Entity("namespace", member_key(above, span.name) if above else span.name)
                    holder.append(made[id(span)])
                holder, above = made[id(span)].children, span.name
                inside = member_key(span.name, entity.name)
                entity.name = inside if inside != entity.name else member_key(span.name, node.name)
            holder.append(entity)
        if self._choices.hashes:
            for namespace in reversed(made.values()):
                hashes.namespace(namespace)
        return found


def _members_first(members: dict[Key | None, list[Node]]) -> list[Node]:
    """All nodes, what a type holds before the type."""
    order, waiting = [], list(members[None])
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += members.get(key_of(node), ())
    return order[::-1]


def _folder(folders: dict[str, Entity], path: str) -> Entity:
    """The entity of a folder, made with those above it where it is new."""
    missing = []
    while path not in folders:
        missing.append(path)
        path = path.rpartition("/")[0]
    for new in reversed(missing):
        folders[new] = Entity("dir", new.rpartition("/")[2])
        folders[path].children.append(folders[new])
        path = new
    return folders[path]
