"""What go is shown instead of a go.mod or go.work that it would refuse to load here, and with it every package.

Two causes lie in the `go` line alone: a version newer than the toolchain, and one older than 1.17, for which go wants
the go.mod of every dependency and so fails where one was not downloaded. The file of the repository stays as it is:
go reads another text in its place (`-overlay`). Rejected: `-modfile`, which knows one module and no workspace.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from abcoder_plugins.go.gomod import GoMod, read_gomod

_GO_LINE = re.compile(r"^[ \t]*go[ \t]+(\S+)", re.MULTILINE)
_TOOLCHAIN_LINE = re.compile(r"^[ \t]*toolchain[ \t].*$", re.MULTILINE)
_NUMBERS = re.compile(r"\d+")
_PRUNED = (1, 17)
"""From here on go.mod lists all that a build needs, and go reads no other."""


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in _NUMBERS.findall(text)[:3])


def loadable(text: str, newest: str, is_here: Callable[[str, str], bool]) -> str:
    """The text to show instead of a go.mod's or go.work's, "" where go can load it.

    `newest`: the toolchain's version (`go1.26.8`, "" for none). `is_here`: whether a module and version can be read.
    """
    line = _GO_LINE.search(text)
    written, known = _version(line[1]) if line else (1, 16), _version(newest)
    if known and written > known:
        return _with_version(_TOOLCHAIN_LINE.sub("", text), f"{known[0]}.{known[1]}")
    parsed = read_gomod(text)
    if written < _PRUNED and parsed.module and not all(_is_met(parsed, path, is_here) for path in parsed.requires):
        return _with_version(text, "1.17")
    return ""


def _is_met(parsed: GoMod, path: str, is_here: Callable[[str, str], bool]) -> bool:
    replaced = parsed.replacement(path)
    if replaced is None:
        return is_here(path, parsed.requires[path])
    return replaced.is_folder or is_here(replaced.new_path, replaced.new_version)


def _with_version(text: str, version: str) -> str:
    return (
        _GO_LINE.sub(f"go {version}", text, count=1) if _GO_LINE.search(text) else f"{text.rstrip()}\n\ngo {version}\n"
    )


def write_overlay(folder: Path, texts: Mapping[str, str], hidden: Iterable[str] = ()) -> Path:
    """Writes texts by absolute path into a folder of ours, in the form of go's `-overlay`; gives that file.

    `hidden`: absolute paths of what go is to take for not there.
    """
    places = dict.fromkeys(hidden, "")
    for number, (path, text) in enumerate(sorted(texts.items())):
        place = folder / f"{number}-{Path(path).name}"
        place.write_text(text, encoding="utf-8")
        places[path] = str(place)
    listing = folder / "overlay.json"
    listing.write_text(json.dumps({"Replace": places}), encoding="utf-8")
    return listing
