"""`uniast code`: the code model. Which summaries of code are missing, filing them, and finding them again.

The commands' parsers are here; what they do is in `code_pass` (index, gc), `code_queue` (status, next, describe) and
`code_shown` (tree, cat, recall).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from importlib import import_module

from abcoder_py.cli.code_input import ast_option, common_options
from abcoder_py.cli.numbers import positive

EPILOG = """examples:
  uniast code index                        brings the tree to what the folder holds; reads changed files only
  uniast code status                       how many nodes have a summary, how many wait
  uniast code next --json                  a file with its nodes that wait, for an agent; null when none does
  uniast code describe 3f9a2c41 "Sums up the prices."
  uniast code describe --stdin < answers.json
  uniast code recall "discount"            nodes whose summary has the words
  uniast code bootstrap                    instructions for an agent that writes the summaries
"""
KEPT_DAYS = 90
_Maker = Callable[..., argparse.ArgumentParser]


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command and those below it."""
    parser = commands.add_parser(
        "code",
        help="summaries of code: which are missing, filing and finding them",
        description="Keeps summaries of files and definitions, filed by name and content: each is written once. "
        "No model is called: an agent takes a batch with `next` and hands it back with `describe`.",
        epilog=EPILOG,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    shared = common_options()

    def make(name: str, module: str, words: str, examples: str) -> argparse.ArgumentParser:
        made = actions.add_parser(
            name,
            parents=[shared],
            formatter_class=parser.formatter_class,
            help=words,
            description=f"{words[0].upper()}{words[1:]}.",
            epilog=f"examples:\n{examples}",
        )
        made.set_defaults(func=partial(_run, module, name), misused=made.error)
        return made

    _add_pass(make)
    _add_queue(make)
    _add_shown(make)


def _run(module: str, name: str, args: argparse.Namespace) -> int:
    return int(getattr(import_module(f"abcoder_py.cli.{module}"), f"run_{name}")(args))


def _add_pass(make: _Maker) -> None:
    index = make(
        "index",
        "code_pass",
        "bring the tree to what the folder holds now, from syntax alone",
        "  uniast code index\n  uniast code index --collection service\n  uniast code index --all\n",
    )
    index.add_argument("--all", action="store_true", help="every collection")
    index.add_argument("--json", action="store_true", help="print a JSON list")
    ast_option(index)
    gc = make(
        "gc",
        "code_pass",
        "drop collections whose folder is gone, and old summaries that no node has",
        "  uniast code gc\n  uniast code gc --days 0\n",
    )
    gc.add_argument(
        "--days",
        type=_days,
        default=KEPT_DAYS,
        metavar="N",
        help=f"keep summaries that are younger: another branch may have their code (default: {KEPT_DAYS})",
    )
    make("bootstrap", "code_pass", "print instructions for an agent", "  uniast code bootstrap >> AGENTS.md\n")


def _days(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text}: a number of days, from 0 on")
    return int(text)


def _add_queue(make: _Maker) -> None:
    status = make(
        "status",
        "code_queue",
        "tell how many nodes have a summary and how many wait",
        "  uniast code status\n  uniast code status --callers\n",
    )
    status.add_argument(
        "--callers",
        action="store_true",
        help="summaries whose users changed since they were written; never a reason to wait",
    )
    following = make(
        "next",
        "code_queue",
        "hand out what waits: a file with its nodes, deepest first; then folders",
        "  uniast code next\n  uniast code next --json --batches 4\n  uniast code next --update-root\n",
    )
    following.add_argument("--batches", type=positive, metavar="N", help="N batches, in JSON a list")
    following.add_argument("--update-root", action="store_true", help="with the root, when nothing else waits")
    following.add_argument("--vars", action="store_true", help="with package-level values")
    describe = make(
        "describe",
        "code_queue",
        "file a summary",
        '  uniast code describe 3f9a2c41 "Sums up the prices." "Called by the till (till.py)."\n'
        "  uniast code describe --stdin < answers.json     a list of {id, summary, description}\n",
    )
    describe.add_argument("id", nargs="?", metavar="ID", help="the node's id, or a unique prefix of it")
    describe.add_argument("summary", nargs="?", metavar="SUMMARY", help="one line")
    describe.add_argument("description", nargs="?", default="", metavar="DESCRIPTION", help="more than one line")
    describe.add_argument("--stdin", action="store_true", help="read a JSON list of {id, summary, description}")
    describe.add_argument("--author", default="", metavar="NAME", help="who wrote it, such as a model's name")
    for each in (status, following):
        each.add_argument("--json", action="store_true", help="print JSON")
        ast_option(each)


def _add_shown(make: _Maker) -> None:
    tree = make(
        "tree",
        "code_shown",
        "show the nodes with their summaries",
        "  uniast code tree --depth 2\n  uniast code tree src/api.py\n",
    )
    tree.add_argument(
        "id", nargs="?", default=".", metavar="NODE", help="a qualified name or an id (default: the root)"
    )
    tree.add_argument("--depth", type=positive, metavar="N", help="the first N levels below it")
    cat = make(
        "cat",
        "code_shown",
        "show one node: its summary, who uses it, its source",
        "  uniast code cat src/api.py::Api::get\n  uniast code cat 3f9a2c41 --json\n",
    )
    cat.add_argument("id", metavar="NODE", help="a qualified name (.: the root), an id or a unique prefix of it")
    ast_option(cat)
    recall = make(
        "recall",
        "code_shown",
        "find nodes whose summary or description has the words",
        '  uniast code recall "price of a line"\n  uniast code recall discount --limit 3 --json\n',
    )
    recall.add_argument("query", metavar="QUERY", help="words; nodes that have all of them, else any")
    recall.add_argument("--limit", type=positive, default=20, metavar="N", help="at most N nodes (default: 20)")
    for each in (tree, cat, recall):
        each.add_argument("--json", action="store_true", help="print JSON")
