"""`cycles`: packages, and files, that use each other in a circle: the strongly connected components of more than one.

Single circles were rejected as the unit: a component of ten has hundreds of them, and none can be cut alone. The links
inside a component are listed with their number of uses, fewest first: those are the cheapest to cut.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from abcoder_py.views.reports.groups import Groups, Level, Link
from abcoder_py.views.reports.program import Program
from abcoder_py.views.reports.shown import Report, left_out
from abcoder_py.wording import counted

_SHOWN_LINKS = 8


class Cycle(msgspec.Struct, rename="pascal"):
    """A strongly connected component."""

    members: list[str]
    links: list[Link]
    """All links between members, fewest uses first."""


class CyclesReport(Report):
    """Components of more than one member, the largest first."""

    packages: list[Cycle]
    files: list[Cycle]


def cycles(program: Program, repository: str) -> CyclesReport:
    """Imports that nothing uses make no link."""
    return CyclesReport(
        "cycles", repository, program.uncertain_counts(), _cycles(program, "package"), _cycles(program, "file")
    )


def _cycles(program: Program, level: Level) -> list[Cycle]:
    groups = Groups(program, level)
    found = []
    for component in groups.components():
        if len(component) > 1:
            inside = set(component)
            links = [link for (source, target), link in groups.links.items() if source in inside and target in inside]
            links.sort(key=lambda link: (link.uses, link.source, link.target))
            found.append(Cycle(sorted(groups.names[number] for number in component), links))
    return sorted(found, key=lambda cycle: (-len(cycle.members), cycle.members))


def lines(report: CyclesReport) -> Iterator[str]:
    """The report as text; of each component the links with the fewest uses."""
    for title, found in (("packages", report.packages), ("files", report.files)):
        yield f"{title}: {counted(len(found), 'cycle') if found else 'no cycles'}"
        for cycle in found:
            yield f"  {len(cycle.members)} together: {', '.join(cycle.members)}"
            for link in cycle.links[:_SHOWN_LINKS]:
                uses = f"{link.uses} use{'' if link.uses == 1 else 's'}"
                yield f"    {link.source} -> {link.target}  {uses}, as at {link.file}:{link.line}"
            if len(cycle.links) > _SHOWN_LINKS:
                yield f"    and {counted(len(cycle.links) - _SHOWN_LINKS, 'further link')} with more uses"
    yield left_out(report)
