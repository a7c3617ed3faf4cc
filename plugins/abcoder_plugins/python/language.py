"""The Python plugin: one object whose hooks the stages call. Each hook's work is in the module of its subject."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import files
from typing import Any

import tree_sitter_python
from abcoder_py.plugin.language import Grammar, Language, RawDefinition
from abcoder_py.plugin.values import Definition, FileFacts, Import

from abcoder_plugins.python import completion, definitions, imports, variables


def _query(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


_GRAMMAR = Grammar(
    name="python",
    version=version("tree-sitter-python"),
    language=tree_sitter_python.language,
    definitions=_query("definitions.scm"),
    uses=_query("uses.scm"),
    scopes=_query("scopes.scm"),
    lone_cr_ends_line=True,
)
_DEFINE = {
    "function": definitions.define_function,
    "class": definitions.define_class,
    "typedef": definitions.define_alias,
    "type_parameter": definitions.define_type_parameter,
    "variable": variables.define_variable,
    "field": variables.define_field,
}


class Python(Language):
    """Python 3, through ty or basedpyright."""

    name = "python"
    aliases = ("py",)
    version = "1"
    grammars: Mapping[str, Grammar] = {".py": _GRAMMAR, ".pyi": _GRAMMAR, ".pyw": _GRAMMAR}

    def define(self, raw: RawDefinition) -> Definition | None:
        return _DEFINE[raw.kind](raw)

    def read_import(self, node: Any, source: bytes) -> list[Import]:
        return imports.read_import(node, source)

    def finish(self, facts: FileFacts, root: Any, source: bytes) -> None:
        completion.complete(facts, root, source)


language = Python()
