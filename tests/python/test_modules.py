"""Projects, their names, import paths, dependencies, tests."""

from __future__ import annotations

import pytest
from abcoder_plugins.python import keys, naming
from abcoder_plugins.python.language import language
from abcoder_plugins.python.manifests import canonical, lowest_minor, read_manifest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.plugin.language import Options
from abcoder_py.plugin.values import ModuleSpec
from tests.python.reading import Files


def modules(contents: dict[str, str]) -> list[ModuleSpec]:
    tree = Files(contents)
    return language.modules(tree, [path for path in tree.paths if language.grammar(path, tree)], Options())


def paths(contents: dict[str, str]) -> dict[str, str]:
    return {path: pkg for spec in modules(contents) for path, pkg in language.packages(spec, {}).items()}


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"pyproject.toml": "[project]\nname = 'a'"}, "a"),
        ({"pyproject.toml": "[tool.poetry]\nname = 'b'"}, "b"),
        ({"pyproject.toml": "[tool.ruff]", "setup.cfg": "[metadata]\nname = c"}, "c"),
        ({"setup.py": "import setuptools as s\ns.setup(name='d')"}, "d"),
        ({"setup.py": "NAME = 'e'\nsetup(name=NAME, version=open('v').read())"}, "e"),
        ({"setup.py": "setup(name=find_name())"}, "repo"),
        ({"setup.py": "def broken(:"}, "repo"),
        ({"pyproject.toml": "[project"}, "repo"),
        ({}, "repo"),
    ],
)
def test_names(files: dict[str, str], name: str) -> None:
    assert [spec.name for spec in modules({**files, "x.py": ""})] == [name]


def test_a_manifest_that_cannot_be_read_is_told() -> None:
    (spec,) = modules({"pyproject.toml": "[project", "x.py": ""})
    (notice,) = language.notices(spec, {}, Options())
    assert notice.startswith("pyproject.toml cannot be read: ")


def test_import_paths() -> None:
    assert paths(
        {
            "pyproject.toml": "[project]\nname = 'p'",
            "src/p/__init__.py": "",
            "src/p/a.py": "",
            "src/space/b.py": "",
            "tests/test_a.py": "",
            "tools/do-it.py": "",
            "bin/run": "#!/usr/bin/env python3\n",
            "bin/other": "#!/bin/sh\n",
            "setup.py": "",
        }
    ) == {
        "src/p/__init__.py": "p",
        "src/p/a.py": "p.a",
        "src/space/b.py": "space.b",
        "tests/test_a.py": "tests.test_a",
        "tools/do-it.py": "tools.do-it",
        "bin/run": "bin.run",
        "setup.py": "setup",
    }


@pytest.mark.parametrize(
    "manifest",
    [
        {"pyproject.toml": "[tool.setuptools]\npackage-dir = {'' = 'lib'}"},
        {"pyproject.toml": "[tool.setuptools.packages.find]\nwhere = ['lib']"},
        {"pyproject.toml": "[tool.poetry]\npackages = [{include = 'p', from = 'lib'}]"},
        {"pyproject.toml": "[tool.hatch.build.targets.wheel]\npackages = ['lib/p']"},
        {"setup.cfg": "[options]\npackage_dir =\n  = lib"},
        {"setup.py": "setup(package_dir={'': 'lib'})"},
    ],
)
def test_folders_that_a_manifest_names_are_stripped(manifest: dict[str, str]) -> None:
    assert paths({**manifest, "lib/p/a.py": ""})["lib/p/a.py"] == "p.a"


def test_a_src_that_is_a_package_is_not_stripped() -> None:
    assert paths({"src/__init__.py": "", "src/a.py": ""}) == {"src/__init__.py": "src", "src/a.py": "src.a"}


