"""`uniast parse`: a repository in, a UniAST file out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.numbers import positive, size

if TYPE_CHECKING:
    from abcoder_py.pipeline.options import ParseOptions
    from abcoder_py.pipeline.parse import Outcome

EPILOG = """examples:
  uniast parse --lang python --python .venv .    with the packages of an environment
  uniast parse --lang go --build-flag=-tags=e2e  as the build with these flags sees it
  uniast parse -o - | jq .Extra.Coverage         to standard output
  uniast parse --explain                         why each file was asked again
  uniast parse --fail-under 0.98                 a gate for CI
  uniast parse --watch                           a new document after each change
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command and its options."""
    parser = commands.add_parser("parse", help="turn a repository into UniAST", epilog=EPILOG)
    add = parser.add_argument
    add("repo", nargs="?", default=".", type=Path, metavar="REPO", help="the repository's folder (default: this one)")
    add("--lang", action="append", default=[], metavar="L", help="a language; repeat for several (default: all found)")
    add("-o", "--output", metavar="FILE", help="where to write; - for standard output (default: .uniast/uniast.json)")
    add("--repo-id", default="", metavar="ID", help="the document's id (default: from the git origin, else the path)")
    add("--exclude", action="append", default=[], metavar="GLOB", help="leave files out, as in a .gitignore; repeats")
    add("--no-tests", action="store_true", help="leave test files out")
    add("--load-external-symbol", action="store_true", help="with the content of external definitions, one step deep")
    add("--builtins", action="store_true", help="with edges to builtins")
    add("--no-graph", action="store_true", help="without the graph")
    add("--build-flag", action="append", default=[], metavar="F", help="a flag of the language's build; repeats")
    add("--server", action="append", default=[], metavar="L=NAME", help="another server for a language; repeats")
    add("--python", default="", metavar="PATH", help="a Python interpreter or environment, for imports")
    add("--jobs", type=positive, default=0, metavar="N", help="processes for syntax (default: one a processor)")
    store = parser.add_mutually_exclusive_group()
    store.add_argument("--cache", type=Path, metavar="DIR", help="the folder that keeps results between runs")
    store.add_argument("--no-cache", action="store_true", help="neither use nor keep results of other runs")
    add("--summaries", action="store_true", help="with what `uniast code` holds of it, in compress_data")
    add("--explain", action="store_true", help="tell of each file why a server was asked about it, on stderr")
    add("--syntax-only", action="store_true", help="no server: definitions, and every use unresolved")
    add("--strict", action="store_true", help="a missing server is an error for found languages too")
    end = parser.add_mutually_exclusive_group()
    end.add_argument(
        "--fail-under",
        type=_share,
        metavar="SHARE",
        help="exit 1 where a language's resolved share is below (0 to 1)",
    )
    end.add_argument("--watch", action="store_true", help="go on: a new document after each change, until Ctrl-C")
    add("--max-file-size", type=size, metavar="N", help="leave larger files out: bytes, or with K, M, G (default: 4M)")
    add("--server-memory", type=size, metavar="N", help="most memory of a server: bytes, or with K, M, G")
    add("--submodules", action="store_true", help="take repositories inside this one as a part of it")
    parser.set_defaults(func=run)


def _share(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text}: a share from 0 to 1")
    return number


def _servers(words: list[str]) -> dict[str, str]:
    """`L=NAME` words as language to server; the language may be an alias."""
    from abcoder_py.plugin.registry import language

    found = {}
    for word in words:
        name, separator, server = word.partition("=")
        if not separator or not server:
            raise UserError(f"--server {word}: write it as LANGUAGE=NAME, such as python=basedpyright")
        try:
            found[language(name).name] = server
        except ValueError as fault:
            raise UserError(f"--server {word}: {fault}") from None
    return found


def options_of(args: argparse.Namespace) -> ParseOptions:
    """The parsed words as options of the pipeline."""
    from abcoder_py.pipeline.options import MAX_FILE_SIZE, ParseOptions

    return ParseOptions(
        repo=args.repo,
        languages=tuple(args.lang),
        repo_id=args.repo_id,
        exclude=tuple(args.exclude),
        tests=not args.no_tests,
        load_external_symbol=args.load_external_symbol,
        builtins=args.builtins,
        graph=not args.no_graph,
        build_flags=tuple(args.build_flag),
        servers=_servers(args.server),
        python=args.python,
        jobs=args.jobs,
        store=args.cache / "store.sqlite" if args.cache else None,
        use_store=not args.no_cache,
        syntax_only=args.syntax_only,
        strict=args.strict,
        max_file_size=args.max_file_size or MAX_FILE_SIZE,
        submodules=args.submodules,
        server_memory=args.server_memory,
    )


def run(args: argparse.Namespace) -> int:
    """Parses, writes, and tells on stderr what was found."""
    from abcoder_py.cli.code_input import fill_summaries
    from abcoder_py.cli.explanation import tell_reasons
    from abcoder_py.cli.output import print_bytes
    from abcoder_py.cli.report import report
    from abcoder_py.pipeline import artifact
    from abcoder_py.pipeline.errors import RunError

    output = None if args.output == "-" else Path(args.output) if args.output else artifact.default_path()
    try:
        options = options_of(args)
        if output is not None:
            artifact.check_writable(output)
        if args.watch:
            from abcoder_py.cli.parse_watch import run_watch

            return run_watch(options, output, args.summaries)
        outcome = run_shown(options)
        if args.summaries:
            fill_summaries(outcome, options.repo)
        if output is None:
            print_bytes(outcome.document)
        else:
            with outcome.usage.stage("write"):
                artifact.write(output, [outcome.document])
    except RunError as fault:
        raise UserError(str(fault)) from fault
    if args.explain:
        tell_reasons(outcome)
    report(outcome, output)
    return _judge(outcome, args)


def run_shown(options: ParseOptions) -> Outcome:
    """A run with its progress on a terminal. Raises RunError."""
    import asyncio

    from abcoder_py.cli.progress import shown_progress
    from abcoder_py.pipeline.parse import run as parse

    with shown_progress() as progress:
        return asyncio.run(parse(options, progress))


def _judge(outcome: Outcome, args: argparse.Namespace) -> int:
    """The exit code: did every language reach the wanted share?"""
    below = [
        f"{found.language}: {found.share:.4f} of its uses are known, --fail-under wants {args.fail_under}"
        for found in outcome.summaries
        if args.fail_under is not None and found.share < args.fail_under
    ]
    for line in below:
        print(f"uniast: {line}", file=sys.stderr)
    return 1 if below else 0
