"""Runs the stages over a repository: the one place that knows their order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from abcoder_py import __version__
from abcoder_py.build.coverage import LanguageSummary, summaries
from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.build.repository import build
from abcoder_py.index.explain import Reason
from abcoder_py.lsp.errors import ServerError
from abcoder_py.pipeline.cached import Cache, Kept
from abcoder_py.pipeline.errors import RunError
from abcoder_py.pipeline.language_keys import LanguageKeys, keys_of
from abcoder_py.pipeline.language_run import LanguageRun
from abcoder_py.pipeline.memory import Memory
from abcoder_py.pipeline.options import ParseOptions, Progress, Step, silent
from abcoder_py.pipeline.servers import Servers, State
from abcoder_py.pipeline.serving import Answering, choose_server, is_demanded, remedy
from abcoder_py.pipeline.usage import Usage
from abcoder_py.plugin.language import Language
from abcoder_py.plugin.registry import language, languages
from abcoder_py.plugin.values import ModuleSpec
from abcoder_py.resolve.asking import CRASHED, TIMED_OUT
from abcoder_py.source.repo_id import repo_id
from abcoder_py.source.tree import SourceTree, stamps
from abcoder_py.source.walk import WalkOptions, walk


@dataclass
class Outcome:
    """What a run gives."""

    usage: Usage
    kept: Kept = field(default_factory=Kept, repr=False)  # asyncio prints a task's result when it sets signal handlers
    warnings: list[str] = field(default_factory=list)
    """Sentences for the user about this run."""
    without_server: list[str] = field(default_factory=list)
    """Languages whose syntax alone was read, though that was not asked for."""
    asked: dict[str, list[str]] = field(default_factory=dict)
    """By language the files that a server was asked about, where others were known."""
    reasons: dict[str, dict[str, Reason]] = field(default_factory=dict)
    """By language and path, why a server was asked about the file."""
    from_store: bool = False
    """Nothing had changed: the document is the stored one."""
    moved: bool = False
    """Files changed while a server answered: the document may be of no one state, and nothing that it said is kept."""

    @property
    def document(self) -> bytes:
        return self.kept.document

    @property
    def summaries(self) -> list[LanguageSummary]:
        """What is known of each language."""
        return summaries(self.kept.coverage)

    @property
    def left_out(self) -> int:
        """Entries of the folder that do not belong to the repository, and are named in the document."""
        return len(self.kept.coverage.get("LeftOut") or ())


async def run(
    options: ParseOptions,
    progress: Progress = silent,
    servers: Servers | None = None,
    memory: Memory | None = None,
) -> Outcome:
    """Parses one repository. Raises RunError with what the user can do; cancelling it ends its servers and workers.

    servers: starts them and takes them back; without it each ends when it has answered. memory: what earlier runs in
    this process handed on.
    """
    return await _Run(options, progress, servers or Servers(), memory).run()


class _Run:
    """The state of one run."""

    def __init__(self, options: ParseOptions, progress: Progress, servers: Servers, memory: Memory | None) -> None:
        self.options, self.progress, self.servers, self.memory = options, progress, servers, memory
        self.usage = Usage()
        self.outcome = Outcome(self.usage)
        self._stamps: Mapping[str, object] = {}

    async def run(self) -> Outcome:
        with self.usage.stage("walk"):
            tree = self._walk()
            self._stamps = stamps(tree)
            found = self._languages(tree)
            try:
                runs = [LanguageRun(plugin, tree, files, self.options, self.progress) for plugin, files in found]
                unasked = self._unasked(tree, {plugin.name for plugin, _ in found})
            except ValueError as fault:
                raise RunError(str(fault)) from fault
        with Cache(self.options, self.outcome.warnings.append, self.memory) as cache:
            servers = [choose_server(each, self.options) for each in runs]
            with self.usage.stage("store"):
                keys = [keys_of(each, server, self.options) for each, server in zip(runs, servers, strict=True)]
                kept = cache.document(tree, keys, unasked)
            self._note_servers(runs, servers)
            if kept is not None:
                self.outcome.kept, self.outcome.from_store = kept, True
                self._prepare(runs, servers, keys)
                return self.outcome
            for each, server, language_keys in zip(runs, servers, keys, strict=True):
                await self._run_language(each, server, cache, language_keys)
            languages = [_input(*each) for each in zip(runs, servers, keys, strict=True)]
            self._build(tree, languages, unasked, cache)
            self.outcome.kept.notices = [notice for each in runs for notice in each.notices()]
            with self.usage.stage("store"):
                cache.keep_document(self.outcome.kept, tree.root)
                cache.remember()
        if self.outcome.moved:
            self.outcome.warnings.append("files changed while a server answered about them; run again")
        return self.outcome

    # walk

    def _walk(self) -> SourceTree:
        options = self.options
        self.progress(Step("walk", "", 0, 0))
        try:
            return walk(options.repo, WalkOptions(options.max_file_size, options.exclude, options.submodules))
        except FileNotFoundError:
            raise RunError(f"{options.repo}: there is no such folder; name the folder of a repository") from None
        except NotADirectoryError:
            raise RunError(f"{options.repo}: is no folder; name the folder of a repository") from None
        except OSError as fault:
            raise RunError(f"{options.repo}: cannot be read: {fault.strerror}; check its permissions") from fault

    def _languages(self, tree: SourceTree) -> list[tuple[Language, list[str]]]:
        if not self.options.languages:
            found = [(plugin, self._files(plugin, tree)) for plugin in languages().values()]
            if not any(files for _, files in found):
                known = ", ".join(languages())
                raise RunError(f"{self.options.repo}: holds no source file of a known language ({known})")
            return [(plugin, files) for plugin, files in found if files]
        return [(plugin, self._named(plugin, tree)) for plugin in self._asked_for()]

    def _asked_for(self) -> list[Language]:
        try:
            asked = {language(name).name: language(name) for name in self.options.languages}
        except ValueError as fault:
            raise RunError(str(fault)) from None
        return [asked[name] for name in sorted(asked)]

    def _named(self, plugin: Language, tree: SourceTree) -> list[str]:
        files = self._files(plugin, tree)
        if not files:
            raise RunError(f"{self.options.repo}: holds no {plugin.name} file; leave out --lang to see what there is")
        return files

    def _files(self, plugin: Language, tree: SourceTree) -> list[str]:
        return [
            path
            for path in tree.paths
            if plugin.grammar(path, tree) is not None and (self.options.tests or not plugin.is_test(path))
        ]

    def _unasked(self, tree: SourceTree, asked: set[str]) -> list[ModuleSpec]:
        """Units of the other languages: a ModPath is unique over all of them, whatever was asked for."""
        return [
            module
            for plugin in languages().values()
            if plugin.name not in asked and (files := self._files(plugin, tree))
            for module in plugin.modules(tree, files, self.options.for_plugins)
        ]

    # syntax and resolve

    async def _run_language(
        self, each: LanguageRun, server: Answering | None, cache: Cache, keys: LanguageKeys
    ) -> None:
        with self.usage.stage("store"):
            unread = cache.unread(each, keys)
        if server is None:
            await self._read(each, cache, keys)
            each.go_without_server()
        elif len(unread) == len(each.built):
            async with self._starting(each, server, keys) as starting:
                await self._ask_everything(each, server, cache, keys, starting)
        elif unread:  # a new file is asked about whatever else is: the server loads while the store is read
            async with self._starting(each, server, keys) as starting:
                await self._read(each, cache, keys)
                missing = await self._missing(each, cache, keys)
                await self._ask(each, server, cache, keys, missing, starting)
        else:
            await self._read(each, cache, keys)
            if missing := await self._missing(each, cache, keys):
                async with self._starting(each, server, keys) as starting:
                    await self._ask(each, server, cache, keys, missing, starting)
            else:
                each.load_errors = cache.load_errors(keys)
                self._explain(each, cache, keys, [])
                self._prepare([each], [server], [keys])
        each.name_packages()

    async def _read(self, each: LanguageRun, cache: Cache, keys: LanguageKeys) -> None:
        """Facts of every file: those that the store has, then the others."""
        with self.usage.stage("store"):
            await asyncio.to_thread(cache.load_facts, each, keys)
        fresh = [path for path in each.built if path not in each.facts]
        with self.usage.stage("syntax"):
            async for _ in each.extract(fresh):
                pass
        with self.usage.stage("store"):
            cache.keep_facts(each, keys, fresh)

    async def _ask_everything(
        self, each: LanguageRun, server: Answering, cache: Cache, keys: LanguageKeys, starting: asyncio.Task[None]
    ) -> None:
        """Nothing is known: the server answers about the first files while the last ones are read."""
        await self._resolve(each, server, cache, keys, each.built, starting)
        if not self.options.use_store:
            self.outcome.reasons[each.language.name] = dict.fromkeys(each.built, Reason("first time"))
            return
        with self.usage.stage("store"):
            cache.keep_facts(each, keys, each.built)
            cache.settle(each, keys)
            self._keep(each, cache, keys, each.built)

    async def _missing(self, each: LanguageRun, cache: Cache, keys: LanguageKeys) -> list[str]:
        """The files that a server must be asked about; what is known of the others is there then."""
        with self.usage.stage("store"):
            await asyncio.to_thread(cache.settle, each, keys)
            missing = self.outcome.asked[each.language.name] = await asyncio.to_thread(cache.load_targets, each, keys)
            return missing

    async def _ask(
        self,
        each: LanguageRun,
        server: Answering,
        cache: Cache,
        keys: LanguageKeys,
        missing: Sequence[str],
        starting: asyncio.Task[None],
    ) -> None:
        await self._resolve(each, server, cache, keys, missing, starting)
        with self.usage.stage("store"):
            self._keep(each, cache, keys, missing)

    def _keep(self, each: LanguageRun, cache: Cache, keys: LanguageKeys, asked: Sequence[str]) -> None:
        cache.keep_targets(each, keys, asked)
        cache.keep_load_errors(each, keys)
        self._explain(each, cache, keys, asked)

    def _explain(self, each: LanguageRun, cache: Cache, keys: LanguageKeys, asked: Sequence[str]) -> None:
        self.outcome.reasons[each.language.name] = cache.explain(each, keys, asked)

    @asynccontextmanager
    async def _starting(
        self, each: LanguageRun, server: Answering, keys: LanguageKeys
    ) -> AsyncIterator[asyncio.Task[None]]:
        """The server while it is started and asked; no process is left of it."""
        self.progress(Step("server", each.language.name, 0, 0))
        starting = self.servers.begin(server, self._state(each, keys))
        try:
            yield starting
        except BaseException:
            starting.cancel()
            await asyncio.wait([starting])
            await server.session.kill()
            raise

    async def _resolve(
        self,
        each: LanguageRun,
        server: Answering,
        cache: Cache,
        keys: LanguageKeys,
        asked: Sequence[str],
        starting: asyncio.Task[None],
    ) -> None:
        with self.usage.stage("resolve"):
            try:
                await each.ask_all(server.session, starting, asked)
            except ServerError as fault:
                self._go_on_without(each, server, fault)
            if self._stamps != stamps(self._walk()):
                self.outcome.moved = True
                cache.distrust()
            await self.servers.release(server, self._state(each, keys), not self.outcome.moved)
        self.outcome.warnings += server.complaints()
        self.usage.server_memory[each.language.name] = server.session.stats.peak_memory_bytes

    def _prepare(
        self, runs: Sequence[LanguageRun], servers: Sequence[Answering | None], keys: Sequence[LanguageKeys]
    ) -> None:
        """What is not asked may be asked by the next run."""
        for each, server, language_keys in zip(runs, servers, keys, strict=True):
            if server is not None:
                self.servers.prepare(server, self._state(each, language_keys))

    def _state(self, each: LanguageRun, keys: LanguageKeys) -> State:
        hashes = {path: each.tree.files[path].sha256 for path in each.built}
        return State(each.tree.root, frozenset(each.tree.paths), bool(each.tree.links), keys.unit, hashes, self._stamps)

    def _go_on_without(self, each: LanguageRun, server: Answering, fault: ServerError) -> None:
        """A server that does not start costs a language that was found by itself its answers, no more."""
        if is_demanded(each.language, self.options):
            raise RunError(f"{fault}\n{remedy(each.language, server.spec)}") from fault
        each.go_without_server(TIMED_OUT if isinstance(fault.__cause__, TimeoutError) else CRASHED)
        self.outcome.warnings.append(f"{each.language.name}: its syntax only, every use unresolved: {fault}")

    def _note_servers(self, runs: Sequence[LanguageRun], servers: Sequence[Answering | None]) -> None:
        for each, server in zip(runs, servers, strict=True):
            if server is not None:
                self.outcome.warnings += server.warnings
            elif not self.options.syntax_only:
                self.outcome.without_server.append(each.language.name)

    # build

    def _build(
        self,
        tree: SourceTree,
        languages: list[LanguageInput],
        unasked: Sequence[ModuleSpec],
        cache: Cache,
    ) -> None:
        self.progress(Step("build", "", 0, 0))
        with self.usage.stage("build"):
            built = build(
                BuildInput(
                    repo_id=repo_id(tree.root, self.options.repo_id),
                    root=tree.root,
                    tree=tree,
                    languages=languages,
                    unasked=unasked,
                    builtins=self.options.builtins,
                    graph=self.options.graph,
                    load_external_symbol=self.options.load_external_symbol,
                    shelf=cache if self.options.use_store else None,
                    tool_version=__version__,
                )
            )
            self.outcome.kept = Kept(
                document=b"".join(built.chunks),
                coverage=built.coverage,
                nodes=built.nodes,
                edges=built.edges,
            )


def _input(each: LanguageRun, server: Answering | None, keys: LanguageKeys) -> LanguageInput:
    return LanguageInput(
        each.language,
        each.modules,
        each.facts,
        each.targets,
        each.packages,
        server=None if server is None else server.description,
        digests=keys.digests,
        interfaces={path: each.digest for path, each in keys.interfaces.items()},
    )
