"""Which files a build takes: `//go:build` and `// +build` lines, file names, cgo, folders that go never enters.

The rules are go/build's, evaluated on the file's head here, since a language server says nothing of files that it
leaves out. Tags that are met: the platform's, `gc`, `cgo`, release tags, and those of `-tags`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from typing import NamedTuple

from abcoder_plugins.go.toolchain import Toolchain

KNOWN_OS = frozenset(
    [
        "aix",
        "android",
        "darwin",
        "dragonfly",
        "freebsd",
        "hurd",
        "illumos",
        "ios",
        "js",
        "linux",
        "nacl",
        "netbsd",
        "openbsd",
        "plan9",
        "solaris",
        "wasip1",
        "windows",
        "zos",
    ]
)
UNIX = KNOWN_OS - {"js", "nacl", "plan9", "wasip1", "windows", "zos"}
KNOWN_ARCH = frozenset(
    [
        "386",
        "amd64",
        "amd64p32",
        "arm",
        "armbe",
        "arm64",
        "arm64be",
        "loong64",
        "mips",
        "mipsle",
        "mips64",
        "mips64le",
        "mips64p32",
        "mips64p32le",
        "ppc",
        "ppc64",
        "ppc64le",
        "riscv",
        "riscv64",
        "s390",
        "s390x",
        "sparc",
        "sparc64",
        "wasm",
    ]
)
_IMPLIED_OS = {"android": "linux", "illumos": "solaris", "ios": "darwin"}
_RELEASE_TAG = re.compile(r"go1\.([0-9]+)$")
_TOKEN = re.compile(r"\s*(&&|\|\||!|\(|\)|[^\s&|!()]+)")
_PLUS_BUILD = re.compile(r"//\s*\+build(?:\s+(.*))?$")
_GO_BUILD = re.compile(r"//go:build(?:\s+(.*))?$")
_PACKAGE = re.compile(rb"package\s+([^\s;/]+)")
_IMPORTS_C = re.compile(rb'^\s*(?:import\s+\(?\s*)?"C"', re.MULTILINE)
_HEAD_PIECE = re.compile(rb"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)


class Tags:
    """The build tags that are met."""

    def __init__(self, tools: Toolchain, build_flags: Iterable[str] = ()) -> None:
        self._tools = tools
        self._met = {tools.goos, tools.goarch, "gc", *user_tags([*shlex.split(tools.flags), *build_flags])}
        if tools.goos in _IMPLIED_OS:
            self._met.add(_IMPLIED_OS[tools.goos])
        if tools.goos in UNIX:
            self._met.add("unix")
        if tools.cgo:
            self._met.add("cgo")
        self._met |= {f"goexperiment.{name}" for name in tools.experiments.split(",") if name}
        self.cgo = tools.cgo

    def met(self, tag: str) -> bool:
        release = _RELEASE_TAG.match(tag)
        return tag in self._met or (release is not None and int(release[1]) <= self._tools.release)


def user_tags(flags: Iterable[str]) -> list[str]:
    """The tags of `-tags=a,b` or `-tags a,b`; the last flag wins."""
    found: list[str] = []
    expected = False
    for flag in flags:
        name, equals, value = flag.lstrip("-").partition("=")
        if expected:
            found, expected = re.split(r"[,\s]+", flag), False
        elif flag.startswith("-") and name == "tags":
            expected = not equals
            found = re.split(r"[,\s]+", value) if equals else found
        elif flag.startswith("-tags "):
            found = re.split(r"[,\s]+", flag[6:])
    return [tag for tag in found if tag]


class Head(NamedTuple):
    """What stands before a file's first declaration."""

    comments: list[tuple[str, bool]]
    """Each `//` line of its own with whether a blank line follows the run of comments that it is in."""
    package: str


