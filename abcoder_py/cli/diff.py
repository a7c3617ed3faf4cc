"""`uniast diff`: what differs between two versions of a repository, by the hashes of its CodeStruct view."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abcoder_py.cli.errors import UserError

if TYPE_CHECKING:
    from abcoder_py.cli.view_input import Given
    from abcoder_py.views.codestruct import Entity
    from abcoder_py.views.codestruct.diff import Difference, Place

EPILOG = """each of OLD and NEW is a UniAST file, CodeStruct with hashes, a folder, or a git revision:
  REV:        the files of a revision of the repository around the current folder
  REV:FOLDER  one folder of it
Folders and revisions are parsed first, without a server. Exit status: 0 equal, 1 different, 2 trouble.

examples:
  uniast diff HEAD: .                     what is not committed yet
  uniast diff v1.0: v2.0: --json          between two releases
  uniast diff before.json after.json
  uniast diff view-with-hashes.txt .      against a view that was kept
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = commands.add_parser(
        "diff",
        help="compare two versions by entity",
        description="Lists the entities (files, classes, functions, …) that were added, removed, changed or renamed.",
        epilog=EPILOG,
    )
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Prints the difference; 0 where there is none, else 1, also where the reader has left. Raises UserError."""
    from abcoder_py.cli.main import leave_stdout
    from abcoder_py.cli.output import print_text
    from abcoder_py.views.codestruct.diff import compare

    found = compare(_tree(args.old), _tree(args.new))
    lines = [json.dumps(_as_json(found), ensure_ascii=False, indent=2)] if args.json else _lines(found)
    try:
        print_text("".join(f"{line}\n" for line in lines))
    except BrokenPipeError:
        leave_stdout()  # `diff ... | head -1`: what the exit code says stays true
    return 0 if found.equal else 1


def _tree(name: str) -> Entity:
    from abcoder_py.cli.view_input import CODESTRUCT, is_revision, parse_revision, read_document, read_input
    from abcoder_py.views.codestruct.repository import Choices, view

    if name != "-" and is_revision(name):
        given = parse_revision(name)
    else:
        given = read_input(Path(name), CODESTRUCT, syntax_only=True)
    choices = Choices(doc=False, uses=False, hashes=True)
    return view(read_document(given), choices)[0] if given.is_json else _hashed(given)


def _hashed(given: Given) -> Entity:
    from abcoder_py.cli.view_input import read_codestruct

    roots = read_codestruct(given)
    if len(roots) != 1 or not roots[0].hash:
        raise UserError(
            f"{given.name}: has no hash at one root; write it with `uniast codestruct --hash`, without --node"
        )
    return roots[0]


def _lines(found: Difference) -> list[str]:
    lines = [f"removed  {place}" for place in found.removed]
    lines += [f"added    {place}" for place in found.added]
    lines += [f"changed  {place}" for place in found.changed]
    return lines + [f"renamed  {old} -> {new}" for old, new in found.renamed]


def _as_json(found: Difference) -> dict[str, Any]:
    return {
        "equal": found.equal,
        "added": [_place(place) for place in found.added],
        "removed": [_place(place) for place in found.removed],
        "changed": [_place(place) for place in found.changed],
        "renamed": [{"old": _place(old), "new": _place(new)} for old, new in found.renamed],
    }


def _place(place: Place) -> dict[str, str]:
    found = {"keyword": place.keyword, "path": place.path, "name": place.name, "hash": place.entity.hash}
    return {key: value for key, value in found.items() if value}
