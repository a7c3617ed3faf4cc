"""A small Python repository as facts and places, and an asker that answers from a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from abcoder_py.plugin.registry import language
from abcoder_py.plugin.values import FileFacts
from abcoder_py.resolve.asking import Reply
from abcoder_py.resolve.places import Places, Spot
from abcoder_py.source.tree import SourceTree
from abcoder_py.source.walk import WalkOptions, walk
from abcoder_py.syntax.extract import extract, outline
from tests.test_trees import grow

PYTHON = language("python")


class Shop:
    """Files in a folder, read as Python."""

    def __init__(self, folder: Path, files: dict[str, str | bytes]) -> None:
        self.tree: SourceTree = walk(grow(folder, files), WalkOptions(1 << 20, (), False))
        self.facts: dict[str, FileFacts] = {path: self._facts(path) for path in self.tree.paths}
        self.places = Places(self.tree, PYTHON, self.facts, outline)

    def _facts(self, path: str) -> FileFacts:
        file = self.tree.files[path]
        return extract(path, file.data, PYTHON, PYTHON.grammars[".py"], file.sha256)

    def offset(self, path: str, text: str, nth: int = 1) -> int:
        """Byte offset of the nth occurrence of the text."""
        at = -1
        for _ in range(nth):
            at = self.tree.files[path].data.index(text.encode(), at + 1)
        return at

    def spot(self, path: str, text: str, nth: int = 1, length: int | None = None) -> Spot:
        start = self.offset(path, text, nth)
        return Spot(path, True, start, start + (len(text.encode()) if length is None else length))


class Table:
    """Stands for an Asker: what each offset of each file leads to. Counts what it is asked."""

    def __init__(self, answers: Mapping[tuple[str, int], Reply]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, int]] = []

    async def again(self, path: str, inside: bool, offsets: Sequence[int]) -> list[Reply]:
        self.asked += [(path, offset) for offset in offsets]
        return [self.answers.get((path, offset), ()) for offset in offsets]
