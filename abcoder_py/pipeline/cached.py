"""What a run keeps in the store and finds there: facts and targets of files, the whole document.

Which things a key holds is decided in `index.keys`; here they are gathered. Results that were shaped by a fault of a
server (timed out, crashed), a plugin or a worker are never kept: the next run asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import orjson

from abcoder_py import __version__
from abcoder_py.build.repository import plain
from abcoder_py.home import home
from abcoder_py.index import explain as explaining
from abcoder_py.index import keys
from abcoder_py.index.code_version import code_digest
from abcoder_py.index.interfaces import (
    Implemented,
    Interface,
    from_implemented,
    to_implemented,
    to_offsets,
    to_places,
)
from abcoder_py.index.keys import Key
from abcoder_py.index.reach import Reach, reach, reach_all
from abcoder_py.index.store import FILE_NAME, Store
from abcoder_py.pipeline.language_run import LanguageRun
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.serving import Answering, portable
from abcoder_py.plugin.folders import beside
from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import FileFacts, FileTargets, ModuleSpec
from abcoder_py.resolve.asking import FAULTS
from abcoder_py.source.repo_id import repo_id
from abcoder_py.source.tree import SourceTree

_FACTS_CODE = ("abcoder_py.plugin", "abcoder_py.syntax", "abcoder_py.source")
_TARGETS_CODE = (*_FACTS_CODE, "abcoder_py.lsp", "abcoder_py.resolve")
_DOCUMENT_CODE = (*_TARGETS_CODE, "abcoder_py.uniast", "abcoder_py.build", "abcoder_py.pipeline")


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
    answered: dict[str, Key] = field(default_factory=dict)
    """Of the targets of each file whose key holds them, as they are kept."""
    build: dict[str, str] = field(default_factory=dict)
    """What `unit` is made of, for explaining."""

    @property
    def parts(self) -> explaining.Parts:
        """What the keys of targets are made of, once they are there."""
        files = {path: (key, self.interfaces[path].digest) for path, key in self.facts.items() if self.interfaces}
        return explaining.Parts(self.code, self.server, self.build, files)

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


RUNS = keys.digest("runs")
"""Of kind `run`: files and files asked of the last runs, a pair for each language of each."""
RUNS_COUNTED = 20


def decode_runs(data: bytes | None) -> list[tuple[int, int]]:
    """The value of `RUNS`: how many files there were, and how many of them a server was asked about."""
    return msgspec.msgpack.decode(data, type=list[tuple[int, int]]) if data else []


def _load_key(language_keys: LanguageKeys) -> Key:
    return keys.digest("load", keys.digest_mapping(language_keys.targets))


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
        self._repository: Key = b""
        self._parts: dict[str, explaining.Parts] = {}
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
        build: dict[str, str] = {}
        units = keys.digest_mapping({module.directory: self._unit_key(module, run, build) for module in run.modules})
        # What the build does not take is named in the unit's key, with the reason; its bytes change no answer.
        excluded = {path for module in run.modules for path in module.excluded}
        others = beside(run.tree.root, facts.keys() | excluded, run.language.grammars)
        unit = keys.digest("units", units, keys.digest_mapping(others))
        build |= {f"file beside {path}": text for path, text in others.items()}
        return LanguageKeys(facts, server_key, unit, keys.digest(plugin, code_digest(*_TARGETS_CODE)), build=build)

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

    def _unit_key(self, module: ModuleSpec, run: LanguageRun, build: dict[str, str]) -> Key:
        """The key of one unit; what it is made of is noted in `build`."""
        options = self._options
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

    def distrust(self) -> None:
        """Nothing that a server said in this run is kept: files changed under it, the keys are of the state before."""
        self._faulty = self._moved = True

    # facts and targets

    def unread(self, run: LanguageRun, language_keys: LanguageKeys) -> list[str]:
        """The files whose facts the store does not have."""
        absent = self._store.absent("facts", language_keys.facts.values())
        return [path for path in run.built if language_keys.facts[path] in absent]

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
                language_keys.answered[path] = keys.digest(found[key])
                run.targets[path] = to_offsets(self._targets.decode(found[key]), language_keys.interfaces)
        missing = [path for path in run.built if path not in run.targets]
        self._load_implements(run, language_keys, missing)
        return missing

    def _load_implements(self, run: LanguageRun, language_keys: LanguageKeys, missing: Sequence[str]) -> None:
        wanted = {language_keys.implements_key(path): path for path in missing if run.language.structural}
        for key, found in self._store.get_many("targets", wanted).items():
            path = wanted[key]
            implemented = msgspec.msgpack.decode(found, type=list[Implemented])
            run.implements[path] = from_implemented(implemented, run.facts[path], language_keys.interfaces)

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
                encoded = kept[language_keys.targets[path]] = self._encode(found)
                language_keys.answered[path] = keys.digest(encoded)
                if run.language.structural:
                    kept |= self._implements(run, language_keys, path)
        self._store.put_many("targets", kept)

    def _implements(self, run: LanguageRun, language_keys: LanguageKeys, path: str) -> dict[Key, bytes]:
        reached = language_keys.reach[path].files
        found = to_implemented(run.targets[path], run.facts[path], language_keys.interfaces, reached)
        return {} if found is None else {language_keys.implements_key(path): self._encode(found)}

    # what is remembered of runs

    def explain(
        self, run: LanguageRun, language_keys: LanguageKeys, asked: Sequence[str]
    ) -> dict[str, explaining.Reason]:
        """Why each of these files was asked; the language's keys are settled. Remembered by `remember`."""
        self._parts[run.language.name] = language_keys.parts
        self._count(len(run.built), len(asked))
        return explaining.explain(
            self._last_parts().get(run.language.name), language_keys.parts, language_keys.reach, asked
        )

    def _last_parts(self) -> dict[str, explaining.Parts]:
        state = self._store.get("run", self._repository)
        found = self._store.get("run", state) if state else None
        return msgspec.msgpack.decode(found, type=dict[str, explaining.Parts]) if found else {}

    def remember(self) -> None:
        """Keeps what the next run explains itself by."""
        if self._document_key is not None and self._parts:
            self._store.put("run", self._state, self._encode(self._parts))
            self._point_to_state()

    @property
    def _state(self) -> Key:
        return keys.digest("state", self._document_key or b"")

    def _point_to_state(self) -> None:
        if self._store.get("run", self._repository) != self._state:
            self._store.put("run", self._repository, self._state)

    def _count(self, files: int, asked: int) -> None:
        runs = decode_runs(self._store.get("run", RUNS))
        self._store.put("run", RUNS, self._encode([*runs, (files, asked)][-RUNS_COUNTED:]))

    def keep_load_errors(self, run: LanguageRun, language_keys: LanguageKeys) -> None:
        """Keeps what the server said it could not load, for runs that need not start it."""
        self._store.put("run", _load_key(language_keys), self._encode(run.load_errors))

    def load_errors(self, language_keys: LanguageKeys) -> list[str]:
        found = self._store.get("run", _load_key(language_keys))
        return msgspec.msgpack.decode(found, type=list[str]) if found else []

    # document

    def take(self, wanted: Iterable[Key]) -> dict[Key, bytes]:
        """Parts of documents (`build.inputs.Shelf`)."""
        inner = {keys.digest("part", _building(), key): key for key in wanted}
        found = self._store.get_many("part", inner)
        return {inner[key]: part for key, part in found.items()}

    def keep(self, parts: Mapping[Key, bytes]) -> None:
        """Keeps parts of documents."""
        self._store.put_many("part", {keys.digest("part", _building(), key): part for key, part in parts.items()})

    def document(
        self, tree: SourceTree, languages: Sequence[LanguageKeys], unasked: Sequence[ModuleSpec]
    ) -> Kept | None:
        """The stored document of exactly this state, None where there is none."""
        if not self._options.use_store:
            return None
        name = repo_id(tree.root, self._options.repo_id)
        self._repository = keys.digest("repository", name)
        self._document_key = keys.document_key(
            name,
            [each.whole for each in languages],
            _contents(tree),
            keys.digest(_building(), self._shape(), *map(_unasked, unasked)),
        )
        found = self._store.get("document", self._document_key)
        if found is None:
            return None
        self._count(sum(len(each.facts) for each in languages), 0)
        self._point_to_state()
        return _placed(msgspec.msgpack.decode(found, type=Kept), tree.root)

    def _shape(self) -> str:
        """The options that shape the document beside those that reach a server."""
        options = self._options
        return repr((options.builtins, options.graph, options.load_external_symbol, options.tests))

    def keep_document(self, kept: Kept, root: str) -> None:
        """Keeps the document, unless a server's fault shaped it."""
        if self._document_key is not None and not self._faulty:
            self._store.put("document", self._document_key, self._encode(_unplaced(kept, root)))


