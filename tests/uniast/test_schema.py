from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator

from abcoder_py.uniast import wire
from abcoder_py.uniast.schema import encode_schema
from tests.uniast import shop
from tests.uniast.documents import DOCUMENTS

FILE = Path(__file__).parents[2] / "schemas" / "uniast.schema.json"
VALIDATOR = Draft202012Validator(orjson.loads(FILE.read_bytes()))


def test_the_schema_is_current() -> None:
    assert FILE.read_bytes() == encode_schema(), "run: python -m abcoder_py.uniast.schema schemas/uniast.schema.json"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(orjson.loads(FILE.read_bytes()))


def test_the_example_keeps_it() -> None:
    VALIDATOR.validate(orjson.loads((shop.EXAMPLES / "uniast.json").read_bytes()))


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
    phases=(Phase.reuse, Phase.generate),  # shrinking a document takes minutes and the error names the place anyway
)
@given(DOCUMENTS)
def test_whatever_is_written_keeps_it(document: dict[str, Any]) -> None:
    VALIDATOR.validate(orjson.loads(wire.dump(document)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["Graph", "?fmt#Println", "Type"], "KIND"),
        (["Modules", "prices", "Packages", "prices", "Functions", "read", "Line"], "27"),
        (["Modules", "prices", "Packages", "prices", "Functions", "read", "Exported"], None),
        (["Modules", "prices", "Files"], []),
    ],
)
def test_a_wrong_value_breaks_it(path: list[str], value: object) -> None:
    document = holder = orjson.loads((shop.EXAMPLES / "uniast.json").read_bytes())
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    assert not VALIDATOR.is_valid(document)


@pytest.mark.parametrize("key", ["id", "Modules", "Graph", "Path"])
def test_what_is_always_written_is_required(key: str) -> None:
    document = orjson.loads((shop.EXAMPLES / "uniast.json").read_bytes())
    del document[key]
    assert [error.validator for error in VALIDATOR.iter_errors(document)] == ["required"]
