"""What a run keeps in the store and finds there: facts and targets of files, the whole document.

Which things a key holds is decided in `index.keys`; here they are gathered. Results that were shaped by a fault of a
server (timed out, crashed), a plugin or a worker are never kept: the next run asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import orjson

from abcoder_py import __version__
from abcoder_py.home import home
from abcoder_py.index import keys
from abcoder_py.index.code_version import code_digest
from abcoder_py.index.interfaces import Interface, to_offsets, to_places
from abcoder_py.index.keys import Key
from abcoder_py.index.reach import Reach, reach, reach_all
from abcoder_py.index.store import FILE_NAME, Store
from abcoder_py.pipeline.language_run import LanguageRun
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.serving import Answering, portable
from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import FileFacts, FileTargets, ModuleSpec
from abcoder_py.resolve.asking import CRASHED, TIMED_OUT
from abcoder_py.source.repo_id import repo_id
from abcoder_py.source.tree import SourceTree

_FACTS_CODE = ("abcoder_py.plugin", "abcoder_py.syntax", "abcoder_py.source")
_TARGETS_CODE = (*_FACTS_CODE, "abcoder_py.lsp", "abcoder_py.resolve")
_DOCUMENT_CODE = (*_TARGETS_CODE, "abcoder_py.uniast", "abcoder_py.build", "abcoder_py.pipeline")
_NEVER_KEPT = frozenset({TIMED_OUT, CRASHED})


@dataclass
class LanguageKeys:
    """The keys of one language's files, by path. Those of targets are there once all facts are (`Cache.settle`)."""

    facts: dict[str, Key]
    server: Key
    unit: Key
    """Of all build units: a server that answers for one sees the others."""
    code: Key
    targets: dict[str, Key] = field(default_factory=dict)
    interfaces: dict[str, Interface] = field(default_factory=dict)
    reach: dict[str, Reach] = field(default_factory=dict)

    @property
    def whole(self) -> Key:
        """Of everything that the language's part of the document depends on."""
        return keys.digest(keys.digest_mapping(self.facts), self.server, self.unit, self.code)


class Kept(msgspec.Struct, array_like=True):
    """A document with what is told about it."""

    document: bytes = b""
    coverage: dict[str, Any] = {}
    """`Extra.Coverage` in wire form."""
    nodes: int = 0
    edges: int = 0
    notices: list[str] = []
    """Sentences of the plugins for the user."""


