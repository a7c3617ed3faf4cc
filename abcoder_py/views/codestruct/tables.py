"""What a document says, ready to be asked: which node stands where, what it is called, who uses it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from abcoder_py.plugin.language import Language
from abcoder_py.plugin.notation import Notation
from abcoder_py.plugin.registry import language
from abcoder_py.uniast.identity import decode_part, full
from abcoder_py.views.codestruct.document import Document, File, Identity, Module, Node, Use

Key = tuple[str, str, str]
"""ModPath, PkgPath, Name."""

_TYPE_KEYWORDS = {"interface": "interface", "enum": "enum", "trait": "trait", "union": "union"}


class Dialect:
    """What is to be known of a module's language; nothing where no plugin is there for it."""

    def __init__(self, name: str) -> None:
        self._plugin: Language | None = None
        try:
            self._plugin = language(name) if name else None
        except ValueError:
            pass  # a document of somebody else's plugin: a view without its particulars
        self.notation = self._plugin.notation if self._plugin else Notation()
        self._optional = re.compile(self.notation.optional) if self.notation.optional else None
        self._union = re.compile(self.notation.union) if self.notation.union else None

    def source(self, mod: str) -> str:
        """Where an external module comes from: stdlib, a registry, or "" where that is not known."""
        if self._plugin and self._plugin.is_standard_library(mod):
            return "stdlib"
        return self.notation.registry

    def unquoted(self, written: str) -> str:
        """A type without the quotes that make it a string of the language."""
        is_string = self.notation.quoted_types and written[:1] in ("'", '"') and written.count(written[0]) == 2
        return written[1:-1] if is_string and written[-1] == written[0] else written

    def is_optional(self, written: str) -> bool:
        return self._optional is not None and self._optional.fullmatch(written) is not None

    def is_union(self, written: str) -> bool:
        return self._union is not None and self._union.fullmatch(written) is not None

    def canonical(self, written: str) -> str:
        """INTEGER, STRING, BOOLEAN or FLOAT where the language has that by another name."""
        return self.notation.types.get(written, written)


class Tables:
    """One document's nodes and uses by what they are asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.own = {path for path, module in document.modules.items() if module.dir}
        self.files: dict[str, tuple[str, File]] = {}
        """ModPath and file by path."""
        self.nodes: dict[str, list[Node]] = defaultdict(list)
        """By file, in order of place."""
        self.keywords: dict[Key, str] = {}
        self.by_key: dict[Key, Node] = {}
        self._dialects: dict[str, Dialect] = {}
        for path in sorted(self.own):
            self._add(path, document.modules[path])
        for nodes in self.nodes.values():
            nodes.sort(key=lambda node: (node.start_offset, -node.end_offset))

    def _add(self, path: str, module: Module) -> None:
        for name, file in module.files.items():
            self.files[file.path or name] = (path, file)
        dialect = self.dialect(path)
        for package in module.packages.values():
            for table in (package.functions, package.types, package.vars):
                for node in table.values():
                    key = key_of(node)
                    self.by_key[key] = node
                    self.nodes[node.file].append(node)
            self.keywords.update((key_of(node), "func") for node in package.functions.values())
            self.keywords.update((key_of(node), type_keyword(node, dialect)) for node in package.types.values())
            self.keywords.update((key_of(node), variable_keyword(node)) for node in package.vars.values())

    def dialect(self, mod: str) -> Dialect:
        """The language of a module's files."""
        name = self.document.modules[mod].language if mod in self.document.modules else ""
        if name not in self._dialects:
            self._dialects[name] = Dialect(name)
        return self._dialects[name]

    def summary(self, mod: str, pkg: str) -> str:
        """What a language model wrote of a package that stands in one file alone."""
        package = self.document.modules[mod].packages.get(pkg)
        return package.compress_data if package and self._files_of[mod, pkg] == 1 else ""

    @cached_property
    def _files_of(self) -> dict[tuple[str, str], int]:
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for mod, file in self.files.values():
            counts[mod, file.package] += 1
        return counts

    def module_ref(self, target: Identity | Use) -> str:
        """`keyword: name` of a whole module of this repository."""
        pkg = decode_part(target.pkg_path)
        return f"file: {pkg.rpartition('/')[2]}" if pkg in self.files else f"module: {pkg}"

    # who uses what

    @cached_property
    def references(self) -> dict[Key, int]:
        """By how many other definitions and files each node is used; one that names and calls it counts twice."""
        counts: dict[Key, int] = defaultdict(int)
        for holder, use in self._uses():
            key = key_of(use)
            if key != holder:
                counts[key] += 1
        return counts

    @cached_property
    def callbacks(self) -> set[Key]:
        """Functions that are named somewhere and surely nowhere invoked."""
        named: set[Key] = set()
        invoked: set[Key] = set()
        for _, use in self._uses():
            (invoked if use.extra and use.extra.is_invoked else named).add(key_of(use))
        unsure = {name for holder in self._uncertain() for name in holder}
        found = {key for key in named - invoked if self.keywords.get(key) == "func"}
        return {key for key in found if full(*key) not in unsure}

    def _uses(self) -> Iterator[tuple[Key | None, Use]]:
        for key, node in self.by_key.items():
            for use in uses_of(node):
                yield key, use
        for _, file in self.files.values():
            for use in file.extra.dependencies if file.extra else ():
                yield None, use

    def _uncertain(self) -> Iterable[tuple[str, ...]]:
        extras = [node.extra for node in self.by_key.values()]
        of_files = [file.extra for _, file in self.files.values()]
        return (each.candidates for extra in (*extras, *of_files) if extra for each in extra.uncertain)


def key_of(holder: Node | Use | Identity) -> Key:
    return holder.mod_path, holder.pkg_path, holder.name


def uses_of(node: Node) -> Iterator[Use]:
    """Everything that a node uses, list by list."""
    yield from node.params
    yield from node.results
    yield from node.function_calls
    yield from node.method_calls
    yield from node.types
    yield from node.global_vars
    yield from node.sub_struct
    yield from node.inline_struct
    yield from node.implements
    yield from node.dependencies
    if node.extra:
        yield from node.extra.dependencies


def type_keyword(node: Node, dialect: Dialect) -> str:
    """What a type is called in the notation. An alias that has methods defines a type of its own."""
    if node.type_kind == "typedef" and not node.methods:
        target = node.extra.type_text if node.extra else ""
        return "union" if dialect.is_union(target) else "type_alias"
    return _TYPE_KEYWORDS.get(node.type_kind, "class")


def variable_keyword(node: Node) -> str:
    """`lambda` where the whole value is an anonymous function, else `const` or `var`."""
    if node.extra and any(
        _is_value(node, span.start_offset, span.end_offset) for span in node.extra.anonymous_functions
    ):
        return "lambda"
    return "const" if node.is_const else "var"


def _is_value(node: Node, start: int, end: int) -> bool:
    data = node.content.encode()
    before, after = data[: start - node.start_offset].rstrip(), data[end - node.start_offset :].strip()
    return before.endswith(b"=") and after in (b"", b";")
