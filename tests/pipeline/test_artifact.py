"""Writing the artifact: what is there already stays, all else is replaced whole."""

from pathlib import Path

import pytest

from abcoder_py.pipeline import artifact


def test_a_file_of_the_same_bytes_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    assert artifact.write(path, [b"one", b"two"]) == 6
    before = path.stat()
    assert artifact.write(path, [b"on", b"etwo"]) == 6
    assert path.stat() == before


@pytest.mark.parametrize("chunks", [[b"onetwx"], [b"one"], [b"onetwo", b"!"], []])
def test_other_bytes_replace_it(tmp_path: Path, chunks: list[bytes]) -> None:
    path = tmp_path / "out.json"
    artifact.write(path, [b"onetwo"])
    before = path.stat().st_ino
    with path.open("rb") as reader:
        assert artifact.write(path, chunks) == len(b"".join(chunks))
        assert reader.read() == b"onetwo"
    assert path.read_bytes() == b"".join(chunks)
    assert path.stat().st_ino != before
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".")]
