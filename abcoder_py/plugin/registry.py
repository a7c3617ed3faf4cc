"""Finds the language plugins: the entry-point group `uniast.languages`, ours and anybody's."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from abcoder_py.plugin.language import Language

GROUP = "uniast.languages"


@cache
def languages() -> dict[str, Language]:
    """All plugins by name, sorted."""
    loaded = (point.load() for point in entry_points(group=GROUP))
    return {found.name: found for found in sorted(loaded, key=lambda found: found.name)}


@cache
def language(name: str) -> Language:
    """One plugin by name or alias; ValueError names those there are."""
    for point in entry_points(group=GROUP, name=name):
        loaded: Language = point.load()
        return loaded
    for found in languages().values():
        if name in found.aliases:
            return found
    raise ValueError(f"no language {name!r}: there are {', '.join(languages())}")
