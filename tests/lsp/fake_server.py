"""A language server that misbehaves as told: `fake_server.py FAULT [ARGUMENT]`.

Plain Python, as the faults are in the bytes. Without a fault it answers `textDocument/definition` with a Location on
the same line of `file:///target`. Each message that it reads is appended to the file in FAKE_LOG as a JSON line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
ARGUMENT = sys.argv[2] if len(sys.argv) > 2 else ""
STDIN, STDOUT = sys.stdin.buffer, sys.stdout.buffer
seen_positions: dict[tuple[str, int], int] = {}


def read() -> dict[str, Any] | None:
    length = 0
    while line := STDIN.readline():
        if not line.strip():
            break
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    body = STDIN.read(length)
    if len(body) < length or not length:
        return None
    if log := os.environ.get("FAKE_LOG"):
        with Path(log).open("ab") as file:
            file.write(body + b"\n")
    message: dict[str, Any] = json.loads(body)
    return message


def write_bytes(data: bytes) -> None:
    STDOUT.write(data)
    STDOUT.flush()


def send(message: dict[str, Any]) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    write_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))


def answer(message: dict[str, Any], result: object) -> None:
    send({"id": message["id"], "result": result})


def fail(message: dict[str, Any], code: int, text: str) -> None:
    send({"id": message["id"], "error": {"code": code, "message": text}})


def sleep_for_ever() -> None:
    while True:
        time.sleep(3600)


def first_time() -> bool:
    """Once over all starts of the server: the marker file tells the later ones."""
    marker = Path(ARGUMENT)
    if marker.exists():
        return False
    marker.touch()
    return True


def place(message: dict[str, Any], line: int | None = None) -> dict[str, Any]:
    position = message["params"]["position"]
    start = {"line": position["line"] if line is None else line, "character": position["character"]}
    return {"uri": "file:///target", "range": {"start": start, "end": {**start, "character": start["character"] + 3}}}


def initialize(message: dict[str, Any]) -> None:
    capabilities: dict[str, Any] = {"positionEncoding": "utf-8", "definitionProvider": True}
    match FAULT:
        case "hang at start":
            sleep_for_ever()
        case "garbage at start":
            write_bytes(b"Usage: server [options]\n\n" * 20000)
            sleep_for_ever()
        case "half a message":
            write_bytes(b'Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":1,')
            os._exit(0)
        case "huge message":
            write_bytes(b"Content-Length: 1000000000000\r\n\r\n{")
            sleep_for_ever()
        case "refuse":
            return fail(message, -32603, "no licence")
        case "odd encoding":
            capabilities["positionEncoding"] = "ebcdic"
        case "no encoding":
            del capabilities["positionEncoding"]
        case "banner":
            write_bytes(b"Welcome to the server!\nversion 1\n\n")
        case "bulk" | "bad bulk":
            capabilities["experimental"] = {"uniast": {"definitions": True}}
        case "all in bulk" | "refuses in bulk" | "nothing in bulk":
            offered = {"version": 1, "definitions": True, "implementations": True, "workspace": True}
            capabilities["experimental"] = {"uniast": offered}
        case "crash at restart" if not first_time():
            os._exit(4)
    return answer(message, {"capabilities": capabilities, "serverInfo": {"name": "fake", "version": "1"}})


def define(message: dict[str, Any]) -> None:
    uri: str = message["params"]["textDocument"]["uri"]
    line: int = message["params"]["position"]["line"]
    key = (uri, line)
    seen_positions[key] = times = seen_positions.get(key, 0) + 1
    bad = "bad" in uri and line == 1
    match FAULT:
        case "crash":
            if bad:
                os._exit(3)
        case "crash once":
            if bad and first_time():
                os._exit(3)
        case "crash at restart" | "crash always":
            os._exit(3)
        case "close stdout":
            if bad and first_time():
                os.close(1)
                sleep_for_ever()
        case "garbage in the middle":
            if bad and first_time():
                write_bytes(b"oops\n\n" * 50000)
                sleep_for_ever()
        case "broken JSON":
            if line == 0:
                write_bytes(b"Content-Length: 5\r\n\r\n{]}[{")
        case "silent about one":
            if bad:
                return None
        case "hang":
            if bad and (ARGUMENT == "" or first_time()):
                sleep_for_ever()
        case "slow to read" if len(seen_positions) == 1 == times:
            time.sleep(1.5)  # what the files that were opened cost it, before the first answer
        case "content modified" | "server cancelled":
            if times <= 2:
                return fail(message, -32801 if FAULT == "content modified" else -32802, "again")
        case "modified for ever":
            return fail(message, -32801, "again")
        case "errors":
            if line == 0:
                return fail(message, 0, "no identifier found")
            return fail(message, -32603, "panic: index out of range")
        case "unknown ids":
            send({"id": 987654, "result": None})
            send({"id": "a string", "result": None})
            send({"id": None, "error": {"code": -32700, "message": "parse error"}})
        case "bad shapes":
            return answer(message, [17, "text", {"targetUri": 5}, [{"range": {}}]][line])
        case "shapes":
            return answer(message, shapes(message)[line])
        case "memory":
            if bad:
                globals()["hoard"] = bytearray(os.urandom(1 << 20) * 200)
                sleep_for_ever()
    return answer(message, [place(message)])


def shapes(message: dict[str, Any]) -> list[object]:
    location = place(message)
    link = {"targetUri": "file:///link", "targetRange": place(message, 99)["range"]}
    return [
        None,
        [],
        location,
        [{**location, "uri": "file:///z"}, location, location],
        [{**link, "targetSelectionRange": location["range"]}],
        [link],
    ]


def describe(message: dict[str, Any]) -> None:
    if FAULT == "refuses in bulk":
        return fail(message, -32603, "loading went wrong")
    errors = [{"message": "no required module", "uri": "file:///go.mod"}, {"message": "a cycle"}]
    left_out = [{"uri": "file:///other.x", "reason": "for another system"}]
    return answer(message, {"leftOut": left_out, "errors": errors})


def define_all(message: dict[str, Any]) -> None:
    if FAULT == "refuses in bulk":
        return fail(message, -32603, "the checker failed")
    if FAULT == "nothing in bulk":
        return fail(message, -32803, "not this file")
    positions = message["params"]["positions"]
    locations: list[dict[str, Any]] = [
        {"uri": "file:///t", "range": {"start": {"line": 7, "character": 1}, "end": {"line": 7, "character": 4}}}
    ]
    targets: list[list[int]] = [[0] if line else [] for line, _ in positions]
    if FAULT == "all in bulk":
        symbol = {"module": "m", "version": "v1", "package": "m/p", "name": "T.f", "kind": "method"}
        locations[0]["symbol"] = symbol
    if FAULT == "bad bulk":
        targets.append([5])
    return answer(message, {"targets": targets, "locations": locations})


def ask_the_client() -> None:
    items = [{"section": "fake.deep"}, {"section": "fake"}, {"section": "absent"}, {}]
    send({"id": 1, "method": "workspace/configuration", "params": {"items": items}})
    send({"id": "two", "method": "workspace/workspaceFolders"})
    send({"id": 3, "method": "window/workDoneProgress/create", "params": {"token": "t"}})
    send({"id": 4, "method": "client/registerCapability", "params": {"registrations": []}})
    send({"id": 5, "method": "workspace/applyEdit", "params": {"edit": {}}})


def initialized() -> None:
    match FAULT:
        case "asks":
            ask_the_client()
        case "dies before ready":
            send({"method": "window/showMessage", "params": {"type": 3, "message": "just so you know"}})
            send({"method": "window/showMessage", "params": {"type": 1, "message": "cannot load packages"}})
            print("no go.mod here", file=sys.stderr, flush=True)
            os._exit(2)
        case "status":
            send({"method": "experimental/serverStatus", "params": {"quiescent": False}})
            send({"method": "experimental/serverStatus", "params": {"quiescent": True}})
        case "progress":
            for value in ({"kind": "begin", "title": "Setting up workspace"}, {"kind": "report"}, {"kind": "end"}):
                send({"method": "$/progress", "params": {"token": 1, "value": value}})


def main() -> None:
    if FAULT == "exit at start":
        print("cannot find libfoo", file=sys.stderr, flush=True)
        sys.exit(7)
    if FAULT == "flood":
        os.write(2, b"x" * (1 << 24))
    if FAULT == "family":
        child = subprocess.Popen(["sleep", "1000"])
        Path(ARGUMENT).write_text(f"{os.getpid()} {child.pid}")
    while message := read():
        match message.get("method"):
            case "initialize":
                initialize(message)
            case "initialized":
                initialized()
            case "textDocument/definition" | "textDocument/implementation":
                define(message)
            case "uniast/definitions" | "uniast/implementations":
                define_all(message)
            case "uniast/workspace":
                describe(message)
            case "shutdown" if FAULT != "will not stop":
                answer(message, None)
            case "exit" if FAULT != "will not stop":
                return
    if FAULT in ("family", "will not stop"):
        sleep_for_ever()


main()
