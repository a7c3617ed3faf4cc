"""Parts of a tree: by depth, by path, by name; without docs, code, uses or hashes. Trees are changed in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from abcoder_py.uniast.lookup import choose
from abcoder_py.views.codestruct.model import Entity, walk

FILES = frozenset({"dir", "file"})


def cut_below(roots: Sequence[Entity], depth: int) -> None:
    """Leaves `depth` levels; the roots are the first."""
    for level, entity in walk(roots):
        if level + 1 >= depth:
            entity.children = []


def keep_files(root: Entity, takes: Callable[[str], bool]) -> None:
    """Leaves the files that `takes` says, by their path below the root; folders that hold nothing go too."""
    waiting = [(root, "")]
    while waiting:
        folder, prefix = waiting.pop()
        left = []
        for child in folder.children:
            if child.keyword == "dir":
                waiting.append((child, f"{prefix}{child.name}/"))
            elif child.keyword != "file" or not takes(prefix + child.name):
                continue
            left.append(child)
        folder.children = left
    drop_empty_folders(root)


def drop_empty_folders(root: Entity) -> None:
    """Takes folders out that hold no file, those first that hold such folders alone."""
    for entity in reversed([entity for _, entity in walk([root]) if entity.keyword == "dir"]):
        entity.children = [child for child in entity.children if child.keyword != "dir" or child.children]


def find(roots: Sequence[Entity], query: str) -> Entity:
    """The entity that a path, a full id, `PkgPath#Name` or the tail of one means.

    Raises lookup.UnknownNode or lookup.AmbiguousNode.
    """
    by_path: dict[str, Entity] = {}
    by_id: dict[str, Entity] = {}
    numbers: dict[str, int] = {}
    waiting: list[tuple[Entity, str, str]] = [(root, "", "") for root in reversed(roots)]
    while waiting:
        entity, path, name = waiting.pop()
        if entity.keyword in FILES:
            path = name = f"{path}/{entity.name}" if path else entity.name
            by_path[path] = entity
        elif entity.keyword == "module":
            name = entity.name
        else:
            name = f"{name}.{entity.name}" if "#" in name else f"{name}#{entity.name}"
            by_id[_id_of(entity, f"?{name}", numbers)] = entity
        waiting += [(child, path, name) for child in reversed(entity.children) if _has_name(child)]
    for path, entity in by_path.items():
        if query in (path, path.partition("/")[2]):
            return entity
    return by_id[choose(query, by_id)]


def _id_of(entity: Entity, name: str, numbers: dict[str, int]) -> str:
    """The entity's full id, or the name by which a text knows it, with a number from the second of that name on."""
    if entity.facts and entity.facts.identity:
        return entity.facts.identity
    numbers[name] = number = numbers.get(name, 0) + 1
    return name if number == 1 else f"{name}~{number}"


def _has_name(entity: Entity) -> bool:
    return entity.keyword not in ("import", "param", "returns", "attr", "optional")


def strip(roots: Iterable[Entity], *, doc: bool = False, impl: bool = False, uses: bool = False) -> None:
    """Takes documentation, code or what definitions use out of a whole tree."""
    strip_each((entity for _, entity in walk(roots)), doc=doc, impl=impl, uses=uses)


def strip_each(entities: Iterable[Entity], *, doc: bool = False, impl: bool = False, uses: bool = False) -> None:
    """The same of some entities alone."""
    for entity in entities:
        if impl:
            entity.impl = None
        if doc and "doc" in entity.attributes:
            entity.attributes = {key: value for key, value in entity.attributes.items() if key != "doc"}
        if uses and is_definition(entity):
            entity.children = [child for child in entity.children if child.keyword != "import"]


def is_definition(entity: Entity) -> bool:
    """Are the imports below an entity uses, not imports of a file?"""
    return entity.keyword not in ("dir", "file", "module", "namespace")
