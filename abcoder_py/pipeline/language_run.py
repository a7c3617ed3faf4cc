"""One language of a repository: from its files to facts and targets.

Syntax and the server work at the same time: each file's questions are asked as soon as its facts are there, in the
order of the files. Answers are read only when every file's facts are known.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from abcoder_py.lsp.answers import LEFT_OUT, Answer
from abcoder_py.lsp.messages import Workspace
from abcoder_py.lsp.session import Session
from abcoder_py.pipeline.options import ParseOptions, Progress, Step
from abcoder_py.plugin.language import Grammar, Language
from abcoder_py.plugin.values import Fault, FileFacts, FileTargets, ModuleSpec, Target
from abcoder_py.resolve.asking import FAULTS, NO_SERVER, Asker, Reply
from abcoder_py.resolve.hops import Hops
from abcoder_py.resolve.places import Places, path_of
from abcoder_py.resolve.questions import Questions, ask_alone, questions
from abcoder_py.resolve.reading import Reader, missing_imports, without_server
from abcoder_py.source.tree import SourceTree
from abcoder_py.syntax.extract import outline
from abcoder_py.syntax.pool import extract_all
from abcoder_py.syntax.worker import Order
from abcoder_py.wording import counted

QUESTIONS_TOGETHER = 1000
"""Files are offered to the session in batches of about so many questions. What is asked after what must not depend on
the time that answers take: where types are found in a circle, ty's answer depends on where it entered it."""


@dataclass
class Asked:
    """The questions of one file and what came back."""

    questions: Questions
    replies: list[Reply] = field(default_factory=list)
    types: list[Reply] = field(default_factory=list)


