"""Which files each commit touched, from `git log`, run so that nothing of a hostile repository runs with it.

A process is started here and nowhere else in `source`: history is packed, and reading it needs git. The repository's
own configuration may name commands; every one that `git log` could reach is switched off by an option or an environment
variable that wins over it: pager, external diff and textconv, signature programs, file-system monitor, hooks, and the
fetch of objects that a partial clone lacks. Renames count only where the content is the same (`-M100%`): looking for
similar files would read, and in a partial clone fetch, every blob.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

_GIT = ("git", "--no-pager", "--no-optional-locks", "--no-replace-objects")
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "core.untrackedCache": "false",
    "log.showSignature": "false",
    "protocol.allow": "never",
}
_LOG = (
    "log",
    "-z",
    "--no-merges",
    "--no-show-signature",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-mailmap",
    "--no-notes",
    "--no-decorate",
    "--ignore-submodules=all",
    "--relative",
    "--name-status",
    "-M100%",
    "--format=%x01%H",
)
_UNITS = {"d": "days", "w": "weeks", "mo": "months", "m": "months", "y": "years"}
_SPAN = re.compile(r"(\d+)(d|w|mo|m|y)")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class NoHistory(Exception):
    """git cannot tell; the message names the folder and git's reason."""


def since_date(text: str) -> str:
    """`12mo`, `90d`, `6w`, `2y` or `2026-01-31` as git reads it. ValueError for anything else."""
    span = _SPAN.fullmatch(text)
    if span:
        return f"{span[1]} {_UNITS[span[2]]} ago"
    if not _DATE.fullmatch(text):
        raise ValueError(f"{text!r} is no time; write 90d, 6w, 12mo, 2y or 2026-01-31")
    return f"{text}T00:00:00"


def changes(folder: Path, since: str) -> dict[str, int]:
    """How many commits since then touched each file, by its path of today below `folder`, with `/`.

    `since`: as `since_date` gives it. Merges are not counted. Raises NoHistory where `folder` is in no git work tree
    or git is not there.
    """
    counts: dict[str, int] = {}
    today: dict[str, str] = {}
    for status, paths in _entries(_run(folder, since)):
        old, new = paths[0], paths[-1]
        path = today.get(new, new)
        counts[path] = counts.get(path, 0) + 1
        if status == "R":
            today[old] = path
    return counts


def _run(folder: Path, since: str) -> bytes:
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = [*_GIT, *settings, "-C", str(folder), *_LOG, f"--since={since}", "--", "."]
    try:
        done = subprocess.run(
            command, env=_environ(os.environ), capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise NoHistory(f"{folder}: git cannot be started ({error.strerror})") from error
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NoHistory(f"{folder}: git tells no history ({reason[0] if reason else done.returncode})")
    return done.stdout


def _environ(environ: Mapping[str, str]) -> dict[str, str]:
    """Without what would lead git elsewhere, and with what keeps it from asking and fetching."""
    kept = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    return {**kept, "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


def _entries(output: bytes) -> Iterator[tuple[str, list[str]]]:
    """(A, M, D, R …, [path] or [old path, new path]) of every change, the newest first."""
    fields = iter(output.decode("utf-8", "surrogateescape").split("\0"))
    for field in fields:
        status = field.lstrip("\n")
        if status and not status.startswith("\x01"):
            yield status[0], [next(fields) for _ in range(2 if status[0] in "RC" else 1)]
