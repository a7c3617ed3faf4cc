"""A watch gives, after each edit, byte for byte the document of a run with an empty store.

A failure of the random edits prints their seed; UNIAST_EDIT_SEED replays it, UNIAST_EDITS sets the steps.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from abcoder_py.pipeline.errors import RunError
from abcoder_py.pipeline.options import ParseOptions, Step
from abcoder_py.pipeline.parse import run
from abcoder_py.pipeline.watching import Update, watch
from tests.increments.test_increments import GO, PYTHON, SEED, edit
from tests.pipeline.test_ends import begin, family
from tests.processes import still_running
from tests.test_trees import grow

STEPS = int(os.environ.get("UNIAST_EDITS", "8"))
TIMEOUT = 60
FILES = {"python": PYTHON, "go": GO}
BASE = {"python": "shop/base.py", "go": "a.go"}
BUILD = {"python": ("pyproject.toml", '"shop"', '"market"'), "go": ("go.mod", "example.com/shop", "example.com/market")}
MORE = {"python": "\n\ndef more():\n    return 1\n", "go": "\nfunc More() int { return 1 }\n"}


def options_of(folder: Path, language: str) -> ParseOptions:
    return ParseOptions(folder, languages=(language,), repo_id="watched", use_store=False)


class Watched:
    """A watch, with what its folder's document must be."""

    def __init__(self, options: ParseOptions, updates: AsyncIterator[Update]) -> None:
        self.options, self.updates = options, updates
        self.update: Update | None = None

    async def next(self) -> Update:
        self.update = await asyncio.wait_for(anext(self.updates), TIMEOUT)
        return self.update

    async def settles(self) -> None:
        """Waits until the last update is the document of a run of its own: one edit may be seen in two parts."""
        fresh = (await run(self.options)).document
        while self.update is None or self.update.document != fresh:
            await self.next()


def watching(
    folder: Path, language: str, steps: Callable[[Watched], AsyncIterator[None]], told: list[str] | None = None
) -> list[str]:
    """Runs the steps, letting the watch follow after each; gives what it told. `told`: filled with it meanwhile."""
    told = [] if told is None else told

    async def follow() -> None:
        options = options_of(folder, language)
        async with aclosing(watch(options, told.append)) as updates:
            watched = Watched(options, updates)
            await watched.settles()
            async for _ in steps(watched):
                await watched.settles()

    asyncio.run(follow())
    return told


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize("language", ["python", "go"])
def test_each_kind_of_edit(tmp_path: Path, language: str) -> None:
    folder = grow(tmp_path / "shop", FILES[language])
    base = folder / BASE[language]
    whole = base.read_text()

    async def steps(watched: Watched) -> AsyncIterator[None]:
        replace(base, "return 1", "return 1 + 1")
        yield
        replace(base, "int", "float64" if language == "go" else "float")
        yield
        added = base.with_name(f"added{base.suffix}")
        added.write_text(("package shop\n" if language == "go" else "") + MORE[language])
        yield
        added.rename(added.with_name(f"renamed{base.suffix}"))
        yield
        base.unlink()
        yield
        base.write_text(whole)
        yield
        base.write_text(whole[:-3] + "((\n")
        yield
        base.write_text(whole)
        yield
        path, old, new = BUILD[language]
        replace(folder / path, old, new)
        yield

    assert watching(folder, language, steps) == []


def test_a_branch_switch_and_back(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", {**PYTHON, ".gitignore": "left/\n"})

    def git(*words: str) -> None:
        identity = ("-c", "user.name=n", "-c", "user.email=e@example.com")
        subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)

    git("init", "-b", "first")
    git("add", ".")
    git("commit", "-m", "first")
    git("switch", "-c", "second")
    grow(folder, {f"shop/m{number}.py": f"from shop.base import make\n\nM{number} = make()\n" for number in range(30)})
    replace(folder / "shop/use.py", "make().go()", "make()")
    git("add", ".")
    git("commit", "-m", "second")

    async def steps(watched: Watched) -> AsyncIterator[None]:
        git("switch", "first")
        yield
        git("switch", "second")
        yield
        grow(folder, {"left/out.py": "X = 1\n"})
        git("add", "-f", "left/out.py")
        yield

    assert watching(folder, "python", steps) == []


