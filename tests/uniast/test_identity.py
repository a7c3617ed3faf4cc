import pytest
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.uniast.identity import (
    FUNCTIONS,
    TYPES,
    VARS,
    Claim,
    Unit,
    decode_part,
    encode_part,
    full,
    full_id,
    number_homonyms,
    parse_full,
    short,
    unique_mod_paths,
)


@given(st.text())
def test_a_part_survives_encoding(raw: str) -> None:
    encoded = encode_part(raw)
    assert decode_part(encoded) == raw
    assert not set("?#") & set(encoded)


@given(st.text(), st.text(), st.text())
def test_a_full_id_divides_into_what_it_was_made_of(mod: str, pkg: str, name: str) -> None:
    parts = (encode_part(mod), encode_part(pkg), name)
    assert parse_full(full(*parts)) == parts


def test_only_what_would_divide_an_id_is_encoded() -> None:
    assert encode_part("src/a#b?c%.c") == "src/a%23b%3Fc%25.c"
    assert encode_part("my_crate::a@1.0/é") == "my_crate::a@1.0/é"
    assert decode_part("100%zz") == "100%zz"


def test_a_name_may_hold_both_marks() -> None:
    assert parse_full("m?a/b.js#C.#private?") == ("m", "a/b.js", "C.#private?")
    assert parse_full("?fmt#Println") == ("", "fmt", "Println")


@pytest.mark.parametrize("text", ["", "a#b", "a?b", "#a?b"])
def test_what_lacks_a_mark_is_no_identity(text: str) -> None:
    with pytest.raises(ValueError, match=r"ModPath\?PkgPath#Name"):
        parse_full(text)


def test_the_short_form_leaves_the_module_out() -> None:
    assert short("rich.console", "Console.print") == "rich.console#Console.print"
    assert full_id({"ModPath": "m", "PkgPath": "p", "Name": "n", "Line": 3}) == "m?p#n"


def test_repeated_functions_are_numbered_by_path_then_offset() -> None:
    claims = [
        Claim("m?p", FUNCTIONS, "b.go", 5, "init"),
        Claim("m?p", FUNCTIONS, "a.go", 90, "init"),
        Claim("m?p", FUNCTIONS, "a.go", 10, "init"),
        Claim("m?q", FUNCTIONS, "z.go", 1, "init"),
    ]
    assert number_homonyms(claims) == ["init~3", "init~2", "init", "init"]


def test_types_come_before_functions_and_functions_before_variables() -> None:
    claims = [
        Claim("m?p", VARS, "a.ts", 0, "X"),
        Claim("m?p", FUNCTIONS, "b.ts", 0, "X"),
        Claim("m?p", TYPES, "c.ts", 0, "X"),
    ]
    assert number_homonyms(claims) == ["X~3", "X~2", "X"]


def test_members_keep_the_full_name_of_their_type() -> None:
    claims = [
        Claim("m?p", FUNCTIONS, "a.py", 10, "App.run", owner=1),
        Claim("m?p", TYPES, "a.py", 0, "App"),
        Claim("m?p", TYPES, "a.py", 50, "App"),
        Claim("m?p", FUNCTIONS, "a.py", 60, "App.run", owner=2),
        Claim("m?p", FUNCTIONS, "a.py", 70, "App.run", owner=2),
        Claim("m?p", TYPES, "a.py", 65, "App.Inner", owner=2),
        Claim("m?p", FUNCTIONS, "a.py", 66, "App.Inner.go", owner=5),
    ]
    expected = ["App.run", "App", "App~2", "App~2.run", "App~2.run~2", "App~2.Inner", "App~2.Inner.go"]
    assert number_homonyms(claims) == expected


def test_the_type_of_an_impl_is_replaced_inside_the_name() -> None:
    claims = [
        Claim("m?k", TYPES, "a.rs", 0, "T"),
        Claim("m?k", TYPES, "b.rs", 0, "T"),
        Claim("m?k::sub", FUNCTIONS, "b.rs", 9, "From<T><T>.from", owner=1),
        Claim("m?k", FUNCTIONS, "b.rs", 20, "T::x", owner=1),
    ]
    assert number_homonyms(claims)[2:] == ["From<T><T~2>.from", "T~2::x"]


def test_a_number_never_meets_a_name_that_is_written_like_one() -> None:
    claims = [
        Claim("p", TYPES, "a", 0, "x~2"),
        Claim("p", FUNCTIONS, "a", 1, "x"),
        Claim("p", FUNCTIONS, "a", 2, "x"),
        Claim("p", FUNCTIONS, "a", 3, "x"),
    ]
    assert number_homonyms(claims) == ["x~2", "x", "x~3", "x~4"]


def test_a_circle_of_owners_is_refused() -> None:
    with pytest.raises(ValueError, match="member of itself"):
        number_homonyms([Claim("p", TYPES, "a", 0, "x", owner=0)])


CLAIMS = st.lists(
    st.tuples(st.sampled_from("pq"), st.integers(0, 2), st.sampled_from("ab"), st.integers(0, 9), st.sampled_from("xy"))
)


@given(CLAIMS)
def test_final_names_are_unique_in_a_package_whatever_order_claims_come_in(parts: list[tuple]) -> None:
    claims = [Claim(*part[:3], offset, part[4]) for offset, part in enumerate(parts)]
    names = number_homonyms(claims)
    assert len({(claim.package, name) for claim, name in zip(claims, names, strict=True)}) == len(claims)
    assert number_homonyms(claims[::-1])[::-1] == names


def test_the_least_deep_unit_keeps_the_name() -> None:
    units = [
        Unit("app", "tools/app", "rust"),
        Unit("app", "b", "rust"),
        Unit("app", "a", "python"),
        Unit("app", ".", "go"),
        Unit("app", "a", "go"),
        Unit("other#1", "x", "go"),
    ]
    assert unique_mod_paths(units) == [
        "app~tools/app",
        "app~rust",
        "app~python",
        "app",
        "app~go",
        "other%231",
    ]


def test_two_units_alike_in_everything_stay_apart() -> None:
    assert len(set(unique_mod_paths([Unit("a", "d", "c")] * 5))) == 5
