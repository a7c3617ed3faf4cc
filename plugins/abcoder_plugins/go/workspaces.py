"""What a go.work brings in from outside the repository: itself where it lies above, and the modules that it uses.

Modules of a workspace have no version: an edit of one is seen by the next build, so keys hold their files. A used
module's own `replace` lines count as those of the repository do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os.path import normpath
from pathlib import Path

from abcoder_plugins.go.gomod import GoMod, read_gomod
from abcoder_py.plugin.folders import beside


def file_above(root: str, named: str) -> Path | None:
    """The go.work that go would find outside the repository. `named`: what GOWORK says."""
    if named:
        return Path(named) if Path(named).is_file() else None
    return next((folder / "go.work" for folder in Path(root).parents if (folder / "go.work").is_file()), None)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def used_outside(root: str, works: Iterable[tuple[Path, GoMod]]) -> dict[str, tuple[str, str]]:
    """By absolute folder outside `root` how it is written, and where `root` lies in it. `works`: each go.work that
    counts, by its folder."""
    found: dict[str, tuple[str, str]] = {}
    pending = list(works)
    while pending:
        folder, listing = pending.pop()
        for written in _folders(listing):
            target = normpath(folder / written)
            if target not in found and not Path(target).is_relative_to(root):
                inside = Path(root).relative_to(target).as_posix() if Path(root).is_relative_to(target) else ""
                found[target] = (written, inside)
                if Path(target, "go.mod").is_file():
                    pending.append((Path(target), read_gomod(read(Path(target, "go.mod")))))
    return found


def _folders(listing: GoMod) -> Iterator[str]:
    yield from listing.uses
    yield from (item.new_path for item in listing.replaces if item.is_folder)


def digests(used: Mapping[str, tuple[str, str]]) -> list[tuple[str, dict[str, str]]]:
    """What lies in the folders that `used_outside` gives, without the repository itself."""
    found = []
    for folder, (written, inside) in sorted(used.items()):
        files = beside(folder, (), (".go", "go.mod"))
        found.append((written, {path: text for path, text in files.items() if not _is_below(path, inside)}))
    return sorted(found, key=lambda each: each[0])


def _is_below(path: str, folder: str) -> bool:
    return bool(folder) and path.startswith(folder + "/")
