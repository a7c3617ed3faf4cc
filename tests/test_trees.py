"""Python repositories that cannot be committed as cases: links, nested repositories, environments, huge, broken files.

Each is built in a temporary folder and parsed by the command; what must hold is said by the same subset rule as in the
cases' `expect.json`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import lacks
from tests.parsed import parsed, parsed_bytes

Json = Any

BASE = "def base():\n    return 1\n"
USE = "from shop.base import base\n\n\ndef use():\n    return base()\n"
PROJECT = '[project]\nname = "shop"\nrequires-python = ">=3.11"\n'
SHOP = {"pyproject.toml": PROJECT, "shop/__init__.py": "", "shop/base.py": BASE, "shop/use.py": USE}
CALLS_BASE = {"FunctionCalls": [{"PkgPath": "shop.base", "Name": "base", "Line": 5}]}


def grow(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Writes the files below `folder` and gives it back."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


def assert_contains(document: Json, expected: Json) -> None:
    missing = list(lacks(expected, document))
    assert not missing, "\n" + "\n".join(missing)


def files_of(document: Json) -> dict[str, Json]:
    return {path: file for module in document["Modules"].values() for path, file in module.get("Files", {}).items()}


def packages_of(document: Json) -> set[str]:
    inside = (module for module in document["Modules"].values() if module.get("Dir"))
    return {package for module in inside for package in module["Packages"]}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return grow(tmp_path / "shop", dict(SHOP))


def test_links_are_resolved_once_and_never_leave(shop: Path, tmp_path: Path) -> None:
    outside = grow(tmp_path / "outside", {"secret.py": "def secret():\n    return 1\n"})
    (shop / "shop/again.py").symlink_to("base.py")
    (shop / "mirror").symlink_to("shop", target_is_directory=True)
    (shop / "shop/loop").symlink_to(shop, target_is_directory=True)
    (shop / "self").symlink_to("self")
    (shop / "shop/gone.py").symlink_to("nowhere.py")
    (shop / "shop/away.py").symlink_to(outside / "secret.py")
    (shop / "shop/abroad").symlink_to(outside, target_is_directory=True)
    document = parsed(shop, tmp_path / "out.json")
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.use": {"Functions": {"use": CALLS_BASE}}}}}})
    assert packages_of(document) == {"shop", "shop.base", "shop.use"}
    assert "secret" not in (tmp_path / "out.json").read_text("utf-8")


def test_a_repository_behind_a_link_is_read(shop: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(shop, target_is_directory=True)
    document = parsed(link, tmp_path / "out.json")
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.use": {"Functions": {"use": CALLS_BASE}}}}}})


@pytest.mark.parametrize("git_entry", ["folder", "file"])
def test_a_nested_repository_is_left_out_and_named(shop: Path, tmp_path: Path, git_entry: str) -> None:
    inner = grow(shop / "third/inner", {"inner.py": BASE})
    if git_entry == "folder":
        git(inner, "init", "-q")
    else:
        grow(inner, {".git": "gitdir: ../../.git/modules/inner\n"})
    document = parsed(shop, tmp_path / "out.json")
    assert packages_of(document) == {"shop", "shop.base", "shop.use"}
    assert "third/inner" in json.dumps(document["Extra"]["Coverage"])
    assert "third/inner/inner.py" not in files_of(document)


def test_submodules_are_read_when_asked_for(shop: Path, tmp_path: Path) -> None:
    git(grow(shop / "third/inner", {"inner.py": BASE}), "init", "-q")
    document = parsed(shop, tmp_path / "out.json", "--submodules")
    assert "third/inner/inner.py" in files_of(document)
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.use": {"Functions": {"use": CALLS_BASE}}}}}})


def test_what_git_ignores_is_left_out_where_there_is_git_and_where_there_is_none(shop: Path, tmp_path: Path) -> None:
    grow(shop, {".gitignore": "made/\n*_pb2.py\n!kept_pb2.py\n", "made/x.py": BASE, "shop/a_pb2.py": BASE})
    grow(shop, {"shop/kept_pb2.py": BASE, "shop/deep/.gitignore": "/only.py\n", "shop/deep/only.py": BASE})
    grow(shop, {"shop/deep/more/only.py": BASE})
    left = {"shop", "shop.base", "shop.use", "shop.kept_pb2", "shop.deep.more.only"}
    assert packages_of(parsed(shop, tmp_path / "without.json")) == left
    git(shop, "init", "-q")
    grow(shop, {".git/info/exclude": "use.py\n"})
    assert packages_of(parsed(shop, tmp_path / "with.json")) == left - {"shop.use"}


def environment(folder: Path, packages: dict[str, str | bytes]) -> None:
    """A virtual environment as `venv` makes one, without an interpreter, with the packages in it."""
    grow(folder, {"pyvenv.cfg": "home = /usr/bin\nversion = 3.11.7\ninclude-system-site-packages = false\n"})
    grow(folder / "lib/python3.11/site-packages", packages)


def test_an_import_from_an_environment_is_external_even_where_it_is_broken(shop: Path, tmp_path: Path) -> None:
    environment(
        shop / ".venv",
        {
            "brokenlib/__init__.py": "def work():\n    return 1\n\n\ndef (:\n  = = \x00\n\tpass\n",
            "broken_lib-1.2.dist-info/METADATA": "Metadata-Version: 2.1\nName: broken-lib\nVersion: 1.2\n",
            "broken_lib-1.2.dist-info/RECORD": "brokenlib/__init__.py,,\nbroken_lib-1.2.dist-info/METADATA,,\n",
            "broken_lib-1.2.dist-info/top_level.txt": "brokenlib\n",
        },
    )
    grow(shop, {"shop/third.py": "import brokenlib\n\n\ndef third():\n    return brokenlib.work()\n"})
    document = parsed(shop, tmp_path / "out.json")
    call = {"ModPath": "broken-lib@1.2", "PkgPath": "brokenlib", "Name": "work", "Extra": {"IsInvoked": True}}
    third = {"shop.third": {"Functions": {"third": {"FunctionCalls": [call]}}}}
    assert_contains(document, {"Modules": {"shop": {"Packages": third}, "broken-lib@1.2": {"Dir": ""}}})
    assert not [path for path in files_of(document) if path.startswith(".venv/")]


def test_an_environment_of_any_name_and_node_modules_are_no_code(shop: Path, tmp_path: Path) -> None:
    environment(shop / "env", {"lib.py": BASE})
    grow(shop, {"node_modules/gyp/gyp.py": BASE, "venv/notes.py": BASE})
    assert packages_of(parsed(shop, tmp_path / "out.json")) == {"shop", "shop.base", "shop.use", "venv.notes"}


def test_an_environment_named_by_option_is_used(shop: Path, tmp_path: Path) -> None:
    environment(
        tmp_path / "elsewhere",
        {
            "goodlib.py": "class Good:\n    def __init__(self):\n        pass\n\n    def go(self):\n        return 1\n",
            "goodlib-3.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: goodlib\nVersion: 3.0\n",
            "goodlib-3.0.dist-info/RECORD": "goodlib.py,,\ngoodlib-3.0.dist-info/METADATA,,\n",
        },
    )
    grow(shop, {"shop/third.py": "from goodlib import Good\n\n\ndef third():\n    return Good().go()\n"})
    document = parsed(shop, tmp_path / "out.json", "--python", str(tmp_path / "elsewhere"))
    third = {
        "Types": [{"ModPath": "goodlib@3.0", "PkgPath": "goodlib", "Name": "Good"}],
        "MethodCalls": [{"Name": "Good.__init__"}, {"ModPath": "goodlib@3.0", "PkgPath": "goodlib", "Name": "Good.go"}],
    }
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.third": {"Functions": {"third": third}}}}}})


def test_a_file_of_one_long_line(shop: Path, tmp_path: Path) -> None:
    line = f'DATA = "{"x" * 5_000_000}é"; FIRST = base()\n'
    grow(shop, {"shop/long.py": "from shop.base import base; " + line})
    document = parsed(shop, tmp_path / "out.json")
    assert files_of(document)["shop/long.py"]["Extra"]["Excluded"]
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.use": {"Functions": {"use": CALLS_BASE}}}}}})
    document = parsed(shop, tmp_path / "out.json", "--max-file-size", "8388608")
    start = ("from shop.base import base; " + line).encode().index(b"FIRST")
    first = {
        "StartOffset": start,
        "EndOffset": start + len("FIRST = base()"),
        "Dependencies": [{"PkgPath": "shop.base", "Name": "base", "Line": 1, "StartOffset": start + 8}],
    }
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.long": {"Vars": {"FIRST": first}}}}}})


@pytest.mark.parametrize(
    "content",
    [
        b"x = " + b"[" * 10_000 + b"]" * 10_000 + b"\n",
        b"x = " + b"(" * 10_000,
        b"x = " + b"not " * 10_000 + b"1\n",
        b"x = " + b"1 + " * 20_000 + b"1\n",
        bytes(range(256)) * 40,
        b"\x00" * 5000,
        b"def f():\n\tif 1:\n        return\n\x1a",
        "def f(:\n".encode("utf-16"),
        b"\xff\xfe\xfa" * 1000,
    ],
    ids=["nested", "unclosed", "chain", "sum", "bytes", "zeros", "tabs", "utf-16", "no-text"],
)
def test_a_file_that_cannot_be_read_as_code_spoils_no_other(shop: Path, tmp_path: Path, content: bytes) -> None:
    grow(shop, {"shop/odd.py": content})
    document = parsed(shop, tmp_path / "out.json")
    assert "shop/odd.py" in files_of(document)
    assert_contains(document, {"Modules": {"shop": {"Packages": {"shop.use": {"Functions": {"use": CALLS_BASE}}}}}})


def test_what_is_no_regular_file_is_never_opened(shop: Path, tmp_path: Path) -> None:
    os.mkfifo(shop / "shop/pipe.py")
    grow(shop, {"shop/folder.py/inner.py": BASE})
    document = parsed(shop, tmp_path / "out.json")
    assert packages_of(document) >= {"shop", "shop.base", "shop.use"}
    assert "shop.pipe" not in packages_of(document)


def test_bytes_are_equal_wherever_and_however_it_is_parsed(tmp_path: Path) -> None:
    cases = Path(__file__).parent / "cases/python"
    first, second = tmp_path / "one/shop", tmp_path / "another place/shop"
    for folder in (first, second):
        for case in ("scopes", "class-bodies", "receivers-without-a-type", "conditional-definitions"):
            shutil.copytree(cases / case, folder / case)
    runs = [
        parsed_bytes(folder, tmp_path / "out.json", "--repo-id", "shop", "--jobs", jobs).replace(
            json.dumps(str(folder)).encode(), b'""'
        )
        for folder, jobs in ((first, "1"), (first, "4"), (second, "4"), (second, "1"))
    ]
    assert len(set(runs)) == 1
