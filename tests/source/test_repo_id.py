"""What a repository is called."""

import subprocess
from pathlib import Path

import pytest

from abcoder_py.source.repo_id import repo_id


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/owner/name.git", "example.org/owner/name"),
        ("https://user:secret@Example.org:8443/owner/name", "example.org/owner/name"),
        ("ssh://git@example.org:22/group/sub/name.git/", "example.org/group/sub/name"),
        ("git@example.org:owner/name.git", "example.org/owner/name"),
        ("example.org:name", "example.org/name"),
        ("/srv/git/name.git", None),
        ("../name", None),
        ("file:///srv/git/name.git", None),
        ("https://example.org/", None),
    ],
)
def test_the_origins_host_owner_and_name(tmp_path: Path, url: str, expected: str | None) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "other", "https://example.org/not/this"], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", url], check=True)
    assert repo_id(tmp_path) == (expected or str(tmp_path))


def test_only_a_work_tree_of_its_own_has_an_origin(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", "https://example.org/owner/name"], check=True)
    (tmp_path / "sub").mkdir()
    assert repo_id(tmp_path / "sub") == str(tmp_path / "sub")
    assert repo_id(tmp_path / "sub", "mine") == "mine"


def test_a_linked_work_tree_shares_the_origin(tmp_path: Path) -> None:
    main = tmp_path / "main"
    subprocess.run(["git", "init", "-q", main], check=True)
    for arguments in (
        ["remote", "add", "origin", "git@example.org:owner/name.git"],
        ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "one"],
        ["worktree", "add", "-q", str(tmp_path / "linked")],
    ):
        subprocess.run(["git", "-C", main, *arguments], check=True, capture_output=True)
    assert repo_id(tmp_path / "linked") == "example.org/owner/name"
