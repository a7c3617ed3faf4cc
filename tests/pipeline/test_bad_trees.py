"""Trees that cannot be read as they should: a clear error or a labelled part, never a traceback or silence."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import resource
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.cli.main import main
from abcoder_py.pipeline.options import ParseOptions, Step
from abcoder_py.pipeline.parse import run
from abcoder_py.plugin.registry import language
from tests.command import told, uniast
from tests.pipeline.conftest import FILES
from tests.test_trees import grow, packages_of

CALL = "from base import base\n\n\ndef use():\n    return base()\n"
GO_CALL = "package shop\n\nfunc use() int {\n\treturn base()\n}\n"
DAC_OVERRIDE, DAC_READ_SEARCH, PR_CAPBSET_DROP = 1, 2, 24


def obey_permissions() -> None:
    """In a child: root too may then open only what its permissions allow."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (DAC_OVERRIDE, DAC_READ_SEARCH):
            assert libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0, os.strerror(ctypes.get_errno())


def parsed(folder: Path, out: Path, *options: str) -> Any:
    told(uniast("parse", folder, "-o", out, "--no-cache", *options), 0)
    assert main(["check", str(out), "--repo", str(folder)]) == 0
    return json.loads(out.read_bytes())


def call_of(document: Any, module: str, package: str) -> list[tuple[str, int]]:
    function = document["Modules"][module]["Packages"][package]["Functions"]["use"]
    return [(call["Name"], call["Line"]) for call in function.get("FunctionCalls") or []]


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("nowhere", "there is no such folder; name the folder of a repository"),
        ("file.py", "is no folder; name the folder of a repository"),
        ("empty", "holds no source file of a known language (go, python)"),
        ("texts", "holds no source file of a known language (go, python)"),
    ],
)
def test_what_is_no_repository(tmp_path: Path, where: str, words: str) -> None:
    grow(tmp_path, {"file.py": "", "texts/README.md": "# hello\n", "texts/data.bin": bytes(range(256))})
    (tmp_path / "empty").mkdir()
    said = told(uniast("parse", tmp_path / where, "-o", tmp_path / "out.json"), 1)
    assert said == f"uniast: {tmp_path / where}: {words}\n"
    assert not (tmp_path / "out.json").exists()


def test_a_named_language_that_is_not_there(shop: Path, tmp_path: Path) -> None:
    said = told(uniast("parse", shop, "--lang", "go", "-o", tmp_path / "out.json"), 1)
    assert "holds no go file; leave out --lang" in said


def test_line_ends_marks_and_bytes_of_python(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "crlf": CALL.replace("\n", "\r\n").encode(),
        "cr": CALL.replace("\n", "\r").encode(),
        "bom": b"\xef\xbb\xbf" + CALL.encode(),
        "separators": ('S = "a\u2028b\u2029c\x85d\x0c"; ' + CALL).encode(),
        "not_utf8": b'X = "\xff\xfe\xc3"; ' + CALL.encode(),
        "broken": CALL.encode() + b"\ndef (:\n  = =\n",
    }
    folder = grow(tmp_path / "shop", {"base.py": "def base():\n    return 1\n"})
    grow(folder, {f"{name}.py": content for name, content in files.items()})
    document = parsed(folder, tmp_path / "out.json")
    assert {name: call_of(document, "shop", name) for name in files} == {name: [("base", 5)] for name in files}


def test_line_ends_marks_and_bytes_of_go(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "crlf": GO_CALL.replace("\n", "\r\n").encode(),
        "bom": b"\xef\xbb\xbf" + GO_CALL.encode(),
        "separators": (GO_CALL + 'const S = "a\u2028b\x85"\n').encode(),
        "not_utf8": GO_CALL.encode() + b'const S = "\xff\xfe"\n',
        "broken": GO_CALL.encode() + b"\nfunc (((\n",
        "deep": GO_CALL.encode() + b"\nvar deep = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b"\n",
        "build": GO_CALL,
    }
    folder = grow(tmp_path / "shop", {"go.mod": "module shop\n\ngo 1.21\n"})
    for name, content in files.items():
        grow(folder / name, {"use.go": content, "base.go": "package shop\n\nfunc base() int { return 1 }\n"})
    document = parsed(folder, tmp_path / "out.json")
    assert {name: call_of(document, "shop", f"shop/{name}") for name in files} == {
        name: [("base", 4)] for name in files
    }


