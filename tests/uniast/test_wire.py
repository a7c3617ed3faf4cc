"""One form on the wire, whoever writes: the rules, and that models and plain dicts give the same bytes."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from abcoder_py.uniast import base, entities, extras, models, relations, shapes, wire
from tests.uniast import shop
from tests.uniast.documents import DOCUMENTS

PAIRS = [
    (base.Identity, shapes.IDENTITY),
    (base.Place, shapes.ANONYMOUS),
    (entities.Function, shapes.FUNCTION),
    (entities.Receiver, shapes.RECEIVER),
    (entities.Type, shapes.TYPE),
    (entities.Var, shapes.VAR),
    (extras.Coverage, shapes.COVERAGE),
    (extras.Dependency, shapes.DEPENDENCY),
    (extras.DependencyExtra, shapes.DEPENDENCY_EXTRA),
    (extras.FileExtra, shapes.FILE_EXTRA),
    (extras.LanguageCoverage, shapes.LANGUAGE_COVERAGE),
    (extras.LanguageServer, shapes.SERVER),
    (extras.LeftOut, shapes.LEFT_OUT),
    (extras.LocalDefinition, shapes.LOCAL),
    (extras.NamedSpan, shapes.NAMED_SPAN),
    (extras.NodeExtra, shapes.NODE_EXTRA),
    (extras.Overload, shapes.OVERLOAD),
    (extras.Parameter, shapes.PARAMETER),
    (extras.RepositoryExtra, shapes.REPOSITORY_EXTRA),
    (extras.Uncertain, shapes.UNCERTAIN),
    (extras.UseCounts, shapes.USE_COUNTS),
    (models.File, shapes.FILE),
    (models.Import, shapes.IMPORT),
    (models.LoadError, shapes.LOAD_ERROR),
    (models.Module, shapes.MODULE),
    (models.Package, shapes.PACKAGE),
    (models.Repository, shapes.REPOSITORY),
    (relations.GraphNodeExtra, shapes.GRAPH_NODE_EXTRA),
    (relations.Node, shapes.GRAPH_NODE),
    (relations.Relation, shapes.RELATION),
]


@pytest.mark.parametrize(("model", "shape"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_model_and_its_shape_know_the_same_keys(model: type[base.Model], shape: shapes.Shape) -> None:
    assert {field.alias for field in model.model_fields.values()} == set(shape.order)


@pytest.mark.parametrize(("model", "shape"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_what_a_model_requires_is_always_written(model: type[base.Model], shape: shapes.Shape) -> None:
    required = {field.alias for field in model.model_fields.values() if field.is_required()}
    assert required - shape.always.keys() == ({"Type"} if model is entities.Receiver else set())


def all_models(model: type[base.Model] = base.Model) -> set[type[base.Model]]:
    return {found for sub in model.__subclasses__() for found in (sub, *all_models(sub))}


def test_every_model_has_a_shape() -> None:
    assert all_models() - {model for model, _ in PAIRS} == {entities.Entity}


@settings(
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
    phases=(Phase.reuse, Phase.generate),  # shrinking a document takes minutes and the error names the place anyway
)
@given(DOCUMENTS)
def test_models_and_plain_dicts_give_the_same_bytes(document: dict[str, Any]) -> None:
    written = wire.dump(document)
    assert models.Repository.load(written).dump() == written
    assert wire.dump(orjson.loads(written)) == written
    assert list(orjson.loads(written))[-1] == "Graph"


def test_keys_stand_in_order_and_what_is_empty_is_left_out() -> None:
    node = {
        "Extra": {"Lines": [], "Macro": False},
        "Name": "f",
        "Params": [
            {"Extra": {"IsInvoked": False, "Others": []}, "StartOffset": 0, "Name": "T", "PkgPath": "", "ModPath": ""}
        ],
        "ModPath": "m",
        "Content": "",
        "StartOffset": 0,
        "Receiver": None,
        "PkgPath": "p",
    }
    assert orjson.dumps(wire.normal(shapes.FUNCTION, node)) == (
        b'{"Exported":false,"IsMethod":false,"IsInterfaceMethod":false,"ModPath":"m","PkgPath":"p","Name":"f",'
        b'"StartOffset":0,"Params":[{"ModPath":"","PkgPath":"","Name":"T","StartOffset":0}]}'
    )


def test_what_an_unknown_key_holds_is_left_alone() -> None:
    unknown = {"b": None, "a": {"y": [], "x": False}}
    written = wire.normal(shapes.IDENTITY, {"Zed": unknown, "Name": "n", "Also": "", "PkgPath": "p", "ModPath": "m"})
    assert list(written.items())[3:] == [("Zed", unknown), ("Also", "")]


def test_maps_are_ordered_by_their_keys_bytes() -> None:
    keys = ["é", "z", "Z", "a", "\U0001f600", "\uffee"]
    document = {"Modules": {key: {"Name": key, "Dependencies": dict.fromkeys(keys, "x")} for key in keys}}
    modules = orjson.loads(wire.dump(document))["Modules"]
    bytewise = sorted(keys, key=str.encode)
    assert list(modules) == bytewise
    assert list(modules["a"]["Dependencies"]) == bytewise


def test_what_is_always_there_is_written_for_an_empty_document() -> None:
    assert wire.dump({}) == b'{"id":"","ASTVersion":"","ToolVersion":"","Path":"","Modules":{},"Graph":{}}'
    assert orjson.dumps(wire.normal(shapes.PACKAGE, {})) == (
        b'{"IsMain":false,"IsTest":false,"PkgPath":"","Functions":{},"Types":{},"Vars":{}}'
    )


def test_what_is_handed_in_is_not_changed() -> None:
    document = shop.document()
    before = orjson.dumps(document)
    wire.dump(document)
    assert orjson.dumps(document) == before


def test_a_document_of_encoded_pieces_has_the_same_bytes() -> None:
    whole = wire.dump(shop.document())
    document = shop.document()
    for module in document["Modules"].values():
        for package in module.get("Packages", {}).values():
            for table, shape in (("Functions", shapes.FUNCTION), ("Types", shapes.TYPE), ("Vars", shapes.VAR)):
                package[table] = {name: wire.fragment(shape, node) for name, node in package[table].items()}
        module["Files"] = {path: wire.fragment(shapes.FILE, file) for path, file in module.get("Files", {}).items()}
    document["Graph"] = {key: orjson.Fragment(orjson.dumps(node)) for key, node in document["Graph"].items()}
    assert wire.dump(document) == whole


def test_the_example_is_current() -> None:
    assert (shop.EXAMPLES / "uniast.json").read_bytes() == wire.dump(shop.document())


def test_the_example_names_no_folder_of_a_machine() -> None:
    assert not Path(shop.document()["Path"]).is_absolute()
