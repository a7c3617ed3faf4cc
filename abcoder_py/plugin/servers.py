"""What a plugin says about its language's servers: where they come from, how they are started and asked, all as data.

What differs from repository to repository (options, settings, environment) is given by module-level functions of a
`Launch`. A server is found in the folder of ours first, so that the pinned version wins, then beside the interpreter
that runs us, then on PATH. Rejected: a `find` function for each server, as all of them did the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from abcoder_py.plugin.language import Options
    from abcoder_py.plugin.values import FileFacts, ModuleSpec


class PipStep(NamedTuple):
    """Packages of PyPI, into a virtual environment of their own; executables come to stand in `bin`."""

    requirements: tuple[str, ...]
    """Pinned: `name==version`."""


class NpmStep(NamedTuple):
    """Packages of npm, without their install scripts; executables come to stand in `node_modules/.bin`."""

    packages: tuple[str, ...]
    """Pinned: `name@version`."""


class GoStep(NamedTuple):
    """Programs that `go install` builds; executables come to stand in `bin`."""

    packages: tuple[str, ...]
    """Pinned: `path@version`."""


class GoBuildStep(NamedTuple):
    """A program that `go build` makes of a Go module in the plugin's own folder; it comes to stand in `bin`.

    What the module requires is pinned by its go.sum and kept in the user's module cache: a second build needs no
    network.
    """

    folder: str
    """Absolute, with go.mod."""
    version: str
    """Given to the program as `main.version`."""


Step: TypeAlias = PipStep | NpmStep | GoStep | GoBuildStep


@dataclass(frozen=True)
class Program:
    """An executable, its wanted version, and how to tell which version one is."""

    name: str
    version: str
    """Wanted, without a leading `v`: what `install` brings."""
    executable: str
    """File name, without a folder."""
    install: tuple[Step, ...]
    """Brings it into an empty folder."""
    probe: tuple[str, ...] = ("--version",)
    """Arguments that make it print its version and end. One that fails or prints none is no such program."""
    probe_executable: str = ""
    """The executable beside it that is asked instead, where it cannot be asked itself."""
    version_pattern: str = r"(\d+\.\d+[\w.+-]*)"
    """Finds the version, group 1, in what the probe prints."""
    folders: tuple[str, ...] = ("bin", "node_modules/.bin")
    """Where the executable comes to stand in the folder it is installed into; wildcards as in a glob."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """Variables under which it is probed and installed."""


class AtOnce(NamedTuple):
    """Ready when it has answered `initialize`."""


class ProgressEnd(NamedTuple):
    """Ready at the end of a progress with this title (or one that starts so)."""

    title: str
    each_folder: bool = False
    """One for each workspace folder: ready when as many have ended."""


class Notification(NamedTuple):
    """Ready at a notification whose params hold `value` in `field`."""

    method: str
    field: str
    """Dots lead deeper; "" is the whole of params."""
    value: object
    """A string matches where the params' string contains it."""


Ready: TypeAlias = AtOnce | ProgressEnd | Notification


@dataclass(frozen=True)
class Launch:
    """What is known when a server is about to start."""

    root: str
    """Absolute folder of the repository."""
    modules: Sequence[ModuleSpec]
    """The language's build units."""
    options: Options
    scratch: str = ""
    """Absolute, empty folder for files that the server is to read; gone after the run."""


def _nothing(launch: Launch) -> Mapping[str, Any]:
    return {}


def _no_environ(launch: Launch) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class ServerSpec:
    """A language server. Functions are module-level ones of the plugin, pure and picklable."""

    program: Program
    arguments: tuple[str, ...] = ()
    """What the program is started with."""
    toolchain: Program | None = None
    """What installing needs, and running too: its folder comes to stand on the server's PATH where PATH has none."""
    environ: Callable[[Launch], Mapping[str, str]] = _no_environ
    """Variables it is started with beside ours: those that forbid it the network, environments, build flags."""
    initialization_options: Callable[[Launch], Mapping[str, Any]] = _nothing
    settings: Callable[[Launch], Mapping[str, Any]] = _nothing
    """Answers to `workspace/configuration` by section."""
    folder_settings: Callable[[Launch], Mapping[str, Mapping[str, Any]]] = _nothing
    """The same for the folders of single build units, by absolute path: these replace `settings` there."""
    language_id: Mapping[str, str] = field(default_factory=dict)
    """By suffix, with the dot."""
    ready: Ready = field(default_factory=AtOnce)
    in_flight: int = 256
    """Most requests under way."""
    question: str = "textDocument/definition"
    """The request that tells where a name is defined."""
    open_all_first: bool = False
    """All files are opened before the first question: it answers slowly about others, or not twice the same."""
    kept_open: Callable[[FileFacts], str] | None = None
    """It reads files from disk, and keeps in memory only what an open file is part of. Gives the part that a file is
    of; one file of each part is opened. None: a file is opened while it is asked about."""
    lone_cr_ends_line: bool = True
    """It counts lines as the protocol has it; False: only `\\n` ends one."""
    one_processor: bool = False
    """Its answers depend on how its threads meet: it is started so that it has one."""
    stop_timeout: float = 5.0
    """Seconds that it is given to end when it is asked to; 0: it is ended without being asked."""
    on_copy: bool = False
    """It writes into what it reads: it is given a copy."""
    infers_results: bool = True
    """It may infer from a function's body what the function gives, where that is not written: then others see the body.
    Only said of the wanted version; of another one it is taken to be so."""
    takes_changes: bool = False
    """It takes `workspace/didChangeWatchedFiles` in before anything that is asked behind it, and its answers are those
    of one that starts then: they depend on nothing that it was asked or told before. A watch keeps it between runs."""
    is_nothing: Callable[[int, str], bool] | None = None
    """Whether an error answer (code, message) only says that nothing is defined there; None: the client's own rule."""

    @property
    def name(self) -> str:
        """What users call it: `--server go=gopls`."""
        return self.program.name

    @property
    def version(self) -> str:
        """The wanted one."""
        return self.program.version
