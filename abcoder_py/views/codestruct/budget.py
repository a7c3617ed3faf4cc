"""Keeps a view under a number of tokens by leaving out what matters least, and says what that was.

In this order: bodies, documentation, uses, private members, whole files, and of the file with which that would be too
much some members; in each the least referenced in the graph first. Sizes are estimated from characters, so that a large
view is not counted for every item; what is given back has been counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from abcoder_py.views.codestruct.model import Entity, walk
from abcoder_py.views.codestruct.select import drop_empty_folders, is_definition, strip_each


class BudgetError(ValueError):
    """Even the least view is too long."""

    def __init__(self, budget: int, least: int) -> None:
        super().__init__(f"the least view of this has {least} tokens, more than {budget}")
        self.least = least


CLOSE = 0.05
"""An excess of less than this share of the budget is taken at once."""
CAREFUL = 0.75
"""Of a larger one this share."""
_DETAILS = frozenset({"import", "param", "returns", "attr", "optional"})
"""What is shown with the entity that it belongs to."""


@dataclass(slots=True)
class _Item:
    """Something that may be left out: parts of `entity`, or children of it."""

    entity: Entity
    references: int
    size: int
    """Characters, about."""
    children: Sequence[Entity] = ()


@dataclass
class Fitted:
    """A view that keeps its budget."""

    text: str
    tokens: int
    left_out: dict[str, int] = field(default_factory=dict)
    """How many of each kind."""


def fit(roots: list[Entity], budget: int, render: Callable[[list[Entity]], str], count: Callable[[str], int]) -> Fitted:
    """What `render` makes of a tree of which enough is left out. Raises BudgetError. The tree is changed in place.

    count: tokens of a text; the result has at most `budget`, with the comment that says what is missing.
    """
    text = render(roots)
    fitting = _Fitting(Entity("dir", "", children=roots), budget, render, count, Fitted(text, count(text)))
    for kind in ("bodies", "docs", "uses", "private members"):
        fitting.take(kind)
    fitting.take("files", all_but_one=True)
    fitting.take("members")
    fitting.take("files")
    if not fitting.fits():
        raise BudgetError(budget, fitting.fitted.tokens)
    return fitting.fitted


@dataclass
class _Fitting:
    root: Entity
    """Holds the roots."""
    budget: int
    render: Callable[[list[Entity]], str]
    count: Callable[[str], int]
    fitted: Fitted

    def fits(self) -> bool:
        return self.fitted.tokens <= self.budget

    def take(self, kind: str, all_but_one: bool = False) -> None:
        """Leaves items of one kind out, as many as are needed, or one less."""
        items, part = _STEPS[kind]
        waiting = sorted(items(self.root), key=lambda item: item.references) if not self.fits() else []
        at, before = 0, self.fitted.left_out.get(kind, 0)
        while at < len(waiting) and not self.fits():
            first, at = at, self._enough(waiting, at) - all_but_one
            if at <= first:
                break
            _drop(self.root, waiting[first:at], part)
            self.fitted.left_out[kind] = before + at
            self._count()

    def _enough(self, waiting: Sequence[_Item], at: int) -> int:
        """The place behind the items that, by their size, have to go. Where that is much, most of them: a rate of
        tokens to characters that holds for all of a tree is far off for the rest of it."""
        tokens = self.fitted.tokens
        excess = tokens - self.budget
        enough = excess if excess < self.budget * CLOSE else excess * CAREFUL
        size = enough * _size_of(self.root) / tokens
        while at < len(waiting) and size > 0:
            size -= waiting[at].size
            at += 1
        return at

    def _count(self) -> None:
        said = f"# left out to stay under {self.budget} tokens: {note(self.fitted.left_out)}\n"
        self.fitted.text = said + self.render(self.root.children)
        self.fitted.tokens = self.count(self.fitted.text)


def note(left_out: Mapping[str, int]) -> str:
    """What was left out, in words."""
    return ", ".join(f"{number} {kind}" for kind, number in left_out.items())


def _drop(root: Entity, items: Sequence[_Item], part: str) -> None:
    if part == "impl":
        strip_each([item.entity for item in items], impl=True)
    elif part == "doc":
        strip_each([item.entity for item in items], doc=True)
    else:
        gone = {id(child) for item in items for child in item.children}
        for entity in {id(item.entity): item.entity for item in items}.values():
            entity.children = [child for child in entity.children if id(child) not in gone]
        for each in root.children:
            drop_empty_folders(each)


def _bodies(root: Entity) -> Iterator[_Item]:
    for _, entity in walk([root]):
        if entity.impl:
            yield _Item(entity, _references(entity), len(entity.impl.code) + 40)


def _docs(root: Entity) -> Iterator[_Item]:
    for _, entity in walk([root]):
        if "doc" in entity.attributes:
            yield _Item(entity, _references(entity), len(entity.attributes["doc"]) + 6)


def _uses(root: Entity) -> Iterator[_Item]:
    for _, entity in walk([root]):
        used = [child for child in entity.children if child.keyword == "import"] if is_definition(entity) else []
        if used:
            yield _Item(entity, _references(entity), sum(map(_weight, used)), used)


def _private(root: Entity) -> Iterator[_Item]:
    for _, entity in walk([root]):
        for child in entity.children:
            if child.facts and child.facts.private:
                yield _Item(entity, child.facts.references, _size_of(child), [child])


def _members(root: Entity) -> Iterator[_Item]:
    for _, entity in walk([root]):
        for child in entity.children:
            if is_definition(child) and child.keyword not in _DETAILS:
                yield _Item(entity, _references(child), _size_of(child), [child])


def _files(root: Entity) -> Iterator[_Item]:
    for _, entity in walk([root]):
        for child in entity.children:
            if child.keyword == "file":
                yield _Item(entity, _references(child), _size_of(child), [child])


_STEPS: dict[str, tuple[Callable[[Entity], Iterator[_Item]], str]] = {
    "bodies": (_bodies, "impl"),
    "docs": (_docs, "doc"),
    "uses": (_uses, "children"),
    "private members": (_private, "children"),
    "files": (_files, "children"),
    "members": (_members, "children"),
}


def _references(entity: Entity) -> int:
    return entity.facts.references if entity.facts else 0


def _size_of(root: Entity) -> int:
    return sum(_weight(entity) for _, entity in walk([root]))


def _weight(entity: Entity) -> int:
    attributes = sum(len(key) + len(value) + 4 for key, value in entity.attributes.items())
    code = len(entity.impl.code) + 40 if entity.impl else 0
    return len(entity.keyword) + len(entity.name) + 3 + attributes + len(entity.hash) + code
