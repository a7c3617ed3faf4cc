"""Makes small programs, and packages that bring them, for the tests of finding and installing."""

import zipfile
from pathlib import Path

from abcoder_py.plugin.servers import PipStep, Program, ServerSpec, Step


def script(folder: Path, body: str, name: str = "toy") -> Path:
    """An executable shell script."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def program(*install: Step, version: str = "1.2.0", name: str = "toy", probe_executable: str = "") -> Program:
    """A program whose wanted version is `version`."""
    return Program(name, version, name, install, probe_executable=probe_executable)


def server(*install: Step, toolchain: Program | None = None) -> ServerSpec:
    """A server that is the program."""
    return ServerSpec(program(*install), toolchain=toolchain)


def wheel(folder: Path, version: str = "1.2.0", name: str = "toy", code: str = "") -> PipStep:
    """A wheel with a console script that tells its version, as a step that installs it."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    body = code or f"import sys\n\n\ndef main() -> None:\n    print('{name} {version}', sys.executable)\n"
    files = {
        f"{name}_module.py": body,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}_module:main\n",
    }
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in {**files, f"{info}/RECORD": "".join(f"{each},,\n" for each in files)}.items():
            archive.writestr(file, text)
    return PipStep((str(path),))
