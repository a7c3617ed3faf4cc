"""Which binding a name means, as far as one file's bytes prove it.

Only what is certain is used: a name bound in a function is a local and needs no server; uses of a name with exactly
one binding at file level are one binding. Anything that execution order or a second binding could change is asked.
"""

from __future__ import annotations

from typing import NamedTuple

from abcoder_py.plugin.values import Import
from abcoder_py.syntax.nesting import Nesting, Sweep
from abcoder_py.syntax.query import Captures

FILE, CLASS, TYPES = "file", "class", "types"
_DEPTH = {TYPES: 0, "outer": 2}
"""Which of several scopes with one span lies outside the others."""
_FUNCTIONS = frozenset({"hoisted", "ordered"})


class Binding(NamedTuple):
    start: int
    visible: int
    """First byte from which it holds in an ordered scope; -1: everywhere in its scope."""
    imported: int
    """Index of the import that binds, -1."""
    imported_name: int


class Meaning(NamedTuple):
    """Where a name leads."""

    scope: int
    """0 is the file."""
    kind: str
    bindings: list[Binding]
    deferred: bool
    """A function stands between: it runs after the file's statements."""
    imported: Binding | None
    """The import among the bindings."""
    is_local: bool
    """Bound in a function, and not by an import."""


class _Level(NamedTuple):
    """A scope that a place sees, with names bound in it."""

    scope: int
    kind: str
    names: dict[bytes, list[Binding]]
    deferred: bool


_UNKNOWN = Meaning(-1, "", [], False, None, False)


