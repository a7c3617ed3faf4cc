"""Reads the conformance cases and judges a UniAST document by them.

A case is a small repository with a `case.toml`; its expectations stand in comments below the lines that they speak of
(carets under the token, or `<-` for the token in the comment marker's own column), and in an `expect.json` beside it
that the document must contain. This module knows nothing of how the document was made: it takes the parsed JSON.
Rejected: expectations in a table beside the sources (offsets rot, nobody reads them), and a parser for each language's
comments (a line that is nothing but a comment with carets is recognised alike everywhere).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = Any

COMMENT = re.compile(r"\s*(?P<marker>#|//)\s*(?:(?P<carets>\^+)|(?P<here><-))\s*(?P<what>.*?)\s*")
LISTS = {
    "FunctionCalls": "call",
    "MethodCalls": "method",
    "Types": "type",
    "GlobalVars": "var",
    "Params": "param",
    "Results": "result",
    "SubStruct": "field",
    "InlineStruct": "embed",
    "Dependencies": "dep",
    "Implements": "implements",
}
EDGE_VERBS = {*LISTS.values(), "edge"}
INVOKABLE = {"call", "method", "var", "dep"}
TABLES = {"Functions": "FUNC", "Types": "TYPE", "Vars": "VAR"}
REASONS = {
    "several targets",
    "receiver type unknown",
    "no definition",
    "depends on a template parameter",
    "excluded from the build",
    "server timed out",
    "server crashed",
    "no server",
}
NOT_SOURCE = {".json", ".md", ".toml"}


@dataclass(frozen=True)
class Expectation:
    """What one comment demands of one token: `offset` in bytes, `line` is the comment's own, 1-based."""

    file: str
    line: int
    offset: int
    token: str
    what: str
    whole: bool
    """Whether the token has no word character on either side."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} `{self.token}` {self.what}"

    @property
    def malformed(self) -> str | None:
        """Why this comment could never be judged as meant, or None."""
        verb, _, rest = self.what.partition(" ")
        if self.token != self.token.strip() or not (self.token or self.what == "nothing"):
            return "there is no token above the carets"
        if not self.whole:
            return "the carets cover a part of a word, or more than the line"
        if verb in EDGE_VERBS:
            return None if re.fullmatch(r"[^#]*#\S+(?: .*)?", rest) else "wants PkgPath#Name"
        if verb == "def":
            return None if re.fullmatch(r"(FUNC|TYPE|VAR) [^#]*#\S+.*", rest) else "wants FUNC|TYPE|VAR PkgPath#Name"
        if verb == "unresolved":
            return None if rest in REASONS else "no reason of the rule book"
        if verb == "ambiguous":
            return None if all("#" in candidate for candidate in rest.split(",")) else "wants identities"
        return None if self.what in ("nothing", "invoked", "not invoked") else "unknown expectation"


@dataclass(frozen=True)
class Edge:
    """One occurrence of a dependency: the list it stands in (by its verb), where it ends, its last byte, called?"""

    kind: str
    target: str
    end: int
    invoked: bool


@dataclass
class Document:
    """The nodes, edges and uncertain uses of one UniAST, by file and first byte."""

    json: Json
    nodes: list[tuple[str, int, int, str]] = field(default_factory=list)
    edges: dict[tuple[str, int], list[Edge]] = field(default_factory=dict)
    uncertain: dict[tuple[str, int], list[Json]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for module in self.json["Modules"].values():
            for package in module.get("Packages", {}).values():
                for table, kind in TABLES.items():
                    for node in package.get(table, {}).values():
                        self._add_node(node, kind)
            for file in module.get("Files", {}).values():
                self._add_extra(file)

    def _add_node(self, node: Json, kind: str) -> None:
        if "File" in node:
            self.nodes.append((node["File"], node["StartOffset"], node["EndOffset"], f"{kind} {short_id(node)}"))
        self._add_lists(node)
        self._add_extra(node)

    def _add_extra(self, holder: Json) -> None:
        extra = holder.get("Extra", {})
        self._add_lists({"Dependencies": extra.get("Dependencies", [])})
        for use in extra.get("Uncertain", []):
            self.uncertain.setdefault((use["File"], use["StartOffset"]), []).append(use)

    def _add_lists(self, node: Json) -> None:
        for name, verb in LISTS.items():
            for dependency in node.get(name, []):
                if "StartOffset" in dependency:
                    self._add_edge(verb, dependency)

    def _add_edge(self, verb: str, dependency: Json) -> None:
        extra = dependency.get("Extra", {})
        first = [dependency["Line"], dependency["StartOffset"], dependency["EndOffset"]]
        for _, start, end in [first, *extra.get("Others", [])]:
            edge = Edge(verb, short_id(dependency), end, extra.get("IsInvoked", False))
            self.edges.setdefault((dependency["File"], start), []).append(edge)

    def seen(self, file: str, offset: int) -> list[str]:
        """What starts at this byte, in words."""
        edges = [
            f"{e.kind} {e.target}{' invoked' if e.invoked else ''} ({e.end - offset} bytes)"
            for e in self.edges.get((file, offset), [])
        ]
        return edges + [
            f"{use['Status']} {use.get('Reason', '')} {sorted(map(without_module, use.get('Candidates', [])))}"
            for use in self.uncertain.get((file, offset), [])
        ]


def short_id(identity: Json) -> str:
    """`PkgPath#Name` of a node or dependency."""
    return f"{identity['PkgPath']}#{identity['Name']}"


def without_module(full_id: str) -> str:
    """`PkgPath#Name` of a full id."""
    return full_id.partition("?")[2]


def case_folders(cases: Path) -> list[Path]:
    """The case folders below `cases`, in order."""
    return sorted(path.parent for path in cases.rglob("case.toml"))


def read_case(case: Path) -> list[Expectation]:
    """All expectations of a case's sources, in file and line order."""
    paths = sorted(path for path in case.rglob("*") if path.is_file() and path.suffix not in NOT_SOURCE)
    return [found for path in paths for found in read_file(path, path.relative_to(case).as_posix())]


