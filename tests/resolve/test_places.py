"""From a server's place to bytes, and from bytes to the definition whose name holds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from abcoder_py.plugin.values import Symbol
from abcoder_py.resolve.places import Places, Spot
from abcoder_py.syntax.extract import outline
from tests.resolve.trees import PYTHON, Shop

WIDE = 'TEXT = "é😀"; NAME = 1\n\n\nclass Shop:\n    def sell(self):\n        self.sold = 1\n'


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "shop", {"a.py": WIDE, "b.py": "from a import NAME\n", "with space é.py": "X = 1\n"})


def uri(shop: Shop, path: str) -> str:
    return Path(shop.tree.root, path).as_uri()


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 17), ("utf-16", 14), ("utf-32", 13)])
def test_columns_are_of_the_servers_encoding(shop: Shop, encoding: str, column: int) -> None:
    spot = shop.places.spot((uri(shop, "a.py"), 0, column, 0, column + 4), encoding)  # type: ignore[arg-type]
    assert spot == shop.spot("a.py", "NAME")


def test_a_path_is_read_as_a_uri(shop: Shop) -> None:
    assert shop.places.spot((uri(shop, "with space é.py"), 0, 0, 0, 1), "utf-8") == Spot("with space é.py", True, 0, 1)


def test_a_place_behind_a_link_is_of_the_repository(shop: Shop, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(shop.tree.root)
    assert shop.places.spot(((link / "b.py").as_uri(), 0, 14, 0, 18), "utf-8") == Spot("b.py", True, 14, 18)


def test_places_that_are_none(shop: Shop, tmp_path: Path) -> None:
    spot = shop.places.spot
    assert spot((uri(shop, "a.py"), 999, 0, 999, 1), "utf-8") == Spot("a.py", True, -1, -1)
    assert spot(("untitled:one", 0, 0, 0, 1), "utf-8") == Spot("untitled:one", False, -1, -1)
    gone = tmp_path / "gone.py"
    assert spot((gone.as_uri(), 0, 0, 0, 1), "utf-8") == Spot(str(gone), False, -1, -1)
    assert spot((tmp_path.as_uri(), 0, 0, 0, 1), "utf-8") == Spot(str(tmp_path), False, -1, -1)
    assert shop.places.names(Spot("untitled:one", False, -1, -1)) is None
    assert shop.places.text(Spot(str(gone), False, 0, 0)) == b""


def test_an_end_that_is_none_is_the_start(shop: Shop) -> None:
    assert shop.places.spot((uri(shop, "b.py"), 0, 14, 999, 0), "utf-8") == Spot("b.py", True, 14, 14)


def test_a_file_outside_is_read_for_what_it_declares(shop: Shop, tmp_path: Path) -> None:
    library = tmp_path / "library.py"
    library.write_text("class Outer:\n    def inner(self):\n        return 1\n")
    spot = shop.places.spot((library.as_uri(), 1, 8, 1, 13), "utf-8")
    assert spot == Spot(str(library), False, 21, 26)
    names = shop.places.names(spot)
    assert names is not None
    assert [definition.name for definition in names.chain(names.at(spot.start))] == ["Outer", "inner"]
    assert shop.places.text(spot)[spot.start : spot.end] == b"inner"
    library.unlink()
    assert shop.places.names(spot) is names  # read once


SYMBOL = Symbol("library", "1", "library", "Outer.inner", "method")


def test_what_the_server_names_itself_is_not_looked_for(shop: Shop, tmp_path: Path) -> None:
    gone = tmp_path / "gone.py"
    assert shop.places.spot((gone.as_uri(), 1, 8, 1, 13), "utf-8", SYMBOL) == Spot(str(gone), False, -1, -1, SYMBOL)
    inside = shop.places.spot((uri(shop, "b.py"), 0, 14, 0, 18), "utf-8", SYMBOL)
    assert inside == Spot("b.py", True, 14, 18), "a file of the repository is told by its bytes"


def test_what_the_server_names_itself_is_read_for_its_content(shop: Shop, tmp_path: Path) -> None:
    library = tmp_path / "library.py"
    library.write_text("class Outer:\n    def inner(self):\n        return 1\n")
    places = Places(shop.tree, PYTHON, shop.facts, outline, contents=True)
    spot = places.spot((library.as_uri(), 1, 8, 1, 13), "utf-8", SYMBOL)
    assert spot == Spot(str(library), False, 21, 26, SYMBOL)


def test_a_huge_file_outside_is_not_read(shop: Shop, tmp_path: Path) -> None:
    huge = tmp_path / "huge.py"
    with huge.open("wb") as file:
        file.truncate(9 << 20)
    assert shop.places.spot((huge.as_uri(), 0, 0, 0, 0), "utf-8") == Spot(str(huge), False, -1, -1)


def test_which_name_holds_a_byte(shop: Shop) -> None:
    names = shop.places.names(shop.spot("a.py", "NAME"))
    assert names is not None
    start = shop.offset("a.py", "sell")
    found = [names.at(offset) for offset in (start - 1, start, start + 3, start + 4)]
    assert [index >= 0 for index in found] == [False, True, True, False]
    assert names.facts.definitions[found[1]].name == "sell"


def test_an_answer_that_spans_the_receiver_too(shop: Shop) -> None:
    names = shop.places.names(shop.spot("a.py", "self.sold"))
    assert names is not None
    start = shop.offset("a.py", "self.sold")
    assert names.facts.definitions[names.starting_at(start, start + 9, "sold")].name == "sold"
    assert names.starting_at(start, start + 9, "other") == -1


def test_which_import_holds_a_byte(shop: Shop) -> None:
    names = shop.places.names(Spot("b.py", True, 0, 0))
    assert names is not None
    item = names.import_at(5)
    assert item is not None
    assert item.path == "a"
    assert names.import_at(item.end) is None
