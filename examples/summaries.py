"""Fills the queue of the code model with a stand-in describer: `python examples/summaries.py [FOLDER]`.

The loop is the one that an agent runs, through the commands (docs/code-model-protocol.md); a real describer puts a call
of its model in the place of `summarise`. No network is used. Without a folder it makes a small one; the code model is
kept in a file beside it, not in the user's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SHOP = '''"""A shop."""


class Price:
    def __init__(self, amount: int) -> None:
        self.amount = amount


def total(prices: list[Price]) -> int:
    return sum(price.amount for price in prices)
'''
TOGETHER = 16
"""Batches that are fetched and handed in by one call each."""


class CodeModel:
    """The commands of `uniast code` over one folder."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder, self._database = folder, database

    def run(self, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        program = [sys.executable, "-m", "abcoder_py.cli.main", "code", *words, "--db", str(self._database)]
        return subprocess.run(program, cwd=self._folder, input=given, capture_output=True, check=False)

    def ask(self, *words: str) -> Any:
        """What a command with `--json` prints."""
        done = self.run(*words, "--json")
        if done.returncode:
            sys.exit(done.stderr.decode())
        return json.loads(done.stdout)

    def hand_in(self, answers: list[dict[str, str]]) -> list[str]:
        """Files the answers; gives a sentence for each that was refused."""
        done = self.run("describe", "--stdin", "--author", "stand-in", given=json.dumps(answers).encode())
        return [line for line in done.stderr.decode().splitlines() if line.startswith("uniast: ")]


def summarise(node: dict[str, Any], lines: list[str]) -> dict[str, str]:
    """The stand-in: a real describer reads the lines and writes what the node does."""
    held = ", ".join(child["name"] for child in node["children"])
    users = {use["identity"] or use["rel_path"] for use in node["used_by"] or ()}
    return {
        "id": node["id"],
        "summary": f"{node['kind']} {node['name'] or 'root'} of {len(lines)} lines"
        + (f", holds {held}" if held else ""),
        "description": f"Used by {', '.join(sorted(users))}." if users else "",
    }


def describe(folder: Path, batch: dict[str, Any]) -> list[dict[str, str]]:
    """Answers to one batch: a file is read once for all its nodes."""
    text = (folder / batch["rel_path"]).read_text("utf-8", "replace").splitlines() if batch["kind"] == "file" else []
    answers = []
    for node in batch["nodes"]:
        first, last = node["lines"] or (1, 0)
        answers.append(summarise(node, text[first - 1 : last]))
    return answers


def fill(folder: Path, database: Path) -> int:
    """Runs until nothing waits; gives the number of summaries."""
    model, count = CodeModel(folder, database), 0
    model.ask("index")
    while batches := model.ask("next", "--batches", str(TOGETHER)):
        answers = [answer for batch in batches for answer in describe(folder, batch)]
        refused = model.hand_in(answers)
        if refused:  # somebody edits meanwhile: what is there now is handed out next
            print("\n".join(refused), file=sys.stderr)
            model.ask("index")
        count += len(answers) - len(refused)
    return count


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(scratch, "shop")
        if len(sys.argv) == 1:
            folder.mkdir()
            (folder / "shop.py").write_text(SHOP)
        database = Path(scratch, "code.sqlite")
        print(f"{fill(folder, database)} summaries written")
        print(f"{fill(folder, database)} on a second run")
        print(CodeModel(folder, database).run("tree", "--depth", "2").stdout.decode(), end="")


if __name__ == "__main__":
    main()
