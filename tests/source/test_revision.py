"""The files of a git revision as git has them stored."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from abcoder_py.source.revision import RevisionError, write_revision
from tests.test_trees import git, grow


def commit(folder: Path, files: dict[str, str | bytes]) -> None:
    grow(folder, files)
    git(folder, "add", "-A", "-f")
    git(folder, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "t")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(
        folder,
        {"a.py": "A = 1\n", "lib/é b.bin": b"\x00\xff\r\n", "lib/deep/c": "", ".gitignore": "kept\n", "kept": "k"},
    )
    (folder / "link").symlink_to("a.py")
    commit(folder, {"a.py": "A = 2\n"})
    grow(folder, {"a.py": "A = 3\n", "untracked": "x"})
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_a_revision_is_written_byte_by_byte(repository: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    write_revision(repository, "HEAD:", target)
    assert contents(target) == {
        ".gitignore": b"kept\n",
        "a.py": b"A = 2\n",
        "kept": b"k",
        "lib/deep/c": b"",
        "lib/é b.bin": b"\x00\xff\r\n",
        "link": b"A = 2\n",
    }
    assert (target / "link").is_symlink()


def test_a_folder_of_an_older_revision_from_below(repository: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    write_revision(repository / "lib/deep", "HEAD~1:lib", target)
    assert contents(target) == {"deep/c": b"", "é b.bin": b"\x00\xff\r\n"}


def test_what_is_ignored_and_tracked_is_tracked_there_too(repository: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    write_revision(repository, "HEAD~1:", target)
    listed = subprocess.run(["git", "-C", target, "ls-files", "-z"], capture_output=True, check=True).stdout
    assert b"kept" in listed.split(b"\0")


def test_filters_of_the_repository_are_not_run(repository: Path, tmp_path: Path) -> None:
    commit(repository, {".gitattributes": "*.py filter=trap text eol=crlf export-ignore\n"})
    git(repository, "config", "filter.trap.smudge", "sh -c 'exit 1'")
    target = tmp_path / "target"
    target.mkdir()
    write_revision(repository, "HEAD:", target)
    assert (target / "a.py").read_bytes() == b"A = 3\n"


@pytest.mark.parametrize("revision", ["nowhere:", "HEAD:nowhere", "--help:", ""])
def test_no_such_revision(repository: Path, tmp_path: Path, revision: str) -> None:
    with pytest.raises(RevisionError):
        write_revision(repository, revision, tmp_path)


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RevisionError, match="not a git repository"):
        write_revision(tmp_path, "HEAD:", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RevisionError, match="git is not installed"):
        write_revision(tmp_path, "HEAD:", tmp_path)
