"""What can run: reachability from all that is used from outside, in three rounds of growing doubt.

Round one starts at code outside every definition, exported definitions, what the language calls and framework hooks;
round two adds the tests; round three adds what is uncertain. What no round reaches is dead, a circle of functions that
only use each other included. An override runs where its declaration is used *and* its type is alive (rapid type
analysis): without the second half no unused subclass would ever be dead.

Framework hooks are told from the document alone: a member of a type with a base outside the repository may be an
override of that base's member, and a decorator has its function in its hands. No framework is known by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

from abcoder_py.uniast.identity import full_id
from abcoder_py.views.reports.customs import Customs, bare_name, last_name
from abcoder_py.views.reports.dispatch import ancestors, dispatches
from abcoder_py.views.reports.named import Named
from abcoder_py.views.reports.program import FILE, Node, Program


class Root(NamedTuple):
    """Why a definition may run though nothing of the repository uses it."""

    kind: str
    """exported, hook, language, test; in round three the doubt."""
    detail: str


class Liveness:
    """Runs the rounds over a Program."""

    def __init__(self, program: Program, customs: Customs, named: Named) -> None:
        self._program = program
        self._customs = customs
        self._after: dict[int, list[int]] = defaultdict(list)
        """What a node's life gives life to."""
        self._both: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """Of one node: (another, what the life of both gives life to)."""
        self._uncertain = self._uncertain_names()
        self._exporting = {node.owner for _, node in program.inside() if node.exported}
        """Types with an exported member."""
        self.roots: dict[int, Root] = {}
        self.doubts: dict[int, Root] = {}
        self.tests = {number for number, node in enumerate(program.nodes) if _placed(node) and customs.is_test(node)}
        self._connect()
        self._find_roots()
        files = {number for number, node in enumerate(program.nodes) if node.type == FILE}
        sure = {number for number, root in self.roots.items() if self._alone(number, root)}
        self.used = self._reach((files | sure) - self.tests, set()).keys()
        """Reached without the tests."""
        self.tested = self._reach(self.tests, self.used).keys()
        """Reached from the tests alone."""
        self._alive = self.used | self.tested
        self._find_doubts(named)
        self.doubtful = self._reach(self.doubts, self._alive)
        """Reached only where something uncertain is true; each with what it is reached from, None where the doubt is
        its own."""

    def _connect(self) -> None:
        program = self._program
        for source, target in program.edges:
            self._after[source].append(target)
        for number, node in program.inside():
            if node.owner is not None:
                self._after[number].append(node.owner)
        for declared, member, heir in dispatches(program):
            self._both[declared].append((heir, member))
            self._both[heir].append((declared, member))

    def _reach(self, starts: Iterable[int], alive: Set[int]) -> dict[int, int | None]:
        """What becomes alive beside `alive`, each with what it is reached from."""
        reached: dict[int, int | None] = {start: None for start in starts if start not in alive}
        queue = list(reached)
        for number in queue:
            both = [end for other, end in self._both.get(number, ()) if other in reached or other in alive]
            for end in (*self._after.get(number, ()), *both):
                if end not in reached and end not in alive:
                    reached[end] = number
                    queue.append(end)
        return reached

    def _alone(self, number: int, root: Root) -> bool:
        """Does it live by itself? A member that is called from outside lives with its type."""
        owner = self._program.nodes[number].owner
        if owner is None or root.kind == "exported":
            return True
        self._after[owner].append(number)
        return False

    def _find_roots(self) -> None:
        for number, node in self._program.inside():
            root = self._root(number, node)
            if root is not None:
                self.roots[number] = root

    def _root(self, number: int, node: Node) -> Root | None:
        if number in self.tests:
            return Root("test", node.file)
        if self._customs.is_called(node):
            return Root("language", "calls it itself")
        if node.owner is not None and not self._is_private(node):
            above = self._external_base(node.owner)
            if above is not None:
                return Root("hook", f"may override a member of {above.id}")
        decorator = self._decorator(node)
        if decorator is not None and not self._from_library(node, decorator):
            return Root("hook", f"decorated by {decorator.id}")
        if node.exported and (node.owner is None or self._program.nodes[node.owner].exported):
            return Root("exported", "")
        return None

    def _is_private(self, member: Node) -> bool:
        """Is it hidden by itself, and not only because its type is? Some languages export members apart from types."""
        apart = member.owner in self._exporting or self._program.nodes[member.owner or 0].exported
        return apart and not member.exported

    def _external_base(self, number: int) -> Node | None:
        nodes = self._program.nodes
        above = (nodes[base] for base in ancestors(number, self._program.bases))
        return next((base for base in above if base.definition is None), None)

    def _decorator(self, node: Node) -> Node | None:
        """The first decorator that means something other than what the language offers with no import."""
        words = {head.rpartition(".")[2] for head in _decorator_heads(node.definition or {})}
        if words:
            for target in self._after.get(self._program.numbers[node.id], ()):
                edge = self._program.edges.get((self._program.numbers[node.id], target))
                used = self._program.nodes[target]
                if edge is not None and edge.line <= node.line and last_name(used) in words:
                    return used
        return None

    def _from_library(self, node: Node, used: Node) -> bool:
        return used.definition is None and self._customs.is_library(node, used)

    def _find_doubts(self, named: Named) -> None:
        for number, node in self._program.inside():
            if number not in self._alive:
                doubt = self._doubt(number, node, named)
                if doubt is not None:
                    self.doubts[number] = doubt

    def _gives_value(self, definition: Mapping[str, Any]) -> bool:
        """Is it one of constants that count on, of which another is alive?"""
        group = [self._program.numbers.get(full_id(other)) for other in definition.get("Groups") or ()]
        others = [self._program.nodes[number] for number in group if number is not None]
        counted = any("Value" in ((node.definition or {}).get("Extra") or {}) for node in others)
        return counted and any(number in self._alive for number in group)

    def _uncertain_names(self) -> dict[str | int, str]:
        """The holder of an uncertain use, by the name used and by the number of each candidate."""
        found: dict[str | int, str] = {}
        for use in self._program.uncertain:
            keys: list[str | int] = [*use.candidates] or [use.name]
            for key in keys:
                found.setdefault(key, self._program.nodes[use.holder].id)
        return found

    def _doubt(self, number: int, node: Node, named: Named) -> Root | None:
        return self.uncertain_use(number) or self._written(node, named) or self._seen_otherwise(node)

    def uncertain_use(self, number: int) -> Root | None:
        """An uncertain use that may mean a definition."""
        name = last_name(self._program.nodes[number])
        if number in self._uncertain:
            return Root("candidate", f"of an uncertain use in {self._uncertain[number]}")
        if name in self._uncertain:
            return Root("namesake", f"of an unresolved use in {self._uncertain[name]}")
        return None

    def _written(self, node: Node, named: Named) -> Root | None:
        """Its name where a use of it could hide: in a decorator that makes no edge, in a string, in a file left out."""
        decorator = self._decorator(node)
        if decorator is not None:
            return Root("decorated", f"by {decorator.id}")
        member = next((head for head in _decorator_heads(node.definition or {}) if "." in head), "")
        if member:  # a field of that name makes no edge
            return Root("decorated", f"by {member}")
        place = named.place(last_name(node), node.file)
        return Root("named", f"in {place}") if place else None

    def _seen_otherwise(self, node: Node) -> Root | None:
        if self._gives_value(node.definition or {}):
            return Root("constant", "whose place in its group gives others their value")
        owner = node.owner
        if owner is None or owner not in self._alive:
            return None
        if (node.definition or {}).get("IsInterfaceMethod"):
            return Root("requirement", f"of the interface {bare_name(self._program.nodes[owner])}")
        if not self._is_private(node):
            return Root("visible member", f"of {bare_name(self._program.nodes[owner])}, which is not exported")
        above = self._external_base(owner)
        return Root("heir", f"its type has the base {above.id}") if above is not None else None


def _placed(node: Node) -> bool:
    return node.definition is not None or node.type == FILE


def _decorator_heads(definition: Mapping[str, Any]) -> list[str]:
    """What a definition's decorators are called by: `@app.route("/")` gives `app.route`."""
    decorators = (definition.get("Extra") or {}).get("Decorators") or ()
    heads = (decorator.lstrip("@#[ ").partition("(")[0].partition("<")[0].strip(" ]") for decorator in decorators)
    return [head.replace("::", ".") for head in heads]
