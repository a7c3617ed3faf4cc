"""How a language writes what views name: plain data, so that a view of a document needs nothing else of a plugin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Notation:
    """Defaults say that nothing is known."""

    registry: str = ""
    """Where packages of others come from: pypi, npm, crates, go, maven."""
    types: Mapping[str, str] = field(default_factory=dict)
    """The language's own names of INTEGER, STRING, BOOLEAN and FLOAT."""
    optional: str = ""
    """A regular expression that a type fully matches where it says that the value may be missing."""
    union: str = ""
    """One that an alias's target fully matches where it is one of several types."""
    quoted_types: bool = False
    """A string in a type's place stands for the type that it spells."""
    receivers: frozenset[str] = frozenset()
    """Names of a method's first parameter that stand for its receiver."""