class Scopes:
    """The scopes of one file with their bindings."""

    def __init__(self, size: int, captures: Captures, imports: list[Import], source: bytes) -> None:
        spans = sorted(set(captures.scopes), key=lambda span: (span[0], -span[1], _DEPTH.get(span[2], 1), span[2]))
        self.kinds = [FILE, *(kind for _, _, kind in spans)]
        self._nesting = Nesting([(0, size + 1), *((start, end) for start, end, _ in spans)])
        self.parents = self._settle_parents()
        self.names: list[dict[bytes, list[Binding]]] = [{} for _ in self.kinds]
        self.free: list[set[bytes]] = [set() for _ in self.kinds]
        self._levels: dict[int, tuple[_Level, ...]] = {}
        self._meanings: dict[tuple[int, Binding, int, bool], Meaning] = {}
        self._has_free = bool(captures.free)
        self._has_order = "ordered" in self.kinds
        self._known: dict[tuple[int, bytes], Meaning | None] = {}
        """Meanings by scope and name, where order does not count."""
        self._everywhere: set[bytes] = set()
        """All names that the file binds anywhere."""
        self.bound: dict[int, int] = {}
        """Scope by start of every binding name."""
        for start, end in captures.free:
            self.free[self.at(start)].add(source[start:end])
        for start, end, manner, visible in sorted(captures.bindings):
            self._bind(source[start:end], self._scope_for(start, manner), Binding(start, visible, -1, -1))
        for index, item in enumerate(imports):
            self._bind_import(index, item)

    def _settle_parents(self) -> list[int]:
        """An `outer` region belongs to the scope outside the one that holds it."""
        parents = self._nesting.parents
        return [
            parents[parent] if kind == "outer" and parent > 0 and self.kinds[parent] != "outer" else parent
            for kind, parent in zip(self.kinds, parents, strict=True)
        ]

    def at(self, offset: int) -> int:
        """The innermost real scope of a byte."""
        scope = max(self._nesting.at(offset), 0)
        while self.kinds[scope] == "outer":
            scope = max(self.parents[scope], 0)
        return scope

    def _scope_for(self, start: int, manner: str) -> int:
        scope = self.at(start)
        if manner == "parent":
            scope = self._real(self.parents[scope]) if self.kinds[scope] != TYPES else scope
            return self._real(self.parents[scope]) if self.kinds[scope] == TYPES else scope
        if manner == "function":
            while self.kinds[scope] == "comprehension":
                scope = self._real(self.parents[scope])
        return scope

    def _real(self, scope: int) -> int:
        while scope > 0 and self.kinds[scope] == "outer":
            scope = self.parents[scope]
        return max(scope, 0)

    def _bind(self, name: bytes, scope: int, binding: Binding) -> None:
        if name in self.free[scope]:
            scope = 0
        else:
            self.bound[binding.start] = scope
        if self.kinds[scope] != "ordered" and binding.visible >= 0:
            binding = binding._replace(visible=-1)
        self.names[scope].setdefault(name, []).append(binding)
        self._everywhere.add(name)

    def _bind_import(self, index: int, item: Import) -> None:
        scope = self.at(item.start)
        if item.bound:
            self._bind(item.bound.encode(), scope, Binding(item.start, item.end, index, -1))
        for position, name in enumerate(item.names):
            self._bind((name.alias or name.name).encode(), scope, Binding(item.start, item.end, index, position))

    def meaning(self, name: bytes, offset: int) -> Meaning | None:
        """What a name means at a place; None where the file does not bind it."""
        return self.meaning_in(max(self._nesting.at(offset), 0), name, offset)

    def sweep(self) -> Sweep:
        """The scopes by ascending bytes, for `meaning_in`."""
        return Sweep(self._nesting)

    def meaning_in(self, scope: int, name: bytes, offset: int) -> Meaning | None:
        """The same, where the scope of the place is known already."""
        if name not in self._everywhere:
            return None
        if self._has_order:
            return self._find(scope, name, offset)
        key = (scope, name)
        known = self._known.get(key, _UNKNOWN)
        if known is _UNKNOWN:
            known = self._known[key] = self._find(scope, name, offset)
        return known

    def _find(self, scope: int, name: bytes, offset: int) -> Meaning | None:
        levels = self._levels.get(scope)
        if levels is None:
            levels = self._levels[scope] = self._seen_from(scope)
        if self._has_free and self._is_free(name, scope):
            levels = (_Level(0, FILE, self.names[0], True),)
        for level in levels:
            found = level[2].get(name)
            if found and level[1] == "ordered":
                found = [binding for binding in found if binding.visible <= offset]
            if found:
                return self._meaning(level, found)
        return None

    def _meaning(self, level: _Level, found: list[Binding]) -> Meaning:
        key = (level.scope, found[0], len(found), level.deferred)
        known = self._meanings.get(key)
        if known is None:
            imported = next((binding for binding in found if binding.imported >= 0), None)
            is_local = imported is None and level.kind not in (FILE, CLASS)
            known = Meaning(level.scope, level.kind, found, level.deferred, imported, is_local)
            self._meanings[key] = known
        return known

    def _seen_from(self, scope: int) -> tuple[_Level, ...]:
        """The scopes with names that a place in this scope sees, innermost first."""
        found: list[_Level] = []
        deferred, direct = False, True
        while scope >= 0:
            kind, names = self.kinds[scope], self.names[scope]
            if names and kind != "outer" and (kind != CLASS or direct):
                found.append(_Level(scope, kind, names, deferred))
            deferred = deferred or kind in _FUNCTIONS
            direct = direct and kind in ("outer", CLASS, TYPES)
            scope = self.parents[scope]
        return tuple(found)

    def _is_free(self, name: bytes, scope: int) -> bool:
        """Is the name declared to be the file's in a scope that is reached before one that binds it?"""
        while scope > 0:
            if name in self.free[scope]:
                return True
            if self.kinds[scope] != CLASS and name in self.names[scope]:
                return False
            scope = self.parents[scope]
        return False

    def local_starts(self) -> list[int]:
        """Starts of the names bound inside functions, ascending."""
        return sorted(start for start, scope in self.bound.items() if self.kinds[scope] not in (FILE, CLASS))
