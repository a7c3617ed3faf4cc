"""Which code makes the results: the digest of a package's own files.

A version number would have to be raised by hand with every change; forgotten once, the store answers with what older
code made. Reading the package (a few hundred KB) costs milliseconds and cannot be forgotten.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from abcoder_py.index.keys import Key, digest

_CODE = (".py", ".scm")


@cache
def code_digest(*packages: str) -> Key:
    """A digest of the source files and queries of these packages or modules, subpackages included.

    Raises ModuleNotFoundError where one does not exist."""
    parts: list[bytes] = []
    for package in packages:
        parts += [package.encode(), *_contents(package)]
    return digest(*parts)


def _contents(package: str) -> list[bytes]:
    spec = find_spec(package)
    if spec is None:
        raise ModuleNotFoundError(f"no package {package}", name=package)
    if spec.submodule_search_locations is None:
        return [Path(spec.origin).read_bytes()] if spec.origin else []
    parts: list[bytes] = []
    for folder in map(Path, spec.submodule_search_locations):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in _CODE):
            parts += [path.relative_to(folder).as_posix().encode(), path.read_bytes()]
    return parts
