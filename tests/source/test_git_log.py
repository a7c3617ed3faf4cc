"""Histories read from real repositories, hostile ones included."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from abcoder_py.source.git_log import NoHistory, changes, since_date


def git(folder: Path, *words: str, date: str = "2026-01-15T12:00:00") -> None:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    who = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": os.devnull}
    named = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *named, "-C", str(folder), *words], check=True, capture_output=True, env=environ | who)


def commit(folder: Path, files: dict[str, str], date: str = "2026-01-15T12:00:00") -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    git(folder, "add", "-A", date=date)
    git(folder, "commit", "-q", "-m", "x", date=date)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, {"a.py": "1", "sub/b é.py": "1"}, date="2025-01-01T00:00:00")
    commit(folder, {"a.py": "2", "sub/b é.py": "2"})
    commit(folder, {"a.py": "3"})
    return folder


def test_commits_are_counted_for_each_file(repository: Path) -> None:
    assert changes(repository, since_date("2000-01-01")) == {"a.py": 3, "sub/b é.py": 2}


def test_only_commits_since_then_count(repository: Path) -> None:
    assert changes(repository, since_date("2026-01-01")) == {"a.py": 2, "sub/b é.py": 1}


def test_a_folder_below_has_its_own_paths(repository: Path) -> None:
    assert changes(repository / "sub", since_date("2000-01-01")) == {"b é.py": 2}


def test_a_moved_file_keeps_its_history(repository: Path) -> None:
    git(repository, "mv", "a.py", "c.py")
    commit(repository, {})
    git(repository, "mv", "c.py", "d.py")
    commit(repository, {"sub/e.py": "1"})
    assert changes(repository, since_date("2000-01-01")) == {"d.py": 5, "sub/b é.py": 2, "sub/e.py": 1}


def test_an_empty_history_has_no_changes(repository: Path) -> None:
    assert changes(repository, since_date("2026-06-01")) == {}


def test_a_folder_without_history_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NoHistory, match=r"git tells no history \(fatal: "):
        changes(tmp_path, since_date("12mo"))


def test_a_machine_without_git_is_an_error(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoHistory, match="git cannot be started"):
        changes(repository, since_date("12mo"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("12mo", "12 months ago"),
        ("3m", "3 months ago"),
        ("90d", "90 days ago"),
        ("6w", "6 weeks ago"),
        ("2y", "2 years ago"),
        ("2026-01-31", "2026-01-31T00:00:00"),
    ],
)
def test_a_time_is_read(text: str, read: str) -> None:
    assert since_date(text) == read


@pytest.mark.parametrize("text", ["", "12", "mo", "yesterday", "--output=x", "2026-1-1"])
def test_another_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write 90d"):
        since_date(text)


def test_nothing_that_the_repository_names_is_run(repository: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    script.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.pager",
        "pager.log",
        "core.sshCommand",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.smudge",
        "filter.evil.clean",
        "gpg.program",
        "credential.helper",
    ):
        git(repository, "config", name, str(script))
    for name, value in {"log.showSignature": "true", "log.diffMerges": "on", "core.hooksPath": str(tmp_path)}.items():
        git(repository, "config", name, value)
    for hook in (repository / ".git/hooks").glob("*"):
        hook.unlink()
    for hook in ("post-index-change", "reference-transaction"):
        (repository / ".git/hooks" / hook).write_text(script.read_text())
        (repository / ".git/hooks" / hook).chmod(0o755)
    (repository / ".git/info").mkdir(exist_ok=True)
    (repository / ".git/info/attributes").write_text("*.py diff=evil filter=evil\n")
    sign(repository)
    plainly(repository)
    assert ran.exists()  # the traps are live
    ran.unlink()
    before = sorted(path.relative_to(repository) for path in repository.rglob("*"))
    assert changes(repository, since_date("2000-01-01")) == {"a.py": 3, "sub/b é.py": 2}
    assert not ran.exists()
    assert sorted(path.relative_to(repository) for path in repository.rglob("*")) == before


def sign(repository: Path) -> None:
    """Gives the last commit a signature that nobody made."""
    read = ["git", "-C", str(repository), "cat-file", "commit", "HEAD"]
    head, body = subprocess.run(read, capture_output=True, check=True).stdout.split(b"\n\n", 1)
    mark = b"-----%s PGP SIGNATURE-----"
    signed = head + b"\ngpgsig " + mark % b"BEGIN" + b"\n \n x\n " + mark % b"END" + b"\n\n" + body
    write = ["git", "-C", str(repository), "hash-object", "-t", "commit", "-w", "--stdin"]
    name = subprocess.run(write, input=signed, capture_output=True, check=True).stdout.decode().strip()
    git(repository, "update-ref", "refs/heads/main", name)


def plainly(repository: Path) -> None:
    """What a careless program would run; whether it fails does not matter."""
    subprocess.run(["git", "-C", str(repository), "log", "-p", "--ext-diff"], capture_output=True, check=False)


def test_a_partial_clone_fetches_nothing(repository: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    script = tmp_path / "upload"
    script.write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
    script.chmod(0o755)
    git(repository, "config", "extensions.partialClone", "origin")
    git(repository, "config", "remote.origin.url", str(repository))
    git(repository, "config", "remote.origin.promisor", "true")
    git(repository, "config", "remote.origin.uploadpack", str(script))
    blob = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "HEAD^{tree}"], capture_output=True, text=True, check=True
    ).stdout.strip()
    (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()
    plainly(repository)
    assert ran.exists()  # the trap is live
    ran.unlink()
    with pytest.raises(NoHistory):
        changes(repository, since_date("2000-01-01"))
    assert not ran.exists()


def test_the_callers_own_git_variables_lead_nowhere_else(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "/nowhere")
    assert changes(repository, since_date("2026-01-01")) == {"a.py": 2, "sub/b é.py": 1}
