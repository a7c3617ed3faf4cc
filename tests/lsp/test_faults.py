"""What a session makes of a server that does not behave: an error that explains, or labelled answers; never a hang."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.lsp.answers import NOTHING, Answer, Failed, Found
from abcoder_py.lsp.session import ServerCommand, ServerError, ServerMissing, ServerStartError, Session, SessionConfig
from abcoder_py.plugin.servers import ProgressEnd
from tests.lsp.conftest import Fake, run

CRASHED, TIMED_OUT, REFUSED = Failed("server crashed"), Failed("server timed out"), Failed("no definition")


def found(line: int) -> Found:
    return Found([("file:///target", line, 0, line, 3)])


def start_error(config: SessionConfig) -> ServerError:
    async def start() -> None:
        async with Session(config):
            raise AssertionError("it started")

    with pytest.raises(ServerError) as caught:
        run(start())
    return caught.value


def asked(
    config: SessionConfig, *files: str, count: int = 3, seconds: float = 30
) -> tuple[Session, list[list[Answer]]]:
    """The answers for `count` lines of each of the files, asked at once."""
    session = Session(config)

    async def ask() -> list[list[Answer]]:
        async with session:
            lines = [(line, 0) for line in range(count)]
            return await asyncio.gather(*(session.resolve(f"file:///{name}.x", "", "", lines) for name in files))

    return session, run(ask(), seconds)


# At start


def test_a_missing_program(tmp_path: Path) -> None:
    error = start_error(
        SessionConfig("none", ServerCommand(("no-such-server", "--stdio"), {}, str(tmp_path)), tmp_path)
    )
    assert isinstance(error, ServerMissing)
    assert "no-such-server was not found" in str(error)
    assert "command: no-such-server --stdio" in str(error)


def test_a_program_that_cannot_be_executed(tmp_path: Path) -> None:
    program = tmp_path / "server"
    program.write_text("#!/bin/sh\n")
    error = start_error(SessionConfig("plain", ServerCommand((str(program),), {}, str(tmp_path)), tmp_path))
    assert isinstance(error, ServerMissing)


def test_a_broken_program(tmp_path: Path) -> None:
    program = tmp_path / "server"
    program.write_bytes(b"\x7fELF nonsense")
    program.chmod(0o755)
    error = start_error(SessionConfig("broken", ServerCommand((str(program),), {}, str(tmp_path)), tmp_path))
    assert "exited with code" in str(error)
    assert "its last words" in str(error)


def test_a_missing_folder(tmp_path: Path) -> None:
    config = SessionConfig("lost", ServerCommand(("sh",), {}, str(tmp_path / "gone")), tmp_path)
    assert "working folder" in str(start_error(config))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("exit at start", "exited with code 7"),
        ("hang at start", "no answer to initialize within 1 s"),
        ("garbage at start", "spoke no language server protocol"),
        ("half a message", "exited with code 0"),
        ("huge message", "a message of 1000000000000 bytes announced"),
        ("refuse", "no licence"),
        ("odd encoding", "ebcdic"),
        ("dies before ready", "exited with code 2"),
    ],
)
def test_a_server_that_does_not_start_says_why(fake: Fake, fault: str, words: str) -> None:
    error = start_error(fake(fault, start_timeout=1 if "hang" in fault else 20, ready=ProgressEnd("Ready")))
    assert isinstance(error, ServerStartError)
    assert words in str(error)
    assert "fake_server.py" in str(error)


def test_the_error_at_start_carries_stderr_and_reported_errors(fake: Fake) -> None:
    assert start_error(fake("exit at start")).stderr_tail == "cannot find libfoo\n"
    words = str(start_error(fake("dies before ready", ready=ProgressEnd("Ready"))))
    assert "no go.mod here" in words
    assert "cannot load packages" in words
    assert "just so you know" not in words


def test_a_server_that_never_gets_ready(fake: Fake) -> None:
    error = start_error(fake(ready=ProgressEnd("Loading"), ready_timeout=0.5))
    assert 'the end of its progress "Loading" did not come within 0.5 s' in str(error)


def test_a_banner_before_the_first_message_is_skipped(fake: Fake) -> None:
    assert asked(fake("banner"), "a")[1] == [[found(0), found(1), found(2)]]


def test_sixteen_megabytes_of_stderr_in_one_line(fake: Fake) -> None:
    session, answers = asked(fake("flood"), "a")
    assert answers == [[found(0), found(1), found(2)]]
    assert session.stderr_tail == "x" * 8192


# Crashes


def test_the_file_a_server_died_on_is_asked_once_more(fake: Fake, tmp_path: Path) -> None:
    session, answers = asked(fake("crash once", str(tmp_path / "marker")), "good", "bad", "fine")
    assert answers == [[found(0), found(1), found(2)]] * 3
    assert session.stats.restarts == 1
    assert session.stats.deaths == ["exited with code 3"]


def test_a_file_that_kills_twice_is_left_and_the_others_go_on(fake: Fake) -> None:
    config = fake("crash", in_flight=4)
    session, answers = asked(config, "one", "two", "bad", "three", "four")
    good = [found(0), found(1), found(2)]
    assert answers == [good, good, [found(0), CRASHED, CRASHED], good, good]
    assert session.stats.restarts == 2


def test_after_three_restarts_everything_is_labelled(fake: Fake) -> None:
    session, answers = asked(fake("crash", in_flight=3), "bad1", "bad2", "bad3", "bad4")
    assert session.stats.restarts == 3
    assert len(session.stats.deaths) == 4
    assert [each[1:] for each in answers] == [[CRASHED, CRASHED]] * 4


def test_a_server_that_always_crashes_ends(fake: Fake) -> None:
    session, answers = asked(fake("crash always"), *"abcdefgh")
    assert answers == [[CRASHED] * 3] * 8
    assert session.stats.restarts == 3


def test_a_server_that_does_not_come_back(fake: Fake, tmp_path: Path) -> None:
    session, answers = asked(fake("crash at restart", str(tmp_path / "marker")), "a", "b")
    assert answers == [[CRASHED] * 3] * 2
    assert session.stats.deaths == ["exited with code 3", *["exited with code 4"] * 3]


def test_a_crash_between_questions_restarts_for_the_next(fake: Fake) -> None:
    async def ask() -> None:
        async with Session(fake("crash")) as session:
            assert await session.resolve("file:///bad.x", "", "", [(0, 0), (1, 0)]) == [found(0), CRASHED]
            assert await session.resolve("file:///ok.x", "", "", [(0, 0)]) == [found(0)]

    run(ask())


def test_held_files_are_opened_again_after_a_restart(
    fake: Fake, tmp_path: Path, log: Callable[[], list[dict[str, Any]]]
) -> None:
    async def ask() -> None:
        async with Session(fake("crash once", str(tmp_path / "marker"))) as session:
            await session.open("file:///held.x", "", "")
            assert await session.resolve("file:///bad.x", "", "", [(1, 0)]) == [found(1)]

    run(ask())
    opened = [m["params"]["textDocument"]["uri"] for m in log() if m.get("method") == "textDocument/didOpen"]
    assert opened == ["file:///held.x", "file:///bad.x"] * 2


@pytest.mark.parametrize(
    ("fault", "death"), [("close stdout", "closed its output"), ("garbage in the middle", "spoke no language server")]
)
def test_a_server_that_lives_but_cannot_be_talked_to_is_replaced(
    fake: Fake, tmp_path: Path, fault: str, death: str
) -> None:
    session, answers = asked(fake(fault, str(tmp_path / "marker")), "bad")
    assert answers == [[found(0), found(1), found(2)]]
    assert session.stats.deaths[0].startswith(death)


def test_a_server_over_its_memory_limit_is_killed(fake: Fake) -> None:
    session, answers = asked(fake("memory", memory_limit=100 << 20), "ok", "bad")
    assert answers == [[found(0), found(1), found(2)], [found(0), CRASHED, CRASHED]]
    assert all("104857600 are allowed" in death for death in session.stats.deaths)
    assert session.stats.peak_memory_bytes > 100 << 20


# Time-outs


def test_a_request_without_an_answer_is_cancelled_and_counted(
    fake: Fake, log: Callable[[], list[dict[str, Any]]]
) -> None:
    session, answers = asked(fake("silent about one", request_timeout=0.5), "bad", "good")
    assert answers == [[found(0), TIMED_OUT, found(2)], [found(0), found(1), found(2)]]
    assert (session.stats.timeouts, session.stats.restarts) == (1, 0)
    definitions = [m["id"] for m in log() if m.get("method") == "textDocument/definition"]
    assert [m["params"]["id"] for m in log() if m.get("method") == "$/cancelRequest"] == [definitions[1]]


def test_a_hung_server_is_replaced(fake: Fake, tmp_path: Path) -> None:
    config = fake("hang", str(tmp_path / "marker"), request_timeout=0.5, in_flight=2)
    session, answers = asked(config, "bad", "good", count=8)
    assert answers[1] == [found(line) for line in range(8)]
    assert answers[0][0] == found(0)
    assert answers[0][1] == TIMED_OUT
    assert answers[0][7] == found(7)
    assert session.stats.restarts == 1
    assert "silent over two time-outs" in session.stats.deaths[0]


def test_a_server_that_always_hangs_ends(fake: Fake) -> None:
    config = fake("hang", request_timeout=0.3, in_flight=2)
    session, answers = asked(config, *[f"bad{n}" for n in range(30)])
    given = [answer for each in answers for answer in each]
    assert given.count(TIMED_OUT) > 50
    assert all(answer in (TIMED_OUT, found(0), found(2)) for answer in given)
    assert session.stats.restarts == 3


# Odd answers


@pytest.mark.parametrize("fault", ["content modified", "server cancelled"])
def test_again_is_asked_again(fake: Fake, fault: str) -> None:
    session, answers = asked(fake(fault), "a", "b")
    assert answers == [[found(0), found(1), found(2)]] * 2
    assert session.stats.retries == 12


def test_again_for_ever_is_no_empty_answer(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("abcoder_py.lsp.window.LONGEST_DELAY", 0.05)
    session, answers = asked(fake("modified for ever"), "a")
    assert answers == [[TIMED_OUT] * 3]
    assert session.stats.timeouts == 3


def test_an_error_that_says_nothing_is_there_is_an_answer(fake: Fake) -> None:
    session, answers = asked(fake("errors"), "a")
    assert answers == [[NOTHING, REFUSED, REFUSED]]
    assert session.stats.errors == {"panic: index out of range (-32603)": 2}


def test_the_plugin_s_rule_decides_which_errors_are_answers(fake: Fake) -> None:
    _, answers = asked(fake("errors", means_nothing=lambda code, message: "panic" in message), "a")
    assert answers == [[REFUSED, NOTHING, NOTHING]]


def test_a_rule_that_fails_loses_no_answer(fake: Fake) -> None:
    session, answers = asked(fake("errors", means_nothing=lambda code, message: bool(1 // code)), "a")
    assert answers[0][0] == REFUSED
    assert any("ZeroDivisionError" in text for text in session.stats.errors)


def test_answers_of_a_wrong_shape_are_counted(fake: Fake) -> None:
    session, answers = asked(fake("bad shapes"), "a", count=4)
    assert answers == [[REFUSED] * 4]
    assert sum(session.stats.errors.values()) == 4


def test_a_bulk_answer_of_a_wrong_shape_is_counted(fake: Fake) -> None:
    session, answers = asked(fake("bad bulk"), "a")
    assert answers == [[REFUSED] * 3]
    assert "4 answers to 3 questions" in next(iter(session.stats.errors))


def test_unknown_ids_and_broken_json_are_counted_and_passed_over(fake: Fake) -> None:
    session, answers = asked(fake("unknown ids"), "a")
    assert answers == [[found(0), found(1), found(2)]]
    assert session.stats.garbage == 9
    session, answers = asked(fake("broken JSON"), "a")
    assert answers == [[found(0), found(1), found(2)]]
    assert session.stats.garbage == 1


# Ends


def test_a_cancelled_question_is_withdrawn_and_the_session_goes_on(
    fake: Fake, log: Callable[[], list[dict[str, Any]]]
) -> None:
    async def ask() -> None:
        async with Session(fake("silent about one")) as session:
            task = asyncio.create_task(session.resolve("file:///bad.x", "", "", [(0, 0), (1, 0), (2, 0)]))
            await until(lambda: session.stats.requests >= 3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await session.resolve("file:///good.x", "", "", [(0, 0)]) == [found(0)]

    run(ask())
    assert any(message.get("method") == "$/cancelRequest" for message in log())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


async def family(pids: Path) -> list[int]:
    await until(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    return [int(pid) for pid in pids.read_text().split()]


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_an_end_leaves_no_process(fake: Fake, tmp_path: Path, end: str) -> None:
    async def go() -> None:
        session = Session(fake("family", str(tmp_path / "pids"), stop_timeout=0.3))
        await session.start()
        pids = await family(tmp_path / "pids")
        assert all(map(alive, pids))
        await getattr(session, end)()
        await until(lambda: not any(map(alive, pids)))

    run(go())


@pytest.mark.parametrize("moment", ["starting", "asking"])
def test_a_cancelled_run_leaves_no_process(fake: Fake, tmp_path: Path, moment: str) -> None:
    pids = tmp_path / "pids"
    ready = ProgressEnd("never") if moment == "starting" else None

    async def work() -> None:
        async with Session(fake("family", str(pids), **({"ready": ready} if ready else {}))) as session:
            while True:
                await session.resolve("file:///a.x", "", "", [(0, 0)] * 50)

    async def go() -> None:
        task = asyncio.create_task(work())
        started = await family(pids)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not any(map(alive, started)))

    run(go())


def test_a_server_that_will_not_stop_is_killed_in_time(fake: Fake) -> None:
    async def go() -> float:
        session = Session(fake("will not stop", stop_timeout=0.3))
        await session.start()
        before = time.monotonic()
        await session.stop()
        return time.monotonic() - before

    assert run(go()) < 5


def test_nothing_is_left_open(fake: Fake) -> None:
    async def go() -> None:
        faults = ("", "crash", "exit at start")
        await once("")
        before = open_descriptors()
        for fault in faults:
            await once(fault)
        await until(lambda: len(asyncio.all_tasks()) <= 2 and open_descriptors() == before)

    async def once(fault: str) -> None:
        try:
            async with Session(fake(fault)) as session:
                await session.resolve("file:///bad.x", "", "", [(1, 0)])
        except ServerStartError:
            assert fault == "exit at start"

    def open_descriptors() -> int:
        return len(list(Path("/dev/fd").iterdir()))

    asyncio.run(asyncio.wait_for(go(), 30))
