"""Parts of a tree."""

from __future__ import annotations

import pytest

from abcoder_py.uniast.lookup import AmbiguousNode, UnknownNode
from abcoder_py.views.codestruct import Entity, read, select, write
from abcoder_py.views.codestruct.document import load
from abcoder_py.views.codestruct.repository import view
from abcoder_py.views.path_choice import PathChoice
from tests.views.codestruct.repositories import VIEW

FILES = (
    "dir: r\n  file: a.py\n  dir: lib\n    file: b.py\n    file: c.go\n    dir: in\n      file: d.py\n  dir: empty\n"
)


def paths(root: Entity, above: str = "") -> list[str]:
    found = []
    for child in root.children:
        found += [above + child.name] if child.keyword == "file" else paths(child, f"{above}{child.name}/")
    return found


@pytest.mark.parametrize(
    ("include", "exclude", "left"),
    [
        ([], ["*.py"], ["lib/c.go"]),
        (["*.py"], [], ["a.py", "lib/b.py", "lib/in/d.py"]),
        (["lib/"], ["in"], ["lib/b.py", "lib/c.go"]),
        (["/lib/*.py"], [], ["lib/b.py"]),
        (["lib", "!*.go"], [], ["lib/b.py", "lib/in/d.py"]),
        (["nothing"], [], []),
    ],
)
def test_files_by_pattern(include: list[str], exclude: list[str], left: list[str]) -> None:
    (root,) = read(FILES)
    select.keep_files(root, PathChoice(include, exclude).takes)
    assert paths(root) == left
    assert "empty" not in write([root])


def test_depth() -> None:
    for depth in (1, 2, 3):
        roots = read(VIEW)
        select.cut_below(roots, depth)
        assert write(roots) == "".join(
            f"{line}\n" for line in VIEW.splitlines() if len(line) - len(line.lstrip()) < 2 * depth
        )


@pytest.mark.parametrize(
    "query", ["Article.cost", "shop.money#Article.cost", "shop?shop.money#Article.cost", "cost", "money.Article.cost"]
)
def test_a_definition_by_its_name(shop: bytes, query: str) -> None:
    assert select.find(view(load(shop)), query).name == "cost"


@pytest.mark.parametrize("query", ["Article.cost", "shop.money#Article.cost", "cost"])
def test_a_definition_of_a_text_by_its_name(query: str) -> None:
    assert select.find(read(VIEW), query).name == "cost"


@pytest.mark.parametrize(("query", "keyword"), [("shop/money.py", "file"), ("shop/shop", "dir")])
def test_a_file_or_folder_by_its_path(query: str, keyword: str) -> None:
    assert select.find(read(VIEW), query).keyword == keyword


def test_names_that_are_none_or_several() -> None:
    with pytest.raises(UnknownNode):
        select.find(read(VIEW), "nobody")
    with pytest.raises(AmbiguousNode) as caught:
        select.find(read("module: a\n  func: f\nmodule: b\n  func: f"), "f")
    assert caught.value.candidates == ["?a#f", "?b#f"]
    assert select.find(read("module: a\n  func: f\n  func: f\n    returns: X"), "f~2").children[0].name == "X"
