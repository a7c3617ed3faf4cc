"""What is found is what works, of the wanted version before any other."""

import time
from pathlib import Path

import pytest

from abcoder_py.servers.find import find_program, find_server, find_toolchain
from abcoder_py.servers.probe import probe
from tests.servers.programs import program, script, server

pytestmark = pytest.mark.usefixtures("ours")


def test_missing(on_path: Path) -> None:
    found = find_program(program())
    assert (found.state, found.path, found.version, found.usable) == ("missing", "", "", False)


def test_the_wanted_version_is_ready(on_path: Path) -> None:
    path = script(on_path, "echo toy v1.2.0 built today")
    found = find_program(program())
    assert (found.state, found.path, found.version, found.usable) == ("ready", str(path), "1.2.0", True)


def test_another_version_is_a_state_of_its_own_and_usable(on_path: Path) -> None:
    script(on_path, "echo toy 1.1.9")
    found = find_program(program())
    assert (found.state, found.version, found.usable) == ("other version", "1.1.9", True)
    assert found.detail == "1.1.9 was found, 1.2.0 is wanted"


def test_ours_comes_before_path(on_path: Path, ours: Path) -> None:
    script(on_path, "echo toy 1.2.0")
    path = script(ours / "toy-1.2.0/bin", "echo toy 1.2.0")
    assert find_program(program()).path == str(path)


def test_a_wanted_version_on_path_comes_before_another_of_ours(on_path: Path, ours: Path) -> None:
    path = script(on_path, "echo toy 1.2.0")
    script(ours / "toy-1.2.0/bin", "echo toy 1.1.0")
    assert find_program(program()).path == str(path)


def test_beside_the_interpreter(tmp_path: Path, on_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "env/bin/python"))
    path = script(tmp_path / "env/bin", "echo toy 1.2.0")
    script(on_path, "echo toy 1.2.0")
    assert find_program(program()).path == str(path)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("echo \"error: 'toy' is not installed for the toolchain\" >&2; exit 1", "failed: error: 'toy' is not"),
        ("echo hello", "no version but: hello"),
        ("exit 3", "exit code 3"),
        ("head -c 100000 /dev/zero; kill -9 $$", "failed"),
        ("printf '\\377\\376'", "no version"),
    ],
)
def test_what_only_prints_an_error_is_no_server(on_path: Path, body: str, detail: str) -> None:
    script(on_path, body)
    found = find_program(program())
    assert (found.state, found.usable) == ("broken", False)
    assert detail in found.detail


def test_a_broken_one_is_passed_over_for_one_that_works(on_path: Path, ours: Path) -> None:
    script(ours / "toy-1.2.0/bin", "exit 1")
    path = script(on_path, "echo toy 1.0.0")
    found = find_program(program())
    assert (found.state, found.path) == ("other version", str(path))


def test_what_is_no_program_of_this_machine_is_broken(on_path: Path) -> None:
    path = script(on_path, "")
    path.write_bytes(b"\x7fELF nothing")
    assert find_program(program()).state == "broken"
    path.chmod(0o644)
    assert find_program(program()).state == "missing"


def test_a_probe_that_hangs_is_ended_with_all_it_started(on_path: Path, tmp_path: Path) -> None:
    path = script(on_path, f"sleep 300 & echo $! > '{tmp_path}/child'; wait")
    started = time.monotonic()
    probed = probe(program(), path, {}, timeout=0.5)
    assert time.monotonic() - started < 10
    assert (probed.version, probed.fault) == ("", "it told no version within 0.5 seconds")
    assert_ends(int((tmp_path / "child").read_text()))


def assert_ends(process: int) -> None:
    """The process is gone, or a zombie that its parent has yet to notice."""
    status = Path(f"/proc/{process}/status")
    deadline = time.monotonic() + 10
    while status.exists() and "State:\tZ" not in status.read_text():
        assert time.monotonic() < deadline, "it still runs"


def test_a_probe_runs_without_input_in_an_empty_folder(on_path: Path) -> None:
    path = script(on_path, 'cat; test -z "$(ls -A)" && echo "1.2.0"')
    assert probe(program(), path, {}, timeout=5).version == "1.2.0"


def test_the_one_beside_it_may_be_asked(on_path: Path) -> None:
    script(on_path, "exit 1")
    script(on_path, "echo 1.2.0", name="toy-cli")
    assert find_program(program(probe_executable="toy-cli")).state == "ready"


def test_a_relative_entry_of_path_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script(tmp_path / "bin", "echo 1.2.0")
    monkeypatch.setenv("PATH", "bin::/usr/bin:/bin")
    assert find_program(program()).state == "missing"


def test_a_server_without_its_toolchain(on_path: Path, ours: Path) -> None:
    spec = server(toolchain=program(name="maker", version="7.0"))
    script(on_path, "echo toy 1.2.0")
    found = find_server(spec)
    assert (found.state, found.usable, found.detail) == ("no toolchain", False, "it needs maker, which is missing")


def test_the_users_toolchain_comes_before_ours_whatever_its_version(on_path: Path, ours: Path) -> None:
    maker = program(name="maker", version="7.0")
    script(ours / "maker-7.0/bin", "echo 7.0", name="maker")
    script(on_path, "echo toy $(maker) 1.2.0; maker")
    found = find_server(server(toolchain=maker))
    assert found.environ["PATH"].endswith(f":{ours}/maker-7.0/bin"), "ours, behind all else"
    path = script(on_path, "echo 6.5", name="maker")
    toolchain = find_toolchain(maker)
    assert (toolchain.path, toolchain.state, toolchain.environ) == (str(path), "other version", {})
    assert find_server(server(toolchain=maker)).environ == {}
