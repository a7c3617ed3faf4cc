"""`uniast servers`: which language servers there are, and `uniast servers install`: brings those that are missing."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from abcoder_py.cli.errors import UserError

if TYPE_CHECKING:
    from abcoder_py.plugin.language import Language
    from abcoder_py.plugin.servers import ServerSpec
    from abcoder_py.servers.find import Finding

_COLUMNS = ("language", "server", "state", "version", "wanted", "path")
_STYLES = {"ready": "green", "other version": "yellow", "no toolchain": "red", "broken": "red", "missing": "red"}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = commands.add_parser(
        "servers",
        help="which language servers there are, and installing them",
        description="Lists each language's servers, the default first: where found, version, wanted version, state.",
        epilog="examples:\n  uniast servers\n  uniast servers install go --with-toolchain\n"
        "  uniast servers install python=basedpyright",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.set_defaults(func=run)
    actions = parser.add_subparsers(metavar="install")
    install = actions.add_parser(
        "install",
        formatter_class=parser.formatter_class,
        help="bring servers of the pinned versions into a folder of ours",
        description="Installs servers by their language's own package client into a folder of ours ($UNIAST_HOME).",
    )
    install.add_argument(
        "servers",
        nargs="*",
        metavar="LANG[=SERVER]",
        help="a language for its default server, or one server of it; without any: every language's default",
    )
    install.add_argument("--with-toolchain", action="store_true", help="bring a missing toolchain too")
    install.set_defaults(func=run_install)


def run(args: argparse.Namespace) -> int:
    """Prints the table. Exit code 0."""
    rows = [_row(language, spec) for language, spec in _all_servers()]
    if args.json:
        import orjson

        print(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode())
    elif sys.stdout.isatty():
        _print_table(rows)
    else:
        _print_plain(rows)
    return 0


def run_install(args: argparse.Namespace) -> int:
    """Installs what is named and missing; all are tried. Exit code 1 where one could not be installed."""
    from abcoder_py.servers.install import install_server
    from abcoder_py.servers.steps import InstallError

    failed = False
    for language, spec in [_named(name) for name in args.servers] or _default_servers():
        try:
            finding = install_server(spec, args.with_toolchain, tell=lambda message: print(message, flush=True))
        except InstallError as error:
            print(f"uniast: {language.name}: {error}", file=sys.stderr)
            failed = True
        else:
            print(f"{language.name}: {spec.name} {finding.version} is {_said(finding)}")
            failed = failed or not finding.usable
    return int(failed)


def _said(finding: Finding) -> str:
    if finding.state == "ready":
        return f"ready at {finding.path}"
    return f"at {finding.path} ({finding.state}: {finding.detail})"


def _all_servers() -> list[tuple[Language, ServerSpec]]:
    from abcoder_py.plugin.registry import languages

    return [(language, spec) for language in languages().values() for spec in language.servers]


def _default_servers() -> list[tuple[Language, ServerSpec]]:
    from abcoder_py.plugin.registry import languages

    return [(language, language.servers[0]) for language in languages().values() if language.servers]


def _named(name: str) -> tuple[Language, ServerSpec]:
    from abcoder_py.plugin.registry import language

    tongue, _, server = name.partition("=")
    try:
        found = language(tongue)
    except ValueError as error:
        raise UserError(str(error)) from error
    for spec in found.servers:
        if server in ("", spec.name):
            return found, spec
    there = ", ".join(spec.name for spec in found.servers) or "none"
    raise UserError(f"no server {server!r} for {found.name}; there are: {there}")


def _row(language: Language, spec: ServerSpec) -> dict[str, Any]:
    from abcoder_py.servers.find import find_server

    finding = find_server(spec)
    return {
        "language": language.name,
        "server": spec.name,
        "default": spec is language.servers[0],
        "state": finding.state,
        "version": finding.version,
        "wanted": spec.version,
        "path": finding.path,
        "detail": finding.detail,
        "install": "" if finding.state == "ready" else f"uniast servers install {_to_install(language, spec)}",
    }


def _to_install(language: Language, spec: ServerSpec) -> str:
    return language.name if spec is language.servers[0] else f"{language.name}={spec.name}"


def _print_table(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for column in _COLUMNS:
        table.add_column(column, overflow="fold" if column == "path" else "ellipsis", no_wrap=column != "path")
    for row in rows:
        style = _STYLES[row["state"]]
        table.add_row(*(Text(row[column], style=style if column == "state" else "") for column in _COLUMNS))
    console = Console()
    console.print(table)
    for row in rows:
        if row["detail"]:
            console.print(Text(f"{row['server']}: {row['detail']}", style="dim"))
        if row["install"] and row["default"]:
            console.print(Text(f"{row['server']}: {row['install']}", style="dim"))


def _print_plain(rows: list[dict[str, Any]]) -> None:
    """Tab-separated, with a header: for other programs."""
    for row in [dict(zip(_COLUMNS, _COLUMNS, strict=True)), *rows]:
        print("\t".join(row[column] for column in _COLUMNS))
