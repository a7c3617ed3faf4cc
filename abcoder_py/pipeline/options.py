"""What a run is asked for, and what it tells while it works."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from abcoder_py.plugin.language import Options

MAX_FILE_SIZE = 4 << 20
"""Bytes; a larger file is listed as left out."""


class Step(NamedTuple):
    """A moment of a run."""

    stage: str
    """walk, syntax, server, resolve, build, write"""
    language: str
    done: int
    total: int
    """Of files; 0 where the number is not known."""


Progress: TypeAlias = Callable[[Step], None]


def silent(step: Step) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True)
class ParseOptions:
    """The options of `uniast parse`, typed."""

    repo: Path
    languages: tuple[str, ...] = ()
    """Names or aliases; empty: those that are found."""
    repo_id: str = ""
    exclude: tuple[str, ...] = ()
    tests: bool = True
    load_external_symbol: bool = False
    builtins: bool = False
    graph: bool = True
    build_flags: tuple[str, ...] = ()
    servers: Mapping[str, str] = field(default_factory=dict)
    """Language to the name of one of its servers."""
    python: str = ""
    jobs: int = 0
    """Processes for syntax; 0: as many as there are processors."""
    store: Path | None = None
    """The store's file; None: in `$UNIAST_HOME` or the user's data folder."""
    use_store: bool = True
    syntax_only: bool = False
    strict: bool = False
    max_file_size: int = MAX_FILE_SIZE
    submodules: bool = False
    server_memory: int | None = None
    """Most bytes that a server may hold."""
    request_timeout: float = 60.0
    """Seconds from a question to its answer."""

    @property
    def for_plugins(self) -> Options:
        return Options(self.build_flags, self.python, self.tests, dict(os.environ))

    @property
    def workers(self) -> int:
        return self.jobs or os.cpu_count() or 1
