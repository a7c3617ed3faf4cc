"""A watch keeps a server that takes changes in, and no longer than its answers are those of a new one.

Every update is compared with a run with an empty store, which starts servers of its own.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import replace as replace_options
from pathlib import Path

import psutil
import pytest
from abcoder_plugins.go.servers import UNIAST_GO

from abcoder_py.pipeline import servers
from abcoder_py.pipeline.parse import run
from abcoder_py.pipeline.servers import State
from abcoder_py.pipeline.watching import watch
from abcoder_py.plugin.registry import language, languages
from abcoder_py.servers.find import find_server
from tests.increments.test_increments import GO
from tests.pipeline.test_watch import TIMEOUT, Watched, options_of, replace, watching
from tests.test_trees import grow


def pids() -> set[int]:
    """Of the servers that a watch of this process keeps."""
    children = psutil.Process().children(recursive=True)
    return {each.pid for each in children if each.name() == UNIAST_GO.program.executable}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return grow(tmp_path / "shop", GO)


def after(folder: Path, *edits: Callable[[], object]) -> list[set[int]]:
    """The servers before the edits and after each."""
    found: list[set[int]] = []

    async def steps(watched: Watched) -> AsyncIterator[None]:
        found.append(pids())
        for edit in edits:
            edit()
            yield
            found.append(pids())

    assert watching(folder, "go", steps) == []
    assert not pids()
    return found


def test_one_server_answers_as_long_as_only_sources_change(folder: Path) -> None:
    (folder / "c").mkdir()
    (folder / "c/c.go").write_text('package c\n\nimport "example.com/shop"\n\nvar C = shop.B()\n')
    found = after(
        folder,
        lambda: replace(folder / "a.go", "return 1\n", "return 1 + 1\n"),
        lambda: replace(folder / "a.go", "A() int {", "A() int64 {"),
        lambda: replace(folder / "b.go", "M() int }", "M() int; N() }"),
        lambda: replace(folder / "c/c.go", "import ", 'import _ "errors"\nimport '),
        lambda: replace(folder / "a.go", "package shop", "package shop\n\n// Grün.\nvar Added = B()"),
    )
    assert len(set.union(*found)) == 1


def test_another_build_file_ends_it(folder: Path) -> None:
    before, then = after(folder, lambda: replace(folder / "go.mod", "1.21", "1.22"))
    assert before
    assert not before & then


def test_one_that_died_is_started_again(folder: Path) -> None:
    def kill() -> None:
        for pid in pids():
            os.kill(pid, 9)
        replace(folder / "a.go", "return 1\n", "return 2\n")

    before, then = after(folder, kill)
    assert before
    assert then
    assert not before & then


def test_very_many_changes_end_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MOST_CHANGES", 1)

    def both() -> None:
        (folder / "a.go").write_text((folder / "a.go").read_text() + "\nvar X = B()\n")
        (folder / "b.go").write_text((folder / "b.go").read_text() + "\nvar Y = A()\n")

    before, then = after(folder, both)
    assert not before & then


def test_only_servers_that_vouch_for_it_are_kept() -> None:
    vouching = [spec.name for plugin in languages().values() for spec in plugin.servers if spec.takes_changes]
    assert vouching == ["uniast-go"]


def state(**files: tuple[str, int]) -> State:
    """Files with a hash and a stamp each."""
    hashes = {path: text for path, (text, _) in files.items() if text}
    return State("/r", frozenset(files), False, b"", hashes, {path: stamp for path, (_, stamp) in files.items()})


@pytest.mark.parametrize(
    ("before", "then", "changes"),
    [
        ({"a": ("x", 1)}, {"a": ("x", 1)}, {}),
        ({"a": ("x", 1)}, {"a": ("y", 1)}, {"a": 2}),  # as fast as the clock of the file system
        ({"a": ("", 1)}, {"a": ("", 2)}, {"a": 2}),
        ({"a": ("x", 1)}, {"b": ("x", 1)}, {"a": 3, "b": 1}),
    ],
)
def test_what_a_server_is_told_is_what_differs(
    before: dict[str, tuple[str, int]], then: dict[str, tuple[str, int]], changes: dict[str, int]
) -> None:
    assert state(**before).changes(state(**then)) == changes


def test_one_that_the_first_run_did_not_ask_is_there_for_the_first_edit(folder: Path, tmp_path: Path) -> None:
    options = replace_options(options_of(folder, "go"), store=tmp_path / "store.sqlite", use_store=True)
    asyncio.run(run(options))
    found: list[set[int]] = []

    async def follow() -> None:
        async with aclosing(watch(options, print)) as updates:
            first = await anext(updates)
            assert first.outcome.from_store
            replace(folder / "a.go", "return 1\n", "return 2\n")
            second = await asyncio.wait_for(anext(updates), TIMEOUT)
            found.append(pids())
            assert second.document == (await run(options_of(folder, "go"))).document
            replace(folder / "b.go", "M() int }", "M() int; N() }")
            await asyncio.wait_for(anext(updates), TIMEOUT)
            found.append(pids())

    asyncio.run(follow())
    first, second = found
    assert first == second
    assert len(first) == 1


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.3])
def test_a_watch_that_ends_while_a_server_loads_leaves_none(folder: Path, tmp_path: Path, seconds: float) -> None:
    options = replace_options(options_of(folder, "go"), store=tmp_path / "store.sqlite", use_store=True)
    asyncio.run(run(options))

    async def follow() -> None:
        async with aclosing(watch(options, print)) as updates:
            await anext(updates)
            await asyncio.sleep(seconds)  # ends at another moment of the start

    asyncio.run(follow())
    assert not pids()


def test_another_version_than_the_wanted_one_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = replace_options(UNIAST_GO.program, version="0.0.1")
    monkeypatch.setattr(type(language("go")), "servers", (replace_options(UNIAST_GO, program=program),))
    monkeypatch.setenv("PATH", f"{Path(find_server(UNIAST_GO).path).parent}{os.pathsep}{os.environ['PATH']}")
    assert not set.union(*after(folder, lambda: replace(folder / "a.go", "return 1\n", "return 2\n")))