def _spec(module: ModuleSpec, plugin: Language) -> str:
    """What a build unit's description says, but for places of this machine."""
    data = sorted((name, text) for name, text in module.data.items() if name not in plugin.machine_data)
    return repr((module.name, module.directory, sorted(module.dependencies.items()), data))


def _building() -> Key:
    """Of the code that makes documents."""
    return keys.digest(code_digest(*_DOCUMENT_CODE), __version__)


def _unasked(module: ModuleSpec) -> str:
    """What the document says of a unit whose language was not asked for: its name takes part in making names unique."""
    return repr((module.name, module.language, module.directory, module.files, sorted(module.excluded.items())))


_PATH = b',"Path":'
"""Stands first before the document's own path: inside a JSON string its quotes would be escaped."""


def _unplaced(kept: Kept, root: str) -> Kept:
    """The document with an empty path, so that a checkout elsewhere can have it."""
    return _with_path(kept, plain(root), "")


def _placed(kept: Kept, root: str) -> Kept:
    """The inverse of `_unplaced`, for the repository's place now."""
    return _with_path(kept, "", plain(root))


def _with_path(kept: Kept, old: str, new: str) -> Kept:
    field = _PATH + orjson.dumps(old)
    start = kept.document.index(field) + len(_PATH)
    whole = memoryview(kept.document)
    rest = whole[start + len(field) - len(_PATH) :]
    return msgspec.structs.replace(kept, document=b"".join((whole[:start], orjson.dumps(new), rest)))


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
    return keys.server_key(spec.name, f"{server.version} {server.toolchain}".rstrip(), settings)


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
    return any(target.reason in FAULTS for target in targets.table)
