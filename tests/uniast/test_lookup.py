import pytest

from abcoder_py.uniast.lookup import AmbiguousNode, UnknownNode, choose, last_words, without_parameters

IDS = [
    "rich?rich.console#Console.print",
    "rich?rich#print",
    "x?a.cpp#ns::C::m(const std::string&,int) const",
    "x?a.cpp#ns::C::m(int)",
    "x?a.cpp#ns::C::m(int)~2",
    "x?a.cpp#ns::C::operator()(int)",
    "x?a.cpp#ns::C::only(void (*)(int))",
    "j?org.example#C.C(String,int)",
    "r?k::a#From<u8><T>.from",
    "r?k::a#T",
    "go?p#init",
    "go?p#init~2",
    "js?a/b.js#C.#p",
]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rich?rich#print", "rich?rich#print"),
        ("rich#print", "rich?rich#print"),
        ("#print", "rich?rich#print"),
        ("print", "rich?rich#print"),
        ("Console.print", "rich?rich.console#Console.print"),
        ("T", "r?k::a#T"),
        ("Console::print", "rich?rich.console#Console.print"),
        ("rich.console.Console.print", "rich?rich.console#Console.print"),
        ("console#Console.print", "rich?rich.console#Console.print"),
        ("C::m(int)", "x?a.cpp#ns::C::m(int)"),
        ("C.m(int)", "x?a.cpp#ns::C::m(int)"),
        ("m~2", "x?a.cpp#ns::C::m(int)~2"),
        ("C::operator()", "x?a.cpp#ns::C::operator()(int)"),
        ("only", "x?a.cpp#ns::C::only(void (*)(int))"),
        ("C.C", "j?org.example#C.C(String,int)"),
        ("T.from", "r?k::a#From<u8><T>.from"),
        ("init", "go?p#init"),
        ("init~2", "go?p#init~2"),
        ("C.#p", "js?a/b.js#C.#p"),
    ],
)
def test_one_node_is_meant(query: str, expected: str) -> None:
    assert choose(query, IDS) == expected
    word, bare = last_words(query)
    assert expected.endswith(word) or f"{bare}(" in expected


@pytest.mark.parametrize("query", ["m", "C::m", "C.m"])
def test_several_are_named_in_order(query: str) -> None:
    with pytest.raises(AmbiguousNode) as caught:
        choose(query, IDS)
    assert len(caught.value.candidates) > 1
    assert caught.value.candidates == sorted(caught.value.candidates)


@pytest.mark.parametrize("query", ["", "rint", "onsole.print", "m(String)", "init~3", "rich?rich#nothing"])
def test_a_part_of_a_word_names_nothing(query: str) -> None:
    with pytest.raises(UnknownNode):
        choose(query, IDS)


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("f", "f"),
        ("f(int)", "f"),
        ("f(int)~2", "f~2"),
        ("C::f(std::function<void(int)>,int) const &", "C::f"),
        ("operator()(int)", "operator()"),
        ("operator()", "operator()"),
        ("From<(u8,u8)><T>.from", "From<(u8,u8)><T>.from"),
        ("(weird)", "(weird)"),
        ("odd)", "odd)"),
    ],
)
def test_a_parameter_list_is_left_out(name: str, bare: str) -> None:
    assert without_parameters(name) == bare
