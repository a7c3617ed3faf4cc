"""`uniast graph`: one node with its relations out of a UniAST file, as a tree or as JSON; a summary without `--node`.

Starts without pydantic and without reading the whole document: an agent calls it for every question it has.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.input_option import DEFAULT_AST, add_ast
from abcoder_py.cli.numbers import positive
from abcoder_py.uniast.lookup import AmbiguousNode, UnknownNode
from abcoder_py.uniast.mapped import MappedDocument
from abcoder_py.uniast.neighbourhood import LISTS, Neighbourhood
from abcoder_py.wording import counted

_EXAMPLES = """examples:
  uniast graph                                  what the document holds
  uniast graph --node Console.print             a node by the tail of its id
  uniast graph --node 'rich.console#Console' --direction references --depth 2
  uniast graph --node Console.print --content --codes --json
  uniast graph --node Console.print --ast ../service   a folder is parsed first
"""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "graph",
        help="show a node with its relations",
        description="Show a node of a UniAST file: its signature, its place, what it uses and what uses it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--node", metavar="ID", help="full id, PkgPath#Name, or a tail that only one has")
    add_ast(parser)
    parser.add_argument("--depth", metavar="N", type=positive, default=1, help="steps to go from the node (default: 1)")
    parser.add_argument("--direction", choices=sorted(LISTS), default="both", help="which relations (default: both)")
    parser.add_argument(
        "--content",
        action="store_true",
        help="the bodies of the node and, with --depth, of those whose relations are shown",
    )
    parser.add_argument("--codes", action="store_true", help="the source line of each relation's first use")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for. Raises UserError where the file or the node is not there."""
    path = args.ast or DEFAULT_AST
    with open_input(path, named=args.ast is not None) as document, refusing(path):
        print_summary(document, args.json) if args.node is None else print_node(document, args)
    return 0


def open_input(path: Path, named: bool) -> MappedDocument:
    """A UniAST file, or a folder, which is parsed first; `named` says that the path was given. Raises UserError."""
    if not path.is_dir():
        return open_document(path, named)
    from abcoder_py.cli.folder_input import open_folder

    return open_folder(path)


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Raises UserError where what is read inside proves to be no UniAST."""
    try:
        yield
    except (ValueError, LookupError, ArithmeticError, TypeError, AttributeError) as error:
        raise UserError(f"{path}: no UniAST document ({error}); `uniast check {path}` says where") from error


def open_document(path: Path, named: bool) -> MappedDocument:
    """Raises UserError where there is none; `named` says that the path was given."""
    try:
        return MappedDocument(path)
    except FileNotFoundError as error:
        remedy = "name a file with --ast" if named else "run `uniast parse` here first, or name a file with --ast"
        raise UserError(f"{path}: no such file; {remedy}") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}); name another file with --ast") from error
    except ValueError as error:
        raise UserError(f"{path}: no UniAST document ({error}); name another file with --ast") from error


def find_node(document: MappedDocument, query: str, path: Path) -> str:
    """The full id that `query` means in the document of that path. Raises UserError where there is none, or several."""
    try:
        return document.find(query)
    except UnknownNode as error:
        raise UserError(f"{error} in {path}; `uniast graph` lists the modules that are there") from error
    except AmbiguousNode as error:
        candidates = "\n  ".join(error.candidates)
        raise UserError(f"{error}; name one of them in full:\n  {candidates}") from error


def print_node(document: MappedDocument, args: argparse.Namespace) -> None:
    start = find_node(document, args.node, args.ast or DEFAULT_AST)
    around = Neighbourhood(document, start, args.depth, args.direction)
    if args.codes:
        around.fill_codes()
    if args.json:
        around.fill_places()
        print_json(as_json(around, args.content))
        return
    from abcoder_py.cli.graph_tree import node_tree, print_tree

    print_tree(node_tree(around, args.codes))
    if args.content:
        print_bodies(around)


def as_json(around: Neighbourhood, content: bool) -> dict[str, Any]:
    """The nodes whose relations are shown, as the Graph has them, and their definitions, with bodies if asked for."""
    kept = {"ModPath", "PkgPath", "Name", "Type", *around.lists}
    if "References" in around.lists:
        kept.add("Extra")
    graph = {
        node_id: {key: value for key, value in around.nodes[node_id].items() if key in kept}
        for node_id in sorted(around.nodes)
    }
    definitions = {}
    for node_id in graph:
        definition = around.definition(node_id)
        if definition is not None:
            definitions[node_id] = {key: value for key, value in definition.items() if content or key != "Content"}
    return {"Node": around.start, "Graph": graph, "Definitions": definitions}


def print_bodies(around: Neighbourhood) -> None:
    for node_id in around.nodes:
        definition = around.definition(node_id)
        if definition is not None:
            print(f"\n## {node_id}  {definition.get('File')}:{definition.get('Line')}\n{definition.get('Content', '')}")


def print_json(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write(os.linesep)


def print_summary(document: MappedDocument, as_json: bool) -> None:
    summary = summarise(document.whole())
    if as_json:
        print_json(summary)
        return
    print(f"{summary['id']}  UniAST {summary['ASTVersion']} by {summary['ToolVersion']}")
    for module in summary["Modules"]:
        counts = ", ".join(
            counted(module[key], key[:-1].lower()) for key in ("Packages", "Functions", "Types", "Vars", "Files")
        )
        print(f"  {module['ModPath']}  {module['Language'] or 'no language'}, {module['Dir']}: {counts}")
    print(f"  {counted(len(summary['External']), 'module')} of others: {', '.join(summary['External']) or 'none'}")
    own = sum(module[table] for module in summary["Modules"] for table in ("Functions", "Types", "Vars"))
    nodes = f"{counted(summary['Nodes'], 'node')} ({summary['Nodes'] - own} of others)"
    print(f"  graph: {nodes}, {counted(summary['Relations'], 'relation')}")
    print("`uniast graph --node ID` shows one node.")


def summarise(document: dict[str, Any]) -> dict[str, Any]:
    """What a document holds, in numbers."""
    modules = document["Modules"]
    graph = document["Graph"].values()
    return {
        **{key: document.get(key, "") for key in ("id", "ASTVersion", "ToolVersion", "Path")},
        "Modules": [_module(path, module) for path, module in modules.items() if module.get("Dir")],
        "External": [path for path, module in modules.items() if not module.get("Dir")],
        "Nodes": len(graph),
        "Relations": sum(len(node.get(key) or ()) for node in graph for key in LISTS["dependencies"]),
    }


def _module(path: str, module: dict[str, Any]) -> dict[str, Any]:
    packages = (module.get("Packages") or {}).values()
    return {
        "ModPath": path,
        "Language": module.get("Language", ""),
        "Dir": module["Dir"],
        "Packages": len(packages),
        **{
            table: sum(len(package.get(table) or ()) for package in packages)
            for table in ("Functions", "Types", "Vars")
        },
        "Files": len(module.get("Files") or ()),
    }
