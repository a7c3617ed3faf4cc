"""Whatever keeps UniAST's form becomes a document that can be written and read."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from abcoder_py.uniast.reading import read_document
from abcoder_py.views.skt import Choice, flat_chunks, from_uniast, join_chunks, read, write
from tests.uniast.documents import DOCUMENTS


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.generate,),  # to shrink a document takes minutes
)
@given(DOCUMENTS)
def test_any_uniast_becomes_a_document(document: dict[str, Any]) -> None:
    for module in document.get("Modules", {}).values():
        module["Dir"] = "."
    try:
        built = from_uniast(read_document(document), Choice(edges=True, externals=True)).document
    except ValueError as error:  # lists whose entries have more or fewer numbers than they should
        assert "unpack" in str(error)
        return
    assert read(write(built, minify=True)) == built
    assert join_chunks(flat_chunks(built, 5)) == built
