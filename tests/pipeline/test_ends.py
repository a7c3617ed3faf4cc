"""However a run ends, no process stays and the old artifact is whole."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from tests.command import PROGRAM, TIMEOUT, environ, told, uniast
from tests.hanging import hanging_home
from tests.processes import still_running
from tests.test_trees import grow

OLD = b"the artifact of an earlier run\n"
ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP]


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    """An artifact of an earlier run, alone in its folder."""
    return grow(tmp_path / "out", {"uniast.json": OLD}) / "uniast.json"


@pytest.fixture
def hanging(tmp_path: Path) -> dict[str, str]:
    return hanging_home(tmp_path / "hanging")


def begin(*words: str | Path, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    """A run in a process group of its own, as a terminal's job."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, words)],
        env=environ(env),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def family(run: subprocess.Popen[bytes]) -> list[psutil.Process]:
    return psutil.Process(run.pid).children(recursive=True)


def check_end(run: subprocess.Popen[bytes], how: signal.Signals, members: list[psutil.Process], artifact: Path) -> None:
    """Ends the run as its terminal would, or as one who knows its number."""
    if how == signal.SIGINT:
        os.killpg(run.pid, how)
    else:
        run.send_signal(how)
    _, err = run.communicate(timeout=TIMEOUT)
    alive = still_running(members)
    assert not alive
    assert artifact.read_bytes() == OLD
    assert [*artifact.parent.iterdir()] == [artifact]
    if how in (signal.SIGINT, signal.SIGTERM):
        assert err.decode() == "uniast: interrupted; nothing was written\n"
        assert run.returncode == 130
    else:
        assert run.returncode == -how


@pytest.mark.parametrize("how", ENDS)
def test_a_run_that_waits_for_its_server(
    shop: Path, artifact: Path, hanging: dict[str, str], how: signal.Signals
) -> None:
    run = begin("parse", shop, "-o", artifact, env=hanging)
    server = int(Path(hanging["STARTS"]).read_text())  # opens when the server does
    members = family(run)
    assert server in [member.pid for member in members]
    check_end(run, how, members, artifact)


@pytest.mark.parametrize("how", ENDS)
def test_a_run_that_reads_syntax_in_workers(tmp_path: Path, artifact: Path, how: signal.Signals) -> None:
    function = "".join(f"def f{number}(a, b):\n    return a + b + f{number}(b, a)\n\n\n" for number in range(2000))
    folder = grow(tmp_path / "large", {f"m{number}.py": function for number in range(60)})
    run = begin("parse", folder, "-o", artifact, "--syntax-only", "--no-cache", "--jobs", "2")
    members: list[psutil.Process] = []
    while len(members) < 2:
        members = family(run)
        assert run.poll() is None, run.communicate()
    check_end(run, how, members, artifact)


def test_a_full_disk(shop: Path, artifact: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    said = told(uniast("parse", shop, "-o", artifact, "--no-cache", before=limit), 1)
    assert said == f"uniast: {artifact}: cannot be written: File too large; name another place with -o\n"
    assert artifact.read_bytes() == OLD
    assert [*artifact.parent.iterdir()] == [artifact]


def test_a_full_disk_for_the_store_costs_the_store_alone(shop: Path, artifact: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    said = told(uniast("parse", shop, "-o", artifact, before=limit), 0)
    assert "this run remembers nothing" in said
    assert artifact.read_bytes() != OLD


@pytest.mark.parametrize("place", ["/dev/null/store", "damaged"])
def test_a_store_that_cannot_be_used_is_told(shop: Path, tmp_path: Path, artifact: Path, place: str) -> None:
    grow(tmp_path, {"damaged/store.sqlite": b"no database\n" * 1000})
    said = told(uniast("parse", shop, "-o", artifact, "--cache", tmp_path / place), 0)
    assert "note: the store" in said
    assert ("set aside" in said) == (place == "damaged")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("nowhere/out.json", "nowhere does not exist; make it, or name another place with -o"),
        ("out", "is a folder; name a file with -o"),
        ("out/uniast.json/out.json", "does not exist; make it"),
    ],
)
def test_an_output_that_cannot_be_is_told_before_the_work(
    shop: Path, tmp_path: Path, artifact: Path, hanging: dict[str, str], place: str, words: str
) -> None:
    assert words in told(uniast("parse", shop, "-o", tmp_path / place, env=hanging), 1)


def test_devices(shop: Path) -> None:
    said = told(uniast("parse", shop, "-o", "/dev/full"), 1)
    assert said == "uniast: /dev/full: cannot be written: No space left on device; name another place with -o\n"
    with Path("/dev/full").open("wb") as full:
        said = told(uniast("parse", shop, "-o", "-", stdout=full), 1)
    assert said == "uniast: standard output: cannot be written: No space left on device; name a file with -o\n"
    told(uniast("parse", shop, "-o", "/dev/null"), 0)


def test_two_runs_at_once_on_one_store(shop: Path, tmp_path: Path) -> None:
    outs = [tmp_path / f"{number}.json" for number in range(3)]
    runs = [begin("parse", shop, "-o", out, "--cache", tmp_path / "cache") for out in outs]
    said = [run.communicate(timeout=TIMEOUT)[1].decode() for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0], said
    assert "note:" not in "".join(said)
    assert len({out.read_bytes() for out in outs}) == 1