def read_head(data: bytes) -> Head:
    """The comments above the package clause, and the package's name ("" where there is none)."""
    position, lines, runs = 3 if data.startswith(b"\xef\xbb\xbf") else 0, [], 0
    while piece := _HEAD_PIECE.match(data, position):
        position = piece.end()
        text = piece.group()
        if text.startswith(b"//"):
            lines.append((text.decode("utf-8", "replace").strip(), runs))
        elif text.count(b"\n") > 1:
            runs += 1
    clause = _PACKAGE.match(data, position)
    name = clause[1].decode("utf-8", "replace") if clause else ""
    return Head([(line, run < runs) for line, run in lines], name)


def reason_left_out(path: str, data: bytes, tags: Tags) -> str:
    """Why a build of the file's folder leaves the file out; "" where it takes it."""
    return _by_name(path, tags) or _by_content(data, tags)


def below_ignored_folder(path: str) -> str:
    """Why go never enters the folder of this path; "" where it does."""
    folders = path.split("/")[:-1]
    if "testdata" in folders:
        return "below a folder testdata, which go does not build"
    if any(part[:1] in ("_", ".") for part in folders):
        return "below a folder whose name starts with _ or ., which go does not build"
    return ""


def _by_name(path: str, tags: Tags) -> str:
    name = path.rsplit("/", 1)[-1]
    if name[:1] in ("_", "."):
        return "its name starts with _ or ., which go does not build"
    stem = name.split(".", 1)[0]
    words = stem.split("_")[1:]
    if words and words[-1] == "test":
        words.pop()
    if len(words) >= 2 and words[-2] in KNOWN_OS and words[-1] in KNOWN_ARCH:
        wanted = words[-2:]
    elif words and words[-1] in KNOWN_OS | KNOWN_ARCH:
        wanted = words[-1:]
    else:
        return ""
    return "" if all(map(tags.met, wanted)) else f"its name says {'_'.join(wanted)}"


def _by_content(data: bytes, tags: Tags) -> str:
    head = read_head(data)
    if head.package == "documentation":
        return "package documentation, which go does not build"
    expression = _expression(head)
    if expression and not evaluate(expression, tags.met):
        return f"build constraint: {expression}"
    if not tags.cgo and b'"C"' in data and _IMPORTS_C.search(data):
        return "it uses cgo, which is off"
    return ""


def _expression(head: Head) -> str:
    """The `//go:build` expression, else that of the `// +build` lines."""
    for line, _ in head.comments:
        if found := _GO_BUILD.match(line):
            return (found[1] or "").strip()
    lines = [found[1] for line, apart in head.comments if apart and (found := _PLUS_BUILD.match(line)) and found[1]]
    return " && ".join(map(_from_plus_build, lines))


def _from_plus_build(line: str) -> str:
    """`a,!b c` means (a && !b) || c."""
    options = [" && ".join(option.split(",")) for option in line.split()]
    return f"({' || '.join(f'({option})' for option in options)})"


def evaluate(expression: str, met: Callable[[str], bool]) -> bool:
    """Value of a constraint's expression; one that is malformed leaves nothing out."""
    try:
        return _Parser(_TOKEN.findall(expression), met).whole()
    except IndexError:
        return True


class _Parser:
    """Recursive descent over `||`, `&&`, `!`, parentheses and tags; IndexError where the expression is malformed."""

    def __init__(self, tokens: list[str], met: Callable[[str], bool]) -> None:
        self._tokens, self._met = list(reversed(tokens)), met

    def whole(self) -> bool:
        value = self._any()
        if self._tokens:
            raise IndexError(self._tokens[-1])
        return value

    def _any(self) -> bool:
        value = self._all()
        while self._take("||"):
            other = self._all()
            value = value or other
        return value

    def _all(self) -> bool:
        value = self._one()
        while self._take("&&"):
            other = self._one()
            value = value and other
        return value

    def _one(self) -> bool:
        if self._take("!"):
            return not self._one()
        if self._take("("):
            value = self._any()
            if not self._take(")"):
                raise IndexError(")")
            return value
        tag = self._tokens.pop()
        if tag in ("&&", "||", ")"):
            raise IndexError(tag)
        return self._met(tag)

    def _take(self, token: str) -> bool:
        if self._tokens and self._tokens[-1] == token:
            self._tokens.pop()
            return True
        return False
