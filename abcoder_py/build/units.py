"""The build units of all languages under their final ModPaths, and which of them holds which file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.plugin.values import ModuleSpec
from abcoder_py.uniast.identity import Unit as Claimant
from abcoder_py.uniast.identity import encode_part, unique_mod_paths


@dataclass(frozen=True, eq=False)
class Unit:
    """A build unit under its final name."""

    mod: str
    """ModPath, encoded, unique over all languages."""
    directory: str
    """Relative to the repository, `.` for its root."""
    language: str
    spec: ModuleSpec
    share: LanguageInput | None
    """None for a unit of no language that was asked for."""


class Units:
    """All units; which unit a source file is of, and under which any file stands."""

    def __init__(self, given: BuildInput) -> None:
        self.all = _named(given)
        self._taken = {unit.mod for unit in self.all}
        self._of_source = {path: unit for unit in self.all if unit.share for path in unit.spec.files}
        self._by_folder: dict[str, list[Unit]] = {}
        for unit in self.all:
            if unit.share:
                self._by_folder.setdefault(unit.directory, []).append(unit)
        self._folder_unit = self._unit_of_folder(given.repo_id)
        self.documented = {unit.mod for unit in self.all if unit.share}
        """The ModPaths that `Modules` has with a `Dir`: no external identity may bear one."""
        if any(self.above(path, "") is self._folder_unit for path in given.tree.paths):
            self.documented.add(self._folder_unit.mod)

    def of_source(self, path: str) -> Unit | None:
        """The unit that compiles or imports this file."""
        return self._of_source.get(path)

    def above(self, path: str, language: str) -> Unit:
        """The unit with the deepest `Dir` above the file; of several, the language's."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if found := self._by_folder.get(folder or "."):
                return next((unit for unit in found if unit.language == language), found[0])
        return self._folder_unit

    def _unit_of_folder(self, repo_id: str) -> Unit:
        """Holds the files of no unit. It names nothing, so it never takes a name from a unit that does."""
        name = encode_part(repo_id.rstrip("/").rpartition("/")[2]) or "."
        mod = next(mod for mod in (name, f"{name}~.", f"{name}~.~2") if mod not in self._taken)
        return Unit(mod, ".", "", ModuleSpec(mod, "", "."), None)


def _named(given: BuildInput) -> list[Unit]:
    """In order of (Dir, language, ModPath)."""
    specs: list[tuple[ModuleSpec, LanguageInput | None]] = [
        *((spec, share) for share in given.languages for spec in share.modules),
        *((spec, None) for spec in given.unasked),
    ]
    mods = unique_mod_paths(_claimants(spec for spec, _ in specs))
    units = [
        Unit(mod, spec.directory or ".", spec.language, spec, share)
        for mod, (spec, share) in zip(mods, specs, strict=True)
    ]
    return sorted(units, key=lambda unit: (unit.directory, unit.language, unit.mod))


def _claimants(specs: Iterable[ModuleSpec]) -> Sequence[Claimant]:
    return [Claimant(spec.name, spec.directory, spec.language) for spec in specs]
