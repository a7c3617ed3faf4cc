"""The nodes of one file from its syntax, and of the folders from their files: pure.

The tree comes from the spans alone: a definition inside the bytes of another is its child. Local functions and classes
are nodes too, local variables are not. A member that stands outside its type (Go) bears the type's name in its
own, so that another type's member of that name does not renumber it. Overload signatures belong to the file's bytes.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from abcoder_py.build.overloads import fold_overloads
from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import FUNCTION_KINDS, NODE_KINDS, TYPE_KINDS, VARIABLE_KINDS, Definition
from abcoder_py.source.lines import LineIndex
from abcoder_py.syntax.extract import outline
from abcoder_py.syntax.nesting import Nesting

_KINDS = {
    **dict.fromkeys(FUNCTION_KINDS, "function"),
    **dict.fromkeys(TYPE_KINDS, "class"),
    **dict.fromkeys(VARIABLE_KINDS, "var"),
    **dict.fromkeys(("module", "namespace"), "module"),
    "impl": "impl",
}


class CodeNode(msgspec.Struct):
    """One node of the tree, without its place in a collection."""

    kind: str
    """repo, dir, file, module, class, impl, function, var"""
    name: str
    qualified_name: str
    rel_path: str
    language: str
    start_byte: int
    end_byte: int
    """Exclusive. 0 where there is nothing to describe: a file of white space, a folder of such files. A folder's is
    the number of bytes below it."""
    start_line: int
    """1-based; 0 for a folder."""
    end_line: int
    depth: int
    content_hash: str
    parent: str | None
    """Qualified name; None for the root."""

    @property
    def pool_key(self) -> str:
        """The key of its summary."""
        return pool_key(self.qualified_name, self.content_hash)


def pool_key(qualified_name: str, content_hash: str) -> str:
    """sha256(qualified_name + NUL + content_hash), in hex."""
    return hashlib.sha256(f"{qualified_name}\0{content_hash}".encode()).hexdigest()


def file_name(rel_path: str) -> str:
    """The qualified name of a file or folder: its path. Its own colons are encoded, as `::` divides names."""
    return rel_path.replace("%", "%25").replace(":", "%3A") if ":" in rel_path or "%" in rel_path else rel_path


def file_nodes(path: str, data: bytes, language: Language, grammar: Grammar) -> list[CodeNode]:
    """The file and all that it defines, a parent before its children."""
    lines = LineIndex(data)
    depth = path.count("/") + 1
    top = file_name(path)
    end = len(data) if data.strip() else 0
    folder = file_name(path.rpartition("/")[0])
    name = path.rpartition("/")[2]
    whole = sha256(data)
    found = [
        CodeNode("file", name, top, path, language.name, 0, end, 1, lines.line(max(end - 1, 0)), depth, whole, folder)
    ]
    kept = _kept(outline(path, data, language, grammar).definitions)
    names = _Names()
    parents = _parents(kept)
    for item, parent in zip(kept, parents, strict=True):
        above = found[parent + 1]
        written = f"{item.owner}::{item.name}" if item.owner else item.name
        qualified = names.take(f"{above.qualified_name}::{written}")
        found.append(
            CodeNode(
                _KINDS[item.kind],
                item.name,
                qualified,
                path,
                language.name,
                item.start,
                item.end,
                lines.line(item.start),
                lines.line(max(item.end - 1, item.start)),
                above.depth + 1,
                sha256(data[item.start : item.end]),
                above.qualified_name,
            )
        )
    return found


class _Names:
    """Homonyms of a file get `~2`, `~3` in source order."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._taken: set[str] = set()

    def take(self, wanted: str) -> str:
        """The name itself, or with the first number that is free."""
        count = self._counts.get(wanted, 0) + 1
        while (name := wanted if count == 1 else f"{wanted}~{count}") in self._taken:
            count += 1
        self._counts[wanted] = count
        self._taken.add(name)
        return name


def _kept(definitions: Sequence[Definition]) -> list[Definition]:
    signatures = fold_overloads(definitions).signatures
    kept = [item for index, item in enumerate(definitions) if index not in signatures and _is_kept(item)]
    return sorted(kept, key=lambda item: (item.start, -item.end))


def _is_kept(item: Definition) -> bool:
    if item.kind in VARIABLE_KINDS:
        return not item.local and item.name != "_"
    return item.kind in NODE_KINDS or item.kind in _KINDS


def _parents(items: Sequence[Definition]) -> list[int]:
    """For each the index of what holds it, -1 for the file. Equal spans (`a, b = f()`) are siblings."""
    nesting = Nesting((item.start, item.end) for item in items)
    found = []
    for index, item in enumerate(items):
        parent = nesting.parents[index]
        while parent >= 0 and (items[parent].start, items[parent].end) == (item.start, item.end):
            parent = nesting.parents[parent]
        found.append(parent)
    return found


def folder_nodes(files: Mapping[str, tuple[str, int]], root_name: str) -> list[CodeNode]:
    """The root and the folders, a parent before its children.

    files: path to content hash and number of bytes. A folder's hash is over each child's name and hash, sorted by name.
    """
    children: dict[str, dict[str, tuple[str, int]]] = {"": {}}
    for path, value in files.items():
        folder, _, name = path.rpartition("/")
        children.setdefault(folder, {})[name] = value
        for above in folders_above(folder):
            children.setdefault(above, {})
    found = []
    for folder in sorted(children, key=lambda path: (-_depth(path), path)):
        held = children[folder]
        content_hash, size = _folder_hash(held), sum(size for _, size in held.values())
        above, _, name = folder.rpartition("/")
        if folder:
            children[above][name] = content_hash, size
        kind, parent = ("dir", file_name(above)) if folder else ("repo", None)
        qualified = file_name(folder)
        found.append(
            CodeNode(
                kind, name or root_name, qualified, folder, "", 0, size, 0, 0, _depth(folder), content_hash, parent
            )
        )
    return found[::-1]


def folders_above(folder: str) -> Iterable[str]:
    """The folders round a path, the nearest first, the root ("") last; none for the root itself."""
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _folder_hash(held: Mapping[str, tuple[str, int]]) -> str:
    text = "".join(f"{name}\0{held[name][0]}\n" for name in sorted(held))
    return sha256(text.encode())


def sha256(data: bytes) -> str:
    """Content hash, in hex."""
    return hashlib.sha256(data).hexdigest()
