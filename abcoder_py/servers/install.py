"""Installs a program's wanted version into a folder of ours.

A program is built beside its place, probed there, and renamed into it: so what is found is whole, however an
installation ends, and two at once do not disturb each other. A name holds the version, so a running server keeps its
files when another version comes.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from abcoder_py.plugin.servers import Program, ServerSpec
from abcoder_py.servers.find import (
    Finding,
    find_program,
    find_server,
    find_toolchain,
    installed_in,
    program_folder,
    servers_folder,
)
from abcoder_py.servers.probe import probe
from abcoder_py.servers.steps import InstallError, run_step


def install_server(spec: ServerSpec, with_toolchain: bool, tell: Callable[[str], None]) -> Finding:
    """Makes the wanted version of a server available, and with `with_toolchain` its toolchain where there is none; what
    is there already stays. `tell` gets a sentence before each installation. Raises InstallError."""
    environ: Mapping[str, str] = {}
    if spec.toolchain is not None:
        environ = _toolchain(spec.name, spec.toolchain, with_toolchain, tell).environ
    if find_program(spec.program, environ).state != "ready":
        tell(f"installing {spec.name} {spec.version}")
        install_program(spec.program, environ)
    return find_server(spec)


def _toolchain(server: str, program: Program, wanted: bool, tell: Callable[[str], None]) -> Finding:
    found = find_toolchain(program)
    if found.usable:
        return found
    if not wanted:
        raise InstallError(f"{server} needs {program.executable}: install it, or add --with-toolchain")
    tell(f"installing {program.name} {program.version}")
    install_program(program, {})
    return find_toolchain(program)


def install_program(program: Program, environ: Mapping[str, str]) -> Path:
    """Installs a program, in place of an installation of the same version that does not work; gives its folder. Raises
    InstallError, and leaves nothing behind then."""
    place = program_folder(program)
    with _beside(place) as folder:
        for step in program.install:
            run_step(step, folder, {**program.environ, **environ})
        if fault := _fault(program, folder, environ):
            raise InstallError(f"{program.name} {program.version} was installed, but {fault}")
        _move(folder, place)
    return place


def _fault(program: Program, folder: Path, environ: Mapping[str, str]) -> str:
    """What is wrong with an installation; empty where it is sound."""
    path = next(installed_in(program, folder), None)
    if path is None:
        return f"it brought no {program.executable}"
    return probe(program, path, environ).fault


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """An empty folder beside a place, removed at the end where it is still there."""
    servers_folder().mkdir(parents=True, exist_ok=True)
    _remove_abandoned()
    folder = place.with_name(f".{place.name}.{os.getpid()}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned() -> None:
    """Removes what installations left that were killed: their folders end with the number of a process that is gone."""
    for folder in servers_folder().glob(".*"):
        number = folder.name.rpartition(".")[2]
        if number.isdecimal() and not _is_running(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _move(folder: Path, place: Path) -> None:
    _rename_inside(folder, place)
    if place.exists():
        old = place.with_name(f".{place.name}.old.{os.getpid()}")
        place.rename(old)
        shutil.rmtree(old, ignore_errors=True)
    try:
        folder.rename(place)
    except OSError as error:
        if not place.exists():
            raise InstallError(f"{place} cannot be made: {error.strerror}") from error
        # Another installation was quicker: its result serves as well.


def _rename_inside(folder: Path, place: Path) -> None:
    """Scripts name the interpreter of their environment by its whole path, which is about to change."""
    for script in (folder / "bin").glob("*"):
        if script.is_file() and not script.is_symlink() and script.stat().st_size < 1_000_000:
            data = script.read_bytes()
            if data.startswith(b"#!") and (old := os.fsencode(folder)) in data:
                script.write_bytes(data.replace(old, os.fsencode(place)))
