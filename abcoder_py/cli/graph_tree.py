"""A node and its relations as a tree of text: with rich on a terminal, plain anywhere else."""

import os
import sys
from collections.abc import Iterator
from typing import Any, Final

from abcoder_py.uniast.identity import full_id
from abcoder_py.uniast.neighbourhood import BACKWARD, FORWARD, Neighbourhood, own_line

Json = dict[str, Any]

_FORWARD_TITLES: Final = {
    "Dependencies": "depends on",
    "Implements": "implements",
    "Inherits": "inherits from",
    "Groups": "declared together with",
}
_BACKWARD_TITLES: Final = {"Reference": "used by", "Implement": "implemented by", "Inherit": "inherited by"}


class Branch:
    """One line and the lines below it. No dataclass: its import takes as long as the search for a node."""

    def __init__(self, label: str, children: "list[Branch] | None" = None) -> None:
        self.label = label
        self.children = children or []


def node_tree(around: Neighbourhood, codes: bool) -> Branch:
    """The node's signature, place and relations; with `codes` the source lines of uses from files too."""
    node = around.nodes[around.start]
    definition = around.definition(around.start)
    root = Branch(f"{around.start}  {node.get('Type', 'UNKNOWN')}")
    root.children.extend(_about(definition))
    for title, branches in _sections(around, node, definition, codes):
        if branches:
            root.children.append(Branch(f"{title} ({len(branches)})", branches))
    return root


def _about(definition: Json | None) -> Iterator[Branch]:
    if definition is None:
        yield Branch("external: not in this document")
        return
    yield Branch(definition.get("Signature") or own_line(definition))
    yield Branch(f"{definition.get('File')}:{definition.get('Line')}")


def _sections(
    around: Neighbourhood, node: Json, definition: Json | None, codes: bool
) -> Iterator[tuple[str, list[Branch]]]:
    if FORWARD[0] in around.lists:
        for key, title in _FORWARD_TITLES.items():
            yield title, [_relation(around, relation, around.start, FORWARD) for relation in node.get(key) or ()]
        yield "uncertain", [_uncertain(use) for use in ((definition or {}).get("Extra") or {}).get("Uncertain") or ()]
    if BACKWARD[0] in around.lists:
        references = node.get("References") or []
        for kind, title in _BACKWARD_TITLES.items():
            found = [relation for relation in references if _reference_kind(relation) == kind]
            yield title, [_relation(around, relation, around.start, BACKWARD) for relation in found]
        extra = node.get("Extra") or {}
        yield "used by files", [Branch(_file_use(around, codes, *use)) for use in extra.get("Files") or ()]
        yield "perhaps used by", [Branch(candidate) for candidate in extra.get("Candidates") or ()]


def _reference_kind(relation: Json) -> str:
    return "Reference" if relation["Kind"] == "Dependency" else str(relation["Kind"])


def _relation(
    around: Neighbourhood, relation: Json, of: str, lists: tuple[str, ...], path: tuple[str, ...] = ()
) -> Branch:
    """One relation of a node; below it the further steps in the same direction, each node once on a way."""
    target = full_id(relation)
    place = around.place(relation, of, lists == BACKWARD)
    code = relation.get("Codes")
    branch = Branch(f"{target}{'  ' + place if place else ''}{': ' + code if code else ''}")
    node = around.nodes.get(target)
    if node and target != around.start and target not in path:
        steps = [step for key in lists if key != "Groups" for step in node.get(key) or ()]
        branch.children = [_relation(around, step, target, lists, (*path, target)) for step in steps]
    return branch


def _file_use(around: Neighbourhood, codes: bool, path: str, line: int, start: int, _end: int, invoked: bool) -> str:
    code = around.file_line(path, line, start) if codes else ""
    return f"{path}:{line}{'  called' if invoked else ''}{': ' + code if code else ''}"


def _uncertain(use: Json) -> Branch:
    place = f"{use['Name']}  {use.get('File')}:{use.get('Line')}: {use['Status']}, {use['Reason']}"
    return Branch(place, [Branch(candidate) for candidate in use.get("Candidates") or ()])


def print_tree(root: Branch) -> None:
    """On a terminal through rich, which wraps and colours; else one line a branch."""
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        _print_rich(root)
    else:
        print("\n".join(_plain(root)))


def _plain(branch: Branch, first: str = "", further: str = "") -> Iterator[str]:
    yield first + branch.label
    for child in branch.children:
        last = child is branch.children[-1]
        yield from _plain(child, further + ("└─ " if last else "├─ "), further + ("   " if last else "│  "))


def _print_rich(root: Branch) -> None:
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    def grow(tree: Tree, branch: Branch) -> None:
        for child in branch.children:
            grow(tree.add(Text(child.label, style="bold" if child.children and branch is root else "")), child)

    tree = Tree(Text(root.label, style="bold cyan"))
    grow(tree, root)
    Console().print(tree)
