"""When a server may be asked: by the sign that it gives itself, never after a pause.

The plugin names the sign as data (`plugin.servers`). `ReadySign` listens for it; the wait is bounded by the session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from abcoder_py.plugin.servers import AtOnce, Notification, ProgressEnd, Ready

__all__ = ["AtOnce", "Notification", "ProgressEnd", "Ready", "ReadySign"]


class ReadySign:
    """Listens to a server's notifications until its sign comes; `seen` is set then."""

    def __init__(self, ready: Ready, folders: int = 1) -> None:
        """`folders`: how many workspace folders the server was given."""
        self._ready = ready
        self._tokens: set[object] = set()
        self._missing = folders if isinstance(ready, ProgressEnd) and ready.each_folder else 1
        self.seen = asyncio.Event()
        if isinstance(ready, AtOnce):
            self.seen.set()

    @property
    def method(self) -> str | None:
        """The notification to listen to; None where there is nothing to wait for."""
        if isinstance(self._ready, ProgressEnd):
            return "$/progress"
        return self._ready.method if isinstance(self._ready, Notification) else None

    async def hear(self, params: Any) -> None:
        """Takes the params of one notification of `method`."""
        if isinstance(self._ready, ProgressEnd):
            self._hear_progress(params, self._ready.title)
        elif isinstance(self._ready, Notification) and _matches(_field(params, self._ready.field), self._ready.value):
            self.seen.set()

    def _hear_progress(self, params: Any, title: str) -> None:
        token, value = _field(params, "token"), _field(params, "value")
        kind = _field(value, "kind")
        if kind == "begin" and str(_field(value, "title")).startswith(title):
            self._tokens.add(token)
        elif kind == "end" and token in self._tokens:
            self._tokens.remove(token)
            self._missing -= 1
            if self._missing == 0:
                self.seen.set()

    def __str__(self) -> str:
        match self._ready:
            case ProgressEnd(title, each_folder):
                return f'the end of its progress "{title}"' + (" in each folder" if each_folder else "")
            case Notification(method, field, value):
                return f"its notification {method} with {field or 'params'} = {value!r}"
            case _:
                return "its answer to initialize"


def _field(params: Any, path: str) -> Any:
    for name in path.split(".") if path else ():
        params = params.get(name) if isinstance(params, Mapping) else None
    return params


def _matches(got: object, wanted: object) -> bool:
    if isinstance(got, str) and isinstance(wanted, str):
        return wanted in got
    return type(got) is type(wanted) and got == wanted
