"""Numbers among a command's options."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: a number from 1 on")
    return int(text)
