"""What is dead, what is doubtful, and what only looks unused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings

from abcoder_py.views.reports.dead import DeadReport, dead, excluded_files, lines
from tests.views.reports.documents import Document, closure, drawn, graphs, short, uncertain


def report(document: Document, excluded: Mapping[str, str] | None = None) -> DeadReport:
    return dead(document.program(), "x", excluded or {})


def lists(document: Document, excluded: Mapping[str, str] | None = None) -> dict[str, list[str]]:
    """The lists that are not empty, with short ids."""
    found = report(document, excluded)
    keys = ("dead", "doubtful", "tested", "exports", "hooks", "by_language")
    named = {key: [item.id.removeprefix("m?") for item in getattr(found, key)] for key in keys}
    return {key: ids for key, ids in named.items() if ids}


def test_what_nothing_uses_is_dead_and_what_only_the_dead_use() -> None:
    document = Document()
    document.function("p#_a", "p#_b")
    document.function("p#_b")
    document.function("p#_c", "p#_d")
    document.function("p#_d", "p#_c")
    document.function("p#_live")
    document.file("p.py", "p#_live")
    found = report(document)
    assert [(item.id, item.reason) for item in found.dead] == [
        ("m?p#_a", "nothing refers to it"),
        ("m?p#_b", "only dead code refers to it: m?p#_a"),
        ("m?p#_c", "only dead code refers to it: m?p#_d"),
        ("m?p#_d", "only dead code refers to it: m?p#_c"),
    ]


@settings(deadline=None)
@given(graphs())
def test_dead_is_what_code_outside_definitions_cannot_reach(graph: tuple[int, set[tuple[int, int]]]) -> None:
    size, edges = graph
    document = drawn(graph)
    document.file("run.py", short(0))
    reach = {end for start, end in closure(size, edges) if start == 0} | {0}
    assert lists(document) == (
        {"dead": [short(number) for number in in_order(size, reach)]} if len(reach) < size else {}
    )


def in_order(size: int, reach: set[int]) -> list[int]:
    """By file, then by line."""
    return sorted(set(range(size)) - reach, key=lambda number: (number % 3, number))


def test_exported_definitions_and_what_they_use_are_alive() -> None:
    document = Document()
    document.function("p#api", "p#_used", exported=True)
    document.function("p#_used")
    assert lists(document) == {"exports": ["p#api"]}


def test_what_only_tests_use_is_told_apart() -> None:
    document = Document()
    document.function("p#_a")
    document.function("tests.t#test_a", "p#_a", file="tests/test_a.py")
    found = report(document)
    assert [(item.id, item.reason) for item in found.tested] == [("m?p#_a", "used by m?tests.t#test_a")]
    assert (found.dead, found.tests) == ([], 1)


def test_a_package_of_tests_is_tests_also_without_a_plugin() -> None:
    document = Document(language="cobol")
    document.function("t#a")
    document.module["Packages"]["t"]["IsTest"] = True
    found = report(document)
    assert (found.dead, found.tests, found.without_plugin) == ([], 1, ["cobol"])
    assert "no plugin for cobol here: its tests and entry points are not told apart" in list(lines(found))


@pytest.mark.parametrize(("language", "name"), [("go", "main"), ("go", "init~2"), ("python", "__getattr__")])
def test_what_the_language_calls_is_alive(language: str, name: str) -> None:
    document = Document(language)
    document.function(f"p#{name}", "p#used")
    document.function("p#used")
    assert lists(document) == {"by_language": [f"p#{name}"]}


def test_special_members_live_with_their_type() -> None:
    document = Document()
    document.type("p#_Dead")
    document.method("p#_Dead.__init__", "p#_a")
    document.function("p#_a")
    document.type("p#_Live")
    document.method("p#_Live.__enter__", "p#_b")
    document.function("p#_b")
    document.file("p.py", "p#_Live")
    assert lists(document) == {"dead": ["p#_Dead", "p#_a"], "by_language": ["p#_Live.__enter__"]}
    assert report(document).dead[0].members == 1


def test_members_that_may_override_an_external_base_are_hooks() -> None:
    document = Document()
    document.type("p#Handler", bases="lib@1?lib#Base", exported=True)
    document.method("p#Handler.handle", exported=True)
    document.method("p#Handler._own")
    document.type("p#Heir", bases="p#Handler", exported=True)
    document.method("p#Heir.handle", exported=True)
    found = report(document)
    assert [(item.id, item.reason) for item in found.hooks] == [
        ("m?p#Handler.handle", "may override a member of lib@1?lib#Base"),
        ("m?p#Heir.handle", "may override a member of lib@1?lib#Base"),
    ]
    assert [(item.id, item.reason) for item in found.doubtful] == [
        ("m?p#Handler._own", "heir its type has the base lib@1?lib#Base")
    ]


def test_hooks_of_a_dead_type_are_dead() -> None:
    document = Document()
    document.type("p#_Handler", bases="lib@1?lib#Base")
    document.method("p#_Handler.handle")
    assert lists(document) == {"dead": ["p#_Handler"]}


def test_the_interface_that_a_type_satisfies_keeps_its_members() -> None:
    document = Document("go")
    document.type("p#byName", implements="?sort#Interface")
    document.method("p#byName.Len", exported=True)
    document.function("p#main", "p#byName")
    assert lists(document) == {"hooks": ["p#byName.Len"], "by_language": ["p#main"]}


def decorated(document: Document, short: str, decorator: str, target: str = "") -> None:
    node = document.function(short, Extra={"Decorators": [decorator]})
    if target:
        node["FunctionCalls"] = [document.use(target, node["Line"] - 1, IsInvoked=True)]


def test_a_decorator_has_its_function_in_its_hands() -> None:
    document = Document()
    decorated(document, "p#_view", '@route("/")', "lib@1?lib#App.route")
    decorated(document, "p#_local", "@register", "p#register")
    document.function("p#register", exported=True)
    decorated(document, "p#_plain", "@staticmethod")
    assert lists(document) == {"dead": ["p#_plain"], "hooks": ["p#_view", "p#_local"]}


def test_a_decorator_of_the_standard_library_or_an_unknown_one_leaves_doubt() -> None:
    document = Document()
    decorated(document, "p#_cached", "lru_cache(maxsize=4)", "python@3.12?functools#lru_cache")
    decorated(document, "p#_field", "Base.register")
    found = report(document)
    assert [(item.id, item.reason) for item in found.doubtful] == [
        ("m?p#_cached", "decorated by python@3.12?functools#lru_cache"),
        ("m?p#_field", "decorated by Base.register"),
    ]


def test_a_candidate_of_an_uncertain_use_is_doubtful_and_so_is_what_it_uses() -> None:
    document = Document()
    document.type("p#_C")
    document.method("p#_C.go", "p#_b")
    document.function("p#_b")
    document.function("p#_same_name")
    document.function("p#_quiet")
    document.file("run.py", Uncertain=[uncertain("go", "p#_C.go"), uncertain("_same_name")])
    found = report(document)
    assert [(item.id, item.reason) for item in found.doubtful] == [
        ("m?p#_C", "through m?p#_C.go, which is doubtful"),
        ("m?p#_b", "through m?p#_C.go, which is doubtful"),
        ("m?p#_same_name", "namesake of an unresolved use in run.py"),
    ]
    assert [item.id for item in found.dead] == ["m?p#_quiet"]


def test_names_in_strings_and_in_files_left_out_of_the_build_leave_doubt() -> None:
    document = Document("go")
    document.function("p#dotted")
    document.function("p#as_sql")
    document.function("p#forWindows")
    document.function("q#forWindows", file="q/q.go")
    document.function("p#quiet")
    document.function("p#main", Content="call('Shop.dotted'); get(f\"as_{vendor}\"); print('so quiet here')")
    document.file("windows.go", Excluded="build constraint: windows")
    assert excluded_files(document.wire()) == ["windows.go"]
    found = report(document, {"windows.go": "package p\nfunc f() { forWindows() }"})
    assert [(item.id, item.reason) for item in found.doubtful] == [
        ("m?p#dotted", "named in a string of m?p#main"),
        ("m?p#as_sql", "named in a string of m?p#main"),
        ("m?p#forWindows", "named in windows.go, which was left out of the build"),
    ]
    assert [item.id for item in found.dead] == ["m?p#quiet", "m?q#forWindows"]


def test_overrides_live_where_their_declaration_is_used_and_their_type_is_alive() -> None:
    document = Document()
    document.type("p#_Base")
    document.method("p#_Base.run")
    for name in ("_Used", "_Unused"):
        document.type(f"p#{name}", bases="p#_Base")
        document.method(f"p#{name}.run")
    document.file("run.py", "p#_Base.run p#_Used")
    assert lists(document) == {"dead": ["p#_Unused"]}


def test_an_override_that_nothing_calls_is_not_alive_by_its_type_alone() -> None:
    document = Document("go")
    document.type("p#base")
    document.method("p#base.run")
    document.method("p#base.Other", exported=True)
    document.type("p#heir", bases="p#base")
    document.method("p#heir.run")
    document.method("p#heir.Other", exported=True)
    document.function("p#main", "p#heir p#base.Other")
    assert lists(document) == {"dead": ["p#base.run", "p#heir.run"], "by_language": ["p#main"]}


def test_an_export_that_is_called_through_its_base_is_used() -> None:
    document = Document()
    document.type("p#Base", exported=True)
    document.method("p#Base.run", exported=True)
    document.type("p#Heir", bases="p#Base", exported=True)
    document.method("p#Heir.run", exported=True)
    document.file("run.py", "p#Base.run p#Heir")
    assert lists(document) == {}


def test_an_export_that_an_uncertain_use_may_mean_says_so() -> None:
    document = Document()
    document.function("p#api", exported=True)
    document.function("p#other", exported=True)
    document.file("run.py", Uncertain=[uncertain("api", "p#api")])
    assert [(item.id, item.reason) for item in report(document).exports] == [
        ("m?p#api", "perhaps used: candidate of an uncertain use in run.py"),
        ("m?p#other", ""),
    ]


def test_a_visible_member_of_a_hidden_type_is_doubtful() -> None:
    document = Document("go")
    document.type("p#hidden")
    document.method("p#hidden.Visible", exported=True)
    document.method("p#hidden.own")
    document.function("p#main", "p#hidden")
    found = report(document)
    assert [item.id for item in found.dead] == ["m?p#hidden.own"]
    assert [(item.id, item.reason) for item in found.doubtful] == [
        ("m?p#hidden.Visible", "visible member of hidden, which is not exported")
    ]


def test_what_an_interface_requires_is_doubtful() -> None:
    document = Document("go")
    document.type("p#sealed")
    document.method("p#sealed.isSealed", IsInterfaceMethod=True)
    document.type("p#one", implements="p#sealed")
    document.method("p#one.isSealed")
    document.method("p#one.Visible", exported=True)
    document.function("p#main", "p#sealed p#one p#one.Visible")
    found = report(document)
    assert [(item.id, item.reason) for item in found.doubtful] == [
        ("m?p#sealed.isSealed", "requirement of the interface sealed"),
        ("m?p#one.isSealed", "through m?p#sealed.isSealed, which is doubtful"),
    ]
    assert found.dead == []


def test_a_constant_whose_place_counts_is_doubtful() -> None:
    document = Document("go")
    names = ("first", "second", "third")
    for name in names:
        others = [document.use(f"p#{other}") for other in names if other != name]
        document.node("VAR", f"p#{name}", Groups=others, Extra={} if name == "first" else {"Value": "1"})
    document.function("p#main", "p#third")
    assert lists(document) == {"doubtful": ["p#first", "p#second"], "by_language": ["p#main"]}


def test_the_report_as_text() -> None:
    document = Document()
    document.type("p#_C")
    document.method("p#_C.m")
    document.function("p#api", exported=True)
    assert list(lines(report(document))) == [
        "dead: 1",
        "  p#_C  p.py:10  nothing refers to it, with 1 members",
        "doubtful: 0",
        "only tests use it: 0",
        "nothing here uses 1 exported definition, 0 framework hooks, 0 that the language calls (--json names them), "
        "and 0 in tests",
        "left out: 0 uncertain relations (0 ambiguous, 0 unresolved)",
    ]
