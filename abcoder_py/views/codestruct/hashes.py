"""The Merkle tree: xxh3-128 of each entity's content, the hashes of what it holds included.

A file's hash is that of its bytes (UniAST has it), a definition's that of its text, a container's that of its keyword,
its name, its text outside its children and their hashes. Nothing of it depends on where the folder lies, on what names
resolve to, or on what of the tree is shown. Parts are joined by bytes that UTF-8 never has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

import xxhash

from abcoder_py.views.codestruct.document import File, Node
from abcoder_py.views.codestruct.imports import named
from abcoder_py.views.codestruct.model import Entity, Facts, groups

_ATTRIBUTES = ("attr", "optional")
_OWN_NAME = re.compile(r"\w+(?=(?:\(.*\)[^)]*)?(?:~\d+)?$)")


def combined(*parts: str | bytes) -> str:
    """One hash of several texts."""
    return xxhash.xxh3_128_hexdigest(b"\xff".join(p if isinstance(p, bytes) else p.encode() for p in parts))


NO_CONTENT = combined()
"""The hash of an empty file."""


def definition(entity: Entity, node: Node, inside: Sequence[Node]) -> None:
    """Hashes a definition and its fields; its members (`inside`) are hashed already."""
    facts = entity.facts or Facts()
    entity.facts = facts
    name = _normal(entity.name)
    own = _own_text(node, inside)
    blank = _blanked(own, entity.name)
    fields = [child for child in entity.children if child.keyword in _ATTRIBUTES] if node.type_kind else []
    for field in fields:
        attributes = field.attributes
        field.hash = combined(field.keyword, field.name, attributes.get("type", ""), attributes.get("default", ""))
    facts.own = combined(own)
    if not node.type_kind:
        entity.hash, facts.digest = combined(entity.keyword, own), combined(entity.keyword, blank)
        return
    held = _held(child for child in entity.children if child.hash)
    entity.hash = combined(entity.keyword, name, own, held)
    facts.digest = combined(entity.keyword, blank, held)


def imports(entities: Sequence[Entity], file: File) -> None:
    """Hashes a file's imports; those of one group share one hash, that of all its members."""
    paths = {name: item.path for item in file.imports for name, _ in named(item)}
    for group in list(groups(entities)):
        for each in group:
            each.facts = Facts(own=combined("import", each.name, paths.get(each.name, "")))
        members = sorted(each.facts.own for each in group if each.facts)
        for each in group:
            each.hash = members[0] if len(group) == 1 else combined(*members)


def module(entity: Entity, file: File) -> None:
    """Hashes a file's module: its doc, its imports as written, its definitions."""
    written = sorted(f"{item.path} {name}" for item in file.imports for name, _ in named(item))
    _container(entity, file.extra.doc if file.extra else "", "\n".join(written))


def namespace(entity: Entity) -> None:
    """Hashes a namespace by its name and what it holds."""
    _container(entity, "", "")


def file(entity: Entity, document_file: File) -> None:
    """Hashes a file by its content; where UniAST has no hash of that, by what is known of it."""
    known = document_file.extra.hash if document_file.extra else ""
    entity.hash = known or combined("file", _held(child for child in entity.children if child.keyword != "import"))


def folders(root: Entity) -> None:
    """Hashes the folders, the deepest first; the root's own name does not count."""
    waiting, order = [root], []
    while waiting:
        folder = waiting.pop()
        order.append(folder)
        waiting += [child for child in folder.children if child.keyword == "dir"]
    for folder in reversed(order):
        name = "" if folder is root else _normal(folder.name)
        held = _held(folder.children)
        folder.hash = combined("dir", name, held)
        folder.facts = Facts(digest=combined("dir", held), own="")


def _container(entity: Entity, doc: str, written: str) -> None:
    held = _held(child for child in entity.children if child.keyword != "import")
    entity.hash = combined(entity.keyword, _normal(entity.name), doc, written, held)
    facts = entity.facts or Facts()
    facts.own, facts.digest = combined(doc), combined(entity.keyword, doc, written, held)
    entity.facts = facts


def _held(children: Iterable[Entity]) -> bytes:
    """Keyword, name and hash of each child, by name."""
    rows = sorted((_normal(child.name), child.keyword, child.hash) for child in children)
    return b"\xfe".join("\0".join(row).encode() for row in rows)


def _normal(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _own_text(node: Node, inside: Sequence[Node]) -> bytes:
    """A definition's text without its members' and fields', line ends made `\\n`."""
    data = node.content.encode()
    if len(data) == node.end_offset - node.start_offset:  # else bytes were replaced: no offset holds
        spans = [(each.start_offset, each.end_offset) for each in inside]
        if node.type_kind and node.extra:
            spans += [(field.start_offset, field.end_offset) for field in node.extra.fields_]
        data = _without(data, [(start - node.start_offset, end - node.start_offset) for start, end in spans])
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _without(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    parts, at = [], 0
    for start, end in sorted(span for span in spans if 0 <= span[0] < span[1] <= len(data)):
        if start >= at:
            parts.append(data[at:start])
        at = max(at, end)
    return b"\xff".join([*parts, data[at:]])


def _blanked(data: bytes, name: str) -> bytes:
    """A text in which the entity's own name is blanked."""
    found = _OWN_NAME.search(name)
    return re.sub(rb"\b" + re.escape(found[0].encode()) + rb"\b", b"\xff", data) if found else data
