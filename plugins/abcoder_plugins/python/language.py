"""The Python plugin: one object whose hooks the stages call. Each hook's work is in the module of its subject."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Literal

import tree_sitter_python

from abcoder_plugins.python import (
    answers,
    completion,
    definitions,
    externals,
    hidden,
    imports,
    keys,
    modules,
    naming,
    reach,
    servers,
    variables,
)
from abcoder_py.plugin.language import Found, Grammar, Language, Options, Place, RawDefinition, Tree
from abcoder_py.plugin.notation import Notation
from abcoder_py.plugin.values import Definition, FileFacts, Import, ModuleSpec, Target, Use


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
    restart=r"(?:async\s+def|def|class)\s+\w|@\w|(?:import|from|if|try|for|while|with)\b",
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

    imports_are_members = True
    notation = Notation(
        registry="pypi",
        types={"int": "INTEGER", "str": "STRING", "bool": "BOOLEAN", "float": "FLOAT"},
        optional=r"(?:\w+\.)*Optional\[.*\]|None \| .*|.* \| None|(?:\w+\.)*Union\[(?:.*, ?)?None(?:,.*)?\]",
        union=r"(?:\w+\.)*(?:Union|Optional)\[.*\]|[^\[\]]+(?:\[[^|]*\])? ?\| ?.*",
        quoted_types=True,
        receivers=frozenset({"self", "cls"}),
    )
    machine_data = frozenset({keys.ENVIRONMENT, keys.AROUND})
    servers = (servers.TY, servers.BASEDPYRIGHT)
    read_beside = ("pyproject.toml", "ty.toml", "pyrightconfig.json", "py.typed")

    def grammar(self, path: str, tree: Tree) -> Grammar | None:
        return super().grammar(path, tree) or (_GRAMMAR if naming.is_script(path, tree) else None)

    def modules(self, tree: Tree, files: Sequence[str], options: Options) -> list[ModuleSpec]:
        return modules.discover(tree, files, options)

    def is_test(self, path: str) -> bool:
        return naming.is_test(path)

    def called_by_language(self, name: str) -> bool:
        return naming.is_special(name)

    def define(self, raw: RawDefinition) -> Definition | None:
        return _DEFINE[raw.kind](raw)

    def read_import(self, node: Any, source: bytes) -> list[Import]:
        return imports.read_import(node, source)

    def finish(self, facts: FileFacts, root: Any, source: bytes) -> None:
        completion.complete(facts, root, source)

    def packages(self, module: ModuleSpec, facts: Mapping[str, FileFacts]) -> dict[str, str]:
        return naming.packages(module)

    def hidden(self, facts: FileFacts, source: bytes, infers_results: bool) -> list[tuple[int, int]]:
        return hidden.hidden(facts, source, infers_results)

    def reached(self, modules: Sequence[ModuleSpec], facts: Mapping[str, FileFacts]) -> dict[str, set[str]] | None:
        return reach.reached(modules, facts)

    def read_answer(self, use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
        return answers.read_answer(use, found, facts)

    def external(self, place: Place, module: ModuleSpec, options: Options) -> Target:
        return externals.identify(place, module)

    def missing(self, item: Import, name: str, module: ModuleSpec) -> Target | None:
        return externals.not_installed(item, name, module)

    def offered(self, use: Use, module: ModuleSpec) -> Target | None:
        return answers.offered(use, externals.library(module))

    def stub_of(self, path: str, paths: Container[str]) -> str | None:
        source = path.removesuffix("i")
        return source if path.endswith(".pyi") and source in paths else None

    def is_standard_library(self, mod: str) -> bool:
        return mod.startswith("python@")

    def base_kind(self, base: Definition | Target) -> Literal["inherit", "implement", "both"]:
        return answers.base_kind(base)

    def environment_key(self, module: ModuleSpec, options: Options) -> str:
        return externals.key(module)

    def notices(self, module: ModuleSpec, missing: Mapping[str, int], options: Options) -> list[str]:
        return externals.notices(module, missing)


language = Python()
