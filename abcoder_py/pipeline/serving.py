"""From what a plugin says about a server to a session with it."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from abcoder_py.lsp.answers import says_nothing_there
from abcoder_py.lsp.config import ServerCommand, SessionConfig
from abcoder_py.lsp.processors import CAN_PIN, on_one_processor
from abcoder_py.lsp.session import Session
from abcoder_py.pipeline.errors import RunError
from abcoder_py.pipeline.language_run import LanguageRun
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.plugin.language import Language
from abcoder_py.plugin.servers import Launch, ServerSpec
from abcoder_py.plugin.values import ModuleSpec
from abcoder_py.servers.find import Finding, find_server
from abcoder_py.source.regular import is_pipe


@dataclass
class Answering:
    """A server that will answer for one language, not yet started."""

    spec: ServerSpec
    version: str
    """Of the one that was found."""
    settings: Mapping[str, Any]
    initialization_options: Mapping[str, Any]
    session: Session
    toolchain: str = ""
    """Version of the toolchain that it works with; empty where it needs none."""
    warnings: list[str] = field(default_factory=list)
    """What is known to be wrong before it is started."""

    @property
    def description(self) -> Mapping[str, Any]:
        """As `Extra.Languages` names it: the document is the same wherever the repository and the server lie."""
        settings = portable(self.settings, self.session.config.root)
        return {"Name": self.spec.name, "Version": self.version, "Settings": settings}

    @property
    def infers_results(self) -> bool:
        """As `ServerSpec.infers_results`, which is measured with the wanted version alone."""
        return self.spec.infers_results or self.version != self.spec.version

    def complaints(self) -> list[str]:
        """What went wrong with it while it answered, for the user."""
        stats = self.session.stats
        found = [f"{self.spec.name} died ({why})" for why in stats.deaths]
        if stats.errors:
            text, _ = stats.errors.most_common(1)[0]
            found.append(f"{self.spec.name} refused {stats.errors.total()} questions ({text})")
        if stats.timeouts:
            found.append(f"{self.spec.name} gave no answer in time to {stats.timeouts} questions")
        return found


def portable(value: Any, root: Path) -> Any:
    """Settings without a place of this machine: paths relative to the repository, of others the last part alone."""
    if isinstance(value, Mapping):
        return {key: portable(item, root) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [portable(item, root) for item in value]
    if isinstance(value, str) and value.startswith("/"):
        path = Path(value)
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else f"…/{path.name}"
    return value


def choose(language: Language, options: ParseOptions) -> tuple[ServerSpec, ...]:
    """The server that the user named for the language, else all, the default first."""
    name = options.servers.get(language.name)
    if name is None:
        return language.servers
    for spec in language.servers:
        if spec.name == name:
            return (spec,)
    there = ", ".join(spec.name for spec in language.servers)
    raise RunError(f"--server {language.name}={name}: no such server; there are: {there}")


def choose_server(each: LanguageRun, options: ParseOptions) -> Answering | None:
    """The server that will answer for the language; None where its syntax alone is wanted, or all there is.

    Where the default one is not there, another one of the language answers, and the user is told. Raises RunError where
    no server is there for a language that was named, with `strict` for every one, and where a pipe would hold it up.
    """
    if options.syntax_only:
        return None
    missing: list[str] = []
    for spec in choose(each.language, options):
        finding = find_server(spec)
        if finding.usable:
            _refuse_pipes(each, spec)
            break
        missing.append(_missing(each.language, spec, finding))
    else:
        if is_demanded(each.language, options):
            raise RunError(missing[0])
        return None
    scratch = tempfile.mkdtemp(prefix="uniast-")
    launch = Launch(each.tree.root, each.modules, options.for_plugins, scratch)
    settings, initialization = spec.settings(launch), spec.initialization_options(launch)
    asked = session(spec, launch, finding, settings, initialization, options)
    answering = Answering(spec, finding.version, settings, initialization, asked, finding.toolchain)
    weakref.finalize(answering, shutil.rmtree, scratch, ignore_errors=True)
    if missing:
        answering.warnings.append(f"{spec.name} answers: {missing[0]}")
    if finding.state == "other version":
        answering.warnings.append(
            f"{spec.name} {finding.detail}; uniast servers install {each.language.name} brings it"
        )
    return answering


def is_demanded(language: Language, options: ParseOptions) -> bool:
    """Is a run without this language's server a failure? Where it was named, or its server was, or with `strict`."""
    return bool(options.languages) or options.strict or language.name in options.servers


def remedy(language: Language, spec: ServerSpec, toolchain: str = "") -> str:
    """What a user can do about a server that cannot be used."""
    return f"run: uniast servers install {language.name}={spec.name}{toolchain}, or pass --syntax-only"


def _missing(language: Language, spec: ServerSpec, finding: Finding) -> str:
    state = f"{finding.state}: {finding.detail}" if finding.detail else finding.state
    toolchain = " --with-toolchain" if finding.state == "no toolchain" else ""
    return (
        f"the language server {spec.name} for {language.name} cannot be used ({state}); "
        f"{remedy(language, spec, toolchain)}"
    )


def _refuse_pipes(each: LanguageRun, spec: ServerSpec) -> None:
    """Raises RunError where the server would wait without end for what it reads unasked."""
    folders = {Path(each.tree.root), *(Path(each.tree.root, module.directory) for module in each.modules)}
    for place in sorted({place for folder in folders for place in (folder, *folder.parents)}):
        for name in spec.reads:
            if is_pipe(place / name):
                raise RunError(
                    f"{place / name}: is a pipe, and the language server {spec.name} would wait for it without end; "
                    "remove it or give it another name, or pass --syntax-only"
                )


def session(
    spec: ServerSpec,
    launch: Launch,
    finding: Finding,
    settings: Mapping[str, Any],
    initialization_options: Mapping[str, Any],
    options: ParseOptions,
) -> Session:
    """A session, not yet started."""
    root = Path(launch.root)
    argv = (finding.path, *spec.arguments)
    return Session(
        SessionConfig(
            name=spec.name,
            command=ServerCommand(
                on_one_processor(argv) if spec.one_processor else argv,
                {**finding.environ, **spec.environ(launch)},
                launch.root,
            ),
            root=root,
            workspace_folders=_folders(root, launch.modules),
            initialize_params={"initializationOptions": initialization_options},
            settings=settings,
            folder_settings=spec.folder_settings(launch),
            language_id=spec.language_id,
            ready=spec.ready,
            in_flight=spec.in_flight if CAN_PIN or not spec.one_processor else 1,
            question=spec.question,
            kept_open=spec.kept_open,
            lone_cr_ends_line=spec.lone_cr_ends_line,
            open_all_first=spec.open_all_first,
            means_nothing=spec.is_nothing or says_nothing_there,
            request_timeout=options.request_timeout,
            stop_timeout=spec.stop_timeout,
            memory_limit=options.server_memory,
        )
    )


def _folders(root: Path, modules: Sequence[ModuleSpec]) -> list[Path]:
    return sorted({root / module.directory for module in modules if {*module.files} - {*module.excluded}} or {root})