def test_projects_below_a_project_have_their_own_files_and_paths() -> None:
    found = modules(
        {
            "pyproject.toml": "[project]\nname = 'outer'",
            "outer/a.py": "",
            "libs/inner/pyproject.toml": "[project]\nname = 'inner'",
            "libs/inner/src/inner/b.py": "",
            "libs/inner/tests/test_b.py": "",
            "libs/loose/c.py": "",
        }
    )
    assert [(spec.name, spec.directory, language.packages(spec, {})) for spec in found] == [
        ("outer", ".", {"libs/loose/c.py": "libs.loose.c", "outer/a.py": "outer.a"}),
        (
            "inner",
            "libs/inner",
            {"libs/inner/src/inner/b.py": "inner.b", "libs/inner/tests/test_b.py": "tests.test_b"},
        ),
    ]


def test_requirements_and_locks() -> None:
    (spec,) = modules(
        {
            "pyproject.toml": "[project]\nname = 'p'\ndependencies = ['A.b>=2', 'c==1']\n"
            "[project.optional-dependencies]\nx = ['d[e] ; python_version < \"3.12\"']\n"
            "[dependency-groups]\ndev = ['f', {include-group = 'x'}]",
            "uv.lock": "[[package]]\nname = 'a-b'\nversion = '2.1'\n[[package]]\nname = 'g'\nversion = '3'\n"
            "[[package]]\nname = 'p'\nversion = '0'\nsource = {editable = '.'}",
            "requirements-dev.txt": "h==4.0 ; python_version > '3'\n# no\n-r other.txt\ni>=1\n",
            "x.py": "",
        }
    )
    assert spec.dependencies == {
        "A.b": "A.b@2.1",
        "c": "c",
        "d": "d",
        "f": "f",
        "g": "g@3",
        "a-b": "a-b@2.1",
        "h": "h@4.0",
        "i": "i",
    }


def test_poetry_requirements() -> None:
    manifest = read_manifest(
        {
            "pyproject.toml": b"[tool.poetry]\nname = 'p'\n[tool.poetry.dependencies]\npython = '^3.9'\na = '^1'\n"
            b"[tool.poetry.group.dev.dependencies]\nb = '*'",
            "poetry.lock": b"[[package]]\nname = 'a'\nversion = '1.2'",
        }
    )
    assert manifest.requirements == {"a": "1.2", "b": ""}
    assert lowest_minor(manifest.requires_python) == "3.9"


@pytest.mark.parametrize(
    ("specifiers", "lowest"),
    [
        (">=3.9", "3.9"),
        (">=3.8,<4", "3.8"),
        ("^3.10", "3.10"),
        ("~=3.11.2", "3.11"),
        ("==3.12.*", "3.12"),
        (">3.8", "3.8"),
        ("<4,!=3.0.*,>=3.7", "3.7"),
        ("", ""),
    ],
)
def test_lowest_python(specifiers: str, lowest: str) -> None:
    assert lowest_minor(specifiers) == lowest


def test_the_version_is_the_projects_lowest() -> None:
    (spec,) = modules({"pyproject.toml": "[project]\nname = 'p'\nrequires-python = '>=3.9'", "x.py": ""})
    assert spec.data[keys.PYTHON] == "3.9"


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("tests/models.py", True),
        ("pkg/tests/x.py", True),
        ("test/x.py", True),
        ("pkg/test/x.py", False),
        ("pkg/test_x.py", True),
        ("pkg/x_test.py", True),
        ("pkg/tests.py", True),
        ("conftest.py", True),
        ("pkg/contest.py", False),
        ("pkg/testing.py", False),
    ],
)
def test_tests(path: str, test: bool) -> None:
    assert naming.is_test(path) is test


def test_stubs() -> None:
    assert language.stub_of("a/b.pyi", {"a/b.py"}) == "a/b.py"
    assert language.stub_of("a/b.pyi", set()) is None
    assert language.stub_of("a/b.py", {"a/b.py"}) is None


@given(st.text("aB1-_.", min_size=1))
def test_canonical_names_are_stable(name: str) -> None:
    assert canonical(canonical(name)) == canonical(name)


@given(st.dictionaries(st.sampled_from(["pyproject.toml", "setup.cfg", "setup.py", "uv.lock"]), st.binary(max_size=60)))
def test_no_manifest_breaks_the_run(files: dict[str, bytes]) -> None:
    assert read_manifest(files).roots == []