def read_file(path: Path, name: str) -> Iterator[Expectation]:
    """The expectations of one file; lines end at `\\n` alone, columns count characters, the result counts bytes."""
    start, above, above_start = 0, "", 0
    for number, raw in enumerate(path.read_bytes().split(b"\n"), 1):
        text = raw.decode("utf-8", "surrogateescape").rstrip("\r")
        comment = COMMENT.fullmatch(text)
        if comment:
            first, last = pointed_at(comment, above)
            offset = above_start + len(above[:first].encode("utf-8", "surrogateescape"))
            token, whole = above[first:last], is_whole(above, first, last)
            yield Expectation(name, number, offset, token, comment["what"], whole)
        else:
            above, above_start = text, start
        start += len(raw) + 1


def pointed_at(comment: re.Match[str], above: str) -> tuple[int, int]:
    """The columns, end exclusive, of the token in the line above that a comment speaks of."""
    if comment["carets"]:
        return comment.span("carets")
    first = comment.start("marker")
    word = re.match(r"\w*", above[first:])
    return first, first + (word.end() if word else 0)


def is_whole(line: str, first: int, last: int) -> bool:
    """Whether the columns lie in the line and no word goes on at either end of them."""
    return last <= len(line) and not any(
        re.fullmatch(r"\w\w", line[max(edge - 1, 0) : edge + 1]) for edge in (first, last) if edge
    )


def broken(expectation: Expectation, document: Document) -> str | None:
    """What stands there instead, or None where the expectation holds."""
    fault = expectation.malformed
    if fault:
        return f"malformed: {fault}"
    verb, _, rest = expectation.what.partition(" ")
    place = (expectation.file, expectation.offset)
    edges, uncertain = document.edges.get(place, []), document.uncertain.get(place, [])
    if verb == "def":
        covering = [n[3] for n in document.nodes if n[0] == place[0] and n[1] <= place[1] < n[2]]
        return None if rest in covering else f"the nodes there: {covering or 'none'}"
    if verb in EDGE_VERBS:
        end = expectation.offset + len(expectation.token.encode("utf-8", "surrogateescape"))
        holds = any(e.target == rest and verb in ("edge", e.kind) and e.end == end for e in edges)
    elif verb == "nothing":
        holds = not edges and not uncertain
    elif verb == "unresolved":
        holds = not edges and any(u["Status"] == "unresolved" and u.get("Reason") == rest for u in uncertain)
    elif verb == "ambiguous":
        wanted = {candidate.strip() for candidate in rest.split(",")}
        named = [{without_module(c) for c in u["Candidates"]} for u in uncertain if u["Status"] == "ambiguous"]
        holds = not edges and wanted in named
    else:
        wanted_invoked = expectation.what == "invoked"
        calls = [e.invoked for e in edges if e.kind in INVOKABLE]
        holds = bool(calls) and all(invoked == wanted_invoked for invoked in calls)
    return None if holds else f"found {document.seen(*place) or 'nothing'}"


def lacks(expected: Json, actual: Json, path: str = "$") -> Iterator[str]:
    """Where `actual` doesn't contain `expected` (`"!absent"`: keys that must not be there)."""
    if isinstance(expected, dict):
        yield from lacks_keys(expected, actual, path) if isinstance(actual, dict) else [f"{path}: {actual!r}"]
    elif isinstance(expected, list):
        elements = actual if isinstance(actual, list) else []
        if not isinstance(actual, list):
            yield f"{path}: {actual!r} is no list"
        for wanted in expected:
            if all(any(lacks(wanted, element)) for element in elements):
                yield f"{path}: no element matches {json.dumps(wanted)}"
    elif expected != actual:
        yield f"{path}: {actual!r}, not {expected!r}"


def lacks_keys(expected: Json, actual: Json, path: str) -> Iterator[str]:
    """`lacks` for two objects: an expected `false` or `""` also holds where the key is left out."""
    for key, value in expected.items():
        if key == "!absent":
            yield from (f"{path}.{name}: is there" for name in value if name in actual)
        elif key in actual:
            yield from lacks(value, actual[key], f"{path}.{key}")
        elif value is not False and value != "":
            yield f"{path}.{key}: is missing, there are {sorted(actual)[:12]}"


def faults(case: Path, repository: Json) -> list[str]:
    """Every broken expectation of a case, one line each; a case that expects nothing is a fault itself."""
    document = Document(repository)
    expectations = read_case(case)
    judged = [(expectation, broken(expectation, document)) for expectation in expectations]
    found = [f"{expectation}: {fault}" for expectation, fault in judged if fault]
    subset = case / "expect.json"
    if subset.exists():
        found += [f"expect.json {fault}" for fault in lacks(json.loads(subset.read_text("utf-8")), repository)]
    return found if expectations or subset.exists() else ["the case expects nothing"]
