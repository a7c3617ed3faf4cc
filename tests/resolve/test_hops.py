"""Answers that stop at import statements are followed: three times, never in a circle."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from abcoder_py.resolve.asking import Reply
from abcoder_py.resolve.hops import MAX_HOPS, Hops
from abcoder_py.resolve.places import Spot
from tests.resolve.trees import Shop, Table

LENGTH = 6


@pytest.fixture
def chain(tmp_path: Path) -> Shop:
    """m0 defines `name`, m1 imports it from m0, m2 from m1, …; `loop` and `pool` import it from each other."""
    files: dict[str, str | bytes] = {
        f"m{number}.py": f"from m{number - 1} import name\n" for number in range(1, LENGTH)
    }
    files |= {"m0.py": "name = 1\n", "loop.py": "from pool import name\n", "pool.py": "from loop import name\n"}
    return Shop(tmp_path / "chain", files)


def follow(shop: Shop, answers: dict[str, Reply], start: str) -> tuple[tuple[Spot, ...], list[str]]:
    """Where the spot in file `start` ends, and the files that were asked about."""
    table = Table({(path, shop.offset(path, "name")): reply for path, reply in answers.items()})
    hops = Hops(shop.places)
    spot = shop.spot(start, "name")
    asyncio.run(hops.follow(table, [(spot,)]))  # type: ignore[arg-type]
    return hops.end(spot), [path for path, _ in table.asked]


def one_before(shop: Shop) -> dict[str, Reply]:
    return {f"m{number}.py": (shop.spot(f"m{number - 1}.py", "name"),) for number in range(1, LENGTH)}


@pytest.mark.parametrize("hops", range(MAX_HOPS + 1))
def test_imports_are_followed(chain: Shop, hops: int) -> None:
    ends, asked = follow(chain, one_before(chain), f"m{hops}.py")
    assert ends == (chain.spot("m0.py", "name"),)
    assert asked == [f"m{number}.py" for number in range(hops, 0, -1)]


def test_it_ends_after_three(chain: Shop) -> None:
    ends, asked = follow(chain, one_before(chain), f"m{MAX_HOPS + 2}.py")
    assert ends == ()
    assert len(asked) == MAX_HOPS


def test_a_circle_leads_nowhere(chain: Shop) -> None:
    answers: dict[str, Reply] = {
        "loop.py": (chain.spot("pool.py", "name"),),
        "pool.py": (chain.spot("loop.py", "name"),),
    }
    ends, asked = follow(chain, answers, "loop.py")
    assert ends == ()
    assert asked == ["loop.py", "pool.py"]


@pytest.mark.parametrize("itself", [True, False])
def test_an_import_that_leads_nowhere_is_the_end(chain: Shop, itself: bool) -> None:
    spot = chain.spot("m1.py", "name")
    assert follow(chain, {"m1.py": (spot,) if itself else ()}, "m1.py") == ((spot,), ["m1.py"])


def test_a_fault_behind_an_import_leaves_no_end(chain: Shop) -> None:
    assert follow(chain, {"m1.py": "server crashed"}, "m1.py") == ((), ["m1.py"])


def test_several_ends(chain: Shop) -> None:
    here, there = chain.spot("m0.py", "name"), chain.spot("m1.py", "name")
    ends, _ = follow(chain, {"m2.py": (there, here), "m1.py": (here,)}, "m2.py")
    assert set(ends) == {here}


def test_what_is_no_import_is_an_end(chain: Shop) -> None:
    hops = Hops(chain.places)
    first_position = Spot("m1.py", True, 0, 0)  # the module itself, though an import stands there
    nowhere = Spot("m1.py", True, -1, -1)
    assert hops.end(first_position) == (first_position,)
    assert hops.end(nowhere) == (nowhere,)


def test_where_imports_name_modules_they_are_ends(chain: Shop) -> None:
    spot = chain.spot("m1.py", "name")
    assert Hops(chain.places, stay=True).end(spot) == (spot,)


@pytest.fixture
def quay(tmp_path: Path) -> Shop:
    """`use` imports from `drivers` what that imports from packages which are not there."""
    drivers = "import name as driver\nfrom far import name, other as pool\ndef f():\n    from far import inner\n"
    return Shop(
        tmp_path / "quay",
        {"drivers.py": drivers, "use.py": "from drivers import driver, name, pool, inner\n"},
    )


@pytest.mark.parametrize(
    ("name", "nth", "token", "token_nth"),
    [("driver", 2, "name", 1), ("name", 1, "name", 2), ("pool", 1, "other", 1), ("inner", 1, "", 0)],
)
def test_a_name_that_leads_nowhere_is_what_its_module_imports(
    quay: Shop, name: str, nth: int, token: str, token_nth: int
) -> None:
    spot = quay.spot("use.py", name, nth)
    hops = Hops(quay.places, passing=True)
    module = Spot("drivers.py", True, 0, 0)
    table = Table({("use.py", quay.offset("use.py", "drivers")): (module,)})
    asyncio.run(hops.follow(table, [(spot,)]))  # type: ignore[arg-type]
    assert hops.end(spot) == (quay.spot("drivers.py", token, token_nth) if token else spot,)
