"""Sessions with servers that others made: pygls, and ty on a small project."""

from __future__ import annotations

import sys
from pathlib import Path

from abcoder_py.lsp.answers import NOTHING, Answer, Found
from abcoder_py.lsp.session import ServerCommand, Session, SessionConfig
from abcoder_py.plugin.servers import ProgressEnd
from tests.lsp.conftest import run


def test_pygls_with_progress_settings_and_links(tmp_path: Path) -> None:
    command = ServerCommand((sys.executable, str(Path(__file__).with_name("pygls_server.py"))), {}, str(tmp_path))
    config = SessionConfig(
        "pygls",
        command,
        tmp_path,
        settings={"fake": {"target": "file:///t"}},
        ready=ProgressEnd("Index"),
        language_id={".x": "ex"},
    )

    async def ask() -> list[Answer]:
        async with Session(config) as session:
            assert session.server_info == {"name": "pygls-fake", "version": "1"}
            return await session.resolve("file:///a.x", "", "alpha\nbe\n", [(0, 0), (1, 0)])

    assert run(ask()) == [Found([("file:///t", 0, 0, 0, 5)]), Found([("file:///t", 1, 0, 1, 2)])]


def test_ty_on_a_small_project(tmp_path: Path) -> None:
    library, user = tmp_path / "library.py", tmp_path / "user.py"
    library.write_text("def größe(): ...\n")
    user.write_text("from library import größe\n\nmaß = größe()\nmaß; größe()\nunknown\n")
    command = ServerCommand((str(Path(sys.executable).with_name("ty")), "server"), {}, str(tmp_path))
    config = SessionConfig("ty", command, tmp_path, language_id={".py": "python"})

    async def ask() -> list[Answer]:
        async with Session(config) as session:
            assert session.encoding == "utf-8"
            positions = [(2, 7), (3, 0), (3, 6), (4, 0)]
            answers = await session.resolve(user.as_uri(), "", user.read_text(), positions)
        assert session.stats.peak_memory_bytes > 1 << 20
        return answers

    function = Found([(library.as_uri(), 0, 4, 0, 11)])
    assert run(ask(), 60) == [function, Found([(user.as_uri(), 2, 0, 2, 4)]), function, NOTHING]
