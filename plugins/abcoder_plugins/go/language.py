"""The Go language: queries, declarations and build files here, gopls in `servers.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from typing import Any

import tree_sitter_go

from abcoder_plugins.go import irregular, keys, modules, naming, servers
from abcoder_plugins.go.answers import implemented, read_answer
from abcoder_plugins.go.constants import settle_implicit_values
from abcoder_plugins.go.declarations import comments_above, doc_text, read_definition
from abcoder_plugins.go.environment import environment_key, notices
from abcoder_plugins.go.imports import read_imports, read_package_clause
from abcoder_plugins.go.toolchain import remembered
from abcoder_py.plugin.language import Found, Grammar, Language, Options, Place, RawDefinition, Tree
from abcoder_py.plugin.notation import Notation
from abcoder_py.plugin.values import (
    FUNCTION_KINDS,
    INVOKED,
    TYPE_KINDS,
    VARIABLE_KINDS,
    Definition,
    FileFacts,
    Import,
    ModuleSpec,
    Target,
    Use,
)


def _query(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


GRAMMAR = Grammar(
    name="go",
    version=version("tree-sitter-go"),
    language=tree_sitter_go.language,
    definitions=_query("definitions.scm"),
    uses=_query("uses.scm"),
    scopes=_query("scopes.scm"),
    restart=r"(?:func|type|var|const|import)\b",
)


class Go(Language):
    """UniAST's Go."""

    name = "go"
    aliases = ("golang",)
    version = "1"
    grammars: Mapping[str, Grammar] = {".go": GRAMMAR}
    machine_data = frozenset({keys.OUTSIDE, keys.TOOLCHAIN, keys.USED})
    servers = (servers.UNIAST_GO, servers.GOPLS)
    read_beside = (*irregular.BUILD_FILES, *irregular.C_FILES)
    imports_name_modules = True
    structural = True
    notation = Notation(
        registry="go",
        types={
            "string": "STRING",
            "bool": "BOOLEAN",
            **dict.fromkeys(("float32", "float64"), "FLOAT"),
            **{f"{sign}int{size}": "INTEGER" for sign in ("", "u") for size in ("", "8", "16", "32", "64")},
        },
    )

    def modules(self, tree: Tree, files: Sequence[str], options: Options) -> list[ModuleSpec]:
        return modules.discover(tree, files, options)

    def is_test(self, path: str) -> bool:
        return path.endswith("_test.go")

    def called_by_language(self, name: str) -> bool:
        return name in ("main", "init", "_")

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

    def packages(self, module: ModuleSpec, facts: Mapping[str, FileFacts]) -> dict[str, str]:
        return naming.packages(module, facts)

    def hidden(self, facts: FileFacts, source: bytes, infers_results: bool) -> list[tuple[int, int]]:
        """Bodies of functions: every type that others see is written. The rest of all files is reached by each file,
        as a type may satisfy any interface, and as packages are told apart and built by what their files say."""
        if facts.faults:
            return []
        functions = (each for each in facts.definitions if each.kind in FUNCTION_KINDS and each.parent < 0)
        return sorted((each.body_start, each.body_end) for each in functions if each.body_start >= 0)

    def read_answer(self, use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
        return read_answer(use, found, facts)

    def external(self, place: Place, module: ModuleSpec, options: Options) -> Target:
        return naming.external(place, module, remembered(module.data[keys.TOOLCHAIN]))

    def missing(self, item: Import, name: str, module: ModuleSpec) -> Target | None:
        return naming.missing(item, name, module, remembered(module.data[keys.TOOLCHAIN]))

    def asks_implementations(self, definition: Definition) -> bool:
        return definition.kind in TYPE_KINDS and definition.kind != "interface" and "alias" not in definition.modifiers

    def implemented(self, definition: Definition, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
        return implemented(definition, found, facts)

    def environment_key(self, module: ModuleSpec, options: Options) -> str:
        return environment_key(module, options)

    def notices(self, module: ModuleSpec, missing: Mapping[str, int], options: Options) -> list[str]:
        return notices(module, missing)


def _settle_indexed_calls(facts: FileFacts, source: bytes) -> None:
    """`table[key](x)` calls an element: the variable is only named. `f[int](x)` looks the same."""
    variables = {d.name for d in facts.definitions if d.kind in VARIABLE_KINDS and not d.local}
    for use in facts.uses:
        if use.flags & INVOKED and source[use.end : use.end + 1] == b"[" and use.text in variables:
            use.flags &= ~INVOKED
            use.role = "value"


language = Go()
