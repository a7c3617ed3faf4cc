"""Documents of ABCoder and of the specification's prose load, and are written in today's form."""

import copy
from typing import Any

import orjson
import pytest

from abcoder_py.uniast.models import Repository
from abcoder_py.uniast.reading import read_document

ID = {"ModPath": "example.org/m", "PkgPath": "example.org/m/p"}
PLACE = {"File": "p/a.go", "Line": 3, "StartOffset": 10, "EndOffset": 20}


def named(name: str, **fields: Any) -> dict[str, Any]:
    return {**ID, "Name": name, **fields}


def abcoder_document() -> dict[str, Any]:
    """Small, in the shape that ABCoder writes: nulls, nulled imports, places on every dependency, no Extra."""
    use = named("T", **PLACE)
    function = named("f", Exported=False, IsMethod=False, IsInterfaceMethod=False, **PLACE, Content="func f(t T)")
    function |= {"Signature": "func f(t T)", "Params": [use], "Types": None, "compress_data": None}
    type_ = named("T", Exported=True, TypeKind="struct", **PLACE, Content="type T int", Methods=None, Implements=None)
    variable = named("v", IsExported=False, IsConst=False, IsPointer=False, **PLACE, Content="var v int")
    variable["Type"] = {"ModPath": "", "PkgPath": "", "Name": "int"}
    package = {"IsMain": False, "IsTest": False, "PkgPath": ID["PkgPath"]}
    package |= {"Functions": {"f": function}, "Types": {"T": type_}, "Vars": {"v": variable}}
    module = {"Language": "go", "Version": "", "Name": ID["ModPath"], "Dir": ".", "Dependencies": {}}
    module |= {"Packages": {ID["PkgPath"]: package}, "load_errors": [{"Pos": "", "Msg": "no go file", "Kind": 1}]}
    module["Files"] = {
        "p/a.go": {
            "Path": "p/a.go",
            "Package": ID["PkgPath"],
            "Imports": ['"unsafe"', {"Path": '"fmt"', "Alias": None}],
        },
        "README.md": {"Path": "README.md", "Package": None},
    }
    f, t = "example.org/m?example.org/m/p#f", "example.org/m?example.org/m/p#T"
    graph = {
        f: named("f", Type="FUNC", Dependencies=[named("T", Kind="Dependency", Line=0)], References=None),
        t: named("T", Type="TYPE", References=[named("f", Kind="Dependency", Line=0)]),
    }
    return {"id": "/home/me/m", "Modules": {ID["ModPath"]: module}, "Graph": graph, "ASTVersion": "v0.1.3"}


def load(document: dict[str, Any]) -> Repository:
    return Repository.load(orjson.dumps(document))


def test_a_document_of_abcoder_loads() -> None:
    repository = load(abcoder_document())
    module = repository.modules["example.org/m"]
    assert [item.path for item in module.files["p/a.go"].imports] == ['"unsafe"', '"fmt"']
    assert module.load_errors[0].kind == 1
    assert repository.node("p#T").name == "T"
    assert repository.graph["example.org/m?example.org/m/p#T"].references[0].kind == "Dependency"
    assert Repository.load(repository.dump()).dump() == repository.dump()


def test_reading_leaves_the_given_document_alone() -> None:
    document = abcoder_document()
    before = copy.deepcopy(document)
    read_document(document)
    assert document == before


def function(**fields: Any) -> dict[str, Any]:
    return read_node("Functions", named("f", **fields))


def read_node(table: str, node: dict[str, Any]) -> dict[str, Any]:
    document = {"Modules": {"m": {"Packages": {"p": {table: {"n": node}}}}}}
    read: dict[str, Any] = read_document(document)["Modules"]["m"]["Packages"]["p"][table]["n"]
    return read


def test_the_names_of_the_prose_are_read() -> None:
    use = named("x")
    assert function(Vars=[use])["GlobalVars"] == [use]
    assert function(Vars=[use], GlobalVars=[])["Vars"] == [use]
    read = read_node("Types", named("T", SubStructs=[use], InlineStructs=[use]))
    assert (read["SubStruct"], read["InlineStruct"]) == ([use], [use])
    assert "SubStructs" not in read


@pytest.mark.parametrize(
    ("written", "kind"), [(0, "struct"), (1, "interface"), (2, "typedef"), (3, "enum"), (9, "typedef"), ("odd", "odd")]
)
def test_type_kinds_are_numbers_or_any_string(written: int | str, kind: str) -> None:
    assert read_node("Types", named("T", TypeKind=written))["TypeKind"] == kind


@pytest.mark.parametrize(("number", "name"), list(enumerate(("UNKNOWN", "FUNC", "TYPE", "VAR"))))
def test_node_types_are_numbers_or_names(number: int, name: str) -> None:
    assert read_document({"Graph": {"x": {"Type": number}}})["Graph"]["x"]["Type"] == name


def test_dependencies_may_be_one_object_or_a_map() -> None:
    use = named("T", Extra={"IsInvoked": True})
    assert function(FunctionCalls=use)["FunctionCalls"] == [use]
    assert function(FunctionCalls={"any": use})["FunctionCalls"] == [use]
    assert function(Params={"t": named("T")})["Params"] == [named("T", Extra={"Param": "t"})]
    assert read_node("Types", named("T", SubStruct={"f": use}))["SubStruct"] == [
        named("T", Extra={"Field": "f", "IsInvoked": True})
    ]


def test_a_null_of_an_unknown_key_stays() -> None:
    assert function(Mine=None, Params=None) == named("f", Mine=None)


@pytest.mark.parametrize("document", [[], "text", None, {"Modules": []}, {"Modules": {"m": 3}}, {"Graph": {"x": None}}])
def test_what_is_no_document_is_left_to_the_models(document: Any) -> None:
    assert read_document(document) == document
