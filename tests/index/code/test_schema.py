"""`schemas/code-model.schema.json` says what an agent is handed and what it hands in."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from abcoder_py.index.code.database import FILE_NAME
from abcoder_py.index.code.pool import Answer
from tests.command import uniast
from tests.index.code.checkouts import answer, answers_to, next_batch

FILE = Path(__file__).parents[3] / "schemas" / "code-model.schema.json"
SCHEMA = json.loads(FILE.read_bytes())
BATCHES = Draft202012Validator(SCHEMA)
ANSWERS = Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": "#/$defs/answers"}]})


def code(*words: str | Path, cwd: Path) -> None:
    done = uniast(*words, cwd=cwd)
    assert done.returncode == 0, done.stderr


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_batch_keeps_it_from_the_first_to_null(shop: Path, tmp_path: Path) -> None:
    db = tmp_path / FILE_NAME
    code("parse", "--no-cache", cwd=shop)
    (shop / "shop.py").write_text((shop / "shop.py").read_text() + "\n\nX = sell()\n")
    code("code", "index", "--db", db, cwd=shop)
    seen: list[dict[str, Any]] = []
    while batch := next_batch(shop, db, "--vars", "--update-root"):
        BATCHES.validate(batch)
        answers = answers_to([batch])
        ANSWERS.validate(answers)
        assert answer(shop, db, answers).returncode == 0
        seen.append(batch)
    BATCHES.validate(batch)
    assert {each["kind"] for each in seen} == {"file", "dir", "repo"}
    nodes = [node for each in seen for node in each["nodes"]]
    assert {"function", "class", "var"} < {node["kind"] for node in nodes}
    assert {type(node["used_by"]) for node in nodes} == {list, type(None)}
    BATCHES.validate(next_batch(shop, db, "--batches", "3"))


def test_uses_keep_it(shop: Path, tmp_path: Path) -> None:
    db = tmp_path / FILE_NAME
    code("parse", "--no-cache", cwd=shop)
    code("code", "index", "--db", db, cwd=shop)
    batches = next_batch(shop, db, "--batches", "9")
    BATCHES.validate(batches)
    uses = [use for batch in batches for node in batch["nodes"] for use in node["used_by"] or ()]
    assert uses


def test_the_answers_are_what_describe_reads() -> None:
    fields = SCHEMA["$defs"]["answers"]["items"]
    read = msgspec.json.schema(Answer)["$defs"]["Answer"]
    assert (set(fields["properties"]), fields["required"]) == (set(read["properties"]), read["required"])


@pytest.mark.parametrize("answers", [{}, [{"id": "a"}], [{"id": "a", "summary": " "}], [{"id": "a", "summary": 1}]])
def test_what_describe_refuses_is_no_answer(answers: Any, shop: Path, tmp_path: Path) -> None:
    code("code", "index", "--db", tmp_path / FILE_NAME, cwd=shop)
    assert not ANSWERS.is_valid(answers)
    assert answer(shop, tmp_path / FILE_NAME, answers).returncode == 1
