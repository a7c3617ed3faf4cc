"""Which files of a Go package are held open, so that gopls holds the package."""

from __future__ import annotations

from abcoder_plugins.go.servers import GOPLS

from abcoder_py.plugin.language import Language
from abcoder_py.plugin.registry import language
from abcoder_py.syntax.extract import extract

GO: Language = language("go")


def part(path: str, source: bytes) -> str:
    assert GOPLS.kept_open is not None
    return GOPLS.kept_open(extract(path, source, GO, GO.grammars[".go"], "0" * 64))


def test_files_of_one_package_are_one_part() -> None:
    assert part("doc/a.go", b"package doc\n") == part("doc/b.go", b"package doc\n")
    assert part("doc/a.go", b"package doc\n") != part("man/a.go", b"package doc\n")


def test_a_test_does_not_keep_the_package_without_its_tests() -> None:
    sources = {"doc/a_test.go": b"package doc\n", "doc/b_test.go": b"package doc_test\n", "doc/x.go": b"package doc\n"}
    assert len({part(path, source) for path, source in sources.items()}) == 3
