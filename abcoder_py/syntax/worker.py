"""A process that extracts facts: frames on stdin, frames on stdout, gone when its stdin closes.

A frame is four bytes of length (big endian) and msgpack: in, `[path, sha256, language, suffix, bytes]`; out,
`FileFacts`, or a string that says why there are none. `multiprocessing` was rejected: it runs the caller's main
module again, and its children can outlive a killed parent.
"""

from __future__ import annotations

import gc
import struct
import sys
from typing import BinaryIO

import msgspec

from abcoder_py.plugin.registry import language
from abcoder_py.plugin.values import FileFacts
from abcoder_py.syntax.extract import extract

HEADER = struct.Struct(">I")
FEW_COLLECTIONS = 500_000
"""Objects between two garbage collections: facts hold no cycles, and looking for some costs a tenth of the time."""


class Order(msgspec.Struct, array_like=True):
    """One file to extract."""

    path: str
    sha256: str
    language: str
    suffix: str
    """Key of the grammar in the language's `grammars`."""
    data: bytes


def run(order: Order) -> FileFacts | str:
    """The facts of the ordered file, or why the plugin failed on it."""
    found = language(order.language)
    try:
        return extract(order.path, order.data, found, found.grammars[order.suffix], order.sha256)
    except Exception as fault:  # a plugin's fault on one file must not end the run: it is labelled and reported
        return f"{type(fault).__name__}: {fault}"


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answers orders until the source ends."""
    decoder = msgspec.msgpack.Decoder(Order)
    encoder = msgspec.msgpack.Encoder()
    while len(header := source.read(HEADER.size)) == HEADER.size:
        (length,) = HEADER.unpack(header)
        reply = encoder.encode(run(decoder.decode(source.read(length))))
        sink.write(HEADER.pack(len(reply)) + reply)
        sink.flush()


def main() -> None:
    gc.freeze()
    gc.set_threshold(FEW_COLLECTIONS)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
