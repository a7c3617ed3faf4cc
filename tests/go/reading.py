"""Facts of Go source and modules of small trees, for the tests of the plugin."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import dedent

from abcoder_plugins.go.language import language

from abcoder_py.plugin.language import Options
from abcoder_py.plugin.values import Definition, FileFacts, ModuleSpec, Use
from abcoder_py.syntax.extract import extract


def source(text: str) -> bytes:
    return dedent(text).lstrip("\n").encode()


def read(text: str, path: str = "m/m.go") -> FileFacts:
    """Facts of a file; the source is dedented."""
    return extract(path, source(text), language, language.grammars[".go"])


def body(statements: str, before: str = "") -> FileFacts:
    """Facts of a function with these statements, below these declarations."""
    return read(f"package m\n{before}\nfunc f(p int, q T) (r int) {{\n{statements}\n}}\n")


def one(text: str, name: str) -> Definition:
    """The only definition of that name."""
    (found,) = (each for each in read(text).definitions if each.name == name)
    return found


def uses(facts: FileFacts) -> list[tuple[str, str]]:
    """Text and role of each use."""
    return [(use.text, use.role) for use in facts.uses]


def use(facts: FileFacts, text: str) -> Use:
    """The only use of that text."""
    (found,) = (each for each in facts.uses if each.text == text)
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


def modules(contents: dict[str, str], *flags: str, root: str = "/somewhere/repo", **environ: str) -> list[ModuleSpec]:
    """The modules of a tree, without a toolchain: for linux on amd64 with cgo, unless `environ` says otherwise."""
    tree = Files(contents, root)
    variables = {"PATH": "", "HOME": "/home/x", "GOOS": "linux", "GOARCH": "amd64", "CGO_ENABLED": "1", **environ}
    files = [path for path in tree.paths if path.endswith(".go")]
    return language.modules(tree, files, Options(build_flags=flags, environ=variables))
