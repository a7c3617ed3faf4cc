"""A definition's text as tokens in which only what matters for likeness is left.

Comments and white space are dropped; literals become their kind; a name that the document resolved becomes the id that
it means, and every other name (locals, parameters, fields, the definition's own) becomes one mark. So copies with
renamed variables are the same, and functions that call different things are not. The tokens are the leaves of the
grammar that the language's plugin brings; pygments, which needs no plugin, took ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from abcoder_py.plugin.registry import language
from abcoder_py.uniast.identity import full_id
from abcoder_py.uniast.neighbourhood import uses_of
from abcoder_py.views.reports.program import Node, Program

if TYPE_CHECKING:
    import tree_sitter

Json = dict[str, Any]

NAME = "\0name"
OWN = "\0own"
"""No source has such tokens."""


class Normalizer:
    """Turns definitions into tokens; keeps a parser for each kind of file."""

    def __init__(self, program: Program) -> None:
        self._languages = program.languages
        self._parsers: dict[tuple[str, str], tree_sitter.Parser | None] = {}

    def tokens(self, node: Node) -> list[str] | None:
        """None where no plugin knows the language."""
        parser = self._parser(node)
        if parser is None:
            return None
        definition = node.definition or {}
        data = definition.get("Content", "").encode()
        meant = _meanings(node.id, definition, len(data))
        return [_token(leaf, data, meant) for leaf in _leaves(parser.parse(data))]

    def _parser(self, node: Node) -> tree_sitter.Parser | None:
        suffix = node.file[node.file.rfind(".") :]
        key = (self._languages.get(node.module, ""), suffix)
        if key not in self._parsers:
            self._parsers[key] = _make_parser(*key)
        return self._parsers[key]


def _make_parser(name: str, suffix: str) -> tree_sitter.Parser | None:
    import tree_sitter

    try:
        grammars = language(name).grammars
    except ValueError:
        return None
    grammar = grammars.get(suffix) or next(iter(grammars.values()))  # a script may have no suffix
    return tree_sitter.Parser(tree_sitter.Language(grammar.language()))


def _leaves(tree: tree_sitter.Tree) -> Iterator[tree_sitter.Node]:
    """The leaves in order, a string being one; what the grammar allows anywhere, a comment, is left out."""
    cursor = tree.walk()
    while True:
        node = cursor.node
        assert node is not None
        whole = node.is_extra or (node.is_named and "string" in node.type)
        if whole or not cursor.goto_first_child():
            if not node.is_extra and node.end_byte > node.start_byte:
                yield node
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return


def _token(leaf: tree_sitter.Node, data: bytes, meant: dict[int, str]) -> str:
    if not leaf.is_named:
        return data[leaf.start_byte : leaf.end_byte].decode("utf-8", "replace")
    return meant.get(leaf.start_byte, NAME) if "identifier" in leaf.type else leaf.type


def _meanings(own: str, definition: Json, size: int) -> dict[int, str]:
    """Byte offset in the content to the id that a name there means; nothing where the offsets do not fit."""
    start = definition.get("StartOffset", 0)
    if definition.get("EndOffset", 0) - start != size:  # bytes that are no UTF-8
        return {}
    meant: dict[int, str] = {}
    for use in uses_of(definition):
        target = full_id(use)
        places = [use["StartOffset"]] if "StartOffset" in use else []
        places += [place[1] for place in (use.get("Extra") or {}).get("Others") or ()]
        meant.update(dict.fromkeys((place - start for place in places), OWN if target == own else target))
    return meant