def test_faults_of_syntax_are_told_and_listed(shop: Path, tmp_path: Path) -> None:
    grow(shop, {"shop/broken.py": "def (:\n  = =\n"})
    out = tmp_path / "out.json"
    for _ in range(2):  # from the store too
        assert "faults of syntax in 1 python file, the first shop/broken.py" in told(
            uniast("parse", shop, "-o", out), 0
        )
    errors = json.loads(out.read_bytes())["Modules"]["shop"]["load_errors"]
    assert {error["Pos"].partition(":")[0] for error in errors} == {"shop/broken.py"}


def test_a_huge_file_is_left_out_and_listed(shop: Path, tmp_path: Path) -> None:
    with (shop / "shop/huge.py").open("wb") as file:
        file.truncate(50 << 20)
    out = tmp_path / "out.json"
    said = told(uniast("parse", shop, "-o", out), 0)
    assert "left out: 1 entry" in said
    left_out = json.loads(out.read_bytes())["Extra"]["Coverage"]["LeftOut"]
    assert left_out == [{"Path": "shop/huge.py", "Reason": "larger than 4194304 bytes"}]


@pytest.mark.parametrize("locked", ["shop/bad.py", "shop", "pyproject.toml"])
def test_what_may_not_be_read_is_listed(shop: Path, tmp_path: Path, locked: str) -> None:
    grow(shop, {"top.py": "TOP = 1\n"})
    out = tmp_path / "out.json"
    (shop / locked).chmod(0)
    done = uniast("parse", shop, "-o", out, before=obey_permissions)
    (shop / locked).chmod(0o755)
    assert "left out: 1 entry" in told(done, 0)
    document = json.loads(out.read_bytes())
    assert [item["Path"] for item in document["Extra"]["Coverage"]["LeftOut"]] == [locked]
    assert "top" in packages_of(document)


def test_a_folder_that_may_not_be_read(shop: Path, tmp_path: Path) -> None:
    shop.chmod(0)
    done = uniast("parse", shop, "-o", tmp_path / "out.json", before=obey_permissions)
    shop.chmod(0o755)
    assert told(done, 1).startswith(f"uniast: {shop}: cannot be read: Permission denied")


def test_a_file_that_goes_after_it_was_found(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = language("python")
    found = type(plugin).modules

    def modules(self: Any, tree: Any, files: Sequence[str], options: Any) -> Any:
        units = found(self, tree, files, options)
        (shop / "shop/bad.py").unlink()
        return units

    monkeypatch.setattr(type(plugin), "modules", modules)
    document = json.loads(asyncio.run(run(ParseOptions(shop, use_store=False))).document)
    assert document["Extra"]["Coverage"]["Languages"]["python"]["Excluded"]
    assert packages_of(document) >= {"shop", "shop.base", "shop.use"}
    assert document["Modules"]["shop"]["Files"]["shop/bad.py"]["Extra"]["Excluded"].startswith(
        "unreadable: No such file"
    )


@pytest.mark.parametrize("stage", ["server", "resolve", "build"])
def test_a_file_that_changes_while_it_is_worked_on(shop: Path, stage: str) -> None:
    """The document is of the bytes that were read first, whole."""

    def change(step: Step) -> None:
        if step.stage == stage:
            grow(shop, {"shop/bad.py": "# nothing\n"})

    seen = json.loads(asyncio.run(run(ParseOptions(shop, use_store=False), change)).document)
    grow(shop, FILES)
    assert seen == json.loads(asyncio.run(run(ParseOptions(shop, use_store=False))).document)


def test_few_descriptors_are_enough(shop: Path, tmp_path: Path) -> None:
    grow(shop, {f"shop/more/m{number}.py": f"def f{number}():\n    return {number}\n" for number in range(200)})

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    told(uniast("parse", shop, "-o", tmp_path / "out.json", before=limit), 0)
