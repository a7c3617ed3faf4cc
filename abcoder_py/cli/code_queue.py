"""`uniast code status`, `next` and `describe`: the queue of what has no summary."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

from abcoder_py.cli.code_input import SHOWN_ID, Opened, opened, print_json, read_uses
from abcoder_py.cli.errors import UserError
from abcoder_py.wording import counted

if TYPE_CHECKING:
    from abcoder_py.index.code.pool import Answer

_ANSWERS = 'hand in a JSON list of {"id", "summary", "description"}'


def run_status(args: argparse.Namespace) -> int:
    """Prints counts, or with `--callers` the summaries whose users changed. Exit code 0."""
    with opened(args) as code:
        read_uses(*code, args.ast)
        if args.callers:
            _print_callers(code, args.json)
            return 0
        found = _counts(code)
    if args.json:
        print_json(found)
        return 0
    print(f"{found['collection']}  {found['root']}")
    print(f"  {found['described']} of {found['nodes']} nodes have a summary")
    kinds = ", ".join(f"{count} {kind}" for kind, count in found["waiting"].items())
    print(f"  waiting: {kinds or 'none'}")
    print(f"  only when asked for: {found['variables']} var (--vars), {found['root_waits']} repo (--update-root)")
    print(f"  uses: {_age(found['changed_since_parse'])}")
    return 0


def _counts(code: Opened) -> dict[str, Any]:
    from collections import Counter

    from abcoder_py.index.code.links import changed_files
    from abcoder_py.index.code.queue import stale, waiting

    connection, collection = code
    total = connection.execute("SELECT count(*) FROM nodes WHERE collection_id = ?", (collection.id,)).fetchone()[0]
    kinds = Counter(row["kind"] for row in waiting(connection, collection, variables=True, root=True))
    variables, root = kinds.pop("var", 0), kinds.pop("repo", 0)
    return {
        "collection": collection.name,
        "root": str(collection.root),
        "nodes": total,
        "described": total - len(stale(connection, collection)),
        "waiting": dict(sorted(kinds.items())),
        "variables": variables,
        "root_waits": root,
        "changed_since_parse": changed_files(connection, collection.id),
    }


def _age(changed: int | None) -> str:
    if changed is None:
        return "not known; run `uniast parse`"
    if changed:
        return f"of the last parse, since which {changed} of the files changed; run `uniast parse`"
    return "of the last parse, which is of these files"


def _print_callers(code: Opened, as_json: bool) -> None:
    from abcoder_py.index.code.links import changed_users

    found = changed_users(code.connection, code.collection.id)
    if as_json:
        print_json(found)
        return
    for each in found:
        print(f"{each['id'][:SHOWN_ID]}  {each['qualified_name']}")
        for sign, users in (("+", each["added"]), ("-", each["removed"])):
            for user in users:
                print(f"  {sign} {user}")
    if not found:
        print("no summary whose users changed")


def run_next(args: argparse.Namespace) -> int:
    """Prints the next batch, or batches. Exit code 0, also where nothing waits."""
    from abcoder_py.index.code.harness import as_json
    from abcoder_py.index.code.queue import batches

    with opened(args) as code:
        read_uses(*code, args.ast)
        queue = islice(batches(*code, args.vars, args.update_root), args.batches or 1)
        found = [as_json(*code, batch) for batch in queue]
    if args.json:
        print_json(found if args.batches else next(iter(found), None))
        return 0
    for batch in found:
        _print_batch(batch)
    if not found:
        print("nothing waits")
    return 0


def _print_batch(batch: dict[str, Any]) -> None:
    print(f"{batch['kind']} {batch['rel_path'] or '.'}")
    for node in batch["nodes"]:
        lines = f"  lines {node['lines'][0]}-{node['lines'][1]}" if node["lines"] else ""
        print(f"  {node['id'][:SHOWN_ID]}  {node['kind']:8} {node['qualified_name'] or '(root)'}{lines}{_users(node)}")
    if any(node["lines"] for node in batch["nodes"]):
        print(f"  uses: {_age(batch['changed_since_parse'])}")


def _users(node: dict[str, Any]) -> str:
    return "" if node["used_by"] is None else f"  used {counted(len(node['used_by']), 'time')}"


def run_describe(args: argparse.Namespace) -> int:
    """Files the answers. Exit code 1 where one was refused (the others are filed), 2 where the words are wrong."""
    from abcoder_py.index.code.pool import describe

    answers = _answers(args)
    with opened(args) as code:
        filed = describe(*code, answers, args.author)
    print(f"{filed.filed} filed, {len(filed.refused)} refused", file=sys.stderr)
    for sentence in filed.refused:
        print(f"uniast: {sentence}", file=sys.stderr)
    return 1 if filed.refused else 0


def _answers(args: argparse.Namespace) -> list[Answer]:
    import msgspec

    from abcoder_py.index.code.pool import Answer

    if not args.stdin:
        if args.id is None or args.summary is None:
            args.misused("give ID and SUMMARY, or --stdin with a list of answers")
        return [Answer(args.id, args.summary, args.description)]
    if args.id is not None:
        args.misused(f"{args.id}: with --stdin the ids stand in the list; leave this one out")
    try:
        return msgspec.json.decode(sys.stdin.buffer.read(), type=list[Answer])
    except msgspec.DecodeError as fault:
        raise UserError(f"standard input: no list of answers ({fault}); {_ANSWERS}") from fault
