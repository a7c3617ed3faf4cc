"""Whatever is edited between passes, the index of the changed tree is that of a clean one."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abcoder_py.index.code.collections import make_collection
from abcoder_py.index.code.database import FILE_NAME, open_code
from abcoder_py.index.code.indexing import index
from tests.index.code.test_kill import NODES

PATHS = ("a.py", "b.py", "a/a.py", "a/b.py", "a/c/__init__.py", "a/c/d.py", "shop.go", "a/shop.go", "notes.txt")
TEXTS = (
    "",
    "def f():\n    return 1\n",
    "def f():\n    return 2\n",
    "class A:\n    def f(self): ...\n\n\nclass A:\n    def f(self): ...\n",
    "X, Y = 1, 2\n\n\ndef f():\n    def g():\n        class B: ...\n",
    "package shop\n\ntype A struct{}\n\nfunc (a A) F() {}\n",
    "package shop\n\nfunc (a A) F() {}\n\nfunc (b B) F() {}\n",
    "class A(:\n  def (",
)
WRITE = st.tuples(st.just("write"), st.sampled_from(PATHS), st.sampled_from(TEXTS))
DELETE = st.tuples(st.just("delete"), st.sampled_from(PATHS), st.just(""))
MOVE = st.tuples(st.just("move"), st.sampled_from(PATHS), st.sampled_from(PATHS))
PASS = st.tuples(st.just("pass"), st.just(""), st.just(""))


def edit(root: Path, kind: str, path: str, other: str) -> None:
    target = root / path
    if kind == "write":
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(other)
    elif kind == "delete":
        target.unlink(missing_ok=True)
    elif target.is_file():
        (root / other).parent.mkdir(parents=True, exist_ok=True)
        target.replace(root / other)


def nodes(db: Path, root: Path) -> list[tuple[object, ...]]:
    """The rows after a pass."""
    connection = open_code(db, pytest.fail)
    collection = make_collection(connection, root)
    index(connection, collection.id)
    rows = [tuple(row) for row in connection.execute(NODES, (collection.id,))]
    connection.close()
    return rows


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(WRITE, WRITE, DELETE, MOVE, PASS), max_size=14))
def test_the_index_of_a_changed_tree_is_that_of_a_clean_one(edits: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "repo")
        root.mkdir()
        for each in edits:
            if each[0] == "pass":
                nodes(Path(scratch, FILE_NAME), root)
            else:
                edit(root, *each)
        assert nodes(Path(scratch, FILE_NAME), root) == nodes(Path(scratch, "clean.sqlite"), root)


@settings(max_examples=30, deadline=None)
@given(st.lists(WRITE, min_size=1, max_size=8), st.sampled_from(TEXTS))
def test_the_same_bytes_have_the_same_keys_wherever_they_lie(edits: list[tuple[str, str, str]], extra: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        keys = []
        for name in ("here/repo", "there/repo"):
            root = Path(scratch, name)
            root.mkdir(parents=True)
            for each in edits:
                edit(root, *each)
            if name.startswith("there"):  # an edit of one file that is taken back
                path = root / edits[-1][1]
                text = path.read_text()
                path.write_text(extra)
                nodes(Path(scratch, FILE_NAME), root)
                path.write_text(text)
            keys.append(nodes(Path(scratch, FILE_NAME), root))
        assert keys[0] == keys[1]


def test_a_change_of_the_same_size_in_the_same_moment_is_seen(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    path = root / "a.py"
    path.write_text(TEXTS[1])
    before = nodes(tmp_path / FILE_NAME, root)
    stat = path.stat()
    path.write_text(TEXTS[2])
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert nodes(tmp_path / FILE_NAME, root) != before