@dataclass
class LanguageRun:
    """Everything about one language of one run, filled stage by stage."""

    language: Language
    tree: SourceTree
    files: list[str]
    options: ParseOptions
    progress: Progress
    modules: list[ModuleSpec] = field(default_factory=list)
    facts: dict[str, FileFacts] = field(default_factory=dict)
    targets: dict[str, FileTargets] = field(default_factory=dict)
    implements: dict[str, list[tuple[int, Target]]] = field(default_factory=dict)
    """By path what a server need not be asked: index of a type, and a structural interface of it."""
    packages: dict[str, str] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    """Files whose worker or plugin failed: what is known of them is not kept for other runs."""
    left_out: set[str] = field(default_factory=set)
    """Files that the server's build does not take: it is not asked about them."""
    load_errors: list[str] = field(default_factory=list)
    """What kept the server from loading all there is."""

    def __post_init__(self) -> None:
        self.modules = self.language.modules(self.tree, self.files, self.options.for_plugins)
        excluded = {path for module in self.modules for path in module.excluded}
        self.module_of = {path: module for module in self.modules for path in module.files}
        candidates = (path for path in self.files if path not in excluded and path in self.module_of)
        self.built = [path for path in candidates if self._is_readable(path)]

    def _is_readable(self, path: str) -> bool:
        try:
            return bool(self.tree.files[path].sha256)
        except OSError as fault:
            self.module_of[path].excluded[path] = f"unreadable: {fault.strerror or fault}"
            return False

    # syntax

    async def extract(self, wanted: Iterable[str]) -> AsyncIterator[FileFacts]:
        """Facts of the wanted files, in their order."""
        paths = list(wanted)
        total = sum(self.tree.files[path].size for path in paths)
        done = 0
        async for path, found in extract_all(self._orders(paths), total, self.options.workers):
            done += 1
            self.progress(Step("syntax", self.language.name, done, len(paths)))
            facts = found if isinstance(found, FileFacts) else self._failed(path, found)
            self.facts[path] = facts
            yield facts

    async def all_facts(self, wanted: Sequence[str]) -> AsyncIterator[FileFacts]:
        """Facts of the wanted files in their order: all of them known, or none."""
        if all(path in self.facts for path in wanted):
            for path in wanted:
                yield self.facts[path]
            return
        async for item in self.extract(wanted):
            yield item

    def _orders(self, paths: Sequence[str]) -> Iterable[Order]:
        for path in paths:
            file = self.tree.files[path]
            yield Order(path, file.sha256, self.language.name, self.suffix(path), file.data)

    def suffix(self, path: str) -> str:
        """The key of the file's grammar in `Language.grammars`."""
        grammar = self.grammar(path)
        return next(suffix for suffix, known in self.language.grammars.items() if known is grammar)

    def grammar(self, path: str) -> Grammar:
        grammar = self.language.grammar(path, self.tree)
        assert grammar is not None, path
        return grammar

    def _failed(self, path: str, reason: str) -> FileFacts:
        self.failed.add(path)
        fault = Fault(0, 0, f"its syntax could not be read: {reason}", "syntax")
        return FileFacts(path, self.tree.files[path].sha256, self.language.name, faults=[fault])

    # resolve

    def places(self, session: Session) -> Places:
        return Places(
            self.tree,
            self.language,
            self.facts,
            outline,
            lone_cr_ends_line=session.config.lone_cr_ends_line,
            contents=self.options.load_external_symbol,
        )

    async def ask(self, asker: Asker, batch: Sequence[FileFacts]) -> list[Asked]:
        """The server's replies to the questions of some files, which it is asked at once."""
        asked = [Asked(self._questions(facts)) for facts in batch]
        answers = await asyncio.gather(*map(partial(self._answers, asker), batch, asked))
        for each, (definitions, types) in zip(asked, answers, strict=True):
            each.replies, each.types = asker.replies(definitions), asker.replies(types)
        # Not before all have answered: what a server is asked together must not depend on time.
        alone = [
            ask_alone(each.questions, facts, partial(_unanswered, each))
            for each, facts in zip(asked, batch, strict=True)
        ]
        more = await asyncio.gather(
            *(asker.definitions(facts.path, offsets) for facts, offsets in zip(batch, alone, strict=True))
        )
        for each, definitions in zip(asked, more, strict=True):
            each.replies += asker.replies(definitions)
        return asked

    def _questions(self, facts: FileFacts) -> Questions:
        found = questions(facts, self.language)
        if facts.path in self.implements:
            found.types = []
        return found

    async def _answers(self, asker: Asker, facts: FileFacts, asked: Asked) -> tuple[Sequence[Answer], Sequence[Answer]]:
        offsets, types = asked.questions.offsets, [offset for _, offset in asked.questions.types]
        if facts.path in self.left_out:
            return [LEFT_OUT] * len(offsets), [LEFT_OUT] * len(types)
        return await asker.definitions(facts.path, offsets), await asker.implementations(facts.path, types)

    def _note(self, workspace: Workspace) -> None:
        """Keeps what the server says of the whole."""
        self.left_out = {
            path for file in workspace.leftOut if (path := self.tree.relative(path_of(file.uri) or "")) is not None
        }
        self.load_errors = sorted({error.message for error in workspace.errors})

    async def ask_all(self, session: Session, started: asyncio.Future[None], wanted: Sequence[str]) -> None:
        """Asks the server about the wanted files, each as soon as its facts and the server are there."""
        places = self.places(session)
        asker = Asker(session, self.tree, places)
        found: dict[str, Asked] = {}
        batches: asyncio.Queue[list[FileFacts]] = asyncio.Queue()
        async with _all_or_nothing() as tasks:
            tasks.create_task(self._ask_batches(session, asker, batches, found, started, len(wanted)))
            async for batch in _batches(self.all_facts(wanted)):
                batches.put_nowait(batch)
            batches.put_nowait([])
        hops = Hops(places, self.language.imports_name_modules, self.language.imports_are_members)
        await hops.follow(asker, (reply for path in wanted for reply in (*found[path].replies, *found[path].types)))
        self.read(found, places, hops)

    async def _ask_batches(
        self,
        session: Session,
        asker: Asker,
        batches: asyncio.Queue[list[FileFacts]],
        found: dict[str, Asked],
        started: asyncio.Future[None],
        total: int,
    ) -> None:
        """Asks one batch after the other, each file of a batch at once, until an empty one."""
        await started
        self._note(await session.workspace())
        if asker.opens_all_first:
            for path in self.built:
                await asker.open(path)
            await asker.settle(self.built[-1])
        while batch := await batches.get():
            await asker.prepare(batch)
            asked = await self.ask(asker, batch)
            found.update(zip((facts.path for facts in batch), asked, strict=True))
            self.progress(Step("resolve", self.language.name, len(found), total))

    def read(self, found: dict[str, Asked], places: Places, hops: Hops) -> None:
        """Targets from the replies."""
        reader = Reader(
            self.language,
            self.facts,
            self.module_of,
            places,
            hops,
            self.options.for_plugins,
            self.options.load_external_symbol,
        )
        for path in self.built:
            if path in found:
                asked = found.pop(path)
                self.targets[path] = reader.read(
                    asked.questions, self.facts[path], asked.replies, asked.types, self.implements.get(path, ())
                )
                if any(reply in FAULTS for reply in asked.types):
                    self.failed.add(path)  # what its types implement is not known, and nothing else of it tells so

    def go_without_server(self, reason: str = NO_SERVER) -> None:
        """Targets where no server can be asked."""
        self.targets = {path: without_server(self.facts[path], reason) for path in self.built}

    def notices(self) -> list[str]:
        """What the user is told of files that could not be read as code, and of imports that could not be found."""
        broken = [path for path in self.built if self.facts[path].faults]
        found = []
        if broken:
            files = counted(len(broken), f"{self.language.name} file")
            found.append(f"faults of syntax in {files}, the first {broken[0]}")
        if self.load_errors:
            faults, first = counted(len(self.load_errors), "fault"), " ".join(self.load_errors[0].split())
            found.append(f"{faults} kept parts of the {self.language.name} build from loading: {first}")
        for module in self.modules:
            counts: Counter[str] = Counter()
            for path in module.files:
                if path in self.targets:
                    counts += missing_imports(self.facts[path], self.targets[path])
            found += self.language.notices(module, counts, self.options.for_plugins)
        return found

    def name_packages(self) -> None:
        """PkgPath of every file, once all facts are there."""
        for module in self.modules:
            of_module = {path: self.facts[path] for path in module.files if path in self.facts}
            self.packages.update(self.language.packages(module, of_module))


def _unanswered(asked: Asked, index: int) -> bool:
    return asked.replies[index] == ()


async def _batches(facts: AsyncIterator[FileFacts]) -> AsyncIterator[list[FileFacts]]:
    """The facts in their order, cut where about QUESTIONS_TOGETHER uses have come together."""
    batch: list[FileFacts] = []
    size = 0
    async for item in facts:
        batch.append(item)
        size += len(item.uses)
        if size >= QUESTIONS_TOGETHER:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@asynccontextmanager
async def _all_or_nothing() -> AsyncIterator[asyncio.TaskGroup]:
    """A task group whose first fault comes out as itself."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as faults:
        first = faults.exceptions[0]
        raise first from first.__cause__
