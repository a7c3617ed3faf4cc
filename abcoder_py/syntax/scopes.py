"""Which binding a name means, as far as one file's bytes prove it.

Only what is certain is used: a name bound in a function is a local and needs no server; uses of a name with exactly
one binding at file level are one binding. Anything that execution order or a second binding could change is asked.
"""

from __future__ import annotations

from typing import NamedTuple

from abcoder_py.plugin.values import Import
from abcoder_py.syntax.nesting import Nesting
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


class Scopes:
    """The scopes of one file with their bindings."""

    def __init__(self, size: int, captures: Captures, imports: list[Import], source: bytes) -> None:
        spans = sorted(set(captures.scopes), key=lambda span: (span[0], -span[1], _DEPTH.get(span[2], 1), span[2]))
        self.kinds = [FILE, *(kind for _, _, kind in spans)]
        self._nesting = Nesting([(0, size + 1), *((start, end) for start, end, _ in spans)])
        self.parents = self._settle_parents()
        self.names: list[dict[bytes, list[Binding]]] = [{} for _ in self.kinds]
        self.free: list[set[bytes]] = [set() for _ in self.kinds]
        self.bound: dict[int, int] = {}
        """Scope by start of every binding name."""
        for start, end in captures.free:
            self.free[self.at(start)].add(source[start:end])
        for start, end, manner, visible in captures.bindings:
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
        visible = binding.visible if self.kinds[scope] == "ordered" else -1
        self.names[scope].setdefault(name, []).append(binding._replace(visible=visible))

    def _bind_import(self, index: int, item: Import) -> None:
        scope = self.at(item.start)
        if item.bound:
            self._bind(item.bound.encode(), scope, Binding(item.start, item.end, index, -1))
        for position, name in enumerate(item.names):
            self._bind((name.alias or name.name).encode(), scope, Binding(item.start, item.end, index, position))

    def meaning(self, name: bytes, offset: int) -> Meaning | None:
        """What a name means at a place; None where the file does not bind it."""
        scope = max(self._nesting.at(offset), 0)
        deferred = False
        direct = True
        while scope >= 0:
            kind = self.kinds[scope]
            if name in self.free[scope]:
                scope, kind = 0, FILE
                deferred = True
            if kind != "outer" and (kind != CLASS or direct):
                found = self.names[scope].get(name)
                if found and kind == "ordered":
                    found = [b for b in found if b.visible <= offset]
                if found:
                    return Meaning(scope, kind, found, deferred)
            if kind in _FUNCTIONS:
                deferred = True
            if kind not in ("outer", CLASS, TYPES):
                direct = False
            scope = self.parents[scope]
        return None

    def local_starts(self) -> list[int]:
        """Starts of the names bound inside functions, ascending."""
        return sorted(start for start, scope in self.bound.items() if self.kinds[scope] not in (FILE, CLASS))
