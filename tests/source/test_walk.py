"""What belongs to a repository: git's rules, dependencies, other repositories, links and things that are no files."""

import os
import pickle
import socket
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from abcoder_py.source.tree import ChangedError, SourceTree
from abcoder_py.source.walk import WalkOptions, walk


@pytest.fixture(autouse=True)
def no_user_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty home: the settings of whoever runs the tests decide nothing."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


def lay(root: Path, *paths: str, **texts: str) -> Path:
    """Files with a line each; `texts` are ignore files and the like, `___` for `/` and then a leading `_` for `.`."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x\n")
    for key, text in texts.items():
        path = "/".join("." + part[1:] if part.startswith("_") else part for part in key.split("___"))
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True, text=True).stdout


def left(tree: SourceTree) -> dict[str, str]:
    return {entry.path: entry.reason for entry in tree.left_out}


def test_paths_are_bytewise_sorted_and_all_files_belong(tmp_path: Path) -> None:
    lay(tmp_path, "b.py", "a/z.py", "a.py", "a-b.py", "é.txt", "Z.md", "build/x.py", "target/y.go", ".github/ci.yml")
    tree = walk(tmp_path)
    expected = [".github/ci.yml", "Z.md", "a-b.py", "a.py", "a/z.py", "b.py", "build/x.py", "target/y.go", "é.txt"]
    assert list(tree.paths) == expected
    assert not tree.left_out


def test_ignore_files_are_read_without_a_repository(tmp_path: Path) -> None:
    lay(tmp_path, "a.py", "a.log", "sub/keep.log", "sub/b.log", "out/x", _gitignore="*.log\n/out/\n")
    (tmp_path / "sub/.gitignore").write_text("!keep.log\n")
    assert list(walk(tmp_path).paths) == [".gitignore", "a.py", "sub/.gitignore", "sub/keep.log"]


def test_exclude_file_and_the_users_own(tmp_path: Path, no_user_settings: Path) -> None:
    lay(tmp_path, "a.py", "mine.txt", "b.swp", "c.orig", "d.tmp")
    git(tmp_path, "init", "-q")
    (tmp_path / ".git/info/exclude").write_text("mine.txt\n")
    (no_user_settings / ".gitconfig").write_text('[core] ; "how"\n\texcludesFile = "~/my ignores" # comment\n')
    (no_user_settings / "my ignores").write_text("*.swp\n")
    assert list(walk(tmp_path).paths) == ["a.py", "c.orig", "d.tmp"]
    (no_user_settings / ".gitconfig").unlink()
    lay(no_user_settings, _config___git___ignore="*.orig\n")
    assert list(walk(tmp_path).paths) == ["a.py", "b.swp", "d.tmp"]
    (no_user_settings / "linked").write_text("[core]\nexcludesfile=~/others\n")
    (no_user_settings / "kept elsewhere").write_text("*.tmp\n")
    (no_user_settings / ".gitconfig").symlink_to("linked")
    (no_user_settings / "others").symlink_to("kept elsewhere")
    assert list(walk(tmp_path).paths) == ["a.py", "b.swp", "c.orig"]
    git(tmp_path, "config", "core.excludesFile", "/dev/null")
    assert list(walk(tmp_path).paths) == ["a.py", "b.swp", "c.orig", "d.tmp"]


@pytest.mark.parametrize("version", ["2", "4"])
def test_what_git_tracks_belongs_though_ignored(tmp_path: Path, version: str) -> None:
    lay(tmp_path, "out/deep/kept.py", "out/deep/not.py", "out/other/x.py", "a.log", "b.log", _gitignore="out\n*.log\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "index.version", version)
    git(tmp_path, "add", "-f", "out/deep/kept.py", "a.log", ".gitignore")
    assert list(walk(tmp_path).paths) == [".gitignore", "a.log", "out/deep/kept.py"]


def test_damaged_index_and_configuration_are_survived(tmp_path: Path) -> None:
    lay(tmp_path, "a.log", "b.py", _gitignore="*.log\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", ".")
    index = (tmp_path / ".git/index").read_bytes()
    (tmp_path / ".git/config").write_bytes(b'[core\n]]= "\n\xff\n[remote "x\n')
    for damaged in (b"", b"DIRC", index[:40], index[:70], b"\0" * 200, index[:12] + b"\xff" * 200):
        (tmp_path / ".git/index").write_bytes(damaged)
        assert list(walk(tmp_path).paths) == [".gitignore", "b.py"]


def test_a_folder_of_a_work_tree_follows_the_rules_above_it(tmp_path: Path) -> None:
    lay(tmp_path, "sub/pkg/a.py", "sub/pkg/b.log", "sub/pkg/only.txt", "sub/c.log", "out/d.py", "out/e.log")
    lay(tmp_path, _gitignore="*.log\n/sub/pkg/only.txt\n/out\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-f", "sub/c.log")
    assert list(walk(tmp_path / "sub").paths) == ["c.log", "pkg/a.py"]
    assert list(walk(tmp_path / "out").paths) == ["d.py", "e.log"], (
        "ignored itself: it was asked for, so it is read alone"
    )


def test_dependencies_are_left_out_by_what_they_hold(tmp_path: Path) -> None:
    lay(tmp_path, "my-env/pyvenv.cfg", "my-env/lib/x.py", "node_modules/a/index.js", "web/node_modules/b/index.js")
    lay(tmp_path, "vendor/modules.txt", "vendor/x/x.go", "third/serde/.cargo-checksum.json", "third/serde/lib.rs")
    lay(tmp_path, "src/vendor/shop.py", "venv/code.py", "third/own.rs")
    tree = walk(tmp_path)
    assert list(tree.paths) == ["src/vendor/shop.py", "third/own.rs", "venv/code.py"]
    assert left(tree) == {
        "my-env": "an environment",
        "node_modules": "dependencies",
        "third/serde": "dependencies",
        "vendor": "dependencies",
        "web/node_modules": "dependencies",
    }
    assert list(walk(tmp_path / "my-env").paths) == ["lib/x.py", "pyvenv.cfg"], "the root was asked for"


def test_other_repositories_are_named_and_taken_on_request(tmp_path: Path) -> None:
    lay(tmp_path, "a.py", "clone/b.py", "clone/c.log", "module/d.py", "module/e.tmp")
    lay(tmp_path, _gitignore="*.tmp\n", clone____gitignore="*.log\n", module____git="gitdir: ../.git/modules/module\n")
    git(tmp_path, "init", "-q")
    git(tmp_path / "clone", "init", "-q")
    tree = walk(tmp_path)
    assert list(tree.paths) == [".gitignore", "a.py"]
    assert left(tree) == {"clone": "another repository", "module": "another repository"}
    tree = walk(tmp_path, WalkOptions(submodules=True))
    assert list(tree.paths) == [".gitignore", "a.py", "clone/.gitignore", "clone/b.py", "module/d.py", "module/e.tmp"]
    assert not tree.left_out, "a repository inside follows its own rules"


def test_a_linked_work_tree_has_its_own_index_and_shared_excludes(tmp_path: Path) -> None:
    main, linked = lay(tmp_path / "main", "a.py"), tmp_path / "linked"
    git(main, "init", "-q")
    git(main, "add", ".")
    git(main, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "one")
    git(main, "worktree", "add", "-q", str(linked))
    (main / ".git/info/exclude").write_text("*.log\n")
    lay(linked, "x.log", "y.log")
    git(linked, "add", "-f", "x.log")
    assert list(walk(linked).paths) == ["a.py", "x.log"]


def test_our_artifacts_and_gits_own_files_never_belong(tmp_path: Path) -> None:
    lay(tmp_path, ".uniast/uniast.json", "sub/.uniast/uniast.json", "a.py")
    git(tmp_path, "init", "-q")
    tree = walk(tmp_path)
    assert (list(tree.paths), list(tree.left_out)) == (["a.py"], [])


def test_no_regular_files_are_never_opened(tmp_path: Path) -> None:
    lay(tmp_path, "a.py")
    os.mkfifo(tmp_path / "fifo.py")
    os.mkfifo(tmp_path / ".gitignore")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        tree = walk(tmp_path)
    assert list(tree.paths) == ["a.py"]
    assert set(left(tree).values()) == {"not a regular file"}
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    with pytest.raises(OSError, match="not a regular file"):
        tree.read("a.py")


def test_links_are_resolved_once_counted_once_and_never_leave(tmp_path: Path) -> None:
    outside = lay(tmp_path / "outside", "secret.py")
    root = lay(tmp_path / "repo", "src/a.py", "log/x.log", _gitignore="log\n")
    for name, target in {
        "alias.py": "src/a.py",
        "tree": "src",
        "src/up": "..",
        "self": "self",
        "gone.py": "nowhere.py",
        "out": str(outside),
        "out.py": "../outside/secret.py",
        "x.log": "log/x.log",
    }.items():
        (root / name).symlink_to(target)
    tree = walk(root)
    assert list(tree.paths) == [".gitignore", "src/a.py"]
    assert tree.links == {"alias.py": "src/a.py", "src/up": "", "tree": "src"}
    assert set(left(tree)) == {"gone.py", "out", "out.py", "self", "x.log"}
    assert left(tree)["out"] == "a symbolic link out of the repository"
    assert tree.relative(str(root / "tree/a.py")) == "src/a.py"
    assert tree.relative(str(root / "src/a.py")) == "src/a.py"
    assert tree.relative(str(root / "out/secret.py")) is None
    link = tmp_path / "link"
    link.symlink_to(root)
    assert walk(link).root == str(root)


def test_a_sibling_whose_name_starts_with_the_roots_is_outside(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo", "a.py")
    lay(tmp_path / "repo-b", "a.py")
    (root / "link.py").symlink_to("../repo-b/a.py")
    tree = walk(root)
    assert left(tree) == {"link.py": "a symbolic link out of the repository"}
    assert tree.relative(str(tmp_path / "repo-b/a.py")) is None


def test_unreadable_files_and_folders_are_listed(tmp_path: Path, as_nobody: None) -> None:
    lay(tmp_path, "a.py", "b.py", "shut/c.py")
    (tmp_path / "b.py").chmod(0)
    (tmp_path / "shut").chmod(0)
    tree = walk(tmp_path)
    assert list(tree.paths) == ["a.py"]
    assert left(tree) == {"b.py": "not readable", "shut": "Permission denied"}
    with pytest.raises(PermissionError):
        walk(tmp_path / "shut")
    (tmp_path / "shut").chmod(0o755)


def test_large_files_are_listed_and_not_read(tmp_path: Path) -> None:
    lay(tmp_path, "a.py")
    with (tmp_path / "big.py").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    assert left(walk(tmp_path)) == {"big.py": "larger than 4194304 bytes"}
    assert list(walk(tmp_path, WalkOptions(max_file_size=1)).paths) == []
    assert list(walk(tmp_path, WalkOptions(max_file_size=60_000_000)).paths) == ["a.py", "big.py"]


def test_names_that_break_lines_or_are_not_utf8(tmp_path: Path) -> None:
    lay(tmp_path, "new\nline.py", "bell\x07.py", "a#b?.py", "-dash", " space ")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.py")).write_text("x")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/dir\xff")).mkdir()
    tree = walk(tmp_path)
    assert list(tree.paths) == [" space ", "-dash", "a#b?.py", "bell\x07.py", "new\nline.py"]
    assert left(tree) == dict.fromkeys(["bad\ufffd.py", "dir\ufffd"], "the name is not UTF-8")
    assert tree.read("new\nline.py") == b"x\n"


def test_exclude_takes_patterns_of_an_ignore_file(tmp_path: Path) -> None:
    lay(tmp_path, "a.py", "docs/b.py", "sub/docs/c.py", "sub/d.min.js")
    tree = walk(tmp_path, WalkOptions(exclude=["/docs/", "*.min.js"]))
    assert list(tree.paths) == ["a.py", "sub/docs/c.py"]
    assert left(tree) == {"docs": "excluded by request", "sub/d.min.js": "excluded by request"}


def test_what_is_no_folder(tmp_path: Path) -> None:
    lay(tmp_path, "a.py")
    with pytest.raises(NotADirectoryError):
        walk(tmp_path / "a.py")
    with pytest.raises(FileNotFoundError):
        walk(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    assert list(walk(tmp_path / "empty").paths) == []


def test_files_are_read_once_hashed_and_forgotten(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"one\r\ntwo\rthree\n")
    (tmp_path / "b.py").write_bytes(b"one\ntwo\nthree\n")
    tree = walk(tmp_path)
    file, other = tree.files["a.py"], tree.files["b.py"]
    assert file.hash == other.hash
    assert file.sha256 != other.sha256
    assert len(file.line_index) == 4
    assert file.columns.position(5, "utf-16") == (1, 0)
    (tmp_path / "a.py").write_bytes(b"changed")
    assert tree.read("a.py").startswith(b"one")
    file.forget()
    assert file.hash == other.hash
    with pytest.raises(ChangedError):
        file.line_index  # noqa: B018 - reading is the test
    with pytest.raises(KeyError):
        tree.read("none.py")


def test_a_tree_goes_to_another_process_without_its_bytes(tmp_path: Path) -> None:
    lay(tmp_path, "sub/a.py")
    (tmp_path / "sub/a.py").write_text("x" * 100_000)
    tree = walk(tmp_path)
    tree.read("sub/a.py")
    packed = pickle.dumps(tree)
    assert len(packed) < 2_000
    assert pickle.loads(packed).read("sub/a.py") == tree.read("sub/a.py")
    assert [tree.exists(path) for path in ("sub", "sub/a.py", "", "su", "b.py")] == [True, True, True, False, False]


def test_deep_folders_and_many_files(tmp_path: Path) -> None:
    deep = "d/" * 900 + "deep.py"
    lay(tmp_path, deep, _gitignore="\n".join(f"pattern{number}\n*.x{number}" for number in range(150)))
    for number in range(4_000):
        (tmp_path / f"f{number}.py").touch()
    started = time.process_time()
    tree = walk(tmp_path)
    assert time.process_time() - started < 5
    assert len(tree.files) == 4_002
    assert deep in tree.files


NAMES = st.sampled_from(["a", "b", "ab", "a.b", "b.a", "A", ".a", "a b", "[a]", "!a", "#a"])
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
TOKENS = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        ".",
        "*",
        "**",
        "***",
        "?",
        "/",
        "/",
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-c]",
        "[c-a]",
        "[!c-a]",
        "[]a]",
        "[[:alpha:]]",
        "[![:punct:]b]",
        "[[:x:]]",
        "[a",
        "[\\]]",
        "[a-\\b]",
        "[[:a]",
        "[a-]",
        "-",
        "!",
        "#",
        "\\",
        "\\*",
        "a/",
        "**/",
        "/**",
        " ",
        "\t",
        "\r",
    ]
)
PATTERNS = st.lists(st.lists(TOKENS, min_size=1, max_size=5).map("".join), max_size=6).map("\n".join)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PATHS, min_size=1, max_size=8), PATTERNS, PATTERNS, st.lists(st.integers(0, 7), max_size=2))
def test_the_same_files_as_git(
    tmp_path_factory: pytest.TempPathFactory, paths: list[str], rules: str, inner: str, forced: list[int]
) -> None:
    root = tmp_path_factory.mktemp("repo")
    git(root, "init", "-q")
    made = [path for path in paths if make(root / path)]
    (root / ".gitignore").write_text(rules)
    if (root / "a").is_dir():
        (root / "a/.gitignore").write_text(inner)
    for number in forced:
        if number < len(made):
            git(root, "add", "-f", "--", f":(literal){made[number]}")
    listed = git(root, "ls-files", "-coz", "--exclude-standard").split("\0")[:-1]
    assert list(walk(root).paths) == sorted(set(listed), key=str.encode)


def make(path: Path) -> bool:
    """Makes a file, if no file stands where it needs a folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    except OSError:
        return False
    return True
