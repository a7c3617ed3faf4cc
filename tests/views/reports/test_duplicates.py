"""Likeness of bodies: what counts as the same, and that no pair is missed."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from abcoder_py.views.reports import duplicates
from tests.views.reports.documents import Document

ADD = "def {name}({one}, {other}):\n    {total} = {one} + {other}  # {remark}\n    return {called}({total}, {literal})"


def add(document: Document, short: str, **words: str) -> None:
    plain = {"one": "a", "other": "b", "total": "t", "remark": "adds", "called": "show", "literal": "'x'"}
    text = ADD.format(name=short.rpartition("#")[2], **{**plain, **words})
    target = words.get("called", "show")
    at = text.index(target, text.index("return"))
    use = {**document.use(f"p#{target}"), "StartOffset": at, "EndOffset": at + len(target)}
    document.node("FUNC", short, Content=text, FunctionCalls=[use])


def found(document: Document, least: float = 1.0) -> list[tuple[bool, list[str]]]:
    report = duplicates.duplicates(document.program(), "x", least, 5)
    return [(item.same, [node.id.rpartition("#")[2] for node in item.nodes]) for item in report.duplicates]


def test_renamed_locals_other_literals_and_remarks_make_no_difference() -> None:
    document = Document()
    add(document, "p#f")
    add(document, "p#g", one="first", other="second", total="sum", remark="another", literal='"""long"""')
    assert found(document) == [(True, ["f", "g"])]


def test_calling_another_function_makes_one() -> None:
    document = Document()
    add(document, "p#f")
    add(document, "p#g", called="hide")
    assert found(document) == []
    assert found(document, 0.3) == [(False, ["f", "g"])]


def test_calling_oneself_is_alike() -> None:
    document = Document()
    add(document, "p#f", called="f")
    add(document, "p#g", called="g")
    assert len(found(document)) == 1


def test_members_of_types_that_are_the_same_are_left_out() -> None:
    document = Document()
    for name in ("A", "B"):
        text = f"class {name}:\n    def m(self, x):\n        return [x, x, x, x]"
        document.type(f"p#{name}", Content=text)
        document.method(f"p#{name}.m", Content=text[text.index("def") :])
    assert found(document) == [(True, ["A", "B"])]


def test_a_type_and_its_own_member_are_no_pair() -> None:
    document = Document()
    text = "class A:\n    def m(self, x):\n        return [x, x, x, x, x, x, x, x, x, x, x, x]"
    document.type("p#A", Content=text)
    document.method("p#A.m", Content=text[text.index("def") :])
    assert found(document, 0.5) == []


def test_short_bodies_and_unknown_languages_are_passed_over() -> None:
    document = Document()
    document.function("p#f")
    document.function("p#g")
    report = duplicates.duplicates(document.program(), "x", 0.8, 50)
    assert (report.duplicates, report.compared, report.without_grammar) == ([], 0, 0)
    foreign = Document(language="cobol")
    foreign.function("p#f")
    report = duplicates.duplicates(foreign.program(), "x", 0.8, 1)
    assert (report.compared, report.without_grammar) == (0, 1)
    assert "not compared: 1 definition of" in "\n".join(duplicates.lines(report))


SETS = st.lists(st.frozensets(st.integers(0, 12), max_size=9), max_size=12)


@settings(deadline=None)
@given(SETS, st.floats(0.05, 1))
def test_no_pair_is_missed_and_none_is_invented(sets: list[frozenset[int]], least: float) -> None:
    wanted = {}
    for (left, one), (right, other) in combinations(enumerate(sets), 2):
        if one and other and len(one & other) / len(one | other) >= least:
            wanted[left, right] = len(one & other) / len(one | other)
    pairs = list(duplicates.similar_pairs(sets, least))
    assert {(left, right): similarity for left, right, similarity in pairs} == wanted
    assert len(pairs) == len(wanted)
