"""`uniast skt`: a repository's symbols and edges as .skt text or JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.input_option import DEFAULT_AST, add_input, given_input
from abcoder_py.cli.numbers import positive
from abcoder_py.wording import counted

if TYPE_CHECKING:
    from abcoder_py.views.skt import Document

FLAT_LINES = 1000
_MODES = ("inline", "directory-flat", "directory-tree")
_EXAMPLES = """examples:
  uniast skt                                              symbols of .uniast/uniast.json
  uniast skt ../service --edges --minify -o service.skt   a folder, parsed first
  uniast skt ast.json --edges --json                      for a program
  uniast skt --output-mode directory-flat --max-lines 500 -o chunks
  uniast skt --exported-only --exclude tests/
"""


def add_parser(commands: Any) -> None:
    """Registers the command and its options."""
    parser = commands.add_parser(
        "skt",
        help="write symbols and edges as .skt text",
        description="Write symbols and resolved edges as compact text (.skt) or JSON.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_input(parser, "a UniAST file, a folder to parse, or .skt text; - for standard input")
    add("--edges", action="store_true", help="with the edges between symbols")
    add("--externals", action="store_true", help="with edges to definitions outside the repository")
    add("--minify", action="store_true", help="codes for repeated tokens, in a section dict")
    add("--format", choices=("skt", "json"), default="skt", help="text or JSON (default: skt)")
    add("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    add(
        "--output-mode", choices=_MODES, default="inline", metavar="MODE", help=f"{', '.join(_MODES)} (default: inline)"
    )
    add("--max-lines", type=positive, metavar="N", help=f"lines of a chunk of directory-flat (default: {FLAT_LINES})")
    add("-o", "--output", metavar="OUT", help="a file, or the folder of chunks (default: standard output)")
    add("--clean", action="store_true", help="remove the chunks of another run from the folder")
    add("--exported-only", action="store_true", help="without symbols that are not exported")
    add("--include", action="append", default=[], metavar="GLOB", help="these files only, as in a .gitignore; repeats")
    add("--exclude", action="append", default=[], metavar="GLOB", help="without these files; repeats")
    parser.set_defaults(func=run, wrong_usage=parser.error)


def _check_usage(args: argparse.Namespace) -> None:
    chunked = args.output_mode != "inline"
    for wrong, words in (
        (chunked and args.format == "json", "JSON goes with --output-mode inline"),
        (chunked and args.output in (None, "-"), f"--output-mode {args.output_mode} wants a folder: name it with -o"),
        (args.max_lines and args.output_mode != "directory-flat", "--max-lines goes with --output-mode directory-flat"),
        (args.clean and not chunked, "--clean goes with an output mode of several files"),
        (args.minify and args.format == "json", "--minify goes with text, not JSON"),
        (args.externals and not args.edges, "--externals goes with --edges"),
    ):
        if wrong:
            args.wrong_usage(words)


def run(args: argparse.Namespace) -> int:
    """Writes the view, and tells on stderr what it holds."""
    _check_usage(args)
    args.input = given_input(args)
    from abcoder_py.cli.graph import refusing
    from abcoder_py.cli.output import tell_unmatched
    from abcoder_py.views.path_choice import PathChoice

    choice = PathChoice(args.include, args.exclude)
    document, left_out = _load(args, choice.takes)
    tell_unmatched(choice)

    with refusing(args.input or DEFAULT_AST):
        written = _inline(document, args) if args.output_mode == "inline" else _chunks(document, args)
    if isinstance(written, bytes):
        from abcoder_py.cli.output import write_output

        write_output(args.output or "-", written)
    else:
        from abcoder_py.cli.chunk_folder import write_chunks

        write_chunks(Path(args.output), written, clean=args.clean)
    _tell(document, left_out, args)
    return 0


def _load(args: argparse.Namespace, takes: Callable[[str], bool]) -> tuple[Document, int]:
    """The document, and how many edges lead to what it does not show."""
    from abcoder_py.cli.graph import refusing
    from abcoder_py.cli.view_input import SKT, read_input, read_text, read_wire
    from abcoder_py.views.skt import Choice, SktError, from_uniast, read

    given = read_input(args.input, SKT)
    if not given.is_json:
        try:
            return _selected(read(read_text(given)), args, takes), 0
        except SktError as fault:
            raise UserError(f"{given.name}: no .skt text: {fault}") from fault
    wire = read_wire(given)
    with refusing(Path(given.name)):
        built = from_uniast(wire, Choice(args.edges, args.externals, args.exported_only, takes))
    return built.document, built.left_out


def _selected(document: Document, args: argparse.Namespace, takes: Callable[[str], bool]) -> Document:
    from abcoder_py.views.skt import Document, select

    document = select(document, takes=takes, exported_only=args.exported_only)
    return document if args.edges else Document(document.files, (), document.errors)


def _inline(document: Document, args: argparse.Namespace) -> bytes:
    from abcoder_py.views.skt import to_json, write

    if args.format == "skt":
        return write(document, minify=args.minify).encode()
    import orjson

    return orjson.dumps(to_json(document), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _chunks(document: Document, args: argparse.Namespace) -> Mapping[str, str]:
    from abcoder_py.views.skt import flat_chunks, tree_chunks

    if args.output_mode == "directory-tree":
        return tree_chunks(document, minify=args.minify)
    return flat_chunks(document, args.max_lines or FLAT_LINES, minify=args.minify)


def _tell(document: Document, left_out: int, args: argparse.Namespace) -> None:
    symbols = sum(len(block.symbols) for block in document.files)
    words = f"{counted(len(document.files), 'file')}, {counted(symbols, 'symbol')}"
    if args.edges:
        counts = dict.fromkeys(("", "unresolved", "ambiguous"), 0)
        for group in document.edges:
            counts[group.status] += len(group.targets)
        words += f", {counted(counts[''], 'edge')}, {counts['unresolved']} unresolved, {counts['ambiguous']} ambiguous"
    print(words, file=sys.stderr)
    if left_out:
        remedy = "" if args.externals else ", those outside the repository with --externals"
        print(f"left out: {counted(left_out, 'edge')} to definitions that are not shown{remedy}", file=sys.stderr)
