"""Read a price list."""

import json
from pathlib import Path
from typing import overload


class Row:
    """One line of the list."""

    def __init__(self, cents):
        self.cents = cents

    @property
    def euros(self):
        return self.cents / 100

    @euros.setter
    def euros(self, value):
        self.cents = round(value * 100)


@overload
def read(path: str) -> list: ...
@overload
def read(path: bytes) -> list: ...
def read(path):
    def clean(entry):
        return Row(entry["cents"])

    entries = json.loads(Path(path).read_text())
    return [show(clean(entry)) for entry in entries]


def show(row):
    return row.euros


if __name__ == "__main__":
    print(read("prices.json"), read("more.json"))
