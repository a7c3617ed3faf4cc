"""A shop to parse, and a Python plugin whose server is a misbehaving one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import psutil
import pytest

from abcoder_py.plugin.registry import language
from abcoder_py.plugin.servers import Program
from abcoder_py.servers.find import find_server, servers_folder
from tests.processes import still_running
from tests.test_trees import grow

PROXY = Path(__file__).with_name("proxy.py")
FILES: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "",
    "shop/base.py": "def base():\n    return 1\n",
    "shop/bad.py": "from shop.base import base\n\n\ndef bad():\n    return base() + base()\n",
    "shop/use.py": "from shop.base import base\n\n\ndef use():\n    return base()\n",
}
Starts: TypeAlias = Callable[[], int]
Faulty: TypeAlias = Callable[..., Starts]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return grow(tmp_path / "shop", FILES)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of its own, with the servers that are installed here."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "servers").symlink_to(servers_folder())
    monkeypatch.setenv("UNIAST_HOME", str(home))


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Faulty:
    """Puts the proxy with this fault in the place of Python's server; gives how often it was started."""
    plugin = language("python")
    real = plugin.servers[0]
    program = find_server(real).path
    folder = tmp_path / "programs"
    starts = tmp_path / "starts"
    starts.touch()
    monkeypatch.setenv("STARTS", str(starts))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def install(fault: str = "", version: str = "1.0.0") -> Starts:
        script = folder / "proxy-ls"
        marker = tmp_path / "marker"
        grow(
            folder,
            {
                "proxy-ls": "#!/bin/sh\n"
                f'[ "$1" = --version ] && echo proxy {version} && exit\n'
                f'exec "{sys.executable}" -S -E "{PROXY}" "{fault}" "{marker}" "{program}" "$@"\n'
            },
        )
        script.chmod(0o755)
        spec = replace(real, program=Program("proxy", "1.0.0", "proxy-ls", ()))
        monkeypatch.setattr(type(plugin), "servers", (spec,))
        return lambda: len(starts.read_text().split())

    return install


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """A run leaves no process, whatever happened to its server."""
    before = set(psutil.Process().children(recursive=True))
    yield
    left = [process for process in psutil.Process().children(recursive=True) if process not in before]
    alive = still_running(left)
    assert not alive
