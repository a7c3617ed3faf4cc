"""`Var.Type`: what the type that the source writes for a variable is about, where that is one name."""

from __future__ import annotations

from bisect import bisect_left

from abcoder_py.build.meanings import FileMeanings
from abcoder_py.build.names import FileNames, Identity, Node
from abcoder_py.build.nodes import NodeWriter


class VariableTypes:
    """Finds the types of one file's variables."""

    def __init__(self, names: FileNames, meanings: FileMeanings, writer: NodeWriter) -> None:
        self._uses = names.facts.uses
        self._starts = [use.start for use in self._uses]
        self._meanings, self._writer = meanings, writer

    def of(self, node: Node) -> Identity | None:
        """The identity; of a builtin the Name alone; None where no type is written or it is not one known name."""
        if not node.definition.type_text:
            return None
        start, end = self._writer.type_span(node.definition)
        for index in range(bisect_left(self._starts, start), bisect_left(self._starts, end)):
            found = self._meanings.of_use(index, self._uses[index])
            if found.end is not None and self._writer.is_head(start, self._uses[index].start):
                return found.end.identity if found.verdict != "builtin" else ("", "", found.end.identity[2])
        return None
