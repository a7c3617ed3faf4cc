"""Identities of packages, of what lies outside the repository, and of what is not on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from abcoder_plugins.go import naming
from abcoder_plugins.go.answers import implemented, read_answer
from abcoder_plugins.go.environment import environment_key, notices
from abcoder_plugins.go.imports import package_guess
from abcoder_plugins.go.language import language
from abcoder_plugins.go.toolchain import Toolchain

from abcoder_py.plugin.language import Found, Options, Place
from abcoder_py.plugin.values import Definition, Import, ModuleSpec, Symbol, Target
from tests.go.reading import modules, one, read, use

GOMOD = """module example.com/m
require (
    github.com/Foo/Bar v1.2.3
    lib.org/v2 v2.0.1
    fork.org v1.0.0
    out.org v0.3.0
)
replace fork.org => me.org/fork v1.1.0
replace out.org => ../out
"""


@pytest.fixture
def machine(tmp_path: Path) -> Toolchain:
    """A Go root with two packages and a module cache with one module."""
    for folder in ("go/src/builtin", "go/src/net/http", "mod/github.com/!foo/!bar@v1.2.3/sub"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "go/src/builtin/builtin.go").write_text("package builtin\n")
    return Toolchain("linux", "amd64", True, "go1.22", f"{tmp_path}/go", f"{tmp_path}/mod", "", "")


@pytest.fixture
def module(tmp_path: Path) -> ModuleSpec:
    (found,) = modules({"go.mod": GOMOD, "m.go": "package m\n", "in/i.go": "package in\n"}, root=f"{tmp_path}/repo")
    return found


def place(path: object, text: str, name: str) -> Place:
    return Place(str(path), (one(text, name),), read(text), False)


def identity(target: Target | None) -> tuple[str, str, str]:
    assert target is not None
    return target.mod, target.pkg, target.name


def imported(path: str) -> Import:
    return Import(f'"{path}"', 0, 1)


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        (Symbol("a.org/m", "v1.0.0", "a.org/m/p", "T.f", "method"), ("external", "a.org/m@v1.0.0", "a.org/m/p", "T.f")),
        (Symbol("a.org/m", "", "a.org/m/p", "T", "struct"), ("external", "a.org/m", "a.org/m/p", "T")),
        (Symbol("", "", "net/http", "Get", "function"), ("external", "", "net/http", "Get")),
        (Symbol("", "", "builtin", "len", "function"), ("builtin", "", "builtin", "len")),
        (Symbol("", "", "net/http", "", "module"), ("module", "", "net/http", "")),
    ],
)
def test_what_the_server_names_itself(
    symbol: Symbol, expected: tuple[str, str, str, str], machine: Toolchain, module: ModuleSpec
) -> None:
    found = naming.external(Place("/nowhere.go", (), None, False, symbol), module, machine)
    assert (found.status, found.mod, found.pkg, found.name) == expected
    assert found.kind == ("" if found.status == "module" else symbol.kind)


def test_packages_of_a_module() -> None:
    (spec,) = modules({"d/go.mod": "module example.com/m\n", "d/m.go": "package m\n", "d/a/a.go": "package other\n"})
    facts = {
        path: read(f"package {name}\n", path)
        for path, name in {
            "d/m.go": "m",
            "d/a/a.go": "other",
            "d/a/x_test.go": "a_test",
            "d/a/y_test": "a_test",
        }.items()
    }
    assert naming.packages(spec, facts) == {
        "d/m.go": "example.com/m",
        "d/a/a.go": "example.com/m/a",
        "d/a/x_test.go": "example.com/m/a_test",
        "d/a/y_test": "example.com/m/a",
    }


def test_the_standard_library(machine: Toolchain, module: ModuleSpec) -> None:
    where = place(f"{machine.root}/src/net/http/h.go", "package http\nfunc (h *Header) Set() {}\n", "Set")
    target = naming.external(where, module, machine)
    assert (target.status, target.kind, *identity(target)) == ("external", "method", "", "net/http", "Header.Set")


def test_builtins(machine: Toolchain, module: ModuleSpec) -> None:
    where = place(f"{machine.root}/src/builtin/builtin.go", "package builtin\ntype error interface{}\n", "error")
    target = naming.external(where, module, machine)
    assert (target.status, *identity(target)) == ("builtin", "", "builtin", "error")


@pytest.mark.parametrize(
    ("path", "mod", "pkg"),
    [
        ("mod/github.com/!foo/!bar@v1.2.3/sub/x.go", "github.com/Foo/Bar@v1.2.3", "github.com/Foo/Bar/sub"),
        ("mod/lib.org/v2@v2.0.9/x.go", "lib.org/v2@v2.0.9", "lib.org/v2"),
        ("mod/me.org/fork@v1.1.0/p/x.go", "fork.org@v1.0.0", "fork.org/p"),
        ("out/deep/x.go", "out.org@v0.3.0", "out.org/deep"),
        ("out/x.go", "out.org@v0.3.0", "out.org"),
        ("elsewhere/pkg/mod/a.org@v1.0.0/x.go", "a.org@v1.0.0", "a.org"),
    ],
)
def test_modules_outside(tmp_path: Path, machine: Toolchain, module: ModuleSpec, path: str, mod: str, pkg: str) -> None:
    target = naming.external(place(tmp_path / path, "package p\ntype T struct{}\n", "T"), module, machine)
    assert identity(target) == (mod, pkg, "T")


def test_a_vendored_package(tmp_path: Path, machine: Toolchain) -> None:
    listing = tmp_path / "repo/vendor/modules.txt"
    listing.parent.mkdir(parents=True)
    listing.write_text("# a.org/x v1.2.3\n## explicit\na.org/x/y\n")
    (spec,) = modules({"go.mod": "module m\n", "m.go": "package m\n"}, root=f"{tmp_path}/repo")
    where = place(f"{tmp_path}/repo/vendor/a.org/x/y/z.go", "package y\nvar V int\n", "V")
    assert identity(naming.external(where, spec, machine)) == ("a.org/x@v1.2.3", "a.org/x/y", "V")


def test_a_place_of_no_definition_is_the_package(machine: Toolchain, module: ModuleSpec) -> None:
    target = naming.external(Place(f"{machine.root}/src/net/http/h.go", (), None, False), module, machine)
    assert (target.status, *identity(target)) == ("module", "", "net/http", "")


def test_missing_modules_are_named_by_gomod(machine: Toolchain, module: ModuleSpec) -> None:
    def found(path: str, name: str = "X") -> tuple[str, str, str]:
        return identity(naming.missing(imported(path), name, module, machine))

    assert found("lib.org/v2/a/b") == ("lib.org/v2@v2.0.1", "lib.org/v2/a/b", "X")
    assert found("unlisted.org/a") == ("unlisted.org", "unlisted.org/a", "X")
    assert found("C") == ("", "C", "X")
    assert found("net/http", "") == ("", "net/http", "")


def test_a_name_that_a_package_here_does_not_have_is_not_external(machine: Toolchain, module: ModuleSpec) -> None:
    for path in ("example.com/m/in", "example.com/m/none", "net/http", "github.com/Foo/Bar/sub"):
        assert naming.missing(imported(path), "X", module, machine) is None


def test_an_import_of_the_repository_leads_to_a_file_of_the_package(machine: Toolchain, module: ModuleSpec) -> None:
    target = naming.missing(imported("example.com/m/in"), "", module, machine)
    assert target == Target("module", path="in/i.go")


def test_c_names_are_those_that_the_file_wrote(machine: Toolchain, module: ModuleSpec) -> None:
    facts = read('package m\nimport "C"\nvar p C.pt\nvar n = p.field\nvar f = C.free\n')
    generated = Place(f"/cache/ab/{'0' * 64}-d", (), None, False)
    found = [Found(naming.external(generated, module, machine))]
    (free,) = read_answer(use(facts, "free"), found, facts)
    assert identity(free.target) == ("", "C", "free")
    (field,) = read_answer(use(facts, "field"), found, facts)
    assert field.target.kind == "field"


def test_an_unknown_embedded_type_is_not_the_field_that_it_makes() -> None:
    facts = read("package m\ntype T struct { Absent }\n")
    definition = facts.definitions[1]
    itself = Found(Target("definition", path=facts.path, offset=definition.name_start), definition)
    assert read_answer(use(facts, "Absent"), [itself], facts) == []


def test_which_interfaces_count_as_implemented() -> None:
    facts = read('package m\nimport "io"\ntype T struct{}\n')
    exported = one("package io\ntype Reader interface{ Read() }\n", "Reader")
    hidden = one("package io\ntype reader interface{ read() }\n", "reader")
    struct = one("package io\ntype S struct{}\n", "S")

    def counts(definition: Definition, status: Literal["external", "definition"] = "external", pkg: str = "io") -> bool:
        found = Found(Target(status, pkg=pkg), definition)
        return list(implemented(facts.definitions[0], [found], facts)) == [found]

    assert counts(exported)
    assert not counts(hidden)
    assert not counts(exported, pkg="net")
    assert counts(hidden, status="definition")
    assert not counts(struct, status="definition")


def test_package_names_by_custom() -> None:
    guesses = {
        "fmt": "fmt",
        "net/http": "http",
        "gopkg.in/yaml.v3": "yaml",
        "github.com/x/go-bar": "bar",
        "github.com/x/bar/v2": "bar",
        "github.com/x/bar-go": "bar",
        "v2": "v2",
    }
    assert {path: package_guess(path) for path in guesses} == guesses


def test_the_environment_and_what_is_missing_from_it(tmp_path: Path, machine: Toolchain, module: ModuleSpec) -> None:
    options = Options(environ={"PATH": "", "HOME": str(tmp_path), "GOMODCACHE": machine.module_cache})
    before = environment_key(module, options)
    assert before == environment_key(module, options)
    (tmp_path / "mod/lib.org/v2@v2.0.1").mkdir(parents=True)
    assert environment_key(module, options) != before
    assert notices(module, {}) == notices(module, {'"fmt"': 3, '"C"': 1}) == []
    (sentence,) = notices(module, {'"lib.org/v2/a"': 2})
    assert "lib.org/v2/a" in sentence


def test_the_language_says_what_it_asks() -> None:
    text = "package m\ntype S struct{}\ntype I interface{}\ntype D int\ntype A = S\n"
    asked = [each.name for each in read(text).definitions if language.asks_implementations(each)]
    assert asked == ["S", "D"]
