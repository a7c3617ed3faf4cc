"""Git's ignore rules, applied as git applies them: each entry of a folder by itself, parents first.

Most patterns are a plain name or an ending: these are looked up, the others tried one after the other.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from abcoder_py.source.git import git_folders, read_config, user_config
from abcoder_py.source.regular import read_if_there
from abcoder_py.source.wildmatch import translate

_PLAIN = re.compile(r"[^*?\[\]\\/!#]+")


class _Pattern(NamedTuple):
    ignores: bool
    folders_only: bool
    of_path: bool
    """It has a `/` and so is about paths; else about names wherever they are."""
    regex: re.Pattern[str]


class Rules:
    """The patterns of one ignore file, the last that matches decides."""

    __slots__ = ("_by_ending", "_by_name", "_others", "_patterns")

    def __init__(self, lines: Iterable[str]) -> None:
        self._patterns: list[_Pattern] = []
        self._by_name: dict[str, list[int]] = {}
        self._by_ending: dict[str, list[int]] = {}
        self._others: list[int] = []
        for line in lines:
            self._add(line)
        self._others.reverse()

    def _add(self, line: str) -> None:
        line = _strip_trailing_spaces(line)
        ignores, text = (False, line[1:]) if line.startswith("!") else (True, line)
        folders_only = text.endswith("/")
        text = text[:-1] if folders_only else text
        of_path = "/" in text
        regex = None if line.startswith("#") or not text else translate(text.removeprefix("/"))
        if regex is None:
            return
        number = len(self._patterns)
        self._patterns.append(_Pattern(ignores, folders_only, of_path, regex))
        if _PLAIN.fullmatch(text):
            self._by_name.setdefault(text, []).append(number)
        elif text.startswith("*.") and _PLAIN.fullmatch(text[2:]) and "." not in text[2:]:
            self._by_ending.setdefault(text[2:], []).append(number)
        else:
            self._others.append(number)

    def decide(self, path: str, name: str, is_folder: bool) -> bool | None:
        """Whether these patterns ignore an entry: True or False as the last that matches says, None where none does.
        `path` is relative to the folder of the ignore file, `name` its last segment."""
        best = -1
        _, dot, ending = name.rpartition(".")
        for numbers in (self._by_name.get(name, ()), self._by_ending.get(ending, ()) if dot else ()):
            for number in numbers:
                if number > best and (is_folder or not self._patterns[number].folders_only):
                    best = number
        for number in self._others:
            if number < best:
                break
            pattern = self._patterns[number]
            if (is_folder or not pattern.folders_only) and pattern.regex.fullmatch(path if pattern.of_path else name):
                best = number
                break
        return None if best < 0 else self._patterns[best].ignores


def _strip_trailing_spaces(line: str) -> str:
    line = line.removesuffix("\r")
    stripped = line.rstrip(" ")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return line[: len(stripped) + 1] if backslashes % 2 and stripped != line else stripped


def read_rules(path: Path, follow: bool = False) -> Rules | None:
    """The rules of an ignore file; None where there is no such file or it holds none. As in git, a link counts as no
    `.gitignore` and is followed elsewhere."""
    data = read_if_there(path, follow).removeprefix(b"\xef\xbb\xbf")
    return Rules(data.decode("utf-8", "surrogateescape").split("\n")) if data else None


class Chain(NamedTuple):
    """The ignore files that hold in a folder, the strongest first, each with the length of the path prefix (its folder
    with a `/`, in bytes of the str) that its patterns do not see."""

    links: tuple[tuple[int, Rules], ...] = ()

    def extended(self, folder: Path, prefix: str) -> "Chain":
        """The chain inside `folder`, whose paths start with `prefix`."""
        rules = read_rules(folder / ".gitignore")
        return self if rules is None else Chain(((len(prefix), rules), *self.links))

    def ignores(self, path: str, name: str, is_folder: bool) -> bool:
        """Whether git ignores the entry at `path` (relative to the top of the chain)."""
        for cut, rules in self.links:
            if (decision := rules.decide(path[cut:], name, is_folder)) is not None:
                return decision
        return False


def top_chain(work_tree: Path) -> Chain:
    """What holds in a whole work tree (or a folder without git) before its own `.gitignore` files: the repository's
    `info/exclude`, then the user's `core.excludesFile`."""
    folders = git_folders(work_tree)
    config = user_config() | (read_config(folders.common / "config") if folders else {})
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    users = Path(config.get("core.excludesfile") or Path(home, "git/ignore")).expanduser()
    found = (
        read_rules(folders.common / "info" / "exclude", follow=True) if folders else None,
        read_rules(users, follow=True),
    )
    return Chain(tuple((0, rules) for rules in found if rules is not None))
