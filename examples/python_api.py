"""Parses a repository from Python and asks the result: `python examples/python_api.py [FOLDER]`.

Without a folder it makes a small one, so that it runs anywhere.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from abcoder_py import Repository, parse

SHOP = '''"""A shop."""


def price(amount: int) -> int:
    """What an amount costs."""
    return amount * 3


def sell(amount: int) -> str:
    return f"that makes {price(amount)}"
'''


def tell(repository: Repository) -> None:
    """Prints every node with what it depends on and what refers to it."""
    for node in repository.nodes():
        print(f"{node.file}:{node.line} {node.pkg_path}#{node.name}")
        relations = repository.graph.root[node.full]
        for relation in relations.dependencies or []:
            print(f"    uses {relation.pkg_path}#{relation.name}")
        for relation in relations.references or []:
            print(f"    used by {relation.pkg_path}#{relation.name}")


def main() -> None:
    if len(sys.argv) > 1:
        tell(parse(sys.argv[1], use_store=False))
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "shop.py").write_text(SHOP)
        tell(parse(folder, languages=["python"], repo_id="example.com/shop", use_store=False))


if __name__ == "__main__":
    main()
