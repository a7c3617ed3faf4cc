"""`uniast code`: the code model. Which summaries of code are missing, filing them, and finding them again.

The commands' parsers are here; what they do is in `code_pass` (index, gc), `code_queue` (status, next, describe) and
`code_shown` (tree, cat, recall).
"""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from abcoder_py.cli.code_input import add_uses, common_options
from abcoder_py.cli.numbers import count, positive

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
Argument = tuple[str, dict[str, Any]]


class Action(NamedTuple):
    """A command below `uniast code`; `run_NAME` of its module does it."""

    name: str
    module: str
    about: str
    examples: tuple[str, ...]
    arguments: tuple[Argument, ...] = ()
    json: bool = True
    """Has it `--json`?"""
    uses: bool = False
    """Does it tell who uses what, and so has `--ast`?"""


def _takes(name: str, about: str, **rest: Any) -> Argument:
    return name, rest | {"help": about}


def _flag(name: str, about: str) -> Argument:
    return _takes(name, about, action="store_true")


ACTIONS = (
    Action(
        "index",
        "code_pass",
        "bring the tree to what the folder holds now, from syntax alone",
        ("code index", "code index --collection service", "code index --all"),
        (_flag("--all", "every collection"),),
        uses=True,
    ),
    Action(
        "status",
        "code_queue",
        "tell how many nodes have a summary and how many wait",
        ("code status", "code status --callers"),
        (_flag("--callers", "summaries whose users changed since they were written; never a reason to wait"),),
        uses=True,
    ),
    Action(
        "next",
        "code_queue",
        "hand out what waits: a file with its nodes, deepest first; then folders",
        ("code next", "code next --json --batches 4", "code next --update-root"),
        (
            _takes("--batches", "N batches, in JSON a list", type=positive, metavar="N"),
            _flag("--update-root", "with the root, when nothing else waits"),
            _flag("--vars", "with package-level values"),
        ),
        uses=True,
    ),
    Action(
        "describe",
        "code_queue",
        "file a summary",
        (
            'code describe 3f9a2c41 "Sums up the prices." "Called by the till (till.py)."',
            "code describe --stdin < answers.json     a list of {id, summary, description}",
        ),
        (
            _takes("id", "the node's id, or a unique prefix of it", nargs="?", metavar="ID"),
            _takes("summary", "one line", nargs="?", metavar="SUMMARY"),
            _takes("description", "more than one line", nargs="?", default="", metavar="DESCRIPTION"),
            _flag("--stdin", "read a JSON list of {id, summary, description}"),
            _takes("--author", "who wrote it, such as a model's name", default="", metavar="NAME"),
        ),
        json=False,
    ),
    Action(
        "tree",
        "code_shown",
        "show the nodes with their summaries",
        ("code tree --depth 2", "code tree src/api.py"),
        (
            _takes("id", "a qualified name or an id (default: the root)", nargs="?", default=".", metavar="NODE"),
            _takes("--depth", "the first N levels below it", type=positive, metavar="N"),
        ),
    ),
    Action(
        "cat",
        "code_shown",
        "show one node: its summary, who uses it, its source",
        ("code cat src/api.py::Api::get", "code cat 3f9a2c41 --json"),
        (_takes("id", "a qualified name (.: the root), an id or a unique prefix of it", metavar="NODE"),),
        uses=True,
    ),
    Action(
        "recall",
        "code_shown",
        "find nodes whose summary or description has the words",
        ('code recall "price of a line"', "code recall discount --limit 3 --json"),
        (
            _takes("query", "words; nodes that have all of them, else any", metavar="QUERY"),
            _takes("--limit", "at most N nodes (default: 20)", type=positive, default=20, metavar="N"),
        ),
    ),
    Action(
        "gc",
        "code_pass",
        "drop collections whose folder is gone, and old summaries that no node has",
        ("code gc", "code gc --days 0"),
        (
            _takes(
                "--days",
                f"keep summaries that are younger: another branch may have their code (default: {KEPT_DAYS})",
                type=count,
                default=KEPT_DAYS,
                metavar="N",
            ),
        ),
        json=False,
    ),
    Action(
        "bootstrap",
        "code_pass",
        "print instructions for an agent",
        ("code bootstrap >> AGENTS.md",),
        json=False,
    ),
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command and those below it."""
    parser = commands.add_parser(
        "code",
        help="summaries of code: which are missing, filing and finding them",
        description="Keeps summaries of files and definitions, filed by name and content: each is written once. "
        "No model is called: an agent takes a batch with `next` and hands it back with `describe`.",
        epilog=EPILOG,
    )
    made = parser.add_subparsers(metavar="ACTION", required=True)
    shared = common_options()
    for action in ACTIONS:
        _add(made, shared, action)


def _add(made: Any, shared: argparse.ArgumentParser, action: Action) -> None:
    parser = made.add_parser(
        action.name,
        parents=[shared],
        help=action.about,
        description=f"{action.about[0].upper()}{action.about[1:]}.",
        epilog="\n".join(["examples:", *(f"  uniast {example}" for example in action.examples)]),
    )
    for name, rest in action.arguments:
        parser.add_argument(name, **rest)
    if action.json:
        parser.add_argument("--json", action="store_true", help="write JSON")
    if action.uses:
        add_uses(parser)
    parser.set_defaults(func=partial(_run, action), misused=parser.error)


def _run(action: Action, args: argparse.Namespace) -> int:
    return int(getattr(import_module(f"abcoder_py.cli.{action.module}"), f"run_{action.name}")(args))
