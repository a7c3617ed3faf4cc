"""`uniast context`: what a language model needs to work on one node, within a budget of tokens."""

from __future__ import annotations

import argparse
from typing import Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.graph import find_node, open_input, refusing
from abcoder_py.cli.input_option import DEFAULT_AST, add_ast
from abcoder_py.cli.numbers import positive

_EXAMPLES = """examples:
  uniast context --node Console.print --budget 4000
  uniast context --node 'rich.console#Console' --budget 16000 --json
"""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    from abcoder_py.views.tokens import DEFAULT, TOKENIZERS

    parser = subparsers.add_parser(
        "context",
        help="gather what a language model needs to work on a node",
        description="Print a node's text, then what it depends on, who uses it and what implements it, within a budget "
        "of tokens, and what was cut.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--node", metavar="ID", required=True, help="full id, PkgPath#Name, or a tail that only one has"
    )
    parser.add_argument(
        "--budget", metavar="N", type=positive, required=True, help="tokens that the whole output may have"
    )
    add_ast(parser)
    parser.add_argument("--format", choices=("md", "json"), default="md", help="Markdown or JSON (default: md)")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument(
        "--tokenizer", choices=TOKENIZERS, default=DEFAULT, help=f"how tokens are counted (default: {DEFAULT})"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the context. Raises UserError where the file or the node is not there, or the budget is too small."""
    from abcoder_py.cli.output import print_text
    from abcoder_py.views.context import TooSmall, gather
    from abcoder_py.views.context_text import as_json, as_markdown
    from abcoder_py.views.reports.program import read_program
    from abcoder_py.views.tokens import count_tokens

    path = args.ast or DEFAULT_AST
    render = as_json if args.format == "json" else as_markdown
    with open_input(path, named=args.ast is not None) as document, refusing(path):
        program = read_program(document.without_graph())
        node_id = find_node(document, args.node, path)
    if node_id not in program.numbers or program.nodes[program.numbers[node_id]].definition is None:
        raise UserError(f"{node_id}: external, so {path} has no text of it; name a node of the repository")
    try:
        with refusing(path):
            text = render(
                gather(program, node_id, args.budget, render, lambda text: count_tokens(text + "\n", args.tokenizer))
            )
    except TooSmall as error:
        raise UserError(f"--budget {args.budget}: {error}; give more") from error
    print_text(text + "\n")
    return 0
