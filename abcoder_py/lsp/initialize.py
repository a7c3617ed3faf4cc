"""What the client says of itself, and what it answers when a server asks.

Declared is only what makes a server behave: pull diagnostics (else it checks every file that is opened), progress and
configuration (readiness and settings), LocationLinks (they carry the name's own range).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")

CAPABILITIES: Mapping[str, Any] = {
    "general": {"positionEncodings": list(ENCODINGS)},
    "textDocument": {
        "synchronization": {"dynamicRegistration": False},
        "definition": {"linkSupport": True},
        "implementation": {"linkSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "diagnostic": {"dynamicRegistration": False, "relatedDocumentSupport": False},
    },
    "workspace": {"configuration": True, "workspaceFolders": True},
    "window": {"workDoneProgress": True},
}


def initialize_params(root_uri: str, folders: Sequence[Mapping[str, str]], extra: Mapping[str, Any]) -> dict[str, Any]:
    """The params of `initialize`. `extra` (initializationOptions, more capabilities …) is merged over ours."""
    ours = {
        "processId": os.getpid(),
        "clientInfo": {"name": "uniast"},
        "rootUri": root_uri,
        "workspaceFolders": list(folders),
        "capabilities": CAPABILITIES,
    }
    return merged(ours, extra)


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`under` with the values of `over`, objects merged key by key."""
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        result[key] = merged(below, value) if both and below is not None else value
    return result


def encoding_of(capabilities: Mapping[str, Any]) -> Encoding:
    """The position encoding the server chose. Raises ValueError for one that was not offered."""
    chosen = capabilities.get("positionEncoding") or "utf-16"
    for offered in ENCODINGS:
        if chosen == offered:
            return offered
    raise ValueError(f"chose the position encoding {chosen!r}, which was not offered")


def configuration(
    settings: Mapping[str, Any], params: Any, folders: Mapping[str, Mapping[str, Any]] | None = None
) -> list[Any]:
    """The answer to `workspace/configuration`: one value an item, null where the settings have none.

    `folders`: settings of single workspace folders, by URI; they replace the others for an item with that scope.
    """
    items = params.get("items", []) if isinstance(params, Mapping) else []
    own = folders or {}
    return [_section(own.get(item.get("scopeUri") or "", settings), item.get("section") or "") for item in items]


def _section(settings: Mapping[str, Any], section: str) -> Any:
    if section in settings:
        return settings[section]
    value: Any = settings
    for name in section.split(".") if section else ():
        value = value.get(name) if isinstance(value, Mapping) else None
    return value
