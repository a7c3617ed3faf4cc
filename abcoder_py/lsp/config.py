"""What a session is told about its server: plain data, filled by the layer above from the plugin's description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from abcoder_py.lsp.answers import MeansNothing
from abcoder_py.plugin.servers import AtOnce, Ready

if TYPE_CHECKING:
    from abcoder_py.plugin.values import FileFacts


@dataclass(frozen=True)
class ServerCommand:
    """How a server is launched: arguments without a shell, variables over our own environment, working folder."""

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str = "."


@dataclass(frozen=True)
class SessionConfig:
    """One server for one root."""

    name: str
    """For messages."""
    command: ServerCommand
    root: Path
    """Absolute folder that the server is rooted at."""
    workspace_folders: Sequence[Path] = ()
    """Absolute folders; none means the root."""
    initialize_params: Mapping[str, Any] = field(default_factory=dict)
    """Merged over the client's params of `initialize`: initializationOptions, more capabilities."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Answers to `workspace/configuration`, by section."""
    folder_settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The same for single workspace folders, by their absolute paths."""
    language_id: Mapping[str, str] = field(default_factory=dict)
    """languageId by suffix (".tsx")."""
    ready: Ready = field(default_factory=AtOnce)
    in_flight: int = 64
    """Most requests under way."""
    kept_open: Callable[[FileFacts], str] | None = None
    """See `ServerSpec`."""
    lone_cr_ends_line: bool = True
    """False: it counts a lone `\\r` as a character."""
    question: str = "textDocument/definition"
    """What `resolve` asks, of a server that has no bulk request."""
    open_all_first: bool = False
    """Files that a question opens stay open until the end."""
    means_nothing: MeansNothing | None = None
    """Which error answers only say that nothing is there; None: `answers.says_nothing_there`."""
    start_timeout: float = 60.0
    """Seconds from launch to the answer to `initialize`."""
    ready_timeout: float = 600.0
    """Seconds from there to the sign of `ready`."""
    request_timeout: float = 60.0
    """Seconds from sending a question to its answer."""
    stop_timeout: float = 5.0
    """Seconds for each step of an orderly end; then it is killed."""
    memory_limit: int | None = None
    """Most resident bytes of the server and its children; it is killed above."""

    def language_of(self, path: str) -> str:
        """The languageId of a path or URI by its suffix, "" where none is given."""
        return self.language_id.get(PurePosixPath(path).suffix, "")
