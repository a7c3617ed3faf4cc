"""Numbers among a command's options."""

from __future__ import annotations

import argparse


def count(text: str) -> int:
    """A whole number from 0 on. Raises ArgumentTypeError."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text}: a number from 0 on")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: a number from 1 on")
    return int(text)


def size(text: str) -> int:
    """Bytes of a number that may end in K, M or G (1024, its square, its cube), above 0."""
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    unit = units.get(text[-1:].upper(), 1)
    digits = text[:-1] if unit > 1 else text
    if not digits.isdecimal() or not int(digits):
        raise argparse.ArgumentTypeError(f"{text}: bytes, or a number with K, M or G")
    return int(digits) * unit
