"""Which files of a repository a view shows: `--include` and `--exclude`, patterns as in a `.gitignore`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from abcoder_py.source.ignore import Rules


class PathChoice:
    """A choice of files, which also knows what of it never chose one."""

    def __init__(self, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> None:
        self._wanted, self._unwanted = Rules(include), Rules(exclude)
        self._all = not include
        self._waiting = {pattern: Rules([pattern]) for pattern in include}

    def takes(self, path: str) -> bool:
        """Is the file at `path` wanted? The deepest folder that a pattern includes decides, or the file itself; what
        is excluded, or lies in an excluded folder, is not."""
        levels = list(_levels(path))
        for pattern, rules in list(self._waiting.items()):
            if any(rules.decide(*level) is not None for level in levels):
                del self._waiting[pattern]
        kept = self._all
        for level in levels:
            if self._unwanted.decide(*level):
                return False
            decided = self._wanted.decide(*level)
            kept = kept if decided is None else decided
        return kept

    def unmatched(self) -> list[str]:
        """The patterns to include that matched none of the paths that were asked about. One that excludes may well
        match nothing: it says what shall never be there."""
        return list(self._waiting)


def _levels(path: str) -> Iterator[tuple[str, str, bool]]:
    """Path, name, is it a folder: of each folder above a file, and of the file."""
    at = path.find("/")
    while at >= 0:
        yield path[:at], path[path.rfind("/", 0, at) + 1 : at], True
        at = path.find("/", at + 1)
    yield path, path.rpartition("/")[2], False
