"""What a repository's document becomes: a Python package as it is parsed, other languages' nodes by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.uniast.identity import parse_full
from abcoder_py.views.skt import Choice, Document, from_uniast, to_json, write
from abcoder_py.views.skt.kinds import bare_name
from tests.parsed import parsed
from tests.test_trees import grow

Json = dict[str, Any]

ZOO = {
    "pyproject.toml": '[project]\nname = "zoo"\nrequires-python = ">=3.11"\n',
    "zoo/__init__.py": "from .dogs import bark as voice\n",
    "zoo/base.py": '''\
"""What all animals share."""

from abc import ABC, abstractmethod


def traced(label=None):
    return lambda function: function


class plain:
    def __init__(self, function):
        self.function = function


class Animal(ABC):
    """An animal; its append is no list's. plain"""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def speak(self) -> str: ...

    def append(self, other: "Animal") -> None: ...
''',
    "zoo/dogs.py": '''\
from . import base
from .base import Animal, plain, traced

LIMIT = 3


@plain
class Dog(Animal):
    """A plain(dog)."""

    @traced(label=str(LIMIT))
    def speak(self) -> str:
        return bark(self.name)

    @staticmethod
    def _breed(*names: str, **more: Animal | None) -> "list[Dog]":
        return [Dog(names[0])]


class Puppy(Dog):
    def speak(self) -> str:
        return "yip"


async def bark(
    name: str,
    times: base.Animal
    | None = None,
) -> str:
    found = []
    found.append(name)
    return name * LIMIT


def ask(animal, other: Animal) -> list[Animal]:
    animal.append(other)
    animal.missing()
    listener = base.plain
    return [Animal("x")]


