"""Random .skt documents for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from abcoder_py.views.skt import Document, EdgeGroup, Fault, FileBlock, Symbol
from abcoder_py.views.skt.model import CATEGORIES, EDGE_KINDS, STATUSES, one_line

ODD = '"\\{}[],=:#~ \t\n\r\x0b\x85\u2028SdL0é'
"""Characters that mean something somewhere in the format, or end a line somewhere else."""
CHARACTERS = st.one_of(st.sampled_from(ODD), st.characters(codec="utf-8"))
TEXT = st.text(CHARACTERS, max_size=8)
LINE = TEXT.map(one_line).filter(bool)
NAMES = st.sampled_from(("f", "App.run", "S2", "S01", "d0", "ns::f", "a b", "$x", ""))
PATHS = st.one_of(st.sampled_from(("app.py", "src/main.c", "a: b", "d0")), TEXT.filter(bool))
PROPERTY_NAMES = st.one_of(
    st.sampled_from(("exported", "receiver", "d0", "d1")), st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]*", fullmatch=True)
)
PROPERTIES = st.dictionaries(PROPERTY_NAMES, st.one_of(st.sampled_from(("", "false", "true", "*T")), TEXT), max_size=3)


@st.composite
def symbols(draw: st.DrawFn, number: int) -> Symbol:
    properties = draw(PROPERTIES)
    return Symbol(
        number,
        draw(st.sampled_from(CATEGORIES)),
        draw(st.sampled_from(("function", "class", "type_parameter", "include", "namespace", "method"))),
        draw(st.integers(0, 50)),
        draw(st.integers(0, 50)),
        draw(st.one_of(st.sampled_from(("run(config: S2) -> *S1", "f() -> struct {a int}", "x {y}")), LINE)),
        tuple(properties.items()),
    )


@st.composite
def documents(draw: st.DrawFn, whole: bool = False) -> Document:
    """`whole`: edges name only symbols that the document defines, as a run's own document does."""
    first = draw(st.integers(0, 20))
    paths = draw(st.lists(PATHS, max_size=4, unique=True))
    blocks, number = [], first
    for path in sorted(paths, key=str.encode):
        count = draw(st.integers(0, 3))
        blocks.append(FileBlock(path, tuple(draw(symbols(number + each)) for each in range(count))))
        number += count
    numbers = st.integers(first, number - 1) if number > first else st.nothing()
    ids = st.builds("{}::{}".format, st.sampled_from([*paths, ""]), st.one_of(NAMES, TEXT)) | TEXT
    ends = numbers | ids if whole else st.integers(0, 40) | ids
    groups = st.builds(
        EdgeGroup,
        (numbers if whole else ends),
        st.sampled_from(EDGE_KINDS),
        st.lists(ends, min_size=1, max_size=3).map(tuple),
        st.sampled_from(("", *STATUSES)),
        st.lists(ends, max_size=2).map(tuple),
    )
    edges = draw(st.lists(groups, max_size=5)) if not (whole and number == first) else []
    faults = draw(st.lists(st.builds(Fault, PATHS, LINE), max_size=2))
    if whole:
        edges.sort(key=lambda group: group.source)
    return Document(tuple(blocks), tuple(edges), tuple(faults))
