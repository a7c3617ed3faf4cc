"""The document as a whole: modules, files, externals, counts, and that it is the same however it is made."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given as having
from hypothesis import settings
from hypothesis import strategies as st

from abcoder_py.build.coverage import summaries
from abcoder_py.build.inputs import BuildInput
from abcoder_py.build.repository import build
from abcoder_py.plugin.values import MEMBER, Fault, Import, ImportedName, ModuleSpec, Parameter, Target
from abcoder_py.source.walk import WalkOptions, walk
from abcoder_py.uniast.models import Repository
from tests.build.builders import (
    MEMBER_CALL,
    Source,
    Toy,
    builtin,
    document,
    ends,
    external,
    given,
    node,
    unknown,
)


def rich_input(root: Path) -> BuildInput:
    """Two files with something of everything."""
    lib = Source("lib/core.toy", "// doc é\nclass Base { def m(a: Base) }; const A, B; var v: Base = A", pkg="lib.core")
    base = lib.define("class", "Base", "class Base { def m(a: Base) }", doc="doc é", exported=True)
    m = lib.define("method", "m", "def m(a: Base)", signature="def m(a: Base)")
    lib.facts.definitions[m].parameters = [Parameter("a", "Base", kind="positional", start=0, end=7)]
    for name in "AB":
        lib.define("constant", name, "const A, B", group=lib.at("const"), constant=True, value=name)
    lib.define("variable", "v", "var v: Base = A", type_text="Base", default="A", body="A")
    lib.use("Base", "parameter", lib.target(base), 1, parameter="a")
    lib.use("Base", "type", lib.target(base), 2)
    lib.use("A", "value", lib.target(2), 1)
    lib.facts.faults = [Fault(lib.at("const"), lib.at("const") + 5, "syntax error")]
    main = Source("main.toy", "import lib\nx.m() q() len()\n")
    main.facts.imports = [Import("lib", 0, 10, alias="l", names=[ImportedName("Base", "", 7, 10)], star=False)]
    main.targets.imports = [[main.entry(Target("module", path="lib/core.toy")), main.entry(lib.target(base))]]
    main.use("m", "call", unknown("receiver type unknown"), flags=MEMBER_CALL)
    main.use("q", "call", external("q", "function", mod="dist@1.0", content="def q", signature="def q()"))
    main.use("len", "call", builtin("len", "function"))
    main.facts.is_main, main.facts.local_uses = True, 7
    return given(root, lib, main)


def test_the_same_bytes_in_whichever_order_the_input_stands(tmp_path: Path) -> None:
    built_from = rich_input(tmp_path)
    expected = b"".join(build(built_from).chunks)
    shuffled = copy.copy(built_from)
    share = copy.copy(built_from.languages[0])
    for field in ("facts", "targets", "packages"):
        items = list(getattr(share, field).items())
        random.Random(1).shuffle(items)
        setattr(share, field, dict(items))
    shuffled.languages = [share]
    assert b"".join(build(shuffled).chunks) == expected


def test_what_is_written_is_what_the_model_writes(tmp_path: Path) -> None:
    written = b"".join(build(rich_input(tmp_path)).chunks)
    assert Repository.load(written).dump() == written


def test_an_imported_name_may_be_the_first_word_of_its_file(tmp_path: Path) -> None:
    lib = Source("lib.toy", "first = 1", pkg="lib")
    first = lib.define("variable", "first", "first = 1")
    main = Source("main.toy", "from lib import first, lib")
    main.facts.imports = [
        Import("lib", 0, 26, names=[ImportedName("first", "", 16, 21), ImportedName("lib", "", 23, 26)])
    ]
    main.targets.imports = [[main.entry(lib.target(first))] * 3]
    document = json.loads(b"".join(build(given(tmp_path, lib, main)).chunks))
    files = {path: file for module in document["Modules"].values() for path, file in module["Files"].items()}
    (item,) = files["main.toy"]["Imports"]
    assert item["Target"]["Name"] == ""
    assert [each["Target"]["Name"] for each in item["Names"]] == ["first", ""]


def test_an_alias_tells_what_it_stands_for(tmp_path: Path) -> None:
    main = Source("main.toy", "type A = int\n")
    main.define("typedef", "A", "type A = int", type_text="int")
    document = json.loads(b"".join(build(given(tmp_path, main)).chunks))
    (module,) = document["Modules"].values()
    (package,) = module["Packages"].values()
    assert package["Types"]["A"]["Extra"]["TypeText"] == "int"


def test_without_a_graph(tmp_path: Path) -> None:
    built_from = rich_input(tmp_path)
    built_from.graph = False
    found = document(built_from)
    assert found["Graph"] == {}
    assert list(found)[-1] == "Graph"


def test_files_imports_packages_and_errors(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("hello")
    (tmp_path / "empty.toy").write_text("")
    built_from = rich_input(tmp_path)
    module = document(built_from)["Modules"]["app"]
    assert sorted(module["Files"]) == ["README.md", "empty.toy", "lib/core.toy", "main.toy"]
    assert len(module["Files"]["README.md"]["Extra"]["Hash"]) == 32
    main = module["Files"]["main.toy"]
    assert main["Package"] == "main"
    assert main["Extra"]["Lines"] == 2
    assert main["Imports"] == [
        {
            "Alias": "l",
            "Path": "lib",
            "Names": [
                {
                    "Name": "Base",
                    "StartOffset": 7,
                    "EndOffset": 10,
                    "Target": {"ModPath": "app", "PkgPath": "lib.core", "Name": "Base"},
                }
            ],
            "Line": 1,
            "StartOffset": 0,
            "EndOffset": 10,
            "Target": {"ModPath": "app", "PkgPath": "lib.core", "Name": ""},
        }
    ]
    assert module["Packages"]["main"]["IsMain"] and not module["Packages"]["lib.core"]["IsMain"]
    assert module["Packages"]["main"]["Functions"] == {}
    assert module["load_errors"] == [{"Pos": "lib/core.toy:2:32", "Msg": "syntax error", "Kind": "syntax"}]


def test_a_package_is_a_test_when_all_its_files_are(tmp_path: Path) -> None:
    sources = [Source(f"{name}.toy", "", pkg=name[0]) for name in ("a1", "a2", "b1", "b2")]
    for source in sources:
        source.facts.is_test = source.path != "b1.toy"
    packages = document(given(tmp_path, *sources))["Modules"]["app"]["Packages"]
    assert {name: package["IsTest"] for name, package in packages.items()} == {"a": True, "b": False}


def test_files_of_no_unit_stand_under_a_module_of_the_folders_name(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("hello")
    main = Source("sub/main.toy", "def f")
    main.define("function", "f", "def f")
    built_from = given(tmp_path, main)
    built_from.languages[0].modules[0].directory = "sub"
    modules = document(built_from)["Modules"]
    assert sorted(modules["app"]["Files"]) == ["sub/main.toy"]
    folder = modules["app~."]
    assert (folder.get("Language", ""), folder["Dir"], sorted(folder["Files"])) == ("", ".", ["README.md"])


def test_left_out_and_unreadable_files_are_named(tmp_path: Path) -> None:
    main = Source("main.toy", "def f")
    built_from = given(tmp_path, main)
    (tmp_path / "big.bin").write_bytes(b"x" * 100)
    (tmp_path / "gone.txt").write_text("x")
    (tmp_path / "out").symlink_to("/")
    built_from.tree = walk(tmp_path, WalkOptions(max_file_size=50))
    (tmp_path / "gone.txt").unlink()
    found = document(built_from)
    files = found["Modules"]["app"]["Files"]
    assert files["big.bin"]["Extra"] == {"Excluded": "larger than 50 bytes"}
    assert files["gone.txt"]["Extra"] == {"Excluded": "No such file or directory"}
    assert [left["Path"] for left in found["Extra"]["Coverage"]["LeftOut"]] == ["big.bin", "out"]


def test_modules_of_others(tmp_path: Path) -> None:
    main = Source("main.toy", "def run { a b c d }")
    main.define("function", "run", main.text)
    for text, mod in (("a", "dist@1.0"), ("b", "@scope/x@v2"), ("c", "toy@3.1"), ("d", "")):
        main.use(text, "call", external(text, "function", mod=mod))
    built_from = given(tmp_path, main)
    built_from.languages[0].modules[0].dependencies = {"dist": "dist", "other": "other@5"}
    modules = document(built_from)["Modules"]
    assert sorted(modules) == ["@scope/x@v2", "app", "dist@1.0", "toy@3.1"]
    assert modules["@scope/x@v2"] == {"Language": "toy", "Version": "v2", "Name": "@scope/x"}
    assert modules["app"]["Dependencies"] == {"@scope/x": "@scope/x@v2", "dist": "dist@1.0", "other": "other@5"}


def test_external_symbols_on_request(tmp_path: Path) -> None:
    built_from = rich_input(tmp_path)
    assert "Packages" not in document(built_from)["Modules"]["dist@1.0"]
    built_from.load_external_symbol = True
    found = document(built_from)
    q = node(found, "dist", "q", mod="dist@1.0")
    assert (q["Content"], q["Signature"]) == ("def q", "def q()")
    assert found["Graph"]["dist@1.0?dist#q"]["Type"] == "FUNC"


def test_structural_interfaces(tmp_path: Path) -> None:
    main = Source("main.toy", "class C; class D; interface I")
    c = main.define("class", "C", "class C")
    main.define("class", "D", "class D")
    i = main.define("interface", "I", "interface I")
    targets = (main.target(i), external("Closer", "interface"), builtin("error", "interface"), main.target(i))
    main.targets.implements = [(c, main.entry(target)) for target in targets]
    found = document(given(tmp_path, main))
    assert node(found, "main", "C")["Implements"] == [
        {"ModPath": "app", "PkgPath": "main", "Name": "I"},
        {"ModPath": "dist@1.0", "PkgPath": "dist", "Name": "Closer"},
    ]
    assert "Implements" not in node(found, "main", "D")
    mirrored = [(r["Kind"], r["Name"]) for r in found["Graph"]["app?main#I"]["References"]]
    assert mirrored == [("Implement", "C")]
    assert "dist@1.0" in found["Modules"]


def test_constants_of_one_declaration(tmp_path: Path) -> None:
    v = node(document(rich_input(tmp_path)), "lib.core", "A")
    assert [other["Name"] for other in v["Groups"]] == ["B"]
    assert (v["IsConst"], v["Extra"]["Value"]) == (True, "A")
    assert v["Extra"]["Group"]["File"] == "lib/core.toy"


@pytest.mark.parametrize(("count", "first", "other"), [(64, 63, 63), (65, 64, 1), (1, 0, 0)])
def test_a_large_group_is_named_once(tmp_path: Path, count: int, first: int, other: int) -> None:
    main = Source("main.toy", " ".join(f"k{i}" for i in range(count)))
    for i in range(count):
        main.define("constant", f"k{i}", f"k{i}", group=0, constant=True)
    found = document(given(tmp_path, main))["Modules"]["app"]["Packages"]["main"]["Vars"]
    assert len(found["k0"].get("Groups", [])) == first
    last = found[f"k{count - 1}"].get("Groups", [])
    assert len(last) == other
    assert other != 1 or last[0]["Name"] == "k0"


@pytest.mark.parametrize(
    ("written", "head", "expected"),
    [
        ("Base", "Base", "Base"),
        ("*Base", "Base", "Base"),
        ("[4]Base", "Base", "Base"),
        ("lib.Base[int]", "Base", "Base"),
        ("map[Base]int", "Base", None),
        ('"Base"', "Base", "Base"),
    ],
)
def test_the_type_of_a_variable(tmp_path: Path, written: str, head: str, expected: str | None) -> None:
    main = Source("main.toy", f"var v {written} = 1")
    main.define("variable", "v", main.text, type_text=written, body="1")
    main.use(head, "type", external("Base", "class"))
    found = node(document(given(tmp_path, main)), "main", "v")
    assert found.get("Type", {}).get("Name") == expected
    assert ends(found["Dependencies"]) == [("dist#Base", False)]


def test_a_builtin_type_of_a_variable_stands_by_its_name(tmp_path: Path) -> None:
    main = Source("main.toy", "var v int")
    main.define("variable", "v", main.text, type_text="int")
    main.use("int", "type", builtin("int"))
    found = node(document(given(tmp_path, main)), "main", "v")
    assert found["Type"] == {"ModPath": "", "PkgPath": "", "Name": "int"}
    assert "Dependencies" not in found


def test_invalid_utf8_in_content(tmp_path: Path) -> None:
    main = Source("main.toy", "def f { 'xx' } def g")
    main.define("function", "f", "def f { 'xx' }")
    main.define("function", "g", "def g")
    built_from = given(tmp_path, main)
    path = tmp_path / "main.toy"
    path.write_bytes(path.read_bytes().replace(b"xx", b"\xff\xfe"))
    found = document(built_from)
    assert node(found, "main", "f")["Content"] == "def f { '\ufffd\ufffd' }"
    assert node(found, "main", "g")["Content"] == "def g"


def test_a_path_that_is_no_text_is_shown_as_one(tmp_path: Path) -> None:
    built_from = rich_input(tmp_path)
    built_from.root = built_from.repo_id = "/tmp/\udcff/app"
    found = document(built_from)
    assert found["Path"] == found["id"] == "/tmp/\ufffd/app"


def test_the_server_that_answered_is_named(tmp_path: Path) -> None:
    languages = document(rich_input(tmp_path))["Extra"]["Languages"]
    assert languages == {"toy": {"Server": "toyls", "Version": "1", "Settings": {"strict": True}}}


def test_the_summary_of_a_coverage(tmp_path: Path) -> None:
    coverage = document(rich_input(tmp_path))["Extra"]["Coverage"]
    (found,) = summaries(coverage)
    assert (found.language, found.files, found.local_uses) == ("toy", 2, 7)
    assert (found.names.resolved, found.names.external, found.names.builtin) == (3, 1, 1)
    assert (found.attributes.ambiguous, found.attributes.total) == (1, 1)
    assert found.share == 5 / 6
    assert (found.names.share, found.attributes.share) == (1.0, 0.0)


KINDS = (
    "function",
    "method",
    "class",
    "enum",
    "interface",
    "variable",
    "constant",
    "field",
    "member",
    "local",
    "module",
)
ROLES = ("call", "value", "write", "type", "parameter", "result", "field", "base", "implement", "decorator", "receiver")


@st.composite
def programs(draw: st.DrawFn) -> tuple[Any, ...]:
    definitions = draw(
        st.lists(st.tuples(st.sampled_from(KINDS), st.integers(-1, 3), st.booleans(), st.booleans()), max_size=6)
    )
    targets = st.one_of(
        st.tuples(st.just("definition"), st.integers(0, 60)),
        st.tuples(st.just("external"), st.sampled_from(("", "class", "field", "member", "function"))),
        st.tuples(st.just("builtin"), st.sampled_from(("", "class", "function"))),
        st.tuples(st.just("unknown"), st.sampled_from(("no definition", "receiver type unknown", "server crashed"))),
        st.tuples(st.just("several"), st.lists(st.integers(0, 3), max_size=3)),
    )
    uses = draw(st.lists(st.tuples(st.sampled_from(ROLES), st.sampled_from((0, 1, 2, 4, 5, 6)), targets), max_size=8))
    return definitions, uses


def written_places(found: dict[str, Any]) -> dict[int, set[str]]:
    """For each start of a token whether an edge or an uncertainty is written of it."""
    places: dict[int, set[str]] = {}

    def visit(value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                visit(item)
        elif isinstance(value, dict):
            if "Reason" in value:
                places.setdefault(value["StartOffset"], set()).add("uncertain")
            elif "ModPath" in value and "StartOffset" in value and "Content" not in value:
                others = (value.get("Extra") or {}).get("Others") or []
                for start in (value["StartOffset"], *(other[1] for other in others)):
                    places.setdefault(start, set()).add("edge")
            for item in value.values():
                visit(item)

    visit(found["Modules"])
    return places


@settings(max_examples=150, deadline=None)
@having(programs())
def test_every_use_comes_to_exactly_one_end(tmp_path_factory: pytest.TempPathFactory, program: tuple[Any, ...]) -> None:
    definitions, uses = program
    text = " ".join(f"d{i}" for i in range(6)) + " " + " ".join(f"u{i}" for i in range(8))
    main = Source("main.toy", text)
    for index, (kind, parent, local, overload) in enumerate(definitions):
        main.define(kind, f"d{index}", f"d{index}", parent=min(parent, index - 1), local=local, overload=overload)
    for index, (role, flags, (status, what)) in enumerate(uses):
        target = {
            "definition": lambda what=what: Target("definition", path="main.toy", offset=what),
            "external": lambda what=what: external("X.y", what),
            "builtin": lambda what=what: builtin("len", what),
            "unknown": lambda what=what: unknown(what),
            "several": lambda what=what: Target(
                "several", several=tuple(i for i in what if i < len(main.targets.table))
            ),
        }[status]()
        main.use(f"u{index}", role, target, flags=flags)
    built_from = given(tmp_path_factory.mktemp("p"), main)
    found = document(built_from)
    (summary,) = summaries(found["Extra"]["Coverage"])
    assert summary.uses.total == len(uses)
    places = written_places(found)
    starts = {use.start for use in main.facts.uses}
    assert set(places) <= starts
    assert all(len(ways) == 1 for ways in places.values())
    receivers = sum(use.role == "receiver" for use in main.facts.uses)
    uncertain = summary.uses.ambiguous + sum(summary.uses.unresolved.values())
    told = sum(ways == {"uncertain"} for ways in places.values())
    assert uncertain - receivers <= told <= uncertain
    edges = sum(ways == {"edge"} for ways in places.values())
    assert edges <= summary.uses.resolved + summary.uses.external + summary.uses.builtin


def test_a_use_that_nobody_asked_about_is_counted_too(tmp_path: Path) -> None:
    main = Source("main.toy", "a x.b")
    main.use("a", "value", unknown("no definition"))
    main.use("b", "value", unknown("no definition"), flags=MEMBER)
    built_from = given(tmp_path, main)
    built_from.languages[0].targets = {}
    (found,) = summaries(document(built_from)["Extra"]["Coverage"])
    assert found.uses.unresolved == {"no server": 2}


def test_the_input_is_not_changed(tmp_path: Path) -> None:
    built_from = rich_input(tmp_path)
    spec = copy.deepcopy(built_from.languages[0].modules[0])
    first = b"".join(build(built_from).chunks)
    assert built_from.languages[0].modules[0] == spec
    assert b"".join(build(built_from).chunks) == first
    assert orjson.loads(first)["ToolVersion"] == "abcoder-py 0"


def test_a_unit_of_a_language_nobody_asked_for_holds_no_files(tmp_path: Path) -> None:
    main = Source("main.toy", "")
    built_from = given(tmp_path, main)
    built_from.unasked = [ModuleSpec("web", "other", "web")]
    assert sorted(document(built_from)["Modules"]) == ["app"]
    assert Toy().is_standard_library("toy@3")
