"""The keys of one language's files: what `index.keys` wants to know, gathered from a run.

Those of facts need the files' bytes alone; those of targets are there once all facts are (`settle`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from abcoder_py.index import explain as explaining
from abcoder_py.index import keys
from abcoder_py.index.code_version import code_digest
from abcoder_py.index.interfaces import Interface
from abcoder_py.index.keys import Key
from abcoder_py.index.reach import Reach, reach, reach_all
from abcoder_py.pipeline.language_run import LanguageRun
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.serving import Answering, portable
from abcoder_py.plugin.folders import beside
from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import ModuleSpec

FACTS_CODE = ("abcoder_py.plugin", "abcoder_py.syntax", "abcoder_py.source")
TARGETS_CODE = (*FACTS_CODE, "abcoder_py.lsp", "abcoder_py.resolve")
"""Packages whose code makes facts, and targets."""


@dataclass
class LanguageKeys:
    """The keys of one language's files, by path. Those of targets are there once all facts are."""

    facts: dict[str, Key]
    server: Key
    unit: Key
    """Of all build units: a server that answers for one sees the others."""
    code: Key
    infers_results: bool = True
    """Does the server infer what functions give from their bodies?"""
    targets: dict[str, Key] = field(default_factory=dict)
    interfaces: dict[str, Interface] = field(default_factory=dict)
    reach: dict[str, Reach] = field(default_factory=dict)
    answered: dict[str, Key] = field(default_factory=dict)
    """Of the targets of each file whose key holds them, as they are kept."""
    build: dict[str, str] = field(default_factory=dict)
    """What `unit` is made of, for explaining."""

    @property
    def parts(self) -> explaining.Parts:
        """What the keys of targets are made of, once they are there."""
        files = {path: (key, self.interfaces[path].digest) for path, key in self.facts.items() if self.interfaces}
        return explaining.Parts(self.code, self.server, self.build, files)

    def interface_key(self, path: str) -> Key:
        """Of what others see of a file."""
        code = code_digest("abcoder_py.index.interfaces")
        return keys.digest("interface", self.facts[path], str(self.infers_results), code)

    def implements_key(self, path: str) -> Key:
        """Of what the types of a file satisfy: its own bodies and those of others have no say."""
        return keys.digest("implements", path, self.server, self.unit, self.reach[path].key, self.code)

    @property
    def digests(self) -> dict[str, Key]:
        """Of the facts and targets of each file whose key holds them."""
        return {path: keys.digest(self.facts[path], answered) for path, answered in self.answered.items()}

    @property
    def whole(self) -> Key:
        """Of everything that the language's part of the document depends on."""
        return keys.digest(keys.digest_mapping(self.facts), self.server, self.unit, self.code)


def keys_of(run: LanguageRun, server: Answering | None, options: ParseOptions) -> LanguageKeys:
    """The keys of a language's files. Reads every one of them, and the build files."""
    plugin = _plugin_key(run.language)
    facts = {
        path: keys.facts_key(path, run.tree.files[path].sha256, _grammar_key(run.grammar(path)), plugin)
        for path in run.built
    }
    server_key = keys.server_key("", "", b"") if server is None else _server_key(server, run.tree.root)
    build: dict[str, str] = {}
    units = keys.digest_mapping({module.directory: _unit_key(module, run, options, build) for module in run.modules})
    # What the build does not take is named in the unit's key, with the reason; its bytes change no answer.
    excluded = {path for module in run.modules for path in module.excluded}
    held = {path for module in run.modules for path in module.build_files}
    suffixes = (*run.language.grammars, *run.language.read_beside)
    others = beside(run.tree.root, facts.keys() | excluded | held, suffixes)
    unit = keys.digest("units", units, keys.digest_mapping(others))
    build |= {f"file beside {path}": text for path, text in others.items()}
    code = keys.digest(plugin, code_digest(*TARGETS_CODE))
    infers_results = server is not None and server.infers_results
    return LanguageKeys(facts, server_key, unit, code, infers_results, build=build)


def settle(run: LanguageRun, found: LanguageKeys) -> None:
    """Fills in the keys of targets; all facts and interfaces are known."""
    interfaces = {path: each.digest for path, each in found.interfaces.items()}
    # Where a file has two names an import may go by the one that nothing here knows.
    direct = None if run.tree.links else run.language.reached(run.modules, run.facts)
    found.reach = reach_all(interfaces) if direct is None else reach(interfaces, direct)
    found.targets = {
        path: keys.targets_key(key, found.server, found.unit, found.reach[path].key, found.code)
        for path, key in found.facts.items()
    }


def _unit_key(module: ModuleSpec, run: LanguageRun, options: ParseOptions, build: dict[str, str]) -> Key:
    """The key of one unit; what it is made of is noted in `build`."""
    build_files = {path: run.tree.files[path].sha256 for path in module.build_files if path in run.tree.files}
    reaching = {
        "build flags": repr(options.build_flags),
        "external symbols": repr(options.load_external_symbol),
        "excluded": repr(sorted(module.excluded.items())),
        "spec": _spec(module, run.language),
    }
    environment = run.language.environment_key(module, options.for_plugins)
    build |= build_files | {
        f"{word} of {module.directory}": keys.digest(text).hex()
        for word, text in {**reaching, "environment": environment}.items()
    }
    return keys.unit_key(build_files, environment, reaching)


def _spec(module: ModuleSpec, plugin: Language) -> str:
    """What a build unit's description says, but for places of this machine."""
    data = sorted((name, text) for name, text in module.data.items() if name not in plugin.machine_data)
    return repr((module.name, module.directory, sorted(module.dependencies.items()), data))


def read_interface(run: LanguageRun, language_keys: LanguageKeys, path: str) -> Interface:
    """What others see of a file, from its bytes."""
    facts, data, infers = run.facts[path], run.tree.files[path].data, language_keys.infers_results
    return Interface.of(facts, data, [] if path in run.failed else run.language.hidden(facts, data, infers))


def _plugin_key(plugin: Language) -> Key:
    code = code_digest(type(plugin).__module__.rpartition(".")[0] or type(plugin).__module__, *FACTS_CODE)
    return keys.digest(plugin.name, plugin.version, code)


def _grammar_key(grammar: Grammar) -> Key:
    queries = (grammar.definitions, grammar.uses, grammar.scopes)
    return keys.digest(grammar.name, grammar.version, *queries)


def _server_key(server: Answering, root: str) -> Key:
    spec = server.spec
    asked: dict[str, Any] = {
        "arguments": spec.arguments,
        "initialization": server.initialization_options,
        "settings": server.settings,
    }
    settings = orjson.dumps(portable(asked, Path(root)), option=orjson.OPT_SORT_KEYS, default=str)
    return keys.server_key(spec.name, f"{server.version} {server.toolchain}".rstrip(), settings)
