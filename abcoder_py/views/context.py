"""What a language model needs to work on one node, within a budget of tokens; what did not fit is counted.

In this order: the node's own text; what it depends on, level by level, first every signature of a level and then as
many bodies as fit; the lines where it is used; what implements or overrides it. Users get a quarter and implementers an
eighth of what the node leaves before dependencies take the rest: the number of dependencies has no end, and a change
needs its callers. A fixed depth was rejected, since it gives either too little or a hundred thousand tokens.

The budget holds for the whole text in the format asked for, headings and the account of what was cut included.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

import msgspec

from abcoder_py.uniast.identity import full_id
from abcoder_py.uniast.neighbourhood import line_around, own_line, uses_of
from abcoder_py.views.reports.dispatch import dispatches
from abcoder_py.views.reports.program import FILE, Node, Program
from abcoder_py.views.reports.shown import Spot, fields, spot
from abcoder_py.views.reports.walks import forward, walk

Form = Literal["body", "outline", "signature", "line", "beginning"]
Json = dict[str, Any]

USERS_SHARE = 4
IMPLEMENTERS_SHARE = 8
"""The parts (a quarter, an eighth) of what the node's text leaves that these may take at first."""


class Piece(Spot):
    """Some text of the context."""

    form: Form
    text: str
    distance: int = 0
    """Steps from the node, of a dependency."""


class Cut(msgspec.Struct, rename="pascal"):
    """What did not fit, or is not known."""

    lines: int = 0
    """Of the node's own text."""
    bodies: int = 0
    """Dependencies that stand as a signature or an outline."""
    dependencies: int = 0
    """Dependencies of the repository, however far, that do not stand there at all."""
    external: int = 0
    """What the node itself uses outside the repository."""
    users: int = 0
    implementers: int = 0
    uncertain: int = 0
    """Uses in the node's own text whose target is not known."""


class Context(msgspec.Struct, rename="pascal"):
    """The pieces in their order."""

    node: Piece
    dependencies: list[Piece]
    users: list[Piece]
    implementers: list[Piece]
    cut: Cut
    budget: int


class TooSmall(Exception):
    """The budget does not even hold the node's name and the account of what was cut."""

    def __init__(self, needed: int) -> None:
        super().__init__(f"at least {needed} tokens are needed to name the node and what was cut")
        self.needed = needed


PATIENCE = 50
"""When so many of a level in a row do not fit, the rest is not tried: a level may have 100,000."""

Render = Callable[[Context], str]
Count = Callable[[str], int]


def gather(program: Program, node_id: str, budget: int, render: Render, count: Count) -> Context:
    """The context of a definition, such that `count(render(context)) <= budget`.

    `render`: the text in which it will be shown; `count`: tokens of a text. Raises TooSmall, and KeyError where the
    document has no text of that id.
    """
    number = program.numbers[node_id]
    if program.nodes[number].definition is None:
        raise KeyError(node_id)
    return _Gathering(program, number, budget, lambda context: count(render(context))).context


