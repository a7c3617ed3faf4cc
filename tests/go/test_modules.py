"""Which modules a tree holds, what their imports can mean, and which files a build leaves out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from abcoder_plugins.go import keys
from abcoder_plugins.go.constraints import Tags, evaluate, read_head, reason_left_out, user_tags
from abcoder_plugins.go.gomod import read_gomod, read_vendored, without_uses
from abcoder_plugins.go.toolchain import Toolchain

from abcoder_py.plugin.values import ModuleSpec
from tests.go.reading import modules

LINUX = Toolchain("linux", "amd64", True, "go1.22.3", "/go", "/mod", "", "")
TAGS = Tags(LINUX)


def by_folder(found: list[ModuleSpec]) -> dict[str, ModuleSpec]:
    return {each.directory: each for each in found}


def left_out(path: str, data: str = "package m\n", tags: Tags = TAGS) -> str:
    return reason_left_out(path, data.encode(), tags)


def test_gomod_in_every_form() -> None:
    found = read_gomod(
        """
        // a comment
        module "example.com/m" // trailing
        go 1.22
        require example.com/a v1.0.0
        require (
            example.com/b v2.0.0+incompatible // indirect
            `example.com/c` v0.0.0-20240101000000-abcdefabcdef
            broken
        )
        replace example.com/a => ../a
        replace (
            example.com/b v2.0.0 => example.com/fork/b v2.1.0
        )
        exclude example.com/x v1.0.0
        ???
        """
    )
    assert found.module == "example.com/m"
    assert found.requires == {
        "example.com/a": "v1.0.0",
        "example.com/b": "v2.0.0+incompatible",
        "example.com/c": "v0.0.0-20240101000000-abcdefabcdef",
    }
    assert [(item.path, item.new_path, item.is_folder) for item in found.replaces] == [
        ("example.com/a", "../a", True),
        ("example.com/b", "example.com/fork/b", False),
    ]
    assert found.replacement("example.com/b") is None, "another version is replaced"


def test_vendored_modules() -> None:
    text = "# a.org/x v1.2.3\n## explicit\na.org/x\na.org/x/y\n# b.org/z v1.0.0 => ../z\n# c.org => d.org v2.0.0\n"
    assert read_vendored(text) == {"a.org/x": "v1.2.3", "b.org/z": "v1.0.0", "c.org": "v2.0.0"}


def test_each_gomod_makes_a_module_and_the_deepest_holds_a_file() -> None:
    found = by_folder(
        modules(
            {
                "go.mod": "module example.com/m\nrequire example.com/dep v1.0.0\n",
                "go.sum": "",
                "m.go": "package m\n",
                "sub/s.go": "package sub\n",
                "tools/go.mod": "module example.com/m/tools\n",
                "tools/t.go": "package main\n",
            }
        )
    )
    assert {folder: (each.name, each.files) for folder, each in found.items()} == {
        ".": ("example.com/m", ["m.go", "sub/s.go"]),
        "tools": ("example.com/m/tools", ["tools/t.go"]),
    }
    assert found["."].build_files == ["go.mod", "go.sum"]
    assert found["."].dependencies == {"example.com/dep": "example.com/dep@v1.0.0"}


def test_without_a_gomod_the_folder_names_the_module() -> None:
    (found,) = modules({"a.go": "package main\n", "b/b.go": "package b\n"}, root="/x/scripts")
    assert (found.name, found.directory, found.files) == ("scripts", ".", ["a.go", "b/b.go"])


def test_go_is_shown_a_workspace_without_the_modules_that_are_not_there() -> None:
    work = 'go 1.22\nuse ./a // kept\nuse ./gone\nuse (\n\t./b\n\t"./lost" // why\n)\nreplace ./gone => ./a\n'
    assert without_uses(work, ["./gone", "./lost"]) == (
        "go 1.22\nuse ./a // kept\nuse (\n\t./b\n)\nreplace ./gone => ./a\n"
    )


def test_a_workspace_links_its_modules() -> None:
    files = {
        "go.work": "use (\n ./a\n ./b\n)\nreplace example.com/c => ./c\n",
        "a/go.mod": "module example.com/a\nrequire example.com/b v1.0.0\nrequire example.com/c v1.0.0\n",
        "a/a.go": "package a\n",
        "b/go.mod": "module example.com/b\n",
        "b/in/b.go": "package in\n",
        "c/go.mod": "module example.com/c\n",
        "c/c.go": "package c\n",
        "apart/go.mod": "module example.com/apart\nrequire example.com/b v1.0.0\n",
        "apart/x.go": "package apart\n",
    }
    found = by_folder(modules(files))
    assert found["a"].dependencies == {"example.com/b": "example.com/b", "example.com/c": "example.com/c"}
    assert json.loads(found["a"].data[keys.PACKAGES])["example.com/b/in"] == "b/in/b.go"
    assert "go.work" in found["a"].build_files
    assert found["apart"].dependencies == {"example.com/b": "example.com/b@v1.0.0"}


def test_replacements_in_and_out_of_the_repository(tmp_path: Path) -> None:
    (found, _) = modules(
        {
            "go.mod": "module m\nrequire (\n in.org v1.0.0\n out.org v1.0.0\n same.org v1.0.0\n fork.org v1.0.0\n)\n"
            "replace in.org => ./third/in\nreplace out.org => ../out\nreplace same.org => same.org v1.5.0\n"
            "replace fork.org => me.org/fork v2.0.0\n",
            "m.go": "package m\n",
            "third/in/go.mod": "module in.org\n",
            "third/in/i.go": "package in\n",
        },
        root=str(tmp_path / "repo"),
    )
    assert found.dependencies == {
        "in.org": "in.org",
        "out.org": "out.org@v1.0.0",
        "same.org": "same.org@v1.5.0",
        "fork.org": "fork.org@v1.0.0",
    }
    assert json.loads(found.data[keys.OUTSIDE]) == {str(tmp_path / "out"): "out.org"}
    assert json.loads(found.data[keys.FORKS]) == {"me.org/fork": "fork.org"}


def test_folders_that_go_does_not_list() -> None:
    (found,) = modules(
        {
            "go.mod": "module m\n",
            "m.go": 'package m\n\nimport "m/testdata/used"\n\nvar x = "m/testdata/named"\n',
            "testdata/used/u.go": 'package used\n\nimport _ "m/testdata/deep"\n',
            "testdata/used/u_test.go": "package used\n",
            "testdata/deep/d.go": "package deep\n",
            "testdata/named/n.go": "package named\n",
            "testdata/nested/go.mod": "module nested\n",
            "testdata/nested/n.go": "package nested\n",
            "_old/o.go": "package old\n",
            ".hidden/h.go": "package h\n",
            "_x.go": "package m\n",
        }
    )
    assert sorted(set(found.files) - set(found.excluded)) == ["m.go", "testdata/deep/d.go", "testdata/used/u.go"]
    assert found.excluded["_old/o.go"] == "below a folder whose name starts with _ or ., which go does not build"


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("a.go", True),
        ("a_linux.go", True),
        ("a_windows.go", False),
        ("a_linux_amd64.go", True),
        ("a_linux_arm64.go", False),
        ("a_arm64_test.go", False),
        ("a_linux_test.go", True),
        ("linux.go", True),
        ("windows.go", True),
        ("a_unix.go", True),
        ("a_windows_x.go", True),
        ("a_windows.pb.go", False),
        ("_a.go", False),
        (".a.go", False),
    ],
)
def test_file_names(path: str, taken: bool) -> None:
    assert (left_out(f"sub/{path}") == "") == taken


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("linux", True),
        ("!linux", False),
        ("linux && amd64", True),
        ("windows || linux", True),
        ("windows || !linux && amd64", False),
        ("!(windows || plan9) && (cgo)", True),
        ("unix", True),
        ("gc", True),
        ("gccgo", False),
        ("go1.22", True),
        ("go1.23", False),
        ("!go1.9", False),
        ("ignore", False),
        ("custom", False),
        ("linux &&", True),
        ("(linux", True),
        ("", True),
    ],
)
def test_expressions(expression: str, value: bool) -> None:
    assert evaluate(expression, TAGS.met) is value


def test_tags_of_the_user() -> None:
    assert user_tags(["-tags=a,b"]) == ["a", "b"]
    assert user_tags(["-race", "-tags", "a b"]) == ["a", "b"]
    assert user_tags(["-tags=a", "--tags=c"]) == ["c"]
    custom = Tags(LINUX._replace(flags="-tags=x"), [])
    assert custom.met("x")
    assert Tags(LINUX, ["-tags=custom"]).met("custom")
    (found,) = modules({"go.mod": "module m\n", "a.go": "//go:build slow\n\npackage m\n"}, "-tags=slow")
    assert found.excluded == {}


def test_constraints_stand_above_the_package_clause() -> None:
    assert left_out("a.go", "// x\n\n//go:build windows\n\npackage m\n") == "build constraint: windows"
    assert left_out("a.go", "/* //go:build windows */\npackage m\n") == ""
    assert left_out("a.go", "package m\n\n//go:build windows\n") == ""
    assert left_out("a.go", "\ufeff//go:build windows\npackage m\n") == "build constraint: windows"


def test_old_constraints_hold_where_a_blank_line_follows_and_no_new_one_stands() -> None:
    assert left_out("a.go", "// +build linux,!amd64 windows\n\npackage m\n") != ""
    assert left_out("a.go", "// +build linux\n// +build windows\n\npackage m\n") != ""
    assert left_out("a.go", "// +build windows\npackage m\n") == "", "it is the package's comment"
    assert left_out("a.go", "//go:build linux\n// +build windows\n\npackage m\n") == ""


def test_cgo_and_documentation() -> None:
    off = Tags(LINUX._replace(cgo=False))
    for imported in ('import "C"\n', 'import (\n\t"fmt"\n\t"C"\n)\n'):
        assert left_out("a.go", f"package m\n\n{imported}", off) == "it uses cgo, which is off"
        assert left_out("a.go", f"package m\n\n{imported}") == ""
    assert left_out("a.go", 'package m\n\nvar x = "C"\n', off) == ""
    assert "documentation" in left_out("doc.go", "package documentation\n")


def test_the_head_of_a_file() -> None:
    head = read_head(b"// a\n// b\n\n/* c\n\n*/ // d\npackage  m // e\n")
    assert head.package == "m"
    assert [text for text, _ in head.comments] == ["// a", "// b", "// d"]
    assert [apart for _, apart in head.comments] == [True, True, False]
    assert read_head(b"").package == ""
