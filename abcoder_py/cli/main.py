"""`uniast`: finds the command, runs it, and turns its errors into words and exit codes.

Exit codes: 0 done, 1 an error or a failed check, 2 wrong usage (of `diff`: any trouble), 130 interrupted. Commands are
modules with `add_parser`; what is heavy (models, servers, tables) they import when they run.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FrameType
from typing import Any

from abcoder_py import __version__
from abcoder_py.cli.errors import UserError

COMMANDS = {
    "parse": "parse",
    "graph": "graph",
    "report": "graph_report",
    "context": "context",
    "codestruct": "codestruct",
    "skt": "skt",
    "code": "code",
    "diff": "diff",
    "check": "check",
    "servers": "servers",
    "cache": "cache",
    "completion": "completion",
}
"""Each command and its module in this folder."""
TROUBLE = {"diff": 2}
"""Exit codes of an error other than 1: of `diff`, 1 says that there is a difference."""
EPILOG = """examples:
  uniast parse                                   this folder, every language that is found
  uniast parse --lang go ../service -o ast.json  one language, to a file of its own
  uniast graph --node Console.print              what a node uses, and what uses it
  uniast skt --edges                             symbols and edges as compact text
  uniast report dead                             what nothing can reach; central, cycles, impact, ...
  uniast context --node Console.print --budget 4000
                                                 what a language model needs to work on a node
  uniast codestruct --minify --budget 8000       a view for a language model
  uniast code next --json                        what has no summary yet, for an agent that writes them
  uniast diff HEAD: .                            which entities changed
  uniast check ast.json --repo ../service        every span and edge against the bytes
"""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of all commands, or of the one that is about to run: the others' modules stay unread."""
    from rich_argparse import RawDescriptionRichHelpFormatter

    parser = argparse.ArgumentParser(
        prog="uniast",
        description="Turns a repository into UniAST: every definition with its bytes, every relation resolved.",
        epilog=EPILOG,
        formatter_class=RawDescriptionRichHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"uniast {__version__}")
    parser.add_argument("--verbose", action="store_true", help="show the traceback of an error")
    commands = parser.add_subparsers(prog="uniast", dest="command", metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        if only in (None, name):
            import_module(f"abcoder_py.cli.{module}").add_parser(commands)
    _format_alike(commands, RawDescriptionRichHelpFormatter)
    return parser


def _format_alike(commands: Any, formatter: type[argparse.HelpFormatter]) -> None:
    """Gives the commands, and the commands below them, one look of their help."""
    for command in commands.choices.values():
        command.formatter_class = formatter
        for action in command._actions:
            if isinstance(action, argparse._SubParsersAction):
                _format_alike(action, formatter)


def _named_command(arguments: Sequence[str]) -> str | None:
    first = next((word for word in arguments if not word.startswith("-")), None)
    return first if first in COMMANDS else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and gives its exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    verbose = "--verbose" in words
    words = [word for word in words if word != "--verbose"]
    signal.signal(signal.SIGTERM, _terminate)
    return _guarded(lambda: _run(words), verbose, TROUBLE.get(_named_command(words) or "", 1))


def program() -> None:
    """What the command `uniast` is. It leaves at once: the system takes memory back faster than Python, which takes the
    objects of a large run down one by one."""
    gc.disable()  # what a command makes it needs until its end; a watch collects between updates
    code = main()
    atexit._run_exitfuncs()
    os._exit(code)


def _run(words: Sequence[str]) -> int:
    args = build_parser(_named_command(words)).parse_args(words)
    return int(args.func(args))


def _terminate(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends a run as Ctrl-C does: servers and workers go with it. A running event loop has its own way."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):  # a shell that runs us in the background has it ignored
        raise KeyboardInterrupt
    interrupt(signal.SIGINT, frame)


def leave_stdout() -> None:
    """Whatever standard output still holds goes nowhere: its last flush would fail with a message of Python's."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _guarded(command: Callable[[], int], verbose: bool, trouble: int) -> int:
    try:
        code = command()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        leave_stdout()  # the reader left: nothing more to say
        return 0
    except KeyboardInterrupt:
        print("uniast: interrupted; nothing was written", file=sys.stderr)
        return 130
    except UserError as fault:
        if verbose:
            raise
        print(f"uniast: {fault}", file=sys.stderr)
        return trouble
    except Exception as fault:
        if verbose:
            raise
        print(f"uniast: unexpected {type(fault).__name__}: {fault}; --verbose shows where", file=sys.stderr)
        return trouble


if __name__ == "__main__":
    program()