print(ask(Dog("a"), Puppy("b")))
''',
    "zoo/again.py": "from . import dogs as d, voice\nfrom .nowhere import thing\n",
    "zoo/half.py": "def whole():\n    pass\n\n\ndef (:\n",
}
SKT = """\
[symbols]
## zoo/__init__.py
S1 meta/file L1-L1 __init__.py {}
## zoo/again.py
S2 meta/file L1-L2 again.py {}
## zoo/base.py
S3 meta/file L1-L24 base.py {}
S4 callable/function L6-L7 traced(label) {async=false, exported}
S5 type/class L10-L12 plain {exported}
S6 callable/constructor L11-L12 __init__(function) {async=false, exported}
S7 type/class L15-L24 Animal {exported}
S8 callable/constructor L18-L19 __init__(name: str) -> None {async=false, exported}
S9 callable/method L21-L22 speak() -> str {async=false, exported}
S10 callable/method L24-L24 append(other: S7) -> None {async=false, exported}
## zoo/dogs.py
S11 meta/file L1-L42 dogs.py {}
S12 value/constant L4-L4 LIMIT {exported}
S13 type/class L7-L17 Dog {exported}
S14 callable/method L11-L13 speak() -> str {async=false, exported}
S15 callable/method L15-L17 _breed(*names: str, **more: S7 | None) -> list[S13] {async=false, exported=false, static}
S16 type/class L20-L22 Puppy {exported}
S17 callable/method L21-L22 speak() -> str {async=false, exported}
S18 callable/function L25-L32 bark(name: str, times: S7 | None) -> str {async, exported}
S19 callable/function L35-L39 ask(animal, other: S7) -> list[S7] {async=false, exported}
## zoo/half.py
S20 meta/file L1-L5 half.py {}
S21 callable/function L1-L2 whole() {async=false, exported}

[edges]
S1 --imports--> S11
S2 --imports--> S11
S2 --imports[unresolved]--> "zoo/again.py::.nowhere"
S4 --decorates--> S14
S5 --contains--> S6
S5 --decorates--> S13
S7 --contains--> S8, S9, S10
S10 --references--> S7
S11 --imports--> S3
S11 --calls--> S19
S11 --references--> S13, S16
S13 --contains--> S14, S15
S13 --calls--> S6
S13 --implements--> S7
S13 --inherits--> S7
S14 --references--> S12
S14 --calls--> S18
S14 --overrides--> S9
S15 --references--> S7, S13
S16 --contains--> S17
S16 --inherits--> S13
S17 --overrides--> S14
S18 --references--> S7, S12
S19 --references--> S7, S5
S19 --calls[ambiguous]--> append [candidates=S10]
S19 --calls[unresolved]--> missing
S19 --calls--> S8

[errors]
- zoo/half.py: syntax error at line 5
"""


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Json:
    scratch = tmp_path_factory.mktemp("zoo")
    document: Json = parsed(grow(scratch / "zoo", dict(ZOO)), scratch / "zoo.json")
    return document


def built(document: Json, **choice: Any) -> Document:
    return from_uniast(document, Choice(edges=True, **choice)).document


def test_a_package(zoo: Json) -> None:
    assert write(built(zoo)) == SKT


def test_the_same_bytes_give_the_same_text_wherever_they_lie(zoo: Json, tmp_path: Path) -> None:
    again = parsed(grow(tmp_path / "elsewhere" / "zoo", dict(ZOO)), tmp_path / "again.json")
    assert write(built(again)) == write(built(zoo))


def reversed_maps(value: Any) -> Any:
    """The same value with every map in the opposite order."""
    if isinstance(value, dict):
        return {key: reversed_maps(value[key]) for key in reversed(value)}
    return [reversed_maps(each) for each in value] if isinstance(value, list) else value


def test_the_order_of_a_documents_maps_says_nothing(zoo: Json) -> None:
    assert write(built(reversed_maps(zoo), externals=True)) == write(built(zoo, externals=True))


def test_without_edges_symbols_have_the_same_numbers(zoo: Json) -> None:
    assert write(from_uniast(zoo).document) == SKT.partition("[edges]")[0] + "[errors]" + SKT.partition("[errors]")[2]


def test_what_is_outside_is_shown_when_asked_for_and_else_counted(zoo: Json) -> None:
    with_externals = built(zoo, externals=True)
    known = [group for group in with_externals.edges if not group.status]
    outside = {end for group in known for end in (group.source, *group.targets) if isinstance(end, str)}
    assert outside == {
        "python@3.11?abc#",
        "python@3.11?abc#ABC",
        "python@3.11?abc#abstractmethod",
    }
    assert '"python@3.11?abc#abstractmethod" --decorates--> S9\n' in write(with_externals)
    assert from_uniast(zoo, Choice(edges=True)).left_out == 3
    assert from_uniast(zoo, Choice(edges=True, externals=True)).left_out == 0


def test_a_part_has_numbers_of_its_own_and_names_for_the_rest(zoo: Json) -> None:
    part = built(zoo, exported_only=True, takes=lambda path: path != "zoo/base.py")
    text = write(part)
    assert [symbol.number for symbol in part.symbols()] == [*range(1, 1 + sum(1 for _ in part.symbols()))]
    assert "_breed" not in text
    assert "ask(animal, other: Animal) -> list[Animal]" in text
    assert 'append [candidates="zoo/base.py::Animal.append"]' in text


def test_json_has_full_ids(zoo: Json) -> None:
    told = to_json(built(zoo))
    by_short = {symbol["short"]: symbol for symbol in told["symbols"]}
    assert by_short["S17"]["id"] == "zoo/dogs.py::Puppy.speak"
    assert by_short["S18"]["properties"] == {"async": True, "exported": True}
    assert {"from", "from_short", "to", "to_short", "kind"} == told["edges"][0].keys()
    assert [edge for edge in told["edges"] if "candidates" in edge] == [
        {
            "from": "zoo/dogs.py::ask",
            "from_short": "S19",
            "to": "zoo/dogs.py::append",
            "kind": "calls",
            "resolution": "ambiguous",
            "candidates": ["zoo/base.py::Animal.append"],
        }
    ]


# other languages' documents


def identity(node_id: str) -> Json:
    return dict(zip(("ModPath", "PkgPath", "Name"), parse_full(node_id), strict=True))


class Source:
    """One file of a document made by hand: places are found by their text."""

    def __init__(self, path: str, text: str, package: str, **extra: Any) -> None:
        self.path, self.text, self.package = path, text, package
        self.file: Json = {"Path": path, "Package": package, "Extra": extra}
        self.tables: dict[str, Json] = {"Functions": {}, "Types": {}, "Vars": {}}

    def place(self, text: str, token: str = "") -> Json:
        start = self.text.index(text)
        start = self.text.index(token, start) if token else start
        end = start + len(token or text)
        line = self.text.count("\n", 0, start) + 1
        return {"Line": line, "StartOffset": start, "EndOffset": end}

    def node(self, table: str, name: str, text: str, extra: Json | None = None, **fields: Any) -> str:
        """Adds a node over the bytes of `text`; gives its full id."""
        place = self.place(text)
        lines = [place["Line"], place["Line"] + text.count("\n")]
        self.tables[table][name] = {
            **identity(f"m?{self.package}#{name}"),
            "File": self.path,
            **place,
            "Content": text,
            **fields,
            "Extra": {"Lines": lines, **(extra or {})},
        }
        return f"m?{self.package}#{name}"

    def use(self, target: str, text: str, token: str, **extra: Any) -> Json:
        return {**identity(target), "File": self.path, **self.place(text, token), "Extra": extra}


def document_of(sources: Iterable[Source], language: str = "any", **module: Any) -> Json:
    packages: Json = {}
    for source in sources:
        package = packages.setdefault(source.package, {"PkgPath": source.package})
        for table, nodes in source.tables.items():
            package.setdefault(table, {}).update(nodes)
    files = {source.path: source.file for source in sources}
    own = {"Name": "m", "Dir": ".", "Language": language, "Packages": packages, "Files": files, **module}
    return {"Modules": {"m": own}}


def test_includes_are_symbols_of_their_file() -> None:
    main = Source("src/main.c", '#include "a.h"\n#include <stdio.h>\n#include "a.h"\n#include "b.h"\n', "src/main.c")
    header = Source("src/b.h", "", "src/b.h")
    main.file["Imports"] = [
        {"Path": '"a.h"', **main.place('#include "a.h"')},
        {"Path": "<stdio.h>", **main.place("#include <stdio.h>")},
        {"Path": '"a.h"', **main.place('#include "a.h"')},
        {"Path": '"b.h"', **main.place('#include "b.h"'), "Target": identity("m?src/b.h#")},
    ]
    main.file["Extra"]["Lines"] = 4
    assert write(built(document_of([main, header]))) == (
        "[symbols]\n"
        "## src/b.h\n"
        "S1 meta/file L1-L1 b.h {}\n"
        "## src/main.c\n"
        "S2 meta/file L1-L4 main.c {}\n"
        'S3 meta/include L1-L1 "a.h" {resolution=unresolved}\n'
        "S4 meta/include L2-L2 <stdio.h> {resolution=unresolved}\n"
        'S5 meta/include L4-L4 "b.h" {resolution=resolved}\n'
        "\n"
        "[edges]\n"
        "S2 --references[unresolved]--> S3, S4\n"
        "S2 --imports--> S1\n"
        "S2 --references--> S5\n"
    )


def test_package_clauses_receivers_and_type_parameters() -> None:
    go = "package shop\ntype Stack[T any] struct{}\nfunc (s *Stack[T]) Push(a, b T) (*Stack[T], error) {}\n"
    shop = Source("shop.go", go, "shop", PackageClause={"Name": "shop", "Line": 1, "StartOffset": 0, "EndOffset": 12})
    parameter = {"Name": "T", **shop.place("T any")}
    stack = shop.node("Types", "Stack", "type Stack[T any] struct{}", {"TypeParams": [parameter]}, TypeKind="struct")
    push = "func (s *Stack[T]) Push(a, b T) (*Stack[T], error) {}"
    result = shop.use(stack, "(*Stack[T], error)", "Stack")
    types = [
        {"Type": "*Stack[T]", "TypeStart": result["StartOffset"] - 1, "TypeEnd": result["EndOffset"] + 3},
        {"Type": "error"},
    ]
    shop.node(
        "Functions",
        "Stack.Push",
        push,
        {"Params": [{"Name": "a", "Type": "T"}, {"Name": "b", "Type": "T"}], "Results": types},
        IsMethod=True,
        Exported=True,
        Receiver={"IsPointer": True, "Type": identity(stack)},
        Results=[result],
    )
    assert write(built(document_of([shop]))) == (
        "[symbols]\n"
        "## shop.go\n"
        "S1 module/package L1-L1 shop {}\n"
        "S2 type/struct L2-L2 Stack {exported=false}\n"
        "S3 meta/type_parameter L2-L2 T {}\n"
        "S4 callable/method L3-L3 Push(a: T, b: T) -> (*S2[T], error) {exported, receiver=*Stack}\n"
        "\n"
        "[edges]\n"
        "S1 --contains--> S2\n"
        "S2 --contains--> S4\n"
        "S4 --references--> S2\n"
    )
    assert [symbol["id"] for symbol in to_json(built(document_of([shop])))["symbols"]] == [
        "shop.go::shop",
        "shop.go::Stack",
        "shop.go::Stack.T",
        "shop.go::Stack.Push",
    ]


def test_namespaces_static_fields_constructors_and_visibility() -> None:
    text = "namespace NS {\nclass C {\nstatic limit = 1\nconstructor() {}\nprivate m() {}\n}\nconst c = 1\n}\n"
    space = {"Name": "NS", "Line": 1, "StartOffset": 0, "EndOffset": len(text)}
    ts = Source("src/a.ts", text, "src/a.ts", Lines=8, Namespaces=[space])
    c = ts.node("Types", "NS.C", text[15 : text.index("const c")].rstrip(), TypeKind="class", Exported=True)
    member = {"IsMethod": True, "Receiver": {"Type": identity(c)}}
    ts.node("Functions", "NS.C.constructor", "constructor() {}", **member)
    ts.node("Functions", "NS.C.m", "private m() {}", {"Modifiers": ["private"]}, **member)
    ts.node("Vars", "NS.C.limit", "static limit = 1", {"Modifiers": ["static"]})
    ts.node("Vars", "NS.c", "const c = 1", IsConst=True)
    assert write(built(document_of([ts]))) == (
        "[symbols]\n"
        "## src/a.ts\n"
        "S1 meta/file L1-L8 a.ts {}\n"
        "S2 module/namespace L1-L7 NS {}\n"
        "S3 type/class L2-L6 C {exported}\n"
        "S4 value/field L3-L3 limit {exported=false, static}\n"
        "S5 callable/constructor L4-L4 constructor() {exported=false}\n"
        "S6 callable/method L5-L5 m() {exported=false, visibility=private}\n"
        "S7 value/constant L7-L7 c {exported=false}\n"
        "\n"
        "[edges]\n"
        "S2 --contains--> S3, S7\n"
        "S3 --contains--> S4, S5, S6\n"
    )
    ids = {symbol["short"]: symbol["id"] for symbol in to_json(built(document_of([ts])))["symbols"]}
    assert ids["S5"] == "src/a.ts::NS.C.constructor"
    assert ids["S7"] == "src/a.ts::NS.c"


def test_derived_attributes_decorate_what_they_stand_before() -> None:
    text = "/// derive(Debug)\n#[derive(Debug, Clone)]\nstruct A;\nstruct Debug;\nstruct Clone;\n"
    rs = Source("lib.rs", text, "m")
    debug, clone = rs.node("Types", "Debug", "struct Debug;"), rs.node("Types", "Clone", "struct Clone;")
    whole = text[: text.index("A;") + 2]
    attribute = "#[derive(Debug, Clone)]"
    uses = [rs.use(debug, attribute, "Debug", IsInvoked=True), rs.use(clone, attribute, "Clone", IsInvoked=True)]
    extra = {"Decorators": ["derive(Debug, Clone)"], "Lines": [2, 3], "Dependencies": uses}
    rs.node("Types", "A", whole, extra, TypeKind="struct")
    assert [(group.source, group.kind, group.targets) for group in built(document_of([rs])).edges] == [
        (3, "decorates", (2,)),
        (4, "decorates", (2,)),
    ]


def test_what_a_decorators_arguments_call_decorates_nothing() -> None:
    text = "@registry.hook(build(), name)\ndef f(): pass\n@build\ndef g(): pass\ndef build(): pass\n"
    source = Source("a.x", text, "p")
    build = source.node("Functions", "build", "def build(): pass")
    first, second = text.split("\n@build\n")[0], "@build\ndef g(): pass"
    use = source.use(build, "build()", "build", IsInvoked=True)
    decorators = {"Decorators": ["registry.hook(build(), name)"], "Lines": [1, 2]}
    source.node("Functions", "f", first, decorators, FunctionCalls=[use])
    use = source.use(build, "@build", "build", IsInvoked=True)
    source.node("Functions", "g", second, {"Decorators": ["build"], "Lines": [3, 4]}, FunctionCalls=[use])
    assert [(group.source, group.kind, group.targets) for group in built(document_of([source])).edges] == [
        (2, "calls", (4,)),
        (4, "decorates", (3,)),
    ]


def test_overriding_goes_to_the_nearest_above_on_each_way_and_ends_in_circles() -> None:
    source = Source("a.x", "A B C D E\n", "p")

    def add(name: str, bases: list[str], methods: list[str]) -> None:
        source.node(
            "Types",
            name,
            name,
            InlineStruct=[source.use(f"m?p#{base}", base, base) for base in bases],
            Methods={each: identity(f"m?p#{name}.{each}") for each in methods},
        )
        for each in methods:
            source.node("Functions", f"{name}.{each}", name, IsMethod=True, Receiver={"Type": identity(f"m?p#{name}")})

    add("A", ["E"], ["run", "__init__"])
    add("B", ["A"], [])
    add("C", ["A"], ["run"])
    add("D", ["B", "C"], ["run", "__init__"])
    add("E", ["A"], ["stop"])
    told = to_json(built(document_of([source])))
    assert [(edge["from"], edge["to"]) for edge in told["edges"] if edge["kind"] == "overrides"] == [
        ("a.x::C.run", "a.x::A.run"),
        ("a.x::D.run", "a.x::A.run"),
        ("a.x::D.run", "a.x::C.run"),
    ]


@pytest.mark.parametrize(
    ("type_kind", "kind"),
    [
        ("struct", "struct"),
        ("interface", "interface"),
        ("protocol", "interface"),
        ("annotation", "interface"),
        ("typedef", "type_alias"),
        ("enum", "enum"),
        ("class", "class"),
        ("record", "class"),
        ("trait", "trait"),
        ("union", "union"),
        ("somebody's own", "class"),
        (None, "class"),
    ],
)
def test_kinds_of_types(type_kind: str | None, kind: str) -> None:
    source = Source("a.x", "A", "p")
    source.node("Types", "A", "A", TypeKind=type_kind)
    assert [(each.category, each.kind) for each in built(document_of([source])).symbols()][1:] == [("type", kind)]


def test_async_false_stands_where_the_language_has_asynchronous_functions() -> None:
    one, other = Source("a.x", "f g", "p"), Source("b.y", "h", "q")
    one.node("Functions", "f", "f", {"Modifiers": ["async"]})
    one.node("Functions", "g", "g")
    other.node("Functions", "h", "h")
    modules = document_of([one], "x")["Modules"] | {"n": document_of([other], "y")["Modules"]["m"]}
    found = {each.name: each.property("async") for each in built({"Modules": modules}).symbols() if each.kind != "file"}
    assert found == {"f": "", "g": "false", "h": None}


def test_a_document_without_extra_gives_its_own_signatures() -> None:
    source = Source("a.go", "func Add(a,\n b int) int {}", "p")
    source.node("Functions", "Add", source.text, Signature="func Add(a,\n b int) int")
    del source.tables["Functions"]["Add"]["Extra"]
    (block,) = built(document_of([source])).files
    assert (block.symbols[1].signature, block.symbols[1].last) == ("Add(a, b int) int", 2)


def test_files_that_gave_nothing_are_errors_with_their_reason() -> None:
    excluded = Source("win.go", "", "", Excluded="build constraint: windows")
    fault = {"Pos": "a:b.go:3:7", "Msg": "expected\nsomething", "Kind": "syntax"}
    document = built(document_of([excluded, Source("notes.md", "", "")], load_errors=[fault]))
    assert write(document) == (
        "[symbols]\n\n[errors]\n- a:b.go: expected something at line 3\n- win.go: left out: build constraint: windows\n"
    )


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("f", "f"),
        ("App~2.run", "run"),
        ("run~3", "run"),
        ("Outer.Inner.m(String,int)", "m"),
        ("C.C(int)", "C"),
        ("From<u8><Type>.from", "from"),
        ("Trait<a::B>.f", "f"),
        ("ns::C::m(const std::string&,int) const", "m"),
        ("ns::C::~C()", "~C"),
        ("ns::C::operator==(const ns::C&)", "operator=="),
        ("ns::C::operator<(const C&) const", "operator<"),
        ("ns::C::operator->()", "operator->"),
        ("ns::C::operator()(int)", "operator()"),
        ("C.#private", "#private"),
        ("name!", "name!"),
        ("m(java.util.List<a.B>)", "m"),
    ],
)
def test_bare_names(name: str, bare: str) -> None:
    assert bare_name(name) == bare


def test_no_language_is_named() -> None:
    folder = Path(__file__).parents[3] / "abcoder_py" / "views" / "skt"
    named = re.compile(r"[\"'](python|go|rust|typescript|java|cpp|cxx|c)[\"']")
    assert not [path.name for path in folder.glob("*.py") if named.search(path.read_text())]


def test_json_of_a_document_is_json() -> None:
    assert json.loads(json.dumps(to_json(Document()))) == {"files": [], "symbols": [], "edges": [], "errors": []}
