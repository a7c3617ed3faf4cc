"""`uniast completion`: prints a completion script for a shell, made from the program's own options."""

from __future__ import annotations

import argparse
import sys

SHELLS = ("bash", "zsh", "fish")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    epilog = 'examples:\n  eval "$(uniast completion bash)"\n  uniast completion fish | source\n'
    parser = commands.add_parser("completion", help="print a completion script for a shell", epilog=epilog)
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    import shtab

    from abcoder_py.cli.main import build_parser

    sys.stdout.write(shtab.complete(build_parser(), shell=args.shell))
    return 0
