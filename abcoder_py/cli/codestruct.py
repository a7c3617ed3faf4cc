"""`uniast codestruct`: the CodeStruct view of a repository, or CodeStruct text in another form."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.input_option import DEFAULT_AST, add_input, given_input
from abcoder_py.cli.numbers import positive
from abcoder_py.views.tokens import DEFAULT, TOKENIZERS

if TYPE_CHECKING:
    from abcoder_py.views.codestruct import Entity

MINIFIED = ("min", "max")
EPILOG = """examples:
  uniast codestruct                                   of the document that `uniast parse` wrote here
  uniast codestruct ../service -o service.txt         parses a folder first
  uniast codestruct ast.json --node Console.print     one definition
  uniast codestruct ast.json --minify --budget 8000   what fits into a prompt
  uniast codestruct service.txt --minify=max          from text, without a document
  uniast codestruct small.txt --expand                and back
"""
_NEED_UNIAST = {"impl": "--impl", "hash": "--hash", "canonical_types": "--canonical-types"}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command and its options."""
    parser = commands.add_parser(
        "codestruct",
        help="write the CodeStruct view",
        description="A hierarchical text of what there is in a repository, for language models and people.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add_input(parser, "a UniAST file, a folder to parse, or CodeStruct; - for standard input")
    add("-o", "--output", default="-", metavar="FILE", help="where to write (default: standard output)")
    add("--doc", action=argparse.BooleanOptionalAction, help="documentation (default: unless minified)")
    add("--impl", action="store_true", help="with bodies, in the long form")
    add("--hash", action="store_true", help="with hashes, for `uniast diff`, in the long form")
    add("--no-uses", dest="uses", action="store_false", help="without what functions and classes use")
    add("--canonical-types", action="store_true", help="INTEGER, STRING, BOOLEAN, FLOAT for each language's own")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--minify", dest="form", action="store_const", const="min", help="on one line, abbreviated")
    form.add_argument("--minify=max", dest="form", action="store_const", const="max", help="and without obvious keys")
    form.add_argument("--expand", dest="form", action="store_const", const="long", help="the long form (the default)")
    add("--no-legend", dest="legend", action="store_false", help="minified without its legend")
    add("--depth", type=positive, metavar="N", help="the first N levels of the tree")
    add("--include", action="append", default=[], metavar="GLOB", help="these files only, as in a .gitignore; repeats")
    add("--exclude", action="append", default=[], metavar="GLOB", help="leave files out, as in a .gitignore; repeats")
    add("--node", metavar="ID", help="one part: a path, a full id, PkgPath#Name, or a tail that only one has")
    add(
        "--budget",
        type=positive,
        metavar="N",
        help="at most N tokens: leaves out bodies, docs, uses, private members, then files, the least used first",
    )
    add("--tokenizer", choices=TOKENIZERS, default=DEFAULT, help=f"whose tokens --budget counts (default: {DEFAULT})")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Reads, selects, writes. Raises UserError with what can be done."""
    from abcoder_py.cli.output import check_output, write_output

    args.input = given_input(args)
    check_output(args.output)
    write_output(args.output, _text(args, _select(args, _tree(args))).encode())
    return 0


def _tree(args: argparse.Namespace) -> list[Entity]:
    from abcoder_py.cli.view_input import CODESTRUCT, read_codestruct, read_document, read_input
    from abcoder_py.views.codestruct.repository import Choices, view

    choices = Choices(
        doc=_with_doc(args),
        impl=args.impl and args.form not in MINIFIED,
        uses=args.uses,
        canonical_types=args.canonical_types,
        hashes=args.hash and args.form not in MINIFIED,
    )
    given = read_input(args.input, CODESTRUCT)
    if given.is_json:
        return view(read_document(given), choices)
    for name, option in _NEED_UNIAST.items():
        if getattr(args, name):
            raise UserError(
                f"{given.name}: is CodeStruct, which {option} cannot add to; name a UniAST file or a folder"
            )
    return read_codestruct(given)


def _with_doc(args: argparse.Namespace) -> bool:
    return args.form not in MINIFIED if args.doc is None else bool(args.doc)


def _select(args: argparse.Namespace, roots: list[Entity]) -> list[Entity]:
    from abcoder_py.cli.output import tell_unmatched
    from abcoder_py.uniast.lookup import AmbiguousNode, UnknownNode
    from abcoder_py.views.codestruct import select
    from abcoder_py.views.path_choice import PathChoice

    minified, path = args.form in MINIFIED, args.input or DEFAULT_AST
    select.strip(roots, doc=not _with_doc(args), impl=minified, uses=not args.uses)
    if args.include or args.exclude:
        choice = PathChoice(args.include, args.exclude)
        for root in roots:
            if root.keyword == "dir":
                select.keep_files(root, choice.takes)
        tell_unmatched(choice)
    if args.node is not None:
        try:
            roots = [select.find(roots, args.node)]
        except UnknownNode as fault:
            raise UserError(f"{fault} in {path}; `uniast codestruct {path} --depth 4` shows names") from fault
        except AmbiguousNode as fault:
            candidates = "\n  ".join(fault.candidates)
            raise UserError(f"{fault}; name one of them in full:\n  {candidates}") from fault
    if args.depth:
        select.cut_below(roots, args.depth)
    return roots


def _text(args: argparse.Namespace, roots: list[Entity]) -> str:
    from abcoder_py.views.codestruct import LEGEND, minify, write
    from abcoder_py.views.codestruct.budget import BudgetError

    def render(roots: list[Entity]) -> str:
        if args.form not in MINIFIED:
            return write(roots)
        legend = LEGEND if args.legend else ""
        return f"{legend}{minify(roots, doc=_with_doc(args), most=args.form == 'max')}\n"

    try:
        return _fitted(args, roots, render) if args.budget else render(roots)
    except BudgetError as fault:
        raise UserError(
            f"{args.input or DEFAULT_AST}: {fault}; raise --budget, or show less with --node, --include or --depth"
        ) from fault


def _fitted(args: argparse.Namespace, roots: list[Entity], render: Callable[[list[Entity]], str]) -> str:
    from abcoder_py.views.codestruct.budget import fit, note
    from abcoder_py.views.tokens import count_tokens

    fitted = fit(roots, args.budget, render, lambda text: count_tokens(text, args.tokenizer))
    left_out = f"; left out: {note(fitted.left_out)}" if fitted.left_out else ""
    print(f"{fitted.tokens} tokens of {args.tokenizer}{left_out}", file=sys.stderr)
    return fitted.text
