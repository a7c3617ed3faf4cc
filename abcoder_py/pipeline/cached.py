"""What a run keeps in the store and finds there: facts and targets of files, the whole document.

Which things a key holds is decided in `index.keys`; here they are gathered. Results that were shaped by a fault of a
server (timed out, crashed), a plugin or a worker are never kept: the next run asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import msgspec
import orjson

from abcoder_py import __version__
from abcoder_py.build.parts import Part
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
from abcoder_py.index.store import FILE_NAME, Store
from abcoder_py.pipeline.language_keys import TARGETS_CODE, LanguageKeys, read_interface, settle
from abcoder_py.pipeline.language_run import LanguageRun
from abcoder_py.pipeline.memory import Memory
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.plugin.values import FileFacts, FileTargets, ModuleSpec
from abcoder_py.resolve.asking import FAULTS
from abcoder_py.source.repo_id import repo_id
from abcoder_py.source.tree import SourceTree

_DOCUMENT_CODE = (*TARGETS_CODE, "abcoder_py.uniast", "abcoder_py.build", "abcoder_py.pipeline")


_SEEN = msgspec.msgpack.Decoder(tuple[bytes, list[tuple[int, int]]])
"""Of an interface its digest and what is hidden."""
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

    def __init__(self, options: ParseOptions, tell: Callable[[str], None], memory: Memory | None = None) -> None:
        """`tell` hears what goes wrong with the store's file, whenever it does. `memory`: of the runs before, which
        this one hands on."""
        self._options = options
        self._memory = memory or Memory(keeps=False)
        path = (options.store or home() / FILE_NAME) if options.use_store else None
        self._store = Store(path, tell=tell)
        self._facts, self._targets = msgspec.msgpack.Decoder(FileFacts), msgspec.msgpack.Decoder(FileTargets)
        self._parts_decoder = msgspec.msgpack.Decoder(Part)
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
        self._memory.turn()

    def settle(self, run: LanguageRun, language_keys: LanguageKeys) -> None:
        """Fills in the keys of targets; all facts are known."""
        paths = {language_keys.interface_key(path): path for path in run.built if path not in run.failed}
        known = self._memory.interfaces.get_many(paths, lambda keys: self._interfaces(run, language_keys, paths, keys))
        language_keys.interfaces |= {path: known[key] for key, path in paths.items()}
        failed = [path for path in run.built if path in run.failed]
        language_keys.interfaces |= {path: read_interface(run, language_keys, path) for path in failed}
        settle(run, language_keys)

    def _interfaces(
        self, run: LanguageRun, language_keys: LanguageKeys, paths: Mapping[Key, str], wanted: list[Key]
    ) -> dict[Key, Interface]:
        """Those that the store has, and the others, which are kept. `paths`: by key."""
        stored = self._store.get_many("interface", wanted)
        found = {key: Interface(*_SEEN.decode(data)) for key, data in stored.items()}
        fresh = {key: read_interface(run, language_keys, paths[key]) for key in wanted if key not in found}
        self._store.put_many(
            "interface", {key: self._encode((each.digest, each.hidden)) for key, each in fresh.items()}
        )
        return found | fresh

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
        found = self._memory.facts.get_many(language_keys.facts.values(), self._stored_facts)
        run.facts |= {path: found[key] for path, key in language_keys.facts.items() if key in found}

    def _stored_facts(self, wanted: list[Key]) -> dict[Key, FileFacts]:
        return {key: self._facts.decode(data) for key, data in self._store.get_many("facts", wanted).items()}

    def load_targets(self, run: LanguageRun, language_keys: LanguageKeys) -> list[str]:
        """Fills the run's targets with those that the store has; gives the files that a server must be asked about."""
        found = self._memory.targets.get_many(language_keys.targets.values(), self._stored_targets)
        for path, key in language_keys.targets.items():
            if key in found:
                targets, language_keys.answered[path] = found[key]
                run.targets[path] = to_offsets(targets, language_keys.interfaces)
        missing = [path for path in run.built if path not in run.targets]
        self._load_implements(run, language_keys, missing)
        return missing

    def _stored_targets(self, wanted: list[Key]) -> dict[Key, tuple[FileTargets, Key]]:
        stored = self._store.get_many("targets", wanted)
        return {key: (self._targets.decode(data), keys.digest(data)) for key, data in stored.items()}

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
        for path in read:
            self._memory.facts.put(language_keys.facts[path], run.facts[path])
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
                self._memory.targets.put(language_keys.targets[path], (found, language_keys.answered[path]))
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

    def take(self, wanted: Iterable[Key]) -> dict[Key, Part]:
        """Parts of documents (`build.inputs.Shelf`)."""
        building = _building()
        inner = {keys.digest("part", building, key): key for key in wanted}
        return {inner[key]: part for key, part in self._memory.parts.get_many(inner, self._stored_parts).items()}

    def _stored_parts(self, wanted: list[Key]) -> dict[Key, Part]:
        return {key: self._parts_decoder.decode(data) for key, data in self._store.get_many("part", wanted).items()}

    def keep(self, parts: Mapping[Key, Part]) -> None:
        """Keeps parts of documents."""
        building = _building()
        inner = {keys.digest("part", building, key): part for key, part in parts.items()}
        self._store.put_many("part", {key: self._encode(self._memory.parts.put(key, p)) for key, p in inner.items()})

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
        """Keeps the document, unless a server's fault shaped it. Of a watch the first alone: its others are of states
        that nobody asks for again, and their parts are kept."""
        if self._document_key is not None and not self._faulty and not self._memory.runs:
            self._store.put("document", self._document_key, self._encode(_unplaced(kept, root)))


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
