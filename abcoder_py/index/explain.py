"""Why a file was asked again: the parts of its key as they were in the last run of the repository, against those now.

The parts are kept for explaining alone: whether something is asked is decided by keys, and a wrong or missing
explanation changes no result. One record a state of a repository, pruned with the rest of the store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from abcoder_py.index.keys import Key
from abcoder_py.index.reach import Reach

Cause: TypeAlias = Literal[
    "first time", "program", "server", "build", "new", "text", "interface", "imports", "not kept"
]
WORDS: Mapping[Cause, str] = {
    "first time": "no earlier run is remembered",
    "program": "the program changed",
    "server": "the server or its settings changed",
    "build": "what the build depends on changed",
    "new": "the file is new",
    "text": "its own text changed",
    "interface": "what others see of a file that it reaches changed",
    "imports": "what its imports can mean changed",
    "not kept": "the last answers could not be kept",
}
"""Each cause as a sentence's part."""


class Reason(NamedTuple):
    """Why one file was asked: the first cause that holds, in the order of `WORDS`."""

    cause: Cause
    names: tuple[str, ...] = ()
    """What changed, sorted: parts of the build, or paths of reached files."""


class Parts(msgspec.Struct, array_like=True):
    """The parts of the keys of one language's files."""

    code: Key
    server: Key
    build: dict[str, str]
    """Digest by part: build files, the environment, options, files beside the repository's own."""
    files: dict[str, tuple[Key, Key]]
    """By path the key of its facts and the digest of its interface."""


def explain(old: Parts | None, new: Parts, reach: Mapping[str, Reach], asked: Iterable[str]) -> dict[str, Reason]:
    """The reason of each asked path."""
    if old is None:
        return dict.fromkeys(asked, Reason("first time"))
    everywhere = _everywhere(old, new)
    if everywhere is not None:
        return dict.fromkeys(asked, everywhere)
    changed = {path for path, (_, seen) in new.files.items() if path not in old.files or old.files[path][1] != seen}
    return {path: _reason(path, old, new, reach[path].files & changed) for path in asked}


def _everywhere(old: Parts, new: Parts) -> Reason | None:
    """What concerns every file of the language."""
    if old.code != new.code:
        return Reason("program")
    if old.server != new.server:
        return Reason("server")
    differ = tuple(name for name in sorted({*old.build, *new.build}) if old.build.get(name) != new.build.get(name))
    return Reason("build", differ) if differ else None


def _reason(path: str, old: Parts, new: Parts, changed: frozenset[str]) -> Reason:
    if path not in old.files:
        return Reason("new")
    if old.files[path][0] != new.files[path][0]:
        return Reason("text")
    if changed:
        return Reason("interface", tuple(sorted(changed)))
    return Reason("not kept") if old.files == new.files else Reason("imports")
