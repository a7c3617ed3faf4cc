"""The Python interface, as a program that uses it sees it."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import subprocess
import sys
import threading
from contextlib import aclosing
from dataclasses import fields
from pathlib import Path

import psutil
import pytest

import abcoder_py
from abcoder_py import ParseError, Repository, api, load, parse, parse_async
from abcoder_py.api import Choices, Step
from abcoder_py.pipeline.options import ParseOptions
from tests.command import TIMEOUT
from tests.hanging import hanging_home
from tests.processes import still_running
from tests.test_trees import SHOP, grow

HEAVY = {"pydantic", "multilspy", "rich", "tree_sitter", "pygls", "asyncio", "sqlite3"}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return grow(tmp_path / "shop", dict(SHOP))


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Python's server never answers; gives the FIFO that tells when it is there."""
    for name, value in hanging_home(tmp_path / "hanging").items():
        monkeypatch.setenv(name, value)
    return tmp_path / "hanging/starts"


def python(code: str, *arguments: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, **(env or {})},
        timeout=TIMEOUT,
        check=False,
    )


def callee(repository: Repository) -> str:
    (call,) = repository.node("shop.use#use").function_calls
    return f"{call.pkg_path}#{call.name}"


def test_the_public_names_are_these() -> None:
    assert sorted(abcoder_py.__all__) == [
        "ParseError",
        "Repository",
        "Update",
        "__version__",
        "load",
        "parse",
        "parse_async",
        "watch",
    ]
    assert all(getattr(abcoder_py, name) is not None for name in abcoder_py.__all__)
    assert sorted(api.__all__) == [
        "Choices",
        "ParseError",
        "Progress",
        "Step",
        "Update",
        "load",
        "parse",
        "parse_async",
        "watch",
    ]
    assert list(inspect.signature(parse).parameters) == ["repo", "progress", "cancel", "choices"]
    assert list(inspect.signature(parse_async).parameters) == ["repo", "progress", "choices"]
    assert list(inspect.signature(abcoder_py.watch).parameters) == ["repo", "tell", "progress", "choices"]
    assert list(inspect.signature(load).parameters) == ["source"]
    with pytest.raises(AttributeError, match="no attribute 'pares'"):
        abcoder_py.pares  # noqa: B018


def test_every_option_of_a_run_can_be_chosen() -> None:
    assert set(Choices.__annotations__) == {field.name for field in fields(ParseOptions)} - {"repo", "request_timeout"}


