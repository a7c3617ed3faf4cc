"""Asks a document for reports and a context from Python: `python examples/reports.py [UNIAST.json]`.

Without a file it reads the small one beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import orjson

from abcoder_py.uniast.reading import read_document
from abcoder_py.views.context import gather
from abcoder_py.views.context_text import as_markdown
from abcoder_py.views.reports.central import central
from abcoder_py.views.reports.dead import dead
from abcoder_py.views.reports.program import read_program
from abcoder_py.views.tokens import count_tokens

BUDGET = 300


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("uniast.json")
    document = read_document(orjson.loads(path.read_bytes()))
    program = read_program(document)
    leant_on = central(program, document["id"], top=3)
    for node in leant_on.nodes:
        print(f"{node.rank:.3f} {node.id}, used by {node.fan_in}")
    for finding in dead(program, document["id"], excluded={}).dead:
        print(f"dead: {finding.id} at {finding.file}:{finding.line}, {finding.reason}")
    print(f"left out: {leant_on.uncertain.ambiguous + leant_on.uncertain.unresolved} uncertain relations")
    first = leant_on.nodes[0].id
    print(as_markdown(gather(program, first, BUDGET, as_markdown, count_tokens)))


if __name__ == "__main__":
    main()
