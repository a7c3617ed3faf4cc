"""How much is known: every use of the facts counted once, and what people and gates read off the counts.

`Repository.Extra.Coverage` holds for each language `Roles` (all uses) and `Attributes` (the part of them that stands
behind a receiver), so names are the difference. What scopes alone prove to be local is no use; `LocalUses` counts it,
and no share includes it: it would make every share look better than the servers are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

_COUNTED = ("Resolved", "External", "Builtin", "Local", "Ambiguous")


Counted: TypeAlias = tuple[int, str, str, str]
"""What uses are counted by: MEMBER or 0, role, verdict, reason."""


class Counts:
    """Adds up what files count."""

    def __init__(self) -> None:
        self._uses: dict[str, Counter[Counted]] = {}
        self._local_uses: Counter[str] = Counter()

    def add(self, language: str, uses: Mapping[Counted, int], local_uses: int) -> None:
        """The uses of one file, and those that scopes prove to be local."""
        self._uses.setdefault(language, Counter()).update(uses)
        self._local_uses[language] += local_uses

    def wire(self, language: str) -> dict[str, Any]:
        """`Roles`, `Attributes` and `LocalUses` of a language in wire form."""
        roles: dict[str, dict[str, Any]] = {}
        attributes: dict[str, dict[str, Any]] = {}
        for (member, role, verdict, reason), count in sorted(self._uses.get(language, {}).items()):
            for table in (roles, attributes) if member else (roles,):
                _count(table.setdefault(role, {}), verdict, reason, count)
        return {"Roles": roles, "Attributes": attributes, "LocalUses": self._local_uses[language]}


def _count(counts: dict[str, Any], verdict: str, reason: str, count: int) -> None:
    if verdict == "unresolved":
        counts, verdict = counts.setdefault("Unresolved", {}), reason
    else:
        verdict = verdict.capitalize()
    counts[verdict] = counts.get(verdict, 0) + count


@dataclass
class Tally:
    """Uses by what they came to."""

    resolved: int = 0
    external: int = 0
    builtin: int = 0
    local: int = 0
    ambiguous: int = 0
    unresolved: dict[str, int] = field(default_factory=dict)
    """By reason."""

    @property
    def known(self) -> int:
        """Uses whose target is known."""
        return self.resolved + self.external + self.builtin + self.local

    @property
    def total(self) -> int:
        return self.known + self.ambiguous + sum(self.unresolved.values())

    @property
    def share(self) -> float:
        """Known of all, 0 to 1; 1 where there is no use."""
        return self.known / self.total if self.total else 1.0

    def minus(self, other: Tally) -> Tally:
        """What is counted here and not in `other`, a part of this."""
        reasons = {reason: count - other.unresolved.get(reason, 0) for reason, count in self.unresolved.items()}
        return Tally(
            self.resolved - other.resolved,
            self.external - other.external,
            self.builtin - other.builtin,
            self.local - other.local,
            self.ambiguous - other.ambiguous,
            {reason: count for reason, count in reasons.items() if count},
        )


@dataclass
class LanguageSummary:
    """What a person wants to know of one language."""

    language: str
    files: int
    excluded: dict[str, int]
    """Files without nodes, by reason."""
    uses: Tally
    names: Tally
    attributes: Tally
    local_uses: int

    @property
    def share(self) -> float:
        """What `--fail-under` is compared with."""
        return self.uses.share


def summaries(coverage: Mapping[str, Any]) -> list[LanguageSummary]:
    """The languages of a document's `Extra.Coverage`, in order: of a fresh one or one read from disk."""
    return [_summary(name, known) for name, known in sorted((coverage.get("Languages") or {}).items())]


def _summary(name: str, known: Mapping[str, Any]) -> LanguageSummary:
    uses = _tally((known.get("Roles") or {}).values())
    attributes = _tally((known.get("Attributes") or {}).values())
    return LanguageSummary(
        name,
        known.get("Files") or 0,
        dict(known.get("Excluded") or {}),
        uses,
        uses.minus(attributes),
        attributes,
        known.get("LocalUses") or 0,
    )


def _tally(roles: Iterable[Mapping[str, Any]]) -> Tally:
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for role in roles:
        counts.update({key: role.get(key) or 0 for key in _COUNTED})
        reasons.update(role.get("Unresolved") or {})
    return Tally(
        counts["Resolved"],
        counts["External"],
        counts["Builtin"],
        counts["Local"],
        counts["Ambiguous"],
        dict(sorted(reasons.items())),
    )
