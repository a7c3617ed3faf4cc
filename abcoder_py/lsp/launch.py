"""From a command to a server that may be asked: spawn, initialize, wait for its sign. Everything is bounded.

Imports the handler and thus multilspy (0.2 s): import it only where a server is started.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from abcoder_py.lsp import memory
from abcoder_py.lsp.config import SessionConfig
from abcoder_py.lsp.errors import ServerMissing, ServerStartError
from abcoder_py.lsp.handler import Error, Handler, ProcessLaunchInfo, Replies, ServerGone
from abcoder_py.lsp.initialize import Encoding, configuration, encoding_of, initialize_params
from abcoder_py.lsp.ready import ReadySign

LAST_WORDS = 1.0
"""Seconds that a server which stopped talking gets to exit by itself, so that its exit code is known."""


@dataclass(frozen=True)
class Listener:
    """Who hears of a server: see Handler for the first three; `sampled` gets its resident bytes again and again."""

    replies: Replies
    pause: Callable[[], float]
    lost: Callable[[Handler, str], None]
    sampled: Callable[[Handler, int], None]


@dataclass(frozen=True)
class Running:
    """A server that is ready, and what it said of itself."""

    handler: Handler
    encoding: Encoding
    capabilities: Mapping[str, Any]
    server_info: Mapping[str, Any]


async def launch(config: SessionConfig, listener: Listener) -> Running:
    """Starts the server and waits until it is ready.

    Raises ServerMissing without a program to run, ServerStartError for anything else; nothing is left running then.
    """
    environment = {**os.environ, **config.command.env}
    _check(config, environment)
    sign = ReadySign(config.ready, max(1, len(config.workspace_folders)))

    def lost(handler: Handler, why: str) -> None:
        sign.seen.set()
        listener.lost(handler, why)

    info = ProcessLaunchInfo(cmd=list(config.command.argv), env=environment, cwd=config.command.cwd)
    handler = Handler(info, listener.replies, listener.pause, lost)
    _answer_server(handler, config, sign)
    try:
        return await _converse(handler, config, sign, listener)
    except (ServerGone, TimeoutError, Error, OSError, ValueError) as fault:
        what = await bury(handler, str(fault))
        raise ServerStartError(config.name, what, config.command.argv, handler.stderr_tail) from fault
    except BaseException:
        handler.kill()
        await handler.reap(0)
        raise


async def bury(handler: Handler, why: str) -> str:
    """Waits for the end of a lost server, kills what is left of it, and says how it ended."""
    code = await handler.reap(LAST_WORDS if handler.gone else 0)
    if code is None:
        return why
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exited with code {code}"


def _check(config: SessionConfig, environment: Mapping[str, str]) -> None:
    argv, folder = config.command.argv, config.command.cwd
    if not Path(folder).is_dir():
        raise ServerStartError(config.name, f"its working folder {folder} does not exist", argv)
    program = Path(folder, argv[0]) if "/" in argv[0] else argv[0]
    if shutil.which(program, path=environment.get("PATH")) is None:
        raise ServerMissing(config.name, f"{argv[0]} was not found or cannot be executed", argv)


def _answer_server(handler: Handler, config: SessionConfig, sign: ReadySign) -> None:
    folders = _folders(config)
    by_folder = {Path(folder).as_uri(): settings for folder, settings in config.folder_settings.items()}

    async def settings(params: Any) -> Any:
        return configuration(config.settings, params, by_folder)

    async def accept(params: Any) -> Any:
        return None

    async def workspace_folders(params: Any) -> Any:
        return folders

    async def note_error(params: Any) -> None:
        if isinstance(params, Mapping) and params.get("type") == 1:
            handler.heard_stderr(f"{params.get('message')}\n".encode())

    handler.on_request("workspace/configuration", settings)
    handler.on_request("workspace/workspaceFolders", workspace_folders)
    for method in ("window/workDoneProgress/create", "client/registerCapability", "client/unregisterCapability"):
        handler.on_request(method, accept)
    for method in ("window/showMessage", "window/logMessage"):
        handler.on_notification(method, note_error)
    if sign.method is not None:
        handler.on_notification(sign.method, sign.hear)


def _folders(config: SessionConfig) -> list[dict[str, str]]:
    return [{"uri": folder.as_uri(), "name": folder.name} for folder in config.workspace_folders or (config.root,)]


async def _converse(handler: Handler, config: SessionConfig, sign: ReadySign, listener: Listener) -> Running:
    params = initialize_params(config.root.as_uri(), _folders(config), config.initialize_params)
    async with _bounded(config.start_timeout, "no answer to initialize"):
        await handler.start()
        handler.spawn(memory.watch(handler.pid, lambda size: listener.sampled(handler, size)))
        result = await handler.send.initialize(params)
    result = result if isinstance(result, Mapping) else {}
    capabilities = result.get("capabilities") or {}
    encoding = encoding_of(capabilities)
    handler.notify.initialized({})
    async with _bounded(config.ready_timeout, f"not ready: {sign} did not come"):
        await sign.seen.wait()
    if handler.gone is not None:
        raise ServerGone(handler.gone)
    return Running(handler, encoding, capabilities, result.get("serverInfo") or {})


@asynccontextmanager
async def _bounded(seconds: float, what: str) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise TimeoutError(f"{what} within {seconds:g} s") from None
