"""The Go language: queries, declarations and build files here, gopls in `servers.py`."""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files
from typing import Any

import tree_sitter_go

from abcoder_plugins.go.constants import settle_implicit_values
from abcoder_plugins.go.declarations import comments_above, doc_text, read_definition
from abcoder_plugins.go.imports import read_imports, read_package_clause
from abcoder_py.plugin.language import Grammar, Language, RawDefinition
from abcoder_py.plugin.values import INVOKED, VARIABLE_KINDS, Definition, FileFacts, Import


def _query(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


GRAMMAR = Grammar(
    name="go",
    version=version("tree-sitter-go"),
    language=tree_sitter_go.language,
    definitions=_query("definitions.scm"),
    uses=_query("uses.scm"),
    scopes=_query("scopes.scm"),
)


class Go(Language):
    """UniAST's Go."""

    name = "go"
    aliases = ("golang",)
    version = "1"
    grammars = {".go": GRAMMAR}  # noqa: RUF012
    structural = True

    def is_test(self, path: str) -> bool:
        return path.endswith("_test.go")

    def define(self, raw: RawDefinition) -> Definition | None:
        return read_definition(raw)

    def read_import(self, node: Any, source: bytes) -> list[Import]:
        return read_imports(node, source)

    def finish(self, facts: FileFacts, root: Any, source: bytes) -> None:
        clause = read_package_clause(facts, root, source)
        if clause is not None:
            facts.doc = doc_text(comments_above(clause, source), source)
        facts.uses = [use for use in facts.uses if use.text != "_"]
        _settle_indexed_calls(facts, source)
        settle_implicit_values(facts, root, source)


def _settle_indexed_calls(facts: FileFacts, source: bytes) -> None:
    """`table[key](x)` calls an element: the variable is only named. `f[int](x)` looks the same."""
    variables = {d.name for d in facts.definitions if d.kind in VARIABLE_KINDS and not d.local}
    for use in facts.uses:
        if use.flags & INVOKED and source[use.end : use.end + 1] == b"[" and use.text in variables:
            use.flags &= ~INVOKED
            use.role = "value"


language = Go()
