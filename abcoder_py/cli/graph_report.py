"""`uniast report KIND`: what the graph of a UniAST file tells, as text or JSON. `cli.report` is `parse`'s summary.

Each kind is a subcommand, so that each has its own options and no other's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.graph import find_node, open_input, refusing
from abcoder_py.cli.input_option import DEFAULT_AST, add_ast
from abcoder_py.cli.numbers import count, positive

if TYPE_CHECKING:
    from abcoder_py.uniast.mapped import MappedDocument
    from abcoder_py.views.reports.program import Program
    from abcoder_py.views.reports.shown import Report

Made = tuple["Report", Iterator[str]]
"""A report and its lines of text."""


class Input(NamedTuple):
    """What a report is made of."""

    document: MappedDocument
    wire: dict[str, Any]
    """The document without its Graph."""
    program: Program

    @property
    def id(self) -> str:
        return str(self.wire.get("id", ""))


_EXAMPLES = """examples:
  uniast report central --top 10                 what the repository leans on
  uniast report hotspots --since 12mo            what changes often, is leant on and is long
  uniast report cycles                           packages and files that use each other in a circle
  uniast report dead                             what nothing can reach
  uniast report layers --json                    packages by height, with their instability
  uniast report impact --of Console.print        all that can reach a node
  uniast report path Live.stop Segment           the shortest way from one node to another
  uniast report duplicates --min-similarity 0.9  bodies that are the same or alike
"""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "report",
        help="report on the graph: central, hotspots, cycles, dead, layers, impact, path, duplicates",
        description="Report on the graph of a UniAST file. Every report says how many uncertain relations it left out.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    _add_ranked(_kind(kinds, "central", _central, "definitions by PageRank, with fan-in and fan-out"))
    hotspots = _kind(kinds, "hotspots", _hotspots, "files that change often, are leant on and are long")
    hotspots.add_argument(
        "--since",
        metavar="TIME",
        type=_time,
        default="12mo",
        help="90d, 6w, 12mo, 2y or 2026-01-31 (default: 12mo)",
    )
    hotspots.add_argument("--repo", metavar="DIR", type=Path, help="the repository (default: the document's Path)")
    _add_ranked(hotspots)
    _kind(kinds, "cycles", _cycles, "packages, and files, that use each other in a circle")
    dead = _kind(kinds, "dead", _dead, "definitions that nothing can reach, and those that are doubtful")
    dead.add_argument("--repo", metavar="DIR", type=Path, help="the repository (default: the document's Path)")
    _kind(kinds, "layers", _layers, "packages by layer, with their instability")
    impact = _kind(kinds, "impact", _impact, "all that can reach a node, by distance")
    impact.add_argument("--of", metavar="ID", required=True, help="full id, PkgPath#Name, a tail, or a file's path")
    impact.add_argument("--depth", metavar="N", type=positive, help="at most so many steps (default: all)")
    path = _kind(kinds, "path", _path, "the shortest way from one node to another")
    path.add_argument("source", metavar="FROM", help="full id, PkgPath#Name, a tail, or a file's path")
    path.add_argument("target", metavar="TO", help="the same")
    duplicates = _kind(kinds, "duplicates", _duplicates, "definitions whose bodies are the same or alike")
    duplicates.add_argument(
        "--min-similarity", metavar="X", type=_share, default=0.8, help="above 0, at most 1 (default: 0.8)"
    )
    duplicates.add_argument(
        "--min-tokens", metavar="N", type=positive, default=50, help="shorter bodies are passed over (default: 50)"
    )


def _kind(
    kinds: Any, name: str, make: Callable[[Input, argparse.Namespace], Made], about: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = kinds.add_parser(name, help=about, description=f"Report {about}.")
    add_ast(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(func=run, make=make)
    return parser


def _add_ranked(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--top", metavar="N", type=count, default=20, help="how many (default: 20; 0: all)")


def run(args: argparse.Namespace) -> int:
    """Print the report. Raises UserError where the file or a node is not there."""
    from abcoder_py.cli.output import print_text
    from abcoder_py.views.reports.program import read_program

    path = args.ast or DEFAULT_AST

    with open_input(path, named=args.ast is not None) as document, refusing(path):
        wire = document.without_graph()
        program = read_program(wire)
        report, lines = args.make(Input(document, wire, program), args)
    if args.json:
        import msgspec

        text = msgspec.json.format(msgspec.json.encode(report), indent=2).decode()
    else:
        text = "\n".join(lines)
    print_text(text + "\n")
    return 0


def _central(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.central import central, lines

    report = central(given.program, given.id, args.top)
    return report, lines(report)


def _hotspots(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.source.git_log import NoHistory, changes, since_date
    from abcoder_py.views.reports.hotspots import hotspots, lines

    folder = _folder(given.document, args)
    try:
        found = changes(folder, since_date(args.since))
    except NoHistory as error:
        raise UserError(f"{error}; --repo names a git work tree of the repository") from error
    report = hotspots(given.program, given.id, found, args.since, args.top)
    return report, lines(report)


def _cycles(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.cycles import cycles, lines

    report = cycles(given.program, given.id)
    return report, lines(report)


def _dead(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.dead import dead, excluded_files, lines

    excluded = {}
    paths = excluded_files(given.wire)
    if paths:
        from abcoder_py.uniast.source_bytes import SourceFolder

        folder = SourceFolder(
            _folder(given.document, args, "names in files that were left out of the build are read there")
        )
        found = {path: folder.file(path) for path in paths}
        excluded = {path: file.text(0, len(file.data)) for path, file in found.items() if file is not None}
    report = dead(given.program, given.id, excluded)
    return report, lines(report)


def _layers(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.layers import layers, lines

    report = layers(given.program, given.id)
    return report, lines(report)


def _impact(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.impact import impact, lines

    report = impact(given.program, given.id, _node(given, args.of, args), args.depth)
    return report, lines(report)


def _path(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.route import lines, path

    ends = [_node(given, query, args) for query in (args.source, args.target)]
    report = path(given.program, given.id, *ends)
    return report, lines(report)


def _duplicates(given: Input, args: argparse.Namespace) -> Made:
    from abcoder_py.views.reports.duplicates import duplicates, lines

    report = duplicates(given.program, given.id, args.min_similarity, args.min_tokens)
    return report, lines(report)


def _folder(document: MappedDocument, args: argparse.Namespace, why: str = "") -> Path:
    """Raises UserError where the repository is not here."""
    folder = args.repo or Path(document.repository())
    if not folder.is_dir():
        because = f" ({why})" if why else ""
        raise UserError(f"{folder}: no such folder; --repo names the repository that the document describes{because}")
    return Path(folder)


def _node(given: Input, query: str, args: argparse.Namespace) -> str:
    """The id in the program of what a person writes: a file's path, or as `uniast graph --node` reads it."""
    from abcoder_py.uniast.identity import encode_part
    from abcoder_py.views.reports.program import FILE

    number = given.program.numbers.get(encode_part(query))
    if number is not None and given.program.nodes[number].type == FILE:
        return given.program.nodes[number].id
    return find_node(given.document, query, args.ast or DEFAULT_AST)


def _time(text: str) -> str:
    from abcoder_py.source.git_log import since_date

    try:
        since_date(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share; write a number above 0, at most 1")
    return value