class Cache:
    """The store, as a run uses it."""

    def __init__(self, options: ParseOptions, tell: Callable[[str], None]) -> None:
        """`tell` hears what goes wrong with the store's file, whenever it does."""
        self._options = options
        path = (options.store or home() / FILE_NAME) if options.use_store else None
        self._store = Store(path, tell=tell)
        self._facts, self._targets = msgspec.msgpack.Decoder(FileFacts), msgspec.msgpack.Decoder(FileTargets)
        self._encode = msgspec.msgpack.Encoder().encode
        self._document_key: Key | None = None
        self._faulty = False
        self._moved = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._store.close()

    # keys

    def keys(self, run: LanguageRun, server: Answering | None) -> LanguageKeys:
        """The keys of a language's files. Reads every one of them, and the build files."""
        plugin = _plugin_key(run.language)
        facts = {
            path: keys.facts_key(path, run.tree.files[path].sha256, _grammar_key(run.grammar(path)), plugin)
            for path in run.built
        }
        server_key = keys.server_key("", "", b"") if server is None else _server_key(server, run.tree.root)
        unit = keys.digest_mapping({module.directory: self._unit_key(module, run) for module in run.modules})
        return LanguageKeys(facts, server_key, unit, keys.digest(plugin, code_digest(*_TARGETS_CODE)))

    def settle(self, run: LanguageRun, language_keys: LanguageKeys) -> None:
        """Fills in the keys of targets; all facts are known."""
        found = language_keys
        for path in run.built:
            data = run.tree.files[path].data
            hidden = [] if path in run.failed else run.language.hidden(run.facts[path], data)
            found.interfaces[path] = Interface(run.facts[path], data, hidden)
        interfaces = {path: each.digest for path, each in found.interfaces.items()}
        # Where a file has two names an import may go by the one that nothing here knows.
        direct = None if run.tree.links else run.language.reached(run.modules, run.facts)
        found.reach = reach_all(interfaces) if direct is None else reach(interfaces, direct)
        found.targets = {
            path: keys.targets_key(key, found.server, found.unit, found.reach[path].key, found.code)
            for path, key in found.facts.items()
        }

    def _unit_key(self, module: ModuleSpec, run: LanguageRun) -> Key:
        options = self._options
        build_files = {path: run.tree.files[path].sha256 for path in module.build_files if path in run.tree.files}
        reaching = {
            "build flags": repr(options.build_flags),
            "external symbols": repr(options.load_external_symbol),
            "excluded": repr(sorted(module.excluded.items())),
            "spec": repr(
                (module.name, module.directory, sorted(module.dependencies.items()), sorted(module.data.items()))
            ),
        }
        return keys.unit_key(build_files, run.language.environment_key(module, options.for_plugins), reaching)

    def distrust(self) -> None:
        """Nothing that a server said in this run is kept: files changed under it, the keys are of the state before."""
        self._faulty = self._moved = True

    # facts and targets

    def load_facts(self, run: LanguageRun, language_keys: LanguageKeys) -> None:
        """Fills the run's facts with those that the store has."""
        found = self._store.get_many("facts", language_keys.facts.values())
        for path, key in language_keys.facts.items():
            if key in found:
                run.facts[path] = self._facts.decode(found[key])

    def load_targets(self, run: LanguageRun, language_keys: LanguageKeys) -> list[str]:
        """Fills the run's targets with those that the store has; gives the files that a server must be asked about."""
        found = self._store.get_many("targets", language_keys.targets.values())
        for path, key in language_keys.targets.items():
            if key in found:
                run.targets[path] = to_offsets(self._targets.decode(found[key]), language_keys.interfaces)
        return [path for path in run.built if path not in run.targets]

    def keep_facts(self, run: LanguageRun, language_keys: LanguageKeys, fresh: Iterable[str]) -> None:
        """Keeps the facts of the fresh files."""
        self._faulty = self._faulty or bool(run.failed)
        read = [path for path in fresh if path not in run.failed]
        self._store.put_many("facts", {language_keys.facts[path]: self._encode(run.facts[path]) for path in read})

    def keep_targets(self, run: LanguageRun, language_keys: LanguageKeys, asked: Iterable[str]) -> None:
        """Keeps the targets of the asked files, but for those that a fault shaped or whose key does not hold them."""
        if self._moved:
            return
        faulty = run.failed | {path for path, targets in run.targets.items() if _is_faulty(targets)}
        self._faulty = self._faulty or bool(faulty)
        kept: dict[Key, bytes] = {}
        for path in asked:
            reached = language_keys.reach[path].files
            found = to_places(run.targets[path], language_keys.interfaces, reached)
            if path not in faulty and found is not None and not reached & run.failed:
                kept[language_keys.targets[path]] = self._encode(found)
        self._store.put_many("targets", kept)

    # document

    def document(
        self, tree: SourceTree, languages: Sequence[LanguageKeys], unasked: Sequence[ModuleSpec]
    ) -> Kept | None:
        """The stored document of exactly this state, None where there is none."""
        if not self._options.use_store:
            return None
        self._document_key = keys.document_key(
            f"{repo_id(tree.root, self._options.repo_id)}\n{tree.root}",
            [each.whole for each in languages],
            _contents(tree),
            keys.digest(code_digest(*_DOCUMENT_CODE), __version__, self._shape(), repr(unasked)),
        )
        found = self._store.get("document", self._document_key)
        return None if found is None else msgspec.msgpack.decode(found, type=Kept)

    def _shape(self) -> str:
        """The options that shape the document beside those that reach a server."""
        options = self._options
        return repr((options.builtins, options.graph, options.load_external_symbol, options.tests))

    def keep_document(self, kept: Kept) -> None:
        """Keeps the document, unless a server's fault shaped it."""
        if self._document_key is not None and not self._faulty:
            self._store.put("document", self._document_key, self._encode(kept))


def _plugin_key(plugin: Language) -> Key:
    code = code_digest(type(plugin).__module__.rpartition(".")[0] or type(plugin).__module__, *_FACTS_CODE)
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
    return keys.server_key(spec.name, server.version, settings)


def _contents(tree: SourceTree) -> dict[str, str]:
    """Every path with its content hash, and what was left out with the reason."""
    found = {f"left out {item.path}": item.reason for item in tree.left_out}
    for path, file in tree.files.items():
        try:
            found[path] = file.sha256
        except OSError as fault:
            found[path] = f"unreadable: {fault.strerror}"
    return found


def _is_faulty(targets: FileTargets) -> bool:
    return any(target.reason in _NEVER_KEPT for target in targets.table)
