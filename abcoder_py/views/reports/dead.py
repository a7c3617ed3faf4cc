"""`dead`: definitions that nothing can reach, apart from those that somebody outside may use.

Several lists, since each asks for another act: *dead* (delete), *doubtful* (look first: an uncertain relation may end
there), *tested* (only tests use it), and what nothing here uses though others may: *exports*, framework *hooks*, and
what the *language* itself calls, entry points among them. `liveness` says how they are told apart. A member of a dead
type is not listed by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from abcoder_py.views.reports.customs import Customs
from abcoder_py.views.reports.dispatch import dispatches
from abcoder_py.views.reports.liveness import Liveness
from abcoder_py.views.reports.named import Named
from abcoder_py.views.reports.program import Program
from abcoder_py.views.reports.shown import Report, Spot, fields, left_out, name
from abcoder_py.wording import counted


class Finding(Spot):
    """A definition and why it is in its list."""

    reason: str
    members: int
    """How many members fall with it."""


class DeadReport(Report):
    """Each list in the order of files and lines."""

    dead: list[Finding]
    doubtful: list[Finding]
    tested: list[Finding]
    exports: list[Finding]
    hooks: list[Finding]
    by_language: list[Finding]
    tests: int = msgspec.field(name="TestCode")
    """Definitions in tests that nothing uses: test runners call them, so nothing is said of them."""
    without_plugin: list[str]
    """Languages whose customs are not known here: their tests and entry points are not told apart."""


def dead(program: Program, repository: str, excluded: Mapping[str, str]) -> DeadReport:
    """`excluded`: the text of each file that was left out of the build, by path: a name in it may be a use."""
    customs = Customs(program)
    live = Liveness(program, customs, Named(program, excluded))
    return _Sorting(program, live).report(repository, customs)


def excluded_files(document: Mapping[str, Any]) -> list[str]:
    """The paths of a document's files that were left out of the build: their uses are not in it."""
    return [
        path
        for module in document["Modules"].values()
        for path, file in (module.get("Files") or {}).items()
        if (file.get("Extra") or {}).get("Excluded")
    ]


class _Sorting:
    """Puts every definition into at most one list."""

    def __init__(self, program: Program, live: Liveness) -> None:
        self._program = program
        self._live = live
        self._members = Counter(node.owner for _, node in program.inside() if node.owner is not None)
        self._users: dict[int, list[int]] = {}
        for source, target in program.edges:
            if program.nodes[source].owner != target:
                self._users.setdefault(target, []).append(source)
        called = [item for item in dispatches(program) if item.declared in self._users]
        for declared, member, _ in called:
            self._users.setdefault(member, []).append(declared)

    def report(self, repository: str, customs: Customs) -> DeadReport:
        lists: dict[str, list[Finding]] = {}
        tests = 0
        for number, _ in self._program.inside():
            if number in self._live.tests:
                tests += number not in self._users
                continue
            key, reason = self._sort(number)
            if key and not self._falls_with_type(number, key):
                lists.setdefault(key, []).append(self._finding(number, reason))
        ordered = {key: sorted(found, key=lambda item: (item.file, item.line, item.id)) for key, found in lists.items()}
        return DeadReport(
            report="dead",
            repository=repository,
            uncertain=self._program.uncertain_counts(),
            dead=ordered.get("dead", []),
            doubtful=ordered.get("doubtful", []),
            tested=ordered.get("tested", []),
            exports=ordered.get("exported", []),
            hooks=ordered.get("hook", []),
            by_language=ordered.get("language", []),
            tests=tests,
            without_plugin=customs.without_plugin,
        )

    def _sort(self, number: int) -> tuple[str, str]:
        live = self._live
        if number in live.used:
            root = live.roots.get(number)
            if root is None or number in self._users:
                return "", ""
            doubt = live.uncertain_use(number)
            return root.kind, f"perhaps used: {doubt.kind} {doubt.detail}" if doubt else root.detail
        if number in live.tested:
            return "tested", self._first_user(number, "used by ")
        if number in live.doubtful:
            return "doubtful", self._doubt(number)
        return "dead", self._first_user(number, "only dead code refers to it: ") or "nothing refers to it"

    def _doubt(self, number: int) -> str:
        through = self._live.doubtful[number]
        if through is not None:
            return f"through {self._program.nodes[through].id}, which is doubtful"
        doubt = self._live.doubts[number]
        return f"{doubt.kind} {doubt.detail}"

    def _first_user(self, number: int, words: str) -> str:
        users = sorted(self._program.nodes[user].id for user in self._users.get(number, ()))
        return words + users[0] if users else ""

    def _falls_with_type(self, number: int, key: str) -> bool:
        owner = self._program.nodes[number].owner
        return owner is not None and key in ("dead", "doubtful", "tested") and self._sort(owner)[0] == key

    def _finding(self, number: int, reason: str) -> Finding:
        return Finding(*fields(self._program.nodes[number]), reason, self._members[number])


def lines(report: DeadReport) -> Iterator[str]:
    """The report as text; the long lists of what others may use are counted only."""
    for title, found in (("dead", report.dead), ("doubtful", report.doubtful), ("only tests use it", report.tested)):
        yield f"{title}: {len(found)}"
        for item in found:
            members = f", with {item.members} members" if item.members else ""
            yield f"  {name(item)}  {item.reason}{members}"
    yield (
        f"nothing here uses {counted(len(report.exports), 'exported definition')}, "
        f"{counted(len(report.hooks), 'framework hook')}, "
        f"{len(report.by_language)} that the language calls (--json names them), and {report.tests} in tests"
    )
    for language in report.without_plugin:
        yield f"no plugin for {language} here: its tests and entry points are not told apart"
    yield left_out(report)
