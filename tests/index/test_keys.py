"""Keys differ wherever what they stand for does."""

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.index import keys
from abcoder_py.index.code_version import code_digest

ARGUMENTS: dict[str, tuple[object, object]] = {
    "str": ("one", "two"),
    "bytes": (b"one", b"two"),
    "TypeAlias": (b"one", b"two"),
    "Mapping[str, str]": ({"a": "1", "b": "2"}, {"a": "2", "b": "1"}),
    "Mapping[str, bytes]": ({"a": b"1"}, {"a": b"2"}),
    "Iterable[bytes]": ([b"one"], [b"two"]),
}


@given(st.lists(st.binary(max_size=4), max_size=4), st.lists(st.binary(max_size=4), max_size=4))
def test_sequences_never_meet(one: list[bytes], other: list[bytes]) -> None:
    assert (keys.digest(*one) == keys.digest(*other)) == (one == other)


def test_a_mapping_has_no_order() -> None:
    assert keys.digest_mapping({"a": "1", "b": "2"}) == keys.digest_mapping({"b": "2", "a": "1"})


@pytest.mark.parametrize(
    "function",
    [
        keys.facts_key,
        keys.unit_key,
        keys.server_key,
        keys.targets_key,
        keys.document_key,
    ],
)
def test_every_argument_counts(function: Callable[..., bytes]) -> None:
    parameters = inspect.signature(function, eval_str=True).parameters
    kinds = {name: ARGUMENTS[inspect.formatannotation(p.annotation).split(".")[-1]] for name, p in parameters.items()}
    first = {name: values[0] for name, values in kinds.items()}
    found = [function(**first), *(function(**{**first, name: values[1]}) for name, values in kinds.items())]
    assert len(set(found)) == len(kinds) + 1
    assert {len(key) for key in found} == {20}


def test_the_digest_of_code_follows_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "some_plugin"
    package.mkdir()
    (package / "__init__.py").write_text("one")
    monkeypatch.syspath_prepend(tmp_path)
    seen = [fresh()]
    (package / "__init__.py").write_text("two")
    seen.append(fresh())
    (package / "uses.scm").write_text("(call)")
    seen.append(fresh())
    (package / "README.md").write_text("no code")
    assert fresh() == seen[-1]
    assert len(set(seen)) == 3
    with pytest.raises(ModuleNotFoundError):
        code_digest("no_such_plugin")


def fresh() -> bytes:
    code_digest.cache_clear()
    return code_digest("some_plugin", "json.decoder")
