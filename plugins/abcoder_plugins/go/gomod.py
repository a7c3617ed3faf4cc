"""Reads go.mod, go.work and vendor/modules.txt: tolerant, line by line, never run through go.

`go mod edit -json` would do the same, but wants a toolchain and fails on a file with one bad line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`|=>|[^\s"`]+')
_VENDORED = re.compile(r"# (\S+)(?: (v\S+))?(?: => (\S+)(?: (v\S+))?)?\s*$")


class Replacement(NamedTuple):
    """`path version => new_path new_version`; "" where a version is not given."""

    path: str
    version: str
    new_path: str
    new_version: str

    @property
    def is_folder(self) -> bool:
        return self.new_path.startswith(("./", "../", "/")) or self.new_path in (".", "..")


@dataclass
class GoMod:
    """A go.mod or go.work."""

    module: str = ""
    requires: dict[str, str] = field(default_factory=dict)
    """Version by module path."""
    replaces: list[Replacement] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    """Folders of a go.work, as written."""

    def replacement(self, path: str) -> Replacement | None:
        """What stands in for the required version of a module."""
        version = self.requires.get(path, "")
        found = [item for item in self.replaces if item.path == path and item.version in ("", version)]
        return max(found, key=lambda item: item.version, default=None)


def read_gomod(text: str) -> GoMod:
    """The directives of a go.mod or go.work; lines that are none are passed over."""
    found = GoMod()
    for verb, words in _directives(text):
        if verb == "module" and words:
            found.module = words[0]
        elif verb == "require" and len(words) >= 2:
            found.requires[words[0]] = words[1]
        elif verb == "use" and words:
            found.uses.append(words[0])
        elif verb == "replace" and "=>" in words:
            found.replaces.extend(_replacement(words))
    return found


def without_uses(text: str, folders: Collection[str]) -> str:
    """A go.work that does not name these folders, as it writes them."""
    kept = []
    for line in text.splitlines(keepends=True):
        words = _words(line)
        if not (words and words[-1] in folders and words[:-1] in ([], ["use"])):
            kept.append(line)
    return "".join(kept)


def _words(line: str) -> list[str]:
    return [word.strip('"`') for word in _WORD.findall(_without_comment(line))]


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    block = ""
    for line in text.splitlines():
        words = _words(line)
        if not words:
            continue
        if block:
            if words[0] == ")":
                block = ""
            else:
                yield block, words
        elif words[-1] == "(" or words[-1].endswith("("):
            block = words[0].rstrip("(")
        else:
            yield words[0], words[1:]


def _without_comment(line: str) -> str:
    return re.sub(r"(^|\s)//.*", "", line)


def _replacement(words: list[str]) -> Iterator[Replacement]:
    arrow = words.index("=>")
    old, new = words[:arrow], words[arrow + 1 :]
    if old and new:
        yield Replacement(old[0], old[1] if len(old) > 1 else "", new[0], new[1] if len(new) > 1 else "")


def read_vendored(text: str) -> dict[str, str]:
    """Version by module path, from vendor/modules.txt."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _VENDORED.match(line)
        if match and (match[1] not in found or not found[match[1]]):
            found[match[1]] = match[2] or match[4] or ""
    return found
