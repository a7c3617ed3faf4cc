"""`import:` entities: what a file imports, by name as written; what a definition uses, from the resolved edges.

Inside the repository a use names the definition, outside the package that it comes from, as the notation's own examples
do. Names of a file's imports never depend on what they resolve to, so that a hash does not either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from abcoder_py.uniast.identity import decode_part
from abcoder_py.views.codestruct.document import File, Identity, Import, ImportedName, Node, Use
from abcoder_py.views.codestruct.model import Entity
from abcoder_py.views.codestruct.tables import Dialect, Tables, key_of, uses_of

_QUOTES = "\"'<>`"


class Imports:
    """Makes the imports of one document."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._shared: dict[tuple[str, ...], Mapping[str, str]] = {}
        """One mapping for all imports that are alike: there are very many."""

    def of_file(self, mod: str, file: File) -> list[Entity]:
        """The imports of a file: internal ones by name, then external ones by source."""
        dialect = self._tables.dialect(mod)
        found: dict[tuple[str, ...], Entity] = {}
        for item in file.imports:
            for name, target in named(item):
                attributes = self._attributes(target or _package_of(item), dialect)
                found[name, *attributes.values()] = Entity("import", name, attributes)
        return _sorted(found.values())

    def of_node(self, node: Node) -> list[Entity]:
        """What a definition uses beside itself and its own type."""
        dialect = self._tables.dialect(node.mod_path)
        own = {key_of(node)} | ({key_of(node.receiver.type)} if node.receiver else set())
        seen = {key_of(use): use for use in uses_of(node)}
        return self._used([use for key, use in seen.items() if key not in own], dialect)

    def _used(self, uses: Iterable[Use], dialect: Dialect) -> list[Entity]:
        found: dict[tuple[str, ...], Entity] = {}
        for use in uses:
            name = use.name if use.mod_path in self._tables.own else decode_part(use.pkg_path)
            attributes = self._attributes(use, dialect)
            found[name, *attributes.values()] = Entity("import", name, attributes)
        return _sorted(found.values())

    def _attributes(self, target: Use | Identity | None, dialect: Dialect) -> Mapping[str, str]:
        if target is None:
            return {}
        if target.mod_path in self._tables.own:
            keyword = self._tables.keywords.get(key_of(target))
            ref = f"{keyword}: {target.name}" if keyword else "" if target.name else self._tables.module_ref(target)
            return self._alike("internal", "ref", ref)
        return self._alike("external", "source", dialect.source(target.mod_path))

    def _alike(self, origin: str, key: str, value: str) -> Mapping[str, str]:
        attributes = {"type": origin, key: value} if value else {"type": origin}
        return self._shared.setdefault((origin, key, value), attributes)


def named(item: Import) -> list[tuple[str, Identity | None]]:
    """Each name that an import statement imports, as written, with what it resolves to."""
    names = [ImportedName(each) if isinstance(each, str) else each for each in item.names]
    if not names or any(each.name == "*" for each in names):
        return [(item.path.strip(_QUOTES), item.target)]
    return [(each.name, each.target) for each in names]


def _package_of(item: Import) -> Identity | None:
    """What is known of a name that resolves to no definition: where its module belongs."""
    if item.target is None:
        return None
    return Identity(item.target.mod_path, item.target.pkg_path, "?") if item.names else item.target


def _sorted(imports: Iterable[Entity]) -> list[Entity]:
    """Internal before external before unknown, then by source, then by name."""
    order = {"internal": "0", "external": "1"}
    return sorted(
        imports,
        key=lambda each: (
            order.get(each.attributes.get("type", ""), "2"),
            each.attributes.get("source", ""),
            each.name,
            each.attributes.get("ref", ""),
        ),
    )
