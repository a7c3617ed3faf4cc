"""Sessions with scripted servers."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest

from abcoder_py.lsp.session import ServerCommand, SessionConfig

FAKE = Path(__file__).with_name("fake_server.py")
T = TypeVar("T")
Fake: TypeAlias = Callable[..., SessionConfig]


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """Makes the configuration of a session with a fake server: its fault, the fault's argument, fields to override."""

    def make(fault: str = "", argument: str = "", **fields: Any) -> SessionConfig:
        argv = (sys.executable, "-S", "-E", str(FAKE), fault, argument)
        command = ServerCommand(argv, {"FAKE_LOG": str(tmp_path / "log.jsonl")}, str(tmp_path))
        return SessionConfig("fake", command, tmp_path, **{"language_id": {".x": "ex"}, "stop_timeout": 10.0, **fields})

    return make


@pytest.fixture
def log(tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    """Reads what the fake server was sent."""
    return lambda: [json.loads(line) for line in (tmp_path / "log.jsonl").read_bytes().splitlines()]


def run(work: Coroutine[Any, Any, T], seconds: float = 30) -> T:
    """Runs it in a loop of its own; whatever hangs fails."""

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(bounded())
