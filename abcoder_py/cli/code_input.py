"""What the code model's commands share: their options, opening the file, and its faults as sentences."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.input_option import DEFAULT_AST, add_ast
from abcoder_py.wording import counted

if TYPE_CHECKING:
    import sqlite3

    from abcoder_py.index.code.collections import Collection
    from abcoder_py.pipeline.parse import Outcome

SHOWN_ID = 12
"""Hex digits of an id in what people read; any unique prefix is taken."""


class Opened(NamedTuple):
    """The code model with the collection that is asked about."""

    connection: sqlite3.Connection
    collection: Collection


def common_options() -> argparse.ArgumentParser:
    """The options of every command below `uniast code`."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--db", type=Path, metavar="FILE", help="the code model's file (default: code.sqlite in the data folder)"
    )
    parser.add_argument(
        "--collection", default="", metavar="NAME", help="a collection (default: of the repository around this folder)"
    )
    return parser


def add_uses(parser: argparse.ArgumentParser) -> None:
    """`--ast`, for commands that tell who uses what."""
    add_ast(
        parser, f"the last parse's document, for uses (default: {DEFAULT_AST} here, else in the collection's folder)"
    )


@contextmanager
def connected(path: Path | None = None) -> Iterator[sqlite3.Connection]:
    """The file, that of the data folder unless another is named, open; what goes wrong with it meanwhile is a
    UserError."""
    import sqlite3

    from abcoder_py.index.code.database import CodeModelError, code_path, open_code

    path = path or code_path()
    try:
        connection = open_code(path, _tell)
        inode = path.stat().st_ino
    except CodeModelError as fault:
        raise UserError(str(fault)) from fault
    try:
        yield connection
    except CodeModelError as fault:
        raise UserError(str(fault)) from fault
    except sqlite3.Error as fault:
        connection.close()
        raise UserError(f"{path}: {_said(path, inode, fault)}") from fault
    finally:
        connection.close()


def _tell(message: str) -> None:
    print(f"uniast: {message}", file=sys.stderr)


def _said(path: Path, inode: int, fault: sqlite3.Error) -> str:
    from abcoder_py.index.code.database import CodeModelError, replace_damaged
    from abcoder_py.index.sqlite_file import is_damage

    if is_damage(fault):
        try:
            replace_damaged(path, inode, fault, _tell)
        except CodeModelError as refused:
            raise UserError(str(refused)) from refused
        return "was damaged; run `uniast code index`, then this again"
    if getattr(fault, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
        return "another pass is writing to it; wait until that is done, then run this again"
    return f"cannot be used ({fault}); name another file with --db"


@contextmanager
def opened(args: argparse.Namespace) -> Iterator[Opened]:
    """The file with the collection that the options name. Raises UserError where it was never indexed."""
    from abcoder_py.index.code.collections import find_collection

    with connected(args.db) as connection:
        yield Opened(connection, find_collection(connection, Path.cwd(), args.collection))


def read_uses(connection: sqlite3.Connection, collection: Collection, named: Path | None) -> None:
    """Reads the last parse's document where it is another one than before. Raises UserError where the named one is not
    there, or one is no document."""
    from abcoder_py.index.code.links import refresh_links

    here = Path.cwd()
    folders = (here, collection.root) if here.is_relative_to(collection.root) else (collection.root,)
    places = [named] if named else [folder / DEFAULT_AST for folder in folders]
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        if named:
            raise UserError(f"{named}: no such file; name the document that `uniast parse` wrote")
        return
    try:
        refresh_links(connection, collection.id, path.resolve())
    except OSError as fault:
        raise UserError(f"{path}: cannot be read ({fault.strerror}); name another file with --ast") from fault
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise UserError(f"{path}: no UniAST document ({fault}); `uniast check {path}` says where") from fault


def fill_summaries(outcome: Outcome, repo: Path) -> None:
    """Puts the summaries of the code model into a run's document, after a pass of its own. Raises UserError where the
    repository was never indexed."""
    from abcoder_py.index.code.collections import find_collection
    from abcoder_py.index.code.flow_back import fill
    from abcoder_py.index.code.indexing import index

    with connected() as connection:
        collection = find_collection(connection, repo)
        index(connection, collection.id)
        outcome.kept.document, count = fill(connection, collection, outcome.document)
    outcome.warnings.append(f"compress_data holds {counted(count, 'summary', 'summaries')} of the code model")


def print_json(value: Any) -> None:
    """Prints a value as indented JSON."""
    import orjson

    from abcoder_py.cli.output import print_bytes

    print_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE), "send it elsewhere")
