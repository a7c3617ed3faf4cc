"""What is read of git's own files: where a work tree's repository is, its configuration, and which paths it tracks.

No git process is started: git may be missing, refuses folders of other owners, and runs commands that the
repository's own configuration names (`core.fsmonitor`). dulwich and pygit2 were
rejected as large dependencies for three small files.
"""

import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from abcoder_py.source.regular import read_if_there

_SECTION = re.compile(r'\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]')
_SETTING = re.compile(r"([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$")
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"|\\(.)|([#;].*)|([^"\\#;]+)')
_ESCAPE = re.compile(r"\\(.)")
_EXTENDED = 0x4000


class GitFolders(NamedTuple):
    """Where a work tree's repository lies."""

    own: Path
    """The work tree's own part: its index."""
    common: Path
    """What all work trees of one repository share: `config`, `info/exclude`."""


def git_folders(work_tree: Path) -> GitFolders | None:
    """The repository of a folder that is itself the top of a git work tree (a clone, a linked work tree, a submodule);
    None of any other folder."""
    own = work_tree / ".git"
    if not own.is_dir():
        pointer = re.match(r"gitdir: (.+)", _decode(read_if_there(own)))
        if pointer is None:
            return None
        own = work_tree / pointer[1].strip()
    if not (own / "HEAD").exists():
        return None
    shared = _decode(read_if_there(own / "commondir")).strip()
    return GitFolders(own, own / shared if shared else own)


def enclosing_work_tree(folder: Path) -> Path | None:
    """The nearest folder, `folder` or above, that is the top of a git work tree."""
    return next((place for place in (folder, *folder.parents) if git_folders(place)), None)


def read_config(path: Path) -> dict[str, str]:
    """The settings of a git configuration file by `section.name` or `section.subsection.name` (section and name in
    lower case); the last of several wins. A missing file has none, a line that cannot be read is passed over. Links are
    followed: people keep their settings elsewhere."""
    settings: dict[str, str] = {}
    section = ""
    for line in re.sub(r"\\\r?\n", "", _decode(read_if_there(path, follow=True))).splitlines():
        line = line.strip()
        if head := _SECTION.match(line):
            subsection = "" if head[2] is None else "." + _ESCAPE.sub(r"\1", head[2])
            section, line = head[1].lower() + subsection, line[head.end() :].strip()
        if setting := _SETTING.match(line):
            settings[f"{section}.{setting[1].lower()}"] = "true" if setting[2] is None else _value(setting[2])
    return settings


def _value(written: str) -> str:
    """A configuration value without its quotes, escapes and comment."""
    parts: list[str] = []
    for quoted, escaped, comment, plain in _VALUE.findall(written):
        if comment:
            break
        parts.append(_ESCAPE.sub(r"\1", quoted) or escaped or plain)
    return "".join(parts).strip()


def user_config() -> dict[str, str]:
    """The user's own git settings, as `read_config` gives them."""
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return read_config(Path(home, "git/config").expanduser()) | read_config(Path("~/.gitconfig").expanduser())


def tracked_paths(index: Path) -> frozenset[str]:
    """The paths that a git index (versions 2 to 4) lists, relative to the work tree, with `/`; names that are not UTF-8
    are surrogate-escaped. A missing or damaged index gives those that could be read."""
    data = read_if_there(index)
    if len(data) < 12 or data[:4] != b"DIRC":
        return frozenset()
    version, count = struct.unpack(">II", data[4:12])
    # The object format is not said here. Taking the wrong one derails at once, so the longer list is the right one.
    sha1, sha256 = (frozenset(_entries(data, version, count, size)) for size in (20, 32))
    return max(sha1, sha256, key=len)


def _entries(data: bytes, version: int, count: int, hash_size: int) -> Iterator[str]:
    """The paths of the entries of an index, up to the first that makes no sense."""
    at, name = 12, b""
    for _ in range(count):
        flags_at = at + 40 + hash_size
        if flags_at + 2 > len(data):
            return
        start = flags_at + (4 if data[flags_at] << 8 & _EXTENDED else 2)
        keep = 0
        if version == 4:
            strip, start = _varint(data, start)
            keep = len(name) - strip
        end = data.find(b"\0", start)
        length = (data[flags_at] << 8 | data[flags_at + 1]) & 0xFFF
        if end < 0 or keep < 0 or not _agrees(keep + end - start, length):
            return
        name = name[:keep] + data[start:end]
        at = end + 1 if version == 4 else at + (end - at + 8) // 8 * 8
        yield name.decode("utf-8", "surrogateescape")


def _agrees(length: int, flag: int) -> bool:
    return length > 0 and flag == min(length, 0xFFF)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number in git's offset encoding and the place after it."""
    value = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
        value += 1
    return value, at


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