class _Gathering:
    """Adds pieces while they fit. A piece's cost is measured on a context that holds it alone; since tokens of parts do
    not quite add up to those of the whole, the last ones are dropped again where the whole does not fit."""

    def __init__(self, program: Program, number: int, budget: int, size: Callable[[Context], int]) -> None:
        self._program = program
        self._number = number
        self._size = size
        self._undo: list[Callable[[], None]] = []
        node = program.nodes[number]
        self.context = Context(Piece(*fields(node), "beginning", ""), [], [], [], Cut(), budget)
        self._levels = _levels(program, number)
        users, implementers = list(_users(program, number)), list(_implementers(program, number))
        self.context.cut = self._everything(len(users), len(implementers))
        self._bare = size(self.context)
        if self._bare > budget:
            raise TooSmall(self._bare)
        self._left = budget - self._bare
        self._add_own()
        users = self._add_lines("users", users, self._left // USERS_SHARE)
        implementers = self._add_lines("implementers", implementers, self._left // IMPLEMENTERS_SHARE)
        for distance, level in enumerate(self._levels, 1):
            self._add_level(level, distance)
        self._add_lines("users", users, self._left)
        self._add_lines("implementers", implementers, self._left)
        while size(self.context) > budget:
            self._undo.pop()()

    def _everything(self, users: int, implementers: int) -> Cut:
        """What is cut while nothing was added."""
        nodes, uncertain = self._program.nodes, self._program.uncertain
        used = (target for source, target in self._program.edges if source == self._number)
        return Cut(
            lines=len(_content(nodes[self._number]).splitlines()),
            dependencies=sum(map(len, self._levels)),
            external=sum(nodes[target].definition is None for target in used),
            users=users,
            implementers=implementers,
            uncertain=sum(use.holder == self._number for use in uncertain),
        )

    def _cost(self, **parts: Any) -> int:
        """Of pieces beside a bare context."""
        alone = msgspec.structs.replace(self.context, dependencies=[], users=[], implementers=[])
        alone.node = Piece(*fields(self._program.nodes[self._number]), "beginning", "")
        return self._size(msgspec.structs.replace(alone, **parts)) - self._bare

    def _add_own(self) -> None:
        """The whole text, or as many of its first lines as fit."""
        lines = _content(self._program.nodes[self._number]).splitlines(keepends=True)
        numbers = range(len(lines) + 1)
        self._set_own(lines, bisect_right(numbers, self._left, key=lambda fitting: self._own_cost(lines[:fitting])) - 1)

    def _own_cost(self, lines: list[str]) -> int:
        own = Piece(*fields(self._program.nodes[self._number]), "beginning", "".join(lines))
        return self._cost(node=own)

    def _set_own(self, lines: list[str], fitting: int) -> None:
        self._left -= self._own_cost(lines[:fitting])
        own = self.context.node
        own.form = "body" if fitting == len(lines) else "beginning"
        own.text = "".join(lines[:fitting])
        self.context.cut.lines = len(lines) - fitting
        if fitting:
            self._undo.append(lambda: self._set_own(lines, fitting - 1))

    def _add_lines(self, section: Literal["users", "implementers"], pieces: list[Piece], share: int) -> list[Piece]:
        """Adds what fits into the share, in order; gives the rest."""
        for at, piece in enumerate(pieces):
            cost = self._cost(**{section: [piece]})
            if cost > share:
                return pieces[at:]
            share -= cost
            self._add(section, piece, cost)
        return []

    def _add(self, section: Literal["users", "implementers", "dependencies"], piece: Piece, cost: int) -> None:
        pieces: list[Piece] = getattr(self.context, section)
        pieces.append(piece)
        self._left -= cost
        cut = self.context.cut
        setattr(cut, section, getattr(cut, section) - 1)

        def undo() -> None:
            pieces.remove(piece)
            setattr(cut, section, getattr(cut, section) + 1)
            cut.bodies -= section == "dependencies"  # it is a signature again, if it was a body

        self._undo.append(undo)

    def _add_level(self, level: list[int], distance: int) -> None:
        added: list[tuple[int, Piece, int]] = []
        misfits = 0
        for number in level:
            fitting = self._fitting(number, distance)
            if fitting is not None:
                self.context.cut.bodies += 1
                self._add("dependencies", *fitting)
                added.append((number, *fitting))
            misfits = 0 if fitting else misfits + 1
            if misfits == PATIENCE:
                break
        for number, piece, cost in added:
            if not _members(self._program, number):
                self._expand(number, piece, cost)

    def _fitting(self, number: int, distance: int) -> tuple[Piece, int] | None:
        """The longest short form that fits, with its cost."""
        for form, text in _short_forms(self._program, number):
            piece = Piece(*fields(self._program.nodes[number]), form, text, distance)
            cost = self._cost(dependencies=[piece])
            if cost <= self._left:
                return piece, cost
        return None

    def _expand(self, number: int, piece: Piece, cost: int) -> None:
        """Puts the whole text in the signature's place where it fits; a type with members keeps its outline, since
        those that matter stand for themselves."""
        body = Piece(piece.id, piece.type, piece.file, piece.line, "body", _content(self._program.nodes[number]))
        more = self._cost(dependencies=[body]) - cost
        if more <= self._left:
            signature = piece.text
            piece.form, piece.text = "body", body.text
            self._left -= more
            self.context.cut.bodies -= 1

            def undo() -> None:
                piece.form, piece.text = "signature", signature
                self.context.cut.bodies += 1

            self._undo.append(undo)


def _content(node: Node) -> str:
    return str((node.definition or {}).get("Content", ""))


def _levels(program: Program, number: int) -> list[list[int]]:
    """Definitions that the node depends on, those at distance 1 first; its own type is one of them."""

    def after(of: int) -> Iterable[int]:
        owner = program.nodes[number].owner if of == number else None
        return [*([owner] if owner is not None else []), *uses(of)]

    uses = forward(program, program.edges)
    levels: dict[int, list[int]] = {}
    for reached, (distance, parent) in walk([number], after).items():
        if parent is not None and program.nodes[reached].definition is not None:
            levels.setdefault(distance, []).append(reached)
    return [levels.get(distance, []) for distance in range(1, max(levels, default=0) + 1)]


def _short_forms(program: Program, number: int) -> Iterator[tuple[Form, str]]:
    """The longer first: a type's own line with its members' signatures, its own line."""
    own = _own_signature(program.nodes[number])
    members = [_own_signature(program.nodes[member]) for member in _members(program, number)]
    if members:
        yield "outline", "\n    ".join([own, *members])
    yield "signature", own


def _own_signature(node: Node) -> str:
    definition = node.definition or {}
    return str(definition.get("Signature") or own_line(definition))


def _members(program: Program, number: int) -> list[int]:
    methods = ((program.nodes[number].definition or {}).get("Methods") or {}).values()
    found = (program.numbers.get(full_id(method)) for method in methods)
    return sorted(member for member in found if member is not None)


def _users(program: Program, number: int) -> Iterator[Piece]:
    """One piece for each definition or file that uses the node, with the line of its first use."""
    found = [edge for (_, target), edge in program.edges.items() if target == number and edge.kind == "use"]
    for edge in sorted(found, key=lambda edge: program.nodes[edge.source].id):
        user = program.nodes[edge.source]
        place = spot(user)
        text = _use_line(user, program.nodes[number].id) if user.type != FILE else ""
        yield Piece(place.id, place.type, edge.file, edge.line, "line", text)


def _use_line(user: Node, target: str) -> str:
    content = _content(user).encode()
    definition = user.definition or {}
    start = definition.get("StartOffset", 0)
    if definition.get("EndOffset", 0) - start != len(content):  # bytes that are no UTF-8: offsets do not fit
        return ""
    uses = (use for use in uses_of(definition) if full_id(use) == target and "StartOffset" in use)
    first = min((use["StartOffset"] for use in uses), default=None)
    return "" if first is None else line_around(content, first - start)


def _implementers(program: Program, number: int) -> Iterator[Piece]:
    """Heirs and implementers of a type, what overrides or implements a member."""
    found = {source for (source, target), edge in program.edges.items() if target == number and edge.kind != "use"}
    found |= {member for declared, member, _ in dispatches(program) if declared == number}
    for other in sorted(found, key=lambda found: program.nodes[found].id):
        node = program.nodes[other]
        yield Piece(*fields(node), "signature", _own_signature(node))
