"""`uniast diff` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import told, uniast
from tests.source.test_revision import commit
from tests.test_trees import git, grow
from tests.views.codestruct.repositories import SHOP


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The shop under git, then changed: a function's body, a function's name, a file's name, a new file."""
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, dict(SHOP))
    money, use = str(SHOP["shop/money.py"]), str(SHOP["shop/use.py"])
    git(folder, "mv", "README.md", "README.txt")
    changed = money.replace("1 + TAX", "1.0 + TAX")
    grow(
        folder,
        {
            "shop/money.py": changed,
            "shop/use.py": use.replace("on_event(event)", "heard(event)"),
            "shop/new.py": "N = 1\n",
        },
    )
    return folder


EXPECTED = """\
added    file shop/new.py
changed  func shop/money.py taxed
renamed  file README.md -> file README.txt
renamed  func shop/use.py on_event -> func shop/use.py heard
"""


def test_a_revision_against_the_folder(repository: Path) -> None:
    done = uniast("diff", "HEAD:", ".", cwd=repository)
    assert (done.returncode, done.stdout.decode()) == (1, EXPECTED), done.stderr
    assert uniast("diff", "HEAD:", "HEAD:", cwd=repository).returncode == 0
    assert uniast("diff", "HEAD:shop", repository / "shop", cwd=repository / "shop").returncode == 1


def test_documents_and_text_against_folders(repository: Path, tmp_path: Path) -> None:
    ast, text = tmp_path / "ast.json", tmp_path / "view.txt"
    told(uniast("parse", repository, "-o", ast, "--no-cache"), 0)
    told(uniast("codestruct", ast, "--hash", "-o", text), 0)
    for one in (ast, text, repository):
        for other in (ast, text, repository):
            done = uniast("diff", one, other)
            assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert uniast("diff", "HEAD:", ast, cwd=repository).stdout.decode() == EXPECTED


def test_json(repository: Path) -> None:
    done = uniast("diff", "--json", "HEAD:", ".", cwd=repository)
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert found["equal"] is False
    (changed,) = found["changed"]
    assert {key: changed[key] for key in ("keyword", "path", "name")} == {
        "keyword": "func",
        "path": "shop/money.py",
        "name": "taxed",
    }
    assert len(changed["hash"]) == 32
    assert {one["old"]["path"] for one in found["renamed"]} == {"README.md", "shop/use.py"}
    assert found["removed"] == []
    assert json.loads(uniast("diff", "--json", ".", ".", cwd=repository).stdout)["equal"] is True


def test_trouble_is_2_and_no_difference(repository: Path, tmp_path: Path) -> None:
    grow(tmp_path, {"plain.txt": "dir: a\n", "bad.txt": "dir a\n"})
    for words, message in [
        (("HEAD:", "nowhere"), "nowhere: no such file or folder"),
        (("nowhere:", "."), "nowhere:: no such revision"),
        ((tmp_path / "plain.txt", "."), "has no hash at one root; write it with `uniast codestruct --hash`"),
        ((tmp_path / "bad.txt", "."), "bad.txt:1:1: no CodeStruct"),
        (("HEAD:",), "required: NEW"),
    ]:
        assert message in told(uniast("diff", *words, cwd=repository), 2)
