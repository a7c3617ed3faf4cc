"""Random CodeStruct trees for property tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from abcoder_py.views.codestruct import Entity, Implementation

PROPERTY = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
"""A shared machine may take its time over one tree."""
KEYWORDS = [
    *("dir", "file", "module", "namespace", "class", "interface", "func", "lambda", "attr", "param", "returns"),
    *("var", "const", "type_alias", "optional", "import", "widget", "fn", "d", "t", "Größe"),
]
NAMES = st.one_of(
    st.sampled_from(
        ["f", "C", "a.b", "a/b", "a::b", "f~2", "INT", "INTEGER", "ext", "None", "", " x", "std::sort", "x&y"]
    ),
    st.sampled_from(
        ["List[Dict[str, Any]]", '"John"', '""', "func: f", "fn: f", "ref: a b", "#", "::: ab", "`", "\\", "\\n"]
    ),
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.text('ab.:&~"\\,[]|; \n\r\t#2/', max_size=6),
)
KEYS = st.sampled_from(["type", "default", "source", "ref", "doc", "since", "t", "rf", "bases"])
HASHES = st.one_of(st.just(""), st.sampled_from(["0", "AB", "56d375812962541bc30522febfa59c15"]))
CODE = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=8), st.text("a `\n\t#", max_size=12)
)
IMPLS = st.builds(Implementation, st.sampled_from(["", "python", "c++"]), CODE)
ATTRIBUTES = st.one_of(st.just({}), st.dictionaries(KEYS, NAMES, max_size=3))


def entities(children: st.SearchStrategy[list[Entity]]) -> st.SearchStrategy[Entity]:
    return st.builds(
        Entity, st.sampled_from(KEYWORDS), NAMES, ATTRIBUTES, HASHES, children, st.one_of(st.none(), IMPLS)
    )


TREES = st.lists(
    st.recursive(entities(st.builds(list)), lambda inner: entities(st.lists(inner, max_size=4)), max_leaves=12),
    max_size=4,
)
