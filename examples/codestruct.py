"""Writes the CodeStruct view of a repository from Python: `python examples/codestruct.py [FOLDER]`.

Shows the long form, the minified one that is read back, and what a change moves. Without a folder it makes a small one.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from abcoder_py import parse
from abcoder_py.views.codestruct import Entity, expand, minify, write
from abcoder_py.views.codestruct.diff import compare
from abcoder_py.views.codestruct.document import load
from abcoder_py.views.codestruct.repository import Choices, view

SHOP = '''"""A shop."""


def price(amount: int = 1) -> int:
    """What an amount costs."""
    return amount * 3


def sell(amount: int) -> str:
    return f"that makes {price(amount)}"
'''


def tree(folder: Path) -> list[Entity]:
    """The view of a folder, with hashes."""
    document = parse(folder, repo_id="example.com/shop", use_store=False).dump()
    return view(load(document), Choices(hashes=True))


def main() -> None:
    if len(sys.argv) > 1:
        print(write(tree(Path(sys.argv[1]))), end="")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "shop.py").write_text(SHOP)
        before = tree(folder)
        print(write(before), end="")
        short = minify(before)
        print(short)
        assert minify(expand(short)) == short
        (folder / "shop.py").write_text(SHOP.replace("* 3", "* 4"))
        for place in compare(before[0], tree(folder)[0]).changed:
            print(f"changed: {place}")


if __name__ == "__main__":
    main()
