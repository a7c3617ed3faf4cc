"""What the runs of one watch hand on to each other: values of the store as they were last decoded, by their keys.

Only what the last run used stays. Keys hold all that a value depends on, so a value from here is the one that the store
would give; nothing here is looked up by path or time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from abcoder_py.build.parts import Part
from abcoder_py.index.interfaces import Interface
from abcoder_py.index.keys import Key
from abcoder_py.plugin.values import FileFacts, FileTargets

V = TypeVar("V")


class Recent(Generic[V]):
    """Values that this run used, and those that the last one did."""

    def __init__(self, keeps: bool) -> None:
        self._keeps = keeps
        self._last: dict[Key, V] = {}
        self._now: dict[Key, V] = {}

    def get_many(self, keys: Iterable[Key], load: Callable[[list[Key]], Mapping[Key, V]]) -> dict[Key, V]:
        """The values of those of the keys that are here or that `load` finds."""
        wanted = list(keys)
        found = {key: value for key in wanted if (value := self._now.get(key) or self._last.get(key)) is not None}
        found.update(load([key for key in wanted if key not in found]))
        if self._keeps:
            self._now.update(found)
        return found

    def put(self, key: Key, value: V) -> V:
        """Takes a value in and gives it back."""
        if self._keeps:
            self._now[key] = value
        return value

    def turn(self) -> None:
        """A run ends: what it did not use is dropped."""
        self._last, self._now = self._now, {}


class Memory:
    """Nothing that it holds is ever changed."""

    def __init__(self, keeps: bool = True) -> None:
        """keeps: False for a single run, which hands nothing on."""
        self.runs = 0
        """How many ended."""
        self.facts: Recent[FileFacts] = Recent(keeps)
        self.interfaces: Recent[Interface] = Recent(keeps)
        """By `LanguageKeys.interface_key`."""
        self.targets: Recent[tuple[FileTargets, Key]] = Recent(keeps)
        """With places instead of offsets, and with the digest of what is stored."""
        self.parts: Recent[Part] = Recent(keeps)

    def turn(self) -> None:
        """A run ends."""
        self.runs += 1
        for each in (self.facts, self.interfaces, self.targets, self.parts):
            each.turn()
