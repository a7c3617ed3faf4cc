"""The window without a server: any order of replies and faults, and every question has its answer."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from abcoder_py.lsp.answers import CRASHED, NOTHING, REFUSED, Answer, Found
from abcoder_py.lsp.documents import opening
from abcoder_py.lsp.framing import Framer
from abcoder_py.lsp.jobs import PositionJob
from abcoder_py.lsp.messages import Message
from abcoder_py.lsp.stats import Stats
from abcoder_py.lsp.window import LONGEST_PAUSE, SHORTEST_PAUSE, Window


class FakeLink:
    """Keeps the requests that were sent and checks the rules that hold for every message."""

    def __init__(self) -> None:
        self.request_id = 1
        self.heard_at = 0.0
        self.waiting: list[dict[str, Any]] = []
        self.opened: set[str] = set()
        self._framer = Framer()

    def write(self, data: bytes) -> None:
        for message in map(orjson.loads, self._framer.feed(data)):
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        if message["method"] == "$/cancelRequest":
            self.waiting = [each for each in self.waiting if each["id"] != message["params"]["id"]]
            return
        uri = message["params"]["textDocument"]["uri"]
        if message["method"] == "textDocument/definition":
            assert uri in self.opened
            self.waiting.append(message)
            return
        assert not self.waiting, "a file opens or closes beside questions"
        if message["method"] == "textDocument/didOpen":
            assert uri not in self.opened
            self.opened.add(uri)
        else:
            self.opened.remove(uri)


def reply(request: dict[str, Any], kind: str) -> Message:
    position = request["params"]["position"]
    if kind == "found":
        span = {"start": position, "end": position}
        return Message(request["id"], result=msgspec.Raw(orjson.dumps({"uri": "t", "range": span})))
    errors = {"refused": {"code": -32603, "message": "x"}, "nothing there": {"code": 1, "message": "no x found"}}
    return Message(request["id"], error=errors.get(kind))


def expected(kind: str, line: int) -> Answer:
    answers: dict[str, Answer] = {"found": Found([("t", line, 0, line, 0)]), "refused": REFUSED}
    return answers.get(kind, NOTHING)


KINDS = st.sampled_from(["found", "null", "refused", "nothing there"])


@settings(deadline=None)
@given(st.lists(st.lists(KINDS, min_size=1, max_size=9), min_size=1, max_size=8), st.integers(1, 6), st.data())
def test_every_question_gets_its_own_answer(files: list[list[str]], limit: int, data: st.DataObject) -> None:
    async def ask() -> None:
        window, link = Window(limit, 60, Stats(), lambda: None), FakeLink()
        window.connect(link)
        jobs = [job(n, len(kinds)) for n, kinds in enumerate(files)]
        for each in jobs:
            window.submit(each)
        crashes = data.draw(st.integers(0, 2))
        while link.waiting:
            assert len(link.waiting) == window.in_flight <= limit
            if crashes and data.draw(st.booleans()):
                crashes -= 1
                before = [each.alone for each in jobs]
                window.disconnect(CRASHED)
                link = FakeLink()
                window.connect(link)
                assert sum(before) <= sum(each.alone for each in jobs)
                continue
            chosen = link.waiting.pop(data.draw(st.integers(0, len(link.waiting) - 1)))
            uri, line = chosen["params"]["textDocument"]["uri"], chosen["params"]["position"]["line"]
            assert window.receive([reply(chosen, files[int(uri)][line])]) == []
        for each, kinds in zip(jobs, files, strict=True):
            for given_answer, kind, line in zip(await each.done, kinds, range(len(kinds)), strict=True):
                assert given_answer == expected(kind, line) or (given_answer == CRASHED and each.alone)
        assert not window.busy
        assert link.opened == set()

    asyncio.run(asyncio.wait_for(ask(), 20))


def job(number: int, count: int) -> PositionJob:
    uri = str(number)
    return PositionJob("textDocument/definition", uri, opening(uri, "x", ""), [(line, 0) for line in range(count)])


def test_files_that_a_server_may_have_died_on_are_asked_one_by_one() -> None:
    def under_way(link: FakeLink) -> set[str]:
        return {each["params"]["textDocument"]["uri"] for each in link.waiting}

    async def ask() -> None:
        window, link = Window(8, 60, Stats(), lambda: None), FakeLink()
        window.connect(link)
        for number in range(5):
            window.submit(job(number, 3))
        window.receive([reply(link.waiting.pop(0), "null") for _ in range(3)])
        assert under_way(link) == {"1", "2", "3"}
        window.disconnect(CRASHED)
        link = FakeLink()
        window.connect(link)
        for number in ("1", "2", "3", "4"):
            assert under_way(link) == {number}
            window.receive([reply(link.waiting.pop(0), "null") for _ in range(3)])
        assert not window.busy

    asyncio.run(asyncio.wait_for(ask(), 20))


def test_the_pause_grows_for_slow_servers_and_shrinks_for_fast_ones() -> None:
    async def ask() -> None:
        window, link = Window(64, 60, Stats(), lambda: None), FakeLink()
        window.connect(link)
        window.submit(job(0, 2000))
        for _ in range(10):
            window.receive([reply(link.waiting.pop(0), "null")])
            pause = window.pause()
        assert pause == LONGEST_PAUSE
        for _ in range(10):
            window.receive([reply(link.waiting.pop(0), "null") for _ in range(40)])
            pause = window.pause()
        assert pause == SHORTEST_PAUSE
        while window.in_flight >= 8:
            window.receive([reply(link.waiting.pop(0), "null")])
        assert window.pause() == 0

    asyncio.run(asyncio.wait_for(ask(), 20))
