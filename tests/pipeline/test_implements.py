"""Which interfaces a type satisfies is asked again only where something that is seen of a file changed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import orjson
import pytest

from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import run
from abcoder_py.resolve.asking import Asker
from tests.test_trees import grow

TYPES = """package m

type Outer interface{ M() string }

func first() string { return "a" }

type T struct{}

func (T) M() string { return first() }
"""
FACES = "package m\n\ntype Inner interface{ M() string }\n"


def parse(folder: Path, store: Path | None) -> bytes:
    options = ParseOptions(folder, languages=("go",), repo_id="m", store=store, use_store=store is not None)
    return asyncio.run(run(options)).document


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Files whose types' interfaces were asked for."""
    found: list[str] = []
    implementations = Asker.implementations

    async def noted(self: Asker, path: str, offsets: Sequence[int]) -> object:
        found.extend([path] if offsets else [])
        return await implementations(self, path, offsets)

    monkeypatch.setattr(Asker, "implementations", noted)
    return found


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"t.go": TYPES.replace('"a"', '"a longer one"')}, []),
        ({"t.go": TYPES.replace("return first()", "type local struct{}\n\treturn first()")}, []),
        ({"t.go": TYPES.replace("first() string", "first() (string)")}, ["t.go"]),
        ({"faces.go": FACES.replace("M()", "N()")}, ["t.go"]),
        ({"faces.go": "package m\n"}, ["t.go"]),
    ],
    ids=["body", "local type", "signature", "interface elsewhere", "no interface there"],
)
def test_what_asks_again(
    tmp_path: Path, asked: list[str], changed: dict[str, str | bytes], expected: list[str]
) -> None:
    folder, store = tmp_path / "m", tmp_path / "store.sqlite"
    grow(folder, {"go.mod": "module m\n\ngo 1.21\n", "t.go": TYPES, "faces.go": FACES})
    parse(folder, store)
    asked.clear()
    grow(folder, changed)
    found = parse(folder, store)
    assert asked == expected
    assert found == parse(folder, None)
    satisfied = orjson.loads(found)["Modules"]["m"]["Packages"]["m"]["Types"]["T"]["Implements"]
    assert {each["Name"] for each in satisfied} == {"Outer", *(["Inner"] if "faces.go" not in changed else [])}
