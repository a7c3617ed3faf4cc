"""Which files of a repository a command shows: `--include` and `--exclude`, patterns as in a `.gitignore`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from abcoder_py.source.ignore import Rules


def path_choice(include: Sequence[str], exclude: Sequence[str]) -> Callable[[str], bool]:
    """Says of a path whether it is wanted: in something included, where anything is, and in nothing excluded."""
    wanted, unwanted = Rules(include), Rules(exclude)

    def takes(path: str) -> bool:
        return (not include or _holds(wanted, path)) and not _holds(unwanted, path)

    return takes


def _holds(rules: Rules, path: str) -> bool:
    """Does a pattern take the path or a folder that it is in?"""
    return any(rules.decide(part, part.rpartition("/")[2], part != path) for part in _levels(path))


def _levels(path: str) -> Iterator[str]:
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)
    yield path
