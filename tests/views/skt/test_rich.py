"""A real package against an independent count: the most referenced symbols are those that the sources refer to most."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import rich

from abcoder_py.views.skt import Choice, Document, Symbol, from_uniast, read, write
from abcoder_py.views.skt.model import full_ids
from tests.parsed import parsed_bytes
from tests.views.skt.counted import Counted, Holder

PACKAGE = Path(rich.__file__).parent
USES = {"calls", "references", "inherits"}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    data = parsed_bytes(PACKAGE, tmp_path_factory.mktemp("rich") / "rich.json", "--lang", "python")
    return from_uniast(json.loads(data), Choice(edges=True)).document


class Used(NamedTuple):
    symbol: Symbol
    by: set[Holder]


@pytest.fixture(scope="module")
def ranking(document: Document) -> dict[Holder, Used]:
    """File and dotted name of each symbol with the callables and types that use it, those with the most first."""
    ids = plain_ids(document)
    paths = document.paths()
    symbols = {symbol.number: symbol for symbol in document.symbols()}
    used: dict[Holder, set[Holder]] = defaultdict(set)
    found: dict[Holder, Symbol] = {}
    for group in document.edges:
        pairs = [(group.source, end) for end in group.targets]
        pairs = [(end, source) for source, end in pairs] if group.kind == "decorates" else pairs
        for source, end in pairs if not group.status and group.kind in {*USES, "decorates"} else ():
            assert isinstance(source, int)
            assert isinstance(end, int)
            if symbols[source].category in ("callable", "type"):
                key = (paths[end], ids[end].split("::", 1)[1])
                found[key] = symbols[end]
                used[key].add((paths[source], ids[source].split("::", 1)[1]))
    ordered = sorted(used, key=lambda key: (-len(used[key]), key))
    return {key: Used(found[key], used[key]) for key in ordered}


@pytest.fixture(scope="module")
def counted() -> Counted:
    return Counted(PACKAGE)


def test_the_most_used_names_are_used_by_whom_an_independent_count_says(
    ranking: dict[Holder, Used], counted: Counted
) -> None:
    top = [key for key, used in ranking.items() if "." not in key[1]][:15]
    assert top[0] == ("console.py", "Console")
    assert {key: ranking[key].by for key in top} == {key: counted.names[key] for key in top}
    independent = sorted(counted.names, key=lambda key: -len(counted.names[key]))[:10]
    assert {len(counted.names[key]) for key in independent} == {len(ranking[key].by) for key in top[:10]}


def test_no_method_is_high_by_the_accident_of_its_name(ranking: dict[Holder, Used], counted: Counted) -> None:
    appends = {key: len(used.by) for key, used in ranking.items() if key[1].endswith(".append")}
    assert appends
    assert len(counted.attributes["append"]) > 5 * sum(appends.values())
    assert not appends.keys() & set([*ranking][:40])


def plain_ids(document: Document) -> dict[int, str]:
    return {number: re.sub(r"~[0-9]+", "", full_id) for number, full_id in full_ids(document).items()}


def imported_classes() -> Iterator[type]:
    """The classes of the package's modules; two of these are for another system alone."""
    for found in pkgutil.walk_packages(rich.__path__, "rich."):
        if found.name in ("rich.__main__", "rich._win32_console", "rich._windows_renderer"):
            continue
        for each in vars(importlib.import_module(found.name)).values():
            if inspect.isclass(each) and each.__module__ == found.name:
                yield each


def member_id(owner: type, name: str) -> str:
    return f"{owner.__module__.removeprefix('rich.').replace('.', '/')}.py::{owner.__qualname__}.{name}"


def test_methods_override_what_the_interpreter_says(document: Document) -> None:
    ids = plain_ids(document)
    methods = {ids[symbol.number] for symbol in document.symbols() if symbol.kind == "method"}
    overrides = [group for group in document.edges if group.kind == "overrides"]
    told = {(ids[group.source], ids[end]) for group in overrides for end in group.targets}  # type: ignore[index]
    real = set()
    for each in imported_classes():
        for name in vars(each):
            above = [base for base in each.__mro__[1:] if name in vars(base) and base.__module__.startswith("rich.")]
            if above and member_id(each, name) in methods:
                real.add((member_id(each, name), member_id(above[0], name)))
    assert told == {(lower, upper) for lower, upper in real if upper in methods}
    assert len(told) > 40


def test_the_whole_package_is_read_back(document: Document) -> None:
    assert read(write(document, minify=True)) == document
    assert {group.kind for group in document.edges} >= {*USES, "contains", "decorates", "overrides", "imports"}