@pytest.mark.parametrize("language", ["python", "go"])
def test_random_edits(tmp_path: Path, language: str) -> None:
    folder = grow(tmp_path / "shop", FILES[language])
    chance = random.Random(SEED)
    done: list[str] = []

    async def steps(watched: Watched) -> AsyncIterator[None]:
        for _ in range(STEPS):
            done.append(edit(folder, language, chance))
            print(f"UNIAST_EDIT_SEED={SEED}: {done[-1]}")
            yield

    assert watching(folder, language, steps) == []
    assert len(done) == STEPS


def test_an_update_says_what_changed_and_what_was_asked(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", PYTHON)

    async def steps(watched: Watched) -> AsyncIterator[None]:
        replace(folder / "shop/alone.py", "1", "2")
        update = await watched.next()
        assert (update.changed, update.asked) == (("shop/alone.py",), 1)
        yield

    watching(folder, "python", steps)


def test_an_edit_while_a_server_answers_keeps_nothing(tmp_path: Path) -> None:
    """The server may have seen either state."""
    folder, store = grow(tmp_path / "shop", PYTHON), tmp_path / "store.sqlite"
    options = ParseOptions(folder, languages=("python",), repo_id="watched", store=store)

    def edit_then(step: Step) -> None:
        if step.stage == "server":
            replace(folder / "shop/base.py", "-> int", "-> str")

    mixed = asyncio.run(run(options, edit_then))
    assert mixed.moved
    assert "files changed while a server answered" in mixed.warnings[-1]
    replace(folder / "shop/base.py", "-> str", "-> int")
    again = asyncio.run(run(options))
    assert set(again.asked["python"]) == {path for path in PYTHON if path.endswith(".py")}
    assert again.document == asyncio.run(run(options_of(folder, "python"))).document


def test_an_edit_while_a_server_answers_starts_the_pass_again(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", PYTHON)
    answering: list[Step] = []

    def edit_once(step: Step) -> None:
        if step.stage == "server":
            answering.append(step)
            if len(answering) == 1:
                replace(folder / "shop/base.py", "-> int", "-> str")

    async def follow() -> Update:
        async with aclosing(watch(options_of(folder, "python"), print, edit_once)) as updates:
            return await asyncio.wait_for(anext(updates), TIMEOUT)

    update = asyncio.run(follow())
    assert len(answering) == 2
    assert update.document == asyncio.run(run(options_of(folder, "python"))).document


def test_a_folder_that_goes_and_comes_back(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", PYTHON)

    async def steps(watched: Watched) -> AsyncIterator[None]:
        folder.rename(tmp_path / "away")
        coming = asyncio.ensure_future(watched.next())
        while not told:
            await asyncio.wait([coming], timeout=0.05)
        (tmp_path / "away").rename(folder)
        replace(folder / "shop/base.py", "return 1", "return 2")
        await coming
        yield
        replace(folder / "shop/base.py", "return 2", "return 3")
        yield

    told: list[str] = []
    watching(folder, "python", steps, told)
    assert len(told) == 1
    assert str(folder) in told[0]


def test_a_folder_that_never_was_ends_the_watch(tmp_path: Path) -> None:
    async def follow() -> None:
        async with aclosing(watch(options_of(tmp_path / "none", "python"), lambda sentence: None)) as updates:
            await anext(updates)

    with pytest.raises(RunError, match="none"):
        asyncio.run(follow())


def test_the_command_follows_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", PYTHON)
    out = folder / "ast.json"
    watcher = begin("parse", "--watch", folder, "-o", out)
    assert watcher.stderr is not None
    lines = iter(lambda: watcher.stderr.readline().decode(), "")
    assert any(line.startswith("watching ") for line in lines)
    before = out.read_bytes()
    replace(folder / "shop/base.py", "return 1", "return 2")
    line = next(lines)
    assert " 1 changed, " in line
    assert out.read_bytes() != before
    members = family(watcher)
    os.killpg(watcher.pid, 2)
    _, said = watcher.communicate(timeout=TIMEOUT)
    assert watcher.returncode == 0
    assert said.decode().splitlines() == [f"uniast: the watch has ended; {out} is of the last update"]
    assert not still_running(members)


def test_standard_output_cannot_follow(tmp_path: Path) -> None:
    folder = grow(tmp_path / "shop", PYTHON)
    watcher = begin("parse", "--watch", folder, "-o", "-")
    _, said = watcher.communicate(timeout=TIMEOUT)
    assert watcher.returncode == 1
    assert "name a file with -o" in said.decode()
    shutil.rmtree(folder)
