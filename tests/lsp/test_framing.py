from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.lsp.errors import ProtocolError
from abcoder_py.lsp.framing import Framer, frame

HEADERS = [
    b"Content-Length: %d\r\n\r\n",
    b"content-length:%d\r\n\r\n",
    b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
    b"Content-Length: %d\r\nContent-Type: x\r\n\r\n",
    b"Content-Length: %d\n\n",
    b"a banner line\nanother\nContent-Length: %d\r\n\r\n",
    b"stray print\n\nContent-Length: %d\r\n\r\n",
]


@given(st.lists(st.tuples(st.sampled_from(HEADERS), st.binary(min_size=1, max_size=40))), st.data())
def test_any_cut_of_the_stream_gives_the_same_bodies(messages: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    stream = b"".join(header % len(body) + body for header, body in messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    framer = Framer()
    bodies = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        bodies += framer.feed(stream[start:end])
    assert bodies == [body for _, body in messages]
    assert framer.pending == 0


def test_frame_is_read_back() -> None:
    assert Framer().feed(frame("{é}".encode())) == ["{é}".encode()]


def test_a_body_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(ProtocolError, match="1001 bytes announced"):
        Framer(max_body=1000).feed(b"Content-Length: 1001\r\n\r\n")


def test_a_length_with_twenty_digits_is_refused() -> None:
    with pytest.raises(ProtocolError, match="announced"):
        Framer().feed(b"Content-Length: 99999999999999999999\r\n\r\n")


@pytest.mark.parametrize("junk", [b"x" * 50, b"line\n" * 50, b"line\n\n" * 50])
def test_endless_junk_is_refused(junk: bytes) -> None:
    framer = Framer(max_header=1000)
    with pytest.raises(ProtocolError, match=r"no message|end of a header"):
        for _ in range(100):
            framer.feed(junk)


def test_junk_between_messages_is_counted() -> None:
    framer = Framer(max_header=10)
    for _ in range(20):
        assert framer.feed(b"hello\n\n" + frame(b"{}")) == [b"{}"]
    assert framer.skipped == 20 * len(b"hello\n\n")


def test_a_large_body_in_many_chunks() -> None:
    body = bytes(range(256)) * 4096
    stream = frame(body)
    framer = Framer()
    chunks = [stream[i : i + 1000] for i in range(0, len(stream), 1000)]
    assert [found for chunk in chunks for found in framer.feed(chunk)] == [body]
