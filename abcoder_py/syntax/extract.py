"""One file's bytes in, `FileFacts` out: pure, in whichever process.

`syntax/` never opens a file and never learns of another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import QUOTED, Fault, FileFacts
from abcoder_py.syntax.definitions import Holders, define_all
from abcoder_py.syntax.pieces import read_pieces, searched
from abcoder_py.syntax.query import Captures, CompiledGrammar, compiled
from abcoder_py.syntax.uses import Regions, UseReader

MAX_FAULTS = 100
"""A file that is no source at all (a template, a data file) has thousands; the first hundred say enough."""
_LONE_CR = re.compile(rb"\r(?!\n)")


def extract(path: str, data: bytes, language: Language, grammar: Grammar, sha256: str = "") -> FileFacts:
    """Facts of one file.

    `path` is relative to the repository; `grammar` is what `language.grammar` gave for it. Source that does not parse
    gives the facts of what does, and `faults`.
    """
    engine = compiled(grammar)
    source = _LONE_CR.sub(b"\n", data) if grammar.lone_cr_ends_line else data
    root = engine.parser.parse(source).root_node
    pieces = read_pieces(engine.parser, source, root, grammar.restart)
    facts = FileFacts(path, sha256, language.name, is_test=language.is_test(path))
    captures = _declare(facts, engine, pieces, language, source)
    regions = Regions(captures)
    _read_quoted(engine, captures, regions, source)
    UseReader(facts, captures, source, regions).read()
    holders = Holders(facts.definitions)
    facts.anonymous_functions = [(holders.at(start), start, end) for start, end in sorted(set(captures.anonymous))]
    facts.unseen = sorted(set(captures.unseen))
    facts.faults = _faults(pieces)
    language.finish(facts, root, source)
    return facts


def outline(path: str, data: bytes, language: Language, grammar: Grammar) -> FileFacts:
    """What one file declares and imports: its facts without uses and locals, at a third of the cost.

    Enough for a file that is only pointed at, outside the repository.
    """
    engine = compiled(grammar, outline=True)
    source = _LONE_CR.sub(b"\n", data) if grammar.lone_cr_ends_line else data
    root = engine.parser.parse(source).root_node
    facts = FileFacts(path, "", language.name, is_test=language.is_test(path))
    _declare(facts, engine, read_pieces(engine.parser, source, root, grammar.restart), language, source)
    language.finish(facts, root, source)
    return facts


def _declare(
    facts: FileFacts, engine: CompiledGrammar, pieces: Sequence[Any], language: Language, source: bytes
) -> Captures:
    """Fills in definitions and imports; gives all that the queries found."""
    captures = Captures()
    for node, span in searched(pieces):
        engine.run(node, captures, span=span)
    facts.definitions = define_all(captures, language, source, facts.path)
    facts.imports = [item for node in captures.imports for item in language.read_import(node, source)]
    return captures


def _read_quoted(engine: CompiledGrammar, captures: Captures, regions: Regions, source: bytes) -> None:
    """Names written inside strings that stand where a type is meant."""
    wanted = [node for node in captures.quoted if regions.role(node.start_byte)]
    if not wanted:
        return
    tokens = Captures()
    for node in wanted:
        engine.parser.included_ranges = [node.range]
        tree = engine.parser.parse(source)
        if not tree.root_node.has_error:
            engine.run(tree.root_node, tokens, QUOTED)
    del engine.parser.included_ranges
    captures.tokens.update(tokens.tokens)


def _faults(roots: list[Any]) -> list[Fault]:
    """Error and missing nodes, outermost only, in source order."""
    found: list[Fault] = []
    pending = [root for root in reversed(roots) if root.has_error]
    while pending and len(found) < MAX_FAULTS:
        node = pending.pop()
        if node.is_error:
            found.append(Fault(node.start_byte, node.end_byte, "syntax error"))
        elif node.is_missing:
            found.append(Fault(node.start_byte, node.end_byte, f"missing {node.type}"))
        else:
            pending.extend(child for child in reversed(node.children) if child.has_error)
    return found
