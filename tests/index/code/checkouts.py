"""A small repository and the loop of a describer, through the commands as an agent runs them."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.command import PROGRAM, environ, uniast

SHOP = (
    '"""A shop."""\n\n\nclass Price:\n    def add(self):\n        return 1\n\n\ndef sell():\n    return Price().add()\n'
)


def make_shop(folder: Path) -> Path:
    """The shop's three files, one of them empty."""
    (folder / "sub").mkdir(parents=True)
    (folder / "shop.py").write_text(SHOP)
    (folder / "sub/__init__.py").write_text("")
    (folder / "sub/other.py").write_text("def other():\n    return 2\n")
    return folder


def git(folder: Path, *words: str) -> None:
    """Runs git with an author of its own."""
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def next_batch(folder: Path, db: Path, *options: str) -> Any:
    """What `next --json` prints."""
    done = uniast("code", "next", "--json", "--db", db, *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def answer(folder: Path, db: Path, answers: list[dict[str, str]]) -> subprocess.CompletedProcess[bytes]:
    """Hands in a list by `describe --stdin`."""
    return subprocess.run(
        [*PROGRAM, "code", "describe", "--stdin", "--db", str(db)],
        input=json.dumps(answers).encode(),
        cwd=folder,
        env=environ(),
        capture_output=True,
        check=False,
    )


def answers_to(batches: list[dict[str, Any]]) -> list[dict[str, str]]:
    """A stand-in describer's answers."""
    return [{"id": node["id"], "summary": f"what {node['name']} does"} for batch in batches for node in batch["nodes"]]


def described(folder: Path, db: Path) -> int:
    """Describes all that waits; gives the number of summaries."""
    count = 0
    while batches := next_batch(folder, db, "--batches", "100"):
        answers = answers_to(batches)
        done = answer(folder, db, answers)
        assert done.returncode == 0, done.stderr
        count += len(answers)
    return count
