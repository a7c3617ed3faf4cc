"""Stands before a real language server and misbehaves as told: `proxy.py FAULT MARKER PROGRAM ARGUMENT…`.

What is right comes from the real server, so a test sees what a fault costs and what it leaves. A fault of "once" waits
for the first question about the code of `bad.py`, over all starts of the server; MARKER is the file that remembers.
Each start is a line in the file STARTS.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

FAULT, MARKER, COMMAND = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
CODE = 4
"""Line of bad.py, from 0, at which its code begins."""
ODD_PLACES = {
    "outside": ("file:///etc/hostname", 0),
    "nowhere": ("file:///no/such/file.py", 3),
    "beyond": ("", 99_999),
    "no file": ("untitled:Untitled-1", 0),
    "a folder": ("file:///", 0),
}
asked_about_bad: set[Any] = set()


def read(source: BinaryIO) -> dict[str, Any] | None:
    length = 0
    while line := source.readline():
        if not line.strip():
            break
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    body = source.read(length)
    message: dict[str, Any] | None = json.loads(body) if body else None
    return message


def write(sink: BinaryIO, message: dict[str, Any]) -> None:
    body = json.dumps(message).encode()
    sink.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    sink.flush()


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def is_due(message: dict[str, Any]) -> bool:
    """Is this a question about bad.py's code, at which the fault shows?"""
    params = message.get("params") or {}
    if "id" not in message or not params.get("textDocument", {}).get("uri", "").endswith("bad.py"):
        return False
    if params.get("position", {}).get("line", 0) < CODE:
        return False
    asked_about_bad.add(message["id"])
    if "once" not in FAULT:
        return True
    if MARKER.exists():
        return False
    MARKER.touch()
    return True


def misbehave(server: subprocess.Popen[bytes]) -> bool:
    """Does what the fault is; True where the question is swallowed."""
    fault = FAULT.removesuffix(" once")
    if fault == "crash":
        server.kill()
        os._exit(3)
    if fault == "half":
        raw(b'Content-Length: 100\r\n\r\n{"jsonrpc":"2.0",')
        server.kill()
        os._exit(0)
    if fault == "garbage":
        raw(b"panic: oops\n\n" * 20_000)
    if fault == "hang":
        server.send_signal(signal.SIGSTOP)
    if fault == "flood":
        os.write(2, b"warning: " * (1 << 20))
    return fault == "silent"


def replies(server: subprocess.Popen[bytes]) -> None:
    assert server.stdout is not None
    while message := read(server.stdout):
        if FAULT in ODD_PLACES and message.get("id") in asked_about_bad and "result" in message:
            uri, line = ODD_PLACES[FAULT]
            spot = {"line": line, "character": 2}
            message["result"] = [{"uri": uri or BAD[0], "range": {"start": spot, "end": {**spot, "character": 5}}}]
        write(sys.stdout.buffer, message)
    os._exit(0)


BAD: list[str] = []


def main() -> None:
    with Path(os.environ["STARTS"]).open("a") as file:
        file.write(f"{os.getpid()}\n")
    if FAULT == "exit at start":
        print("cannot find libfoo", file=sys.stderr, flush=True)
        sys.exit(7)
    if FAULT == "hang at start":
        signal.pause()
    server = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdin is not None
    threading.Thread(target=replies, args=(server,), daemon=True).start()
    while message := read(sys.stdin.buffer):
        if message.get("method") == "textDocument/didOpen":
            uri = message["params"]["textDocument"]["uri"]
            BAD.extend([uri] if uri.endswith("bad.py") else [])
        if not (is_due(message) and misbehave(server)):
            write(server.stdin, message)
    server.kill()


main()
