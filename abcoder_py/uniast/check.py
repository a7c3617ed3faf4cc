"""Whether a document keeps UniAST's rules: its types first, then what its parts say about each other and the source.

Every rule has a name, and every fault its place. Types are checked piece by piece with the models (a whole document
of models takes a gigabyte, and jsonschema minutes); the invariants then run over the plain dicts. Where the types are
broken nothing further is checked, since the rest relies on them.

schema            types, and the keys that are always written
identity          one full id stands in one place
key               a node's ModPath, PkgPath and Name are the keys that it is stored under
content           the file's bytes from StartOffset to EndOffset are Content
line              Line lies inside the node
dep-inside        a use's token lies inside what holds it
dep-token         it is one word
dep-line          its Line is that of its StartOffset
dep-order         a list stands in source order, each target once invoked and once not
others            further occurrences are places like the first, behind it
uncertain         an uncertain use is a place like any, its status and reason are known, it stands in no other list
dangling          an identity of a module of this repository exists
methods           Type.Methods names functions whose Receiver is the type
overlap           two nodes that overlap are nested
graph-key         a Graph key is its node's identity, its Type the table that the node stands in
graph-miss        every node is in the Graph
graph-stray       what is in the Graph is a node or an edge's end
graph-edge        Dependencies are what the node's own lists say
graph-kin         so are Implements, Inherits and Groups
graph-pair        References mirror Dependencies
mirror            they mirror Implements and Inherits too
graph-line        relations have the lines and the order that follow from the uses
graph-files       Extra.Files are the files' own uses
graph-candidates  Extra.Candidates are the holders of uncertain uses
"""

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from abcoder_py.uniast.reading import read_document


class Fault(NamedTuple):
    """One broken rule."""

    rule: str
    place: str
    """The node, file or key that is at fault."""
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.place}: {self.text}"


class Report(NamedTuple):
    """What a check found."""

    faults: list[Fault]
    counts: Counter[str]
    """How many of each were looked at: FUNC, TYPE, VAR, dependencies, graph nodes."""
    compared: bool
    """False where the repository's folder is not there, so that no bytes were compared."""

    def broken(self) -> Counter[str]:
        """Faults by rule."""
        return Counter(fault.rule for fault in self.faults)


def check(data: bytes, repository: Path | None = None) -> Report:
    """Check a document against the rules and against the bytes of its repository.

    `repository` is the document's own `Path` unless given; a folder that is given has to be there.
    Raises orjson.JSONDecodeError (a ValueError) where the document is no JSON.
    """
    document = read_document(orjson.loads(data))
    del data
    return check_document(document, repository)


def check_document(document: Any, repository: Path | None = None) -> Report:
    """As `check`, for a parsed document in today's form."""
    from abcoder_py.uniast.check_schema import schema_faults

    faults = [Fault(*fault) for fault in schema_faults(document)]
    if faults:
        return Report(faults, Counter(), False)
    folder = repository or Path(document["Path"] or document["id"])
    compared = repository is not None or folder.is_dir()
    return _invariants(document, folder if compared else None)


def _invariants(document: dict[str, Any], folder: Path | None) -> Report:
    from abcoder_py.uniast.check_graph import graph_faults
    from abcoder_py.uniast.check_nodes import Nodes

    nodes = Nodes(document["Modules"], folder)
    faults = [Fault(*fault) for fault in chain(nodes.faults(), graph_faults(document, nodes.types))]
    nodes.counts["graph nodes"] = len(document["Graph"])
    return Report(faults, nodes.counts, folder is not None)
