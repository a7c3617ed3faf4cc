"""Facts are the same whichever process made them, and a worker that dies takes one file with it at most."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

import msgspec
import pytest

from abcoder_py.plugin.registry import language
from abcoder_py.plugin.values import FileFacts
from abcoder_py.syntax import pool
from abcoder_py.syntax.extract import extract
from abcoder_py.syntax.worker import HEADER, Order, serve

SOURCES = {f"m{number}.py": f"def f{number}(a):\n    return g{number}(a)\n".encode() for number in range(12)}


def orders() -> list[Order]:
    return [Order(path, "", "python", ".py", data) for path, data in SOURCES.items()]


def expected() -> list[tuple[str, FileFacts | str]]:
    python = language("python")
    return [(path, extract(path, data, python, python.grammars[".py"])) for path, data in SOURCES.items()]


async def gather(jobs: int, todo: list[Order], total: int = 1 << 30) -> list[tuple[str, FileFacts | str]]:
    return [item async for item in pool.extract_all(todo, total, jobs)]


@pytest.mark.parametrize(("jobs", "total"), [(1, 1 << 30), (3, 1 << 30), (3, 10)])
def test_the_same_facts_in_the_same_order(jobs: int, total: int) -> None:
    assert asyncio.run(gather(jobs, orders(), total)) == expected()


def test_a_worker_answers_frames_and_ends_with_its_input() -> None:
    body = msgspec.msgpack.encode(orders()[0])
    sink = io.BytesIO()
    serve(io.BytesIO(HEADER.pack(len(body)) + body), sink)
    assert msgspec.msgpack.decode(sink.getvalue()[4:], type=FileFacts) == expected()[0][1]


def test_a_plugin_that_fails_is_a_reason_not_an_end() -> None:
    broken = Order("x.py", "", "python", ".no-such-suffix", b"")
    found = asyncio.run(gather(2, [broken, *orders()]))
    assert found[1:] == expected()
    assert "no-such-suffix" in str(found[0][1])


def test_a_dead_worker_costs_no_other_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stand-in for the interpreter that dies on one file, whatever else it was sent."""
    shim = tmp_path / "python"
    shim.write_text(
        f"#!{os.sys.executable}\n"  # type: ignore[attr-defined]
        "import os, sys\n"
        "from abcoder_py.syntax import worker\n"
        "run = worker.run\n"
        "worker.run = lambda order: os._exit(9) if order.path == 'm3.py' else run(order)\n"
        "worker.main()\n"
    )
    shim.chmod(0o755)
    monkeypatch.setattr(pool.sys, "executable", str(shim))
    found = dict(asyncio.run(gather(2, orders())))
    assert "m3.py" in str(found.pop("m3.py"))
    assert list(found.items()) == [item for item in expected() if item[0] != "m3.py"]
