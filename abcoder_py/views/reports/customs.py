"""What a language's plugin knows of names and paths, asked for a document's nodes.

A document may come from another machine, or hold a language whose plugin is not installed here: then nothing of it is a
test but what `Package.IsTest` says, and nothing is called by the language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from abcoder_py.plugin.language import Language
from abcoder_py.plugin.registry import language
from abcoder_py.views.reports.program import Node, Program

_NUMBER = re.compile(r"~\d+(?=$|\.)")


class Customs:
    """The customs of each module's language."""

    def __init__(self, program: Program) -> None:
        found = {path: _plugin(name) for path, name in program.languages.items()}
        self._plugins: Mapping[str, Language] = {path: plugin for path, plugin in found.items() if plugin is not None}
        self._test_packages = program.test_packages
        self.without_plugin = sorted({program.languages[path] for path in found if found[path] is None} - {""})
        """Languages of the document that no plugin here knows."""

    def is_test(self, node: Node) -> bool:
        """Does it stand in a test, by its language's custom?"""
        if node.package in self._test_packages:
            return True
        plugins = [self._plugins[node.module]] if node.module in self._plugins else []
        if not node.module:  # a file: of whichever language its suffix is
            suffix = node.file[node.file.rfind(".") :]
            plugins = [plugin for plugin in self._plugins.values() if suffix in plugin.grammars]
        return any(plugin.is_test(node.file) for plugin in plugins)

    def is_called(self, node: Node) -> bool:
        """Does the language itself call it?"""
        plugin = self._plugins.get(node.module)
        return plugin is not None and plugin.called_by_language(bare_name(node))

    def is_library(self, node: Node, external: Node) -> bool:
        """Does an external identity, used by `node`, come with the language?"""
        plugin = self._plugins.get(node.module)
        return plugin is not None and plugin.is_standard_library(external.id.partition("?")[0])


def bare_name(node: Node) -> str:
    """Its Name without homonym numbers."""
    return _NUMBER.sub("", node.id.partition("?")[2].partition("#")[2])


def last_name(node: Node) -> str:
    """What a use of it is written as: the last part of its Name."""
    return re.split(r"[.:]+", bare_name(node).partition("(")[0])[-1]


def _plugin(name: str) -> Language | None:
    try:
        return language(name)
    except ValueError:
        return None
