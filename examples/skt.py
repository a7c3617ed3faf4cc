"""A repository as .skt text, and a question to its edges: `python examples/skt.py [FOLDER]`.

Without a folder it makes a small one, so that it runs anywhere.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import orjson

from abcoder_py import parse
from abcoder_py.views.skt import Choice, Document, from_uniast, read, write

SHOP = '''"""A shop."""


class Price:
    def __init__(self, amount: int) -> None:
        self.amount = amount


def total(prices: list[Price]) -> Price:
    return Price(sum(price.amount for price in prices))


def sell(prices: list[Price]) -> str:
    found = []
    found.append(total(prices))
    return f"that makes {found}"
'''


def view(folder: str) -> str:
    """The folder's symbols and edges as text."""
    repository = parse(folder, use_store=False)
    return write(from_uniast(orjson.loads(repository.dump()), Choice(edges=True)).document)


def most_used(document: Document) -> list[tuple[str, int]]:
    """The symbols that most others use, with how many do; what is uncertain does not count."""
    users = Counter(
        target
        for group in document.edges
        if not group.status and group.kind in ("calls", "references")
        for target in group.targets
    )
    names = {symbol.number: symbol.name for symbol in document.symbols()}
    return [(names[number], count) for number, count in users.most_common(3) if isinstance(number, int)]


def main() -> None:
    if len(sys.argv) > 1:
        text = view(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "shop.py").write_text(SHOP)
            text = view(folder)
    print(text)
    for name, count in most_used(read(text)):
        print(f"{name} is used by {count}")


if __name__ == "__main__":
    main()
