"""A real server counts the text that it is sent as `Columns` does: byte order mark, broken bytes, wide characters."""

import asyncio
import sys
from pathlib import Path

import pytest

from abcoder_py.lsp.answers import Found
from abcoder_py.lsp.session import ServerCommand, Session, SessionConfig
from abcoder_py.source.columns import text
from abcoder_py.source.walk import walk

SOURCES = {
    "bom.py": b"\xef\xbb\xbfname = 1; name\n",
    "broken.py": b"'\xff\xf0\x9f' ; name = 1; '\xe6' ; name\n",
    "wide.py": "'😀é日' ; name = 1; '😀' ; name\n".encode(),
    "lone_cr.py": b"a = 1\rname = a\r\nname\n",
    "separators.py": "'\u2028\x0c\x85' ; name = 1 ; name\n".encode(),
}


@pytest.mark.parametrize("path", SOURCES)
def test_definition_of_a_name(tmp_path: Path, path: str) -> None:
    (tmp_path / path).write_bytes(SOURCES[path])
    data = SOURCES[path]
    assert asyncio.run(definition(tmp_path, path, data.rindex(b"name"))) == data.index(b"name")


async def definition(root: Path, path: str, offset: int) -> int | None:
    """The byte offset of the definition that ty gives for the name at a byte offset."""
    file = walk(root).files[path]
    uri = (root / path).as_uri()
    command = ServerCommand((str(Path(sys.executable).parent / "ty"), "server"), cwd=str(root))
    async with Session(SessionConfig("ty", command, root, language_id={".py": "python"})) as session:
        position = file.columns.position(offset, session.encoding)
        [answer] = await session.resolve(uri, "python", text(file.data), [position])
    assert isinstance(answer, Found), answer
    [(_, line, character, _, _)] = answer.places
    return file.columns.offset(line, character, session.encoding)
