"""`uniast check`: whether a UniAST file keeps the format's rules and says what its repository says."""

import argparse
import gc
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.input_option import DEFAULT_AST, add_input, given_input

_EXAMPLES = """examples:
  uniast check                                        .uniast/uniast.json
  uniast check artifact.json --repo ~/src/project     the document was made elsewhere
"""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "check",
        help="check a UniAST file",
        description="Check a UniAST file: types, invariants, the repository's bytes. Exit status 1 on any fault.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser, "the UniAST file")
    parser.add_argument("--repo", metavar="DIR", type=Path, help="the repository (default: the document's Path)")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print each fault and how many there are. Raises UserError where a file or folder is not there."""
    from abcoder_py.uniast.check import check

    given = given_input(args)
    path = given or DEFAULT_AST
    if args.repo is not None and not args.repo.is_dir():
        raise UserError(f"{args.repo}: no such folder; --repo names the repository that {path} describes")
    try:
        with collecting_later():
            report = check(path.read_bytes().removeprefix(BOM_UTF8), args.repo)
    except FileNotFoundError as error:
        first = "" if given else "run `uniast parse` here first, or "
        raise UserError(f"{path}: no such file; {first}name a UniAST file") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}); name a UniAST file") from error
    except ValueError as error:
        raise UserError(f"{path}: no JSON ({error}); name a UniAST file, as `uniast parse` writes it") from error
    for fault in report.faults:
        print(fault)
    if not report.faults and not report.compared:
        print("no bytes compared: the document's Path is not here; --repo names the repository")
    looked_at = ", ".join(f"{number} {what}" for what, number in sorted(report.counts.items()))
    print(f"{path}: {looked_at or 'nothing further checked'}")
    rules = ", ".join(f"{number} {rule}" for rule, number in sorted(report.broken().items()))
    print(f"{len(report.faults)} broken{': ' + rules if rules else ''}")
    return 1 if report.faults else 0


@contextmanager
def collecting_later() -> Iterator[None]:
    """Without garbage collection: a document is millions of objects and no cycle, and looking for one takes a third."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
