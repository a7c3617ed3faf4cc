"""What a session does with a server that behaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from abcoder_py.lsp.answers import NOTHING, Failed, Found
from abcoder_py.lsp.initialize import configuration
from abcoder_py.lsp.messages import Workspace
from abcoder_py.lsp.session import Session
from abcoder_py.plugin.servers import AtOnce, Notification, ProgressEnd, Ready
from abcoder_py.plugin.values import Symbol
from tests.lsp.conftest import Fake, run

Log = Callable[[], list[dict[str, Any]]]


def methods(log: Log) -> list[str]:
    return [message["method"] for message in log() if "method" in message]


def test_answers_stand_in_the_order_of_the_questions(fake: Fake) -> None:
    async def ask() -> None:
        async with Session(fake(in_flight=16)) as session:
            answers = await session.resolve("file:///a.x", "", "text", [(line, line % 7) for line in range(500)])
            assert answers == [Found([("file:///target", n, n % 7, n, n % 7 + 3)]) for n in range(500)]
            assert (session.encoding, session.server_info) == ("utf-8", {"name": "fake", "version": "1"})
            assert session.stats.requests == 500

    run(ask())


def test_a_file_is_opened_once_with_the_language_of_its_suffix_and_closed(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake()) as session:
            await session.resolve("file:///a%20b.x", "", "text é", [(0, 0), (1, 0)])

    run(ask())
    assert methods(log) == [
        "initialize",
        "initialized",
        "textDocument/didOpen",
        "textDocument/definition",
        "textDocument/definition",
        "textDocument/didClose",
        "shutdown",
        "exit",
    ]
    opened = next(message for message in log() if message.get("method") == "textDocument/didOpen")
    document = {"uri": "file:///a%20b.x", "languageId": "ex", "version": 1, "text": "text é"}
    assert opened["params"] == {"textDocument": document}


def test_every_opened_file_is_closed_before_the_next_wave_and_none_is_opened_beside_questions(
    fake: Fake, log: Log
) -> None:
    async def ask() -> None:
        async with Session(fake(in_flight=2)) as session:
            files = [f"file:///{n}.x" for n in range(20)]
            answers = await asyncio.gather(*(session.resolve(uri, "", "", [(0, 0)] * 3) for uri in files))
            assert all(len(each) == 3 for each in answers)

    run(ask())
    open_files: set[str] = set()
    for message in log():
        uri = message.get("params", {}).get("textDocument", {}).get("uri")
        match message["method"]:
            case "textDocument/didOpen":
                assert uri not in open_files
                open_files.add(uri)
            case "textDocument/didClose":
                open_files.remove(uri)
            case "textDocument/definition":
                assert uri in open_files
        assert len(open_files) <= 7
    assert methods(log).count("textDocument/didOpen") == 20


def test_files_are_asked_in_the_order_of_the_calls(fake: Fake, log: Log) -> None:
    files = [f"file:///{n}.x" for n in range(12)]

    async def ask() -> None:
        async with Session(fake(in_flight=4)) as session:
            await asyncio.gather(*(session.resolve(uri, "", "", [(0, 0)] * 5) for uri in files))

    run(ask())
    asked = [m["params"]["textDocument"]["uri"] for m in log() if m.get("method") == "textDocument/definition"]
    assert asked == [uri for uri in files for _ in range(5)]


def test_every_shape_of_an_answer_is_read(fake: Fake) -> None:
    async def ask() -> None:
        async with Session(fake("shapes")) as session:
            answers = await session.resolve("file:///a.x", "", "", [(line, 1) for line in range(6)])
            here = [("file:///target", line, 1, line, 4) for line in range(6)]
            assert answers == [
                NOTHING,
                NOTHING,
                Found([here[2]]),
                Found([here[3], ("file:///z", 3, 1, 3, 4)]),
                Found([("file:///link", 4, 1, 4, 4)]),
                Found([("file:///link", 99, 1, 99, 4)]),
            ]

    run(ask())


def test_a_bulk_server_gets_one_request_a_file(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake("bulk")) as session:
            assert session.experimental == {"uniast": {"definitions": True}}
            answers = await session.resolve("file:///a.x", "", "", [(0, 0), (3, 2), (0, 1)])
            assert answers == [NOTHING, Found([("file:///t", 7, 1, 7, 4)]), NOTHING]

    run(ask())
    assert methods(log).count("uniast/definitions") == 1
    assert "textDocument/definition" not in methods(log)


def test_what_a_server_offers_in_bulk_is_asked_in_bulk(fake: Fake, log: Log) -> None:
    place = ("file:///t", 7, 1, 7, 4)

    async def ask() -> None:
        async with Session(fake("all in bulk")) as session:
            answers = [
                *await session.resolve("file:///a.x", "", "", [(1, 0), (0, 0)]),
                *await session.implementations("file:///a.x", "", "", [(1, 0)]),
            ]
            symbol = Symbol("m", "v1", "m/p", "T.f", "method")
            assert answers == [Found([place], {place: symbol}), NOTHING, Found([place], {place: symbol})]

    run(ask())
    assert methods(log)[2:-2] == [
        "textDocument/didOpen",
        "uniast/definitions",
        "textDocument/didClose",
        "textDocument/didOpen",
        "uniast/implementations",
        "textDocument/didClose",
    ]


def test_a_file_that_is_not_answered_in_bulk_is_asked_by_positions(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake("nothing in bulk")) as session:
            answers = await session.resolve("file:///a.x", "", "", [(4, 2)])
            assert answers == [Found([("file:///target", 4, 2, 4, 5)])]
            assert not session.stats.errors

    run(ask())
    assert methods(log).count("textDocument/definition") == 1


def test_a_fault_in_bulk_is_told_and_not_asked_again(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake("refuses in bulk")) as session:
            assert await session.resolve("file:///a.x", "", "", [(4, 2), (5, 2)]) == [Failed("no definition")] * 2
            assert await session.workspace() == Workspace()
            assert session.stats.errors.total() == 2

    run(ask())
    assert "textDocument/definition" not in methods(log)


def test_what_a_server_says_of_the_whole(fake: Fake, log: Log) -> None:
    async def ask(fault: str) -> Workspace:
        async with Session(fake(fault)) as session:
            return await session.workspace()

    said = run(ask("all in bulk"))
    assert [(file.uri, file.reason) for file in said.leftOut] == [("file:///other.x", "for another system")]
    assert [(error.uri, error.message) for error in said.errors] == [
        ("file:///go.mod", "no required module"),
        ("", "a cycle"),
    ]
    assert run(ask("bulk")) == Workspace()
    assert methods(log).count("uniast/workspace") == 1


def test_implementations_are_asked_by_their_method(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake()) as session:
            answers = await session.implementations("file:///a.x", "", "", [(4, 2)])
            assert answers == [Found([("file:///target", 4, 2, 4, 5)])]

    run(ask())
    assert "textDocument/implementation" in methods(log)


def test_a_server_without_time_to_stop_is_not_asked_to(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake("will not stop", stop_timeout=0)) as session:
            await session.resolve("file:///a.x", "", "", [(0, 0)])

    run(ask(), seconds=10)
    assert "shutdown" not in methods(log)


def test_no_positions_ask_nothing(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake()) as session:
            assert await session.resolve("file:///a.x", "", "", []) == []

    run(ask())
    assert methods(log) == ["initialize", "initialized", "shutdown", "exit"]


def test_held_files_are_opened_once_and_stay(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake(open_all_first=True)) as session:
            for n in range(3):
                await session.open(f"file:///{n}.x", "", "text")
            for n in range(4):
                await session.resolve(f"file:///{n}.x", "", "text", [(0, 0)])
            await session.close("file:///0.x")
            await session.resolve("file:///1.x", "", "text", [(0, 0)])

    run(ask())
    assert methods(log).count("textDocument/didOpen") == 4
    assert methods(log)[2:5] == ["textDocument/didOpen"] * 3
    closed = [m["params"]["textDocument"]["uri"] for m in log() if m.get("method") == "textDocument/didClose"]
    assert closed == ["file:///0.x"]


def test_the_server_s_own_requests_are_answered(fake: Fake, log: Log, tmp_path: Path) -> None:
    async def ask() -> None:
        settings = {"fake": {"deep": {"x": 1}}}
        async with Session(fake("asks", settings=settings)) as session:
            await session.resolve("file:///a.x", "", "", [(0, 0)])

    run(ask())
    replies = {message["id"]: message for message in log() if "method" not in message}
    settings = {"deep": {"x": 1}}
    assert replies[1]["result"] == [settings["deep"], settings, None, {"fake": settings}]
    assert replies["two"]["result"] == [{"uri": tmp_path.as_uri(), "name": tmp_path.name}]
    assert replies[3]["result"] is None
    assert replies[4]["result"] is None
    assert replies[5]["error"]["code"] == -32601


def test_a_workspace_folder_can_have_settings_of_its_own() -> None:
    def params(scope: str) -> dict[str, Any]:
        return {"items": [{"scopeUri": scope, "section": "a.b"}]}

    own = {"file:///one": {"a": {"b": 1}}}
    assert configuration({"a": {"b": 0}, "a.b": 2}, params("file:///one"), own) == [1]
    assert configuration({"a": {"b": 0}}, params("file:///two"), own) == [0]
    assert configuration({"a": {"b": 0}, "a.b": 2}, params(""), own) == [2]


def test_another_question_may_be_asked(fake: Fake, log: Log) -> None:
    async def ask() -> None:
        async with Session(fake(question="textDocument/implementation")) as session:
            await session.resolve("file:///a.x", "", "", [(0, 0)])

    run(ask())
    assert "textDocument/implementation" in methods(log)
    assert "textDocument/definition" not in methods(log)


def test_what_initialize_says(fake: Fake, log: Log, tmp_path: Path) -> None:
    extra = {"initializationOptions": {"a": 1}, "capabilities": {"experimental": {"serverStatusNotification": True}}}

    async def ask() -> None:
        async with Session(fake(initialize_params=extra, workspace_folders=(tmp_path / "one", tmp_path / "two"))):
            pass

    run(ask())
    params = log()[0]["params"]
    assert params["initializationOptions"] == {"a": 1}
    assert params["capabilities"]["experimental"] == {"serverStatusNotification": True}
    assert params["capabilities"]["general"] == {"positionEncodings": ["utf-8", "utf-16", "utf-32"]}
    assert "diagnostic" in params["capabilities"]["textDocument"]
    assert params["capabilities"]["textDocument"]["documentSymbol"]["hierarchicalDocumentSymbolSupport"]
    assert params["capabilities"]["window"] == {"workDoneProgress": True}
    assert [folder["name"] for folder in params["workspaceFolders"]] == ["one", "two"]


def test_without_a_word_about_encodings_it_is_utf_16(fake: Fake) -> None:
    async def ask() -> str:
        async with Session(fake("no encoding")) as session:
            return session.encoding

    assert run(ask()) == "utf-16"


@pytest.mark.parametrize(
    ("fault", "ready"),
    [
        ("", AtOnce()),
        ("progress", ProgressEnd("Setting up workspace")),
        ("status", Notification("experimental/serverStatus", "quiescent", True)),
    ],
)
def test_readiness_comes_by_the_server_s_sign(fake: Fake, fault: str, ready: Ready) -> None:
    async def ask() -> list[Any]:
        async with Session(fake(fault, ready=ready)) as session:
            return list(await session.resolve("file:///a.x", "", "", [(1, 1)]))

    assert run(ask()) == [Found([("file:///target", 1, 1, 1, 4)])]


def test_two_sessions_in_one_process_and_one_after_the_other(fake: Fake) -> None:
    async def ask() -> None:
        async with Session(fake()) as one, Session(fake()) as two:
            both = await asyncio.gather(*(s.resolve("file:///a.x", "", "", [(1, 1)]) for s in (one, two)))
            assert both[0] == both[1] == [Found([("file:///target", 1, 1, 1, 4)])]
        async with one:
            assert await one.resolve("file:///a.x", "", "", [(1, 1)]) == both[0]

    run(ask())


def test_without_a_start_and_after_the_end_there_is_no_server(fake: Fake) -> None:
    async def ask() -> None:
        session = Session(fake())
        assert await session.resolve("file:///a.x", "", "", [(0, 0)] * 2) == [Failed("no server")] * 2
        await session.start()
        await session.stop()
        await session.stop()
        assert await session.resolve("file:///a.x", "", "", [(0, 0)]) == [Failed("no server")]

    run(ask())


def test_a_text_that_cannot_be_sent_is_an_error_of_the_caller(fake: Fake) -> None:
    async def ask() -> None:
        async with Session(fake()) as session:
            with pytest.raises(ValueError, match="surrogate"):
                await session.resolve("file:///a.x", "", "\udc80", [(0, 0)])
            assert len(await session.resolve("file:///a.x", "", "ok", [(0, 0)])) == 1

    run(ask())


def test_peak_memory_is_reported(fake: Fake) -> None:
    async def ask() -> int:
        session = Session(fake())
        async with session:
            await session.resolve("file:///a.x", "", "", [(0, 0)])
        return session.stats.peak_memory_bytes

    assert 1 << 20 < run(ask()) < 1 << 29


@pytest.mark.parametrize("settled", [True, False])
def test_what_was_opened_costs_the_questions_no_time_of_theirs(fake: Fake, settled: bool) -> None:
    async def ask() -> None:
        config = fake("slow to read", open_all_first=True, request_timeout=0.5, ready_timeout=20.0)
        async with Session(config) as session:
            await session.open("file:///a.x", "", "text")
            if settled:
                await session.settle("file:///a.x", (0, 0))
            answers = await session.resolve("file:///a.x", "", "text", [(0, 0), (1, 0)])
            expected = Found if settled else Failed
            assert all(isinstance(answer, expected) for answer in answers)

    run(ask())


def test_settling_with_a_server_that_never_answers_ends(fake: Fake) -> None:
    async def ask() -> None:
        async with Session(fake("hang", ready_timeout=0.5)) as session:
            await session.open("file:///bad.x", "", "text")
            await session.settle("file:///bad.x", (1, 0))

    run(ask())
