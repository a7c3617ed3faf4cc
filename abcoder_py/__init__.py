"""UniAST from a repository: every definition with its bytes, every relation resolved by a language server.

    from abcoder_py import parse, load

    repository = parse("path/to/repository")
    print(repository.node("Console.print").signature)

Everything is imported when it is first used: `import abcoder_py` alone costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from abcoder_py.api import ParseError, Update, load, parse, parse_async, watch
    from abcoder_py.uniast import Repository

__version__ = "0.1.0"
__all__ = ["ParseError", "Repository", "Update", "__version__", "load", "parse", "parse_async", "watch"]

_HOMES = {
    "ParseError": "abcoder_py.api",
    "load": "abcoder_py.api",
    "parse": "abcoder_py.api",
    "parse_async": "abcoder_py.api",
    "Repository": "abcoder_py.uniast",
    "Update": "abcoder_py.api",
    "watch": "abcoder_py.api",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
