"""Small documents for reports: nodes by short ids, `p#f` standing for `m?p#f`."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from abcoder_py.uniast.graph import TABLES, build_graph
from abcoder_py.uniast.identity import parse_full
from abcoder_py.views.reports.program import Program, read_program

Json = dict[str, Any]
TABLE_OF = {node_type: table for table, node_type in TABLES.items()}


def ident(short: str) -> Json:
    full = short if "?" in short else f"m?{short}"
    return dict(zip(("ModPath", "PkgPath", "Name"), parse_full(full), strict=True))


class Document:
    """Grows node by node. Every node has a line of its own; `p#f` stands in `p.py` unless said."""

    def __init__(self, language: str = "python") -> None:
        self.module: Json = {"Language": language, "Name": "m", "Dir": ".", "Packages": {}, "Files": {}}
        self._line = 0

    def node(self, node_type: str, short: str, exported: bool = False, file: str = "", **fields: Any) -> Json:
        identity = ident(short)
        self._line += 10
        path = file or f"{identity['PkgPath'].replace('.', '/')}.py"
        self.file(path)
        content = fields.pop("Content", f"def {identity['Name']}(): pass")
        place = {"File": path, "Line": self._line, "StartOffset": 0, "EndOffset": len(content.encode())}
        key = "IsExported" if node_type == "VAR" else "Exported"
        node = {key: exported, **identity, **place, "Content": content, **fields}
        package = {"PkgPath": identity["PkgPath"], **{table: {} for table in TABLES}}
        self.module["Packages"].setdefault(identity["PkgPath"], package)[TABLE_OF[node_type]][identity["Name"]] = node
        return node

    def function(self, short: str, calls: str = "", exported: bool = False, **fields: Any) -> Json:
        """`calls`: short ids apart by spaces."""
        uses = [self.use(target) for target in calls.split()]
        return self.node("FUNC", short, exported, FunctionCalls=uses, **fields)

    def method(self, short: str, calls: str = "", exported: bool = False, **fields: Any) -> Json:
        """`p#C.m`, a member of the type `p#C`, which must be there."""
        owner = short.rpartition(".")[0]
        type_ = self.module["Packages"][ident(owner)["PkgPath"]]["Types"][ident(owner)["Name"]]
        type_.setdefault("Methods", {})[short.rpartition(".")[2]] = ident(short)
        receiver = {"IsPointer": False, "Type": ident(owner)}
        return self.function(short, calls, exported, IsMethod=True, Receiver=receiver, **fields)

    def type(self, short: str, bases: str = "", implements: str = "", exported: bool = False, **fields: Any) -> Json:
        inline = [self.use(base) for base in bases.split()]
        interfaces = [self.use(base) for base in implements.split()]
        return self.node("TYPE", short, exported, InlineStruct=inline, Implements=interfaces, **fields)

    def file(self, path: str, calls: str = "", **extra: Any) -> Json:
        file: Json = self.module["Files"].setdefault(path, {"Path": path, "Extra": {}})
        if calls:
            file["Extra"]["Dependencies"] = [self.use(target) for target in calls.split()]
        file["Extra"].update(extra)
        return file

    def use(self, target: str, line: int | None = None, **extra: Any) -> Json:
        place = {"Line": self._line + 11 if line is None else line, "StartOffset": 0, "EndOffset": 1}
        return {**ident(target), **place, **({"Extra": extra} if extra else {})}

    def wire(self) -> Json:
        modules = {"m": self.module}
        return {"id": "example.org/m", "Path": "", "Modules": modules, "Graph": build_graph(modules)}

    def program(self) -> Program:
        return read_program(self.wire())


def uncertain(name: str, *candidates: str) -> Json:
    known = {"Status": "ambiguous", "Reason": "several targets", "Candidates": [f"m?{short}" for short in candidates]}
    return {"Name": name, **(known if candidates else {"Status": "unresolved", "Reason": "receiver type unknown"})}


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, set[tuple[int, int]]]:
    """A number of nodes and edges between them, circles and lone nodes included."""
    size = draw(st.integers(1, 9))
    numbers = st.integers(0, size - 1)
    return size, draw(st.sets(st.tuples(numbers, numbers), max_size=24))


def drawn(graph: tuple[int, set[tuple[int, int]]], packages: int = 3) -> Document:
    """A document with a function for each node, over several packages."""
    size, edges = graph
    document = Document()
    for number in range(size):
        targets = sorted(end for start, end in edges if start == number)
        document.function(short(number, packages), " ".join(short(target, packages) for target in targets))
    return document


def short(number: int, packages: int = 3) -> str:
    return f"p{number % packages}#f{number}"


def closure(size: int, edges: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Every (start, end) with a way of at least one edge between them, by Warshall's method."""
    reach = set(edges)
    for middle in range(size):
        for start in range(size):
            if (start, middle) in reach:
                reach |= {(start, end) for end in range(size) if (middle, end) in reach}
    return reach
