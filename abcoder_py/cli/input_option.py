"""How commands name the document that they work on: `--ast INPUT` in each of them, and INPUT alone where a document is
turned into something else."""

from __future__ import annotations

import argparse
from pathlib import Path

DEFAULT_AST = Path(".uniast/uniast.json")
DOCUMENT = "a UniAST file, or a folder to parse"


def add_ast(parser: argparse.ArgumentParser, about: str = f"{DOCUMENT} (default: {DEFAULT_AST})") -> None:
    """`--ast INPUT`."""
    parser.add_argument("--ast", metavar="INPUT", type=Path, help=about)


def add_input(parser: argparse.ArgumentParser, about: str) -> None:
    """INPUT, or `--ast INPUT`; `given_input` reads them."""
    parser.add_argument("input", metavar="INPUT", nargs="?", type=Path, help=f"{about} (default: {DEFAULT_AST})")
    add_ast(parser, "INPUT, by the name that it has in the other commands")
    parser.set_defaults(named_twice=parser.error)


def given_input(args: argparse.Namespace) -> Path | None:
    """What was named by either; None where nothing was. Both are wrong usage."""
    plain: Path | None = args.input
    named: Path | None = args.ast
    if plain and named:
        args.named_twice(f"INPUT {plain} and --ast {named} name one thing; give one of them")
    return plain or named
