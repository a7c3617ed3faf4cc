"""Which of a plugin's servers are on this machine, where, and of which version.

The folder of ours comes first, so that an installed pinned version wins, then the folder of the interpreter that runs
us, then PATH. Of several, one of the wanted version is taken, else the first that works. What is not probed is not
believed: an executable may be a proxy that prints an error.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from abcoder_py.home import home
from abcoder_py.plugin.servers import Program, ServerSpec
from abcoder_py.servers.probe import Probed, probe

State = Literal["ready", "other version", "no toolchain", "broken", "missing"]


@dataclass(frozen=True)
class Finding:
    """What was found of a program."""

    program: Program
    state: State
    path: str = ""
    """The executable, absolute; empty where it is missing."""
    version: str = ""
    """Without a leading `v`; empty where it is missing or broken."""
    detail: str = ""
    """What is wrong, for people."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """Variables that it needs to be started: PATH, where the toolchain is one of ours."""
    toolchain: str = ""
    """Version of the toolchain that it works with; empty where it needs none."""

    @property
    def usable(self) -> bool:
        """It can be started; of another version, with a warning."""
        return self.state in ("ready", "other version")


def servers_folder() -> Path:
    """Where installed programs are kept, each in a folder named by its name and version."""
    return home() / "servers"


def program_folder(program: Program) -> Path:
    """Where the wanted version of a program is installed."""
    return servers_folder() / f"{program.name}-{program.version}"


def find_server(spec: ServerSpec) -> Finding:
    """The server as it can be started now. Runs its probe, and the toolchain's: a few tens of milliseconds each."""
    if spec.toolchain is None:
        return find_program(spec.program)
    toolchain = find_toolchain(spec.toolchain)
    found = find_program(spec.program, toolchain.environ)
    if found.usable and not toolchain.usable:
        return replace(found, state="no toolchain", detail=f"it needs {spec.toolchain.executable}, which is missing")
    return replace(found, environ=toolchain.environ, toolchain=toolchain.version)


def find_toolchain(program: Program) -> Finding:
    """A toolchain: the user's on PATH of whatever version, since it knows the user's code, else ours."""
    for place, environ in ((_on_path(program), {}), (_of_ours(program), _path_with(program))):
        if (finding := _best(program, place, environ)).usable:
            return replace(finding, environ=environ)
    return Finding(program, "missing")


def find_program(program: Program, environ: Mapping[str, str] | None = None) -> Finding:
    """A program in any of the places; `environ` is what it is probed with."""
    return _best(program, _candidates(program), environ or {})


def _best(program: Program, candidates: Iterator[Path], environ: Mapping[str, str]) -> Finding:
    """The first of the wanted version, else the first that works, else the first that does not."""
    best = Finding(program, "missing")
    for path in candidates:
        finding = _judge(program, path, probe(program, path, environ))
        if finding.state == "ready":
            return finding
        if best.state == "missing" or (finding.usable and not best.usable):
            best = finding
    return best


def _judge(program: Program, path: Path, probed: Probed) -> Finding:
    if not probed.version:
        return Finding(program, "broken", str(path), detail=probed.fault)
    if probed.version != program.version:
        detail = f"{probed.version} was found, {program.version} is wanted"
        return Finding(program, "other version", str(path), probed.version, detail)
    return Finding(program, "ready", str(path), probed.version)


def _candidates(program: Program) -> Iterator[Path]:
    """Each executable of the program's name, once."""
    seen: set[str] = set()
    for places in (_of_ours(program), _beside_us(program), _on_path(program)):
        for path in places:
            if (real := os.path.realpath(path)) not in seen:
                seen.add(real)
                yield path


def _of_ours(program: Program) -> Iterator[Path]:
    return installed_in(program, program_folder(program))


def _beside_us(program: Program) -> Iterator[Path]:
    return _executables([Path(sys.executable).parent], program.executable)


def _on_path(program: Program) -> Iterator[Path]:
    folders = [Path(folder) for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if folder]
    # A relative entry would run what lies in the repository.
    return _executables([folder for folder in folders if folder.is_absolute()], program.executable)


def installed_in(program: Program, folder: Path) -> Iterator[Path]:
    """The program's executables in a folder that it was installed into."""
    places = [place for pattern in program.folders for place in sorted(folder.glob(pattern))]
    return _executables(places, program.executable)


def _executables(folders: list[Path], name: str) -> Iterator[Path]:
    paths = (folder / name for folder in folders)
    return (path for path in paths if path.is_file() and os.access(path, os.X_OK))


def _path_with(program: Program) -> Mapping[str, str]:
    """PATH with our copy of a toolchain behind all else; none where we have no copy."""
    path = next(_of_ours(program), None)
    return {"PATH": os.pathsep.join((os.environ.get("PATH", os.defpath), str(path.parent)))} if path else {}
