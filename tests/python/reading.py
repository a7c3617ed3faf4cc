"""Facts of Python source, for the tests of the plugin."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import dedent

from abcoder_plugins.python.language import language

from abcoder_py.plugin.values import Definition, FileFacts, Use
from abcoder_py.syntax.extract import extract


def read(source: str, path: str = "pkg/mod.py") -> FileFacts:
    """Facts of a file; the source is dedented."""
    return extract(path, dedent(source).lstrip("\n").encode(), language, language.grammars[".py"])


def one(source: str, name: str) -> Definition:
    """The only definition of that name."""
    (found,) = (each for each in read(source).definitions if each.name == name)
    return found


def uses(source: str) -> list[tuple[str, str]]:
    """Text and role of each use."""
    return [(use.text, use.role) for use in read(source).uses]


def use(source: str, text: str) -> Use:
    """The only use of that text."""
    (found,) = (each for each in read(source).uses if each.text == text)
    return found


@dataclass
class Files:
    """A repository that lies in memory."""

    contents: dict[str, str]
    root: str = "/somewhere/repo"
    paths: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.paths = sorted(self.contents)

    def read(self, path: str) -> bytes:
        return self.contents[path].encode()

    def exists(self, path: str) -> bool:
        return path in self.contents
