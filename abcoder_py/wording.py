"""Numbers in sentences."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `2 files`; the plural is the noun with an `s` unless another is given."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