@pytest.mark.parametrize(
    "code",
    [
        "import abcoder_py",
        "import sys; from abcoder_py.cli.main import main\ntry: main(['--version'])\nexcept SystemExit: pass",
    ],
)
def test_nothing_heavy_is_imported_before_it_is_used(code: str) -> None:
    done = python(f"{code}\nimport sys; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    allowed = set() if code == "import abcoder_py" else {"rich"}  # of the help's formatter
    assert not (HEAVY - allowed) & set(done.stdout.split())


def test_one_node_is_looked_up_without_the_models(shop: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    out.write_bytes(parse(shop, use_store=False).dump())
    code = "import sys; from abcoder_py.cli.main import main\nmain(sys.argv[1:])\nprint(*sys.modules)"
    done = python(code, "graph", "--node", "shop.use#use", "--ast", out)
    assert "base" in done.stdout
    assert not {"pydantic", "multilspy", "tree_sitter"} & set(done.stdout.split())


def test_parse_outside_and_inside_a_running_loop_and_awaited(shop: Path) -> None:
    async def inside() -> Repository:
        return parse(shop, languages=["py"], use_store=False)

    async def awaited() -> Repository:
        return await parse_async(shop, languages=("python",), use_store=False)

    outside = parse(str(shop), use_store=False)
    assert callee(outside) == "shop.base#base"
    assert outside.dump() == asyncio.run(inside()).dump() == asyncio.run(awaited()).dump()


def test_progress_tells_of_every_stage(shop: Path) -> None:
    steps: list[Step] = []
    parse(shop, progress=steps.append, use_store=False)
    assert list(dict.fromkeys(step.stage for step in steps)) == ["walk", "server", "syntax", "resolve", "build"]
    assert [step for step in steps if step.stage == "resolve"][-1] == Step("resolve", "python", 3, 3)


def test_a_fault_of_the_callback_is_the_callers(shop: Path) -> None:
    def stop(step: Step) -> None:
        if step.stage == "resolve":
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        parse(shop, progress=stop, use_store=False)
    assert_alone()


def assert_alone() -> None:
    """No process of a run is left."""
    alive = still_running(psutil.Process().children(recursive=True))
    assert not alive


@pytest.mark.parametrize("in_loop", [False, True])
def test_cancel_ends_it(shop: Path, hanging: Path, in_loop: bool) -> None:
    cancel = threading.Event()

    def wait_and_cancel() -> None:
        assert int(hanging.read_text()) > 0
        cancel.set()

    async def inside() -> None:
        parse(shop, cancel=cancel, use_store=False)

    other = threading.Thread(target=wait_and_cancel)
    other.start()
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(inside()) if in_loop else parse(shop, cancel=cancel, use_store=False)
    other.join()
    assert_alone()


def test_a_cancelled_task_ends_it(shop: Path, hanging: Path) -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(parse_async(shop, use_store=False))
        await asyncio.to_thread(hanging.read_text)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert_alone()


@pytest.mark.parametrize("in_loop", [False, True])
def test_ctrl_c_ends_it(shop: Path, hanging: Path, in_loop: bool) -> None:
    code = "import asyncio, sys; from abcoder_py import parse\n"
    if in_loop:
        code += "async def inside(): parse(sys.argv[1])\nasyncio.new_event_loop().run_until_complete(inside())"
    else:
        code += "parse(sys.argv[1])"
    run = subprocess.Popen([sys.executable, "-c", code, str(shop)], stderr=subprocess.PIPE, text=True)
    server = psutil.Process(int(hanging.read_text()))
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=TIMEOUT)
    assert err.rstrip().endswith("KeyboardInterrupt")
    assert not still_running([server])


def test_errors_say_what_can_be_done(shop: Path, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="there is no such folder"):
        parse(tmp_path / "nowhere")
    with pytest.raises(ParseError, match="no language 'cobol': there are go, python"):
        parse(shop, languages=["cobol"])
    with pytest.raises(ParseError, match="no such server; there are: ty"):
        parse(shop, servers={"python": "nothing"})
    with pytest.raises(ParseError, match="no environment or interpreter"):
        parse(shop, python=str(tmp_path / "nowhere"))
    with pytest.raises(TypeError, match="unexpected keyword argument 'language'"):
        parse(shop, language="python")  # type: ignore[call-arg]


def test_load(shop: Path, tmp_path: Path) -> None:
    document = parse(shop, use_store=False).dump()
    out = grow(tmp_path, {"out.json": document, "half.json": document[:100], "other.json": "[1]"}) / "out.json"
    assert callee(load(out)) == callee(load(str(out))) == callee(load(document)) == "shop.base#base"
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nowhere.json")
    for wrong in ("half.json", "other.json"):
        with pytest.raises(ValueError):
            load(tmp_path / wrong)


def test_a_script_without_a_guard_may_use_workers(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"m{n}.py": f'"""{"words " * 20_000}"""\n\n\nN{n} = {n}\n' for n in range(16)}
    folder = grow(tmp_path / "large", files)
    script = "import sys\n\nfrom abcoder_py import parse\n\n"
    script += "print(len(parse(sys.argv[1], jobs=2, syntax_only=True, use_store=False).modules['large'].packages))\n"
    grow(tmp_path, {"script.py": script})
    done = subprocess.run([sys.executable, tmp_path / "script.py", folder], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("16\n", "")


def test_a_watch_gives_the_document_of_parse_after_an_edit(shop: Path) -> None:
    async def follow() -> list[bytes]:
        async with aclosing(abcoder_py.watch(shop, tell=print, syntax_only=True, use_store=False)) as updates:
            first = await anext(updates)
            grow(shop, {"added.py": "ADDED = 1\n"})
            return [first.document, (await asyncio.wait_for(anext(updates), TIMEOUT)).document]

    first, second = map(load, asyncio.run(follow()))
    fresh = parse(shop, syntax_only=True, use_store=False)
    assert fresh != first
    assert fresh == second
