"""What the build stage is given: the values of all earlier stages, and what the user asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from abcoder_py.plugin.language import Language
from abcoder_py.plugin.values import FileFacts, FileTargets, ModuleSpec
from abcoder_py.source.tree import SourceTree

if TYPE_CHECKING:
    from abcoder_py.build.parts import Part


class Shelf(Protocol):
    """Where parts of documents are kept between runs (`build.parts`); their keys hold no word of the building code."""

    def take(self, keys: Iterable[bytes]) -> Mapping[bytes, Part]:
        """Those of the parts that are there, by key."""
        ...

    def keep(self, parts: Mapping[bytes, Part]) -> None:
        """Keeps parts by key."""
        ...


@dataclass
class LanguageInput:
    """One language's share. Paths are relative to the repository."""

    language: Language
    modules: list[ModuleSpec]
    facts: Mapping[str, FileFacts]
    targets: Mapping[str, FileTargets] = field(default_factory=dict)
    """A file that is missing here was not asked about: its uses are unresolved for want of a server."""
    packages: Mapping[str, str] = field(default_factory=dict)
    """PkgPath of each file, as `Language.packages` gives it (not encoded)."""
    server: Mapping[str, Any] | None = None
    """`Name`, `Version`, `Settings` of the server that answered."""
    digests: Mapping[str, bytes] = field(default_factory=dict)
    """Of each file's facts and targets together; a file whose part must not be kept has none."""
    interfaces: Mapping[str, bytes] = field(default_factory=dict)
    """Of each file the digest of what other files see of it (`index.interfaces`)."""


@dataclass
class BuildInput:
    """The whole repository."""

    repo_id: str
    root: str
    """Absolute."""
    tree: SourceTree
    languages: list[LanguageInput]
    unasked: Sequence[ModuleSpec] = ()
    """Units of languages that the user left out: they have no nodes but keep their ModPath."""
    builtins: bool = False
    graph: bool = True
    load_external_symbol: bool = False
    shelf: Shelf | None = None
    tool_version: str = ""
    """The version number alone."""
