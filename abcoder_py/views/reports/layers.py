"""`layers`: how high each package stands above those that it uses, and how stable it is.

A package's layer is one more than the highest that it uses; packages in a cycle share theirs. Instability is Robert
Martin's: outgoing / (outgoing + incoming), counted in packages of the repository. A link from a package to a less
stable one breaks his stable-dependencies principle and is listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter

import msgspec

from abcoder_py.views.reports.groups import Groups, Link
from abcoder_py.views.reports.program import Program
from abcoder_py.views.reports.shown import Report, left_out, table
from abcoder_py.wording import counted

_SHOWN_LINKS = 20


class Layered(msgspec.Struct, rename="pascal"):
    """A package with its place."""

    package: str
    layer: int
    """0 uses no other package of the repository."""
    incoming: int
    """How many packages of the repository use it."""
    outgoing: int
    """How many it uses."""
    instability: float | None
    """0 stable to 1 unstable; None where nothing ties it to another."""


class LayersReport(Report):
    """Packages by layer, and the links from a more stable package to a less stable one."""

    packages: list[Layered]
    unstable: list[Link]
    """The largest difference of instability first."""


def layers(program: Program, repository: str) -> LayersReport:
    groups = Groups(program, "package")
    heights = _heights(groups)
    incoming = Counter(target for _, target in groups.links)
    outgoing = Counter(source for source, _ in groups.links)
    packages = [
        _layered(name, heights[number], incoming[number], outgoing[number]) for number, name in enumerate(groups.names)
    ]
    falls = []
    for (source, target), link in groups.links.items():
        fall = (packages[target].instability or 0.0) - (packages[source].instability or 0.0)
        if fall > 0:
            falls.append((-fall, link.source, link.target, link))
    packages.sort(key=lambda item: (item.layer, item.package))
    return LayersReport(
        "layers", repository, program.uncertain_counts(), packages, [link for *_, link in sorted(falls, key=_order)]
    )


def _order(fall: tuple[float, str, str, Link]) -> tuple[float, str, str]:
    return fall[:3]


def _layered(name: str, layer: int, incoming: int, outgoing: int) -> Layered:
    tied = incoming + outgoing
    return Layered(name, layer, incoming, outgoing, round(outgoing / tied, 4) if tied else None)


def _heights(groups: Groups) -> list[int]:
    """The layer of each package: the longest way down, over components in place of packages."""
    components = groups.components()
    component_of = {number: at for at, component in enumerate(components) for number in component}
    below: dict[int, set[int]] = {at: set() for at in range(len(components))}
    for source, target in groups.links:
        if component_of[source] != component_of[target]:
            below[component_of[source]].add(component_of[target])
    heights: dict[int, int] = {}
    for at in TopologicalSorter(below).static_order():
        heights[at] = max((heights[other] + 1 for other in below[at]), default=0)
    return [heights[component_of[number]] for number in range(len(groups.names))]


def lines(report: LayersReport) -> Iterator[str]:
    """The report as text."""
    rows = [
        (item.layer, item.incoming, item.outgoing, "-" if item.instability is None else f"{item.instability:.2f}")
        for item in report.packages
    ]
    head = ("layer", "used by", "uses", "instability", "package")
    yield from table(head, [(*row, item.package) for row, item in zip(rows, report.packages, strict=True)])
    yield f"{counted(len(report.unstable), 'link')} from a package to a less stable one"
    for link in report.unstable[:_SHOWN_LINKS]:
        yield f"  {link.source} -> {link.target}  {link.uses} uses, as at {link.file}:{link.line}"
    if len(report.unstable) > _SHOWN_LINKS:
        yield f"  and {len(report.unstable) - _SHOWN_LINKS} more (--json has all)"
    yield left_out(report)
