"""A well-made server on pygls: ready after a progress, its target a setting that it asks the client for."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

try:
    from pygls.lsp.server import LanguageServer  # pygls 2
except ImportError:
    from pygls.server import LanguageServer

server = LanguageServer("pygls-fake", "1")
settings: dict[str, Any] = {}


@server.feature(types.INITIALIZED)
async def initialized(params: types.InitializedParams) -> None:
    items = [types.ConfigurationItem(section="fake")]
    if hasattr(server, "get_configuration_async"):
        found = await server.get_configuration_async(types.WorkspaceConfigurationParams(items=items))
        progress: Any = server.progress
    else:  # pygls 2
        found = await server.workspace_configuration_async(types.ConfigurationParams(items=items))
        progress = server.work_done_progress
    settings.update(found[0])
    await progress.create_async("token")
    progress.begin("token", types.WorkDoneProgressBegin(title="Indexing"))
    progress.end("token", types.WorkDoneProgressEnd())


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
async def definition(params: types.DefinitionParams) -> list[types.LocationLink]:
    await asyncio.sleep(0)
    document = server.workspace.get_text_document(params.text_document.uri)
    position = params.position
    end = types.Position(position.line, position.character + len(document.lines[position.line].strip()))
    span = types.Range(position, end)
    return [types.LocationLink(target_uri=settings["target"], target_range=span, target_selection_range=span)]


server.start_io()
