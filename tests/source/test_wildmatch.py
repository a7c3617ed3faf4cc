"""Git's patterns; that random ones match as in git is shown in `test_walk`."""

import time

import pytest

from abcoder_py.source.wildmatch import translate


@pytest.mark.parametrize(
    ("pattern", "matches", "others"),
    [
        ("a*c", ["ac", "abc"], ["a/c", "ab"]),
        ("a?c", ["abc"], ["ac", "a/c"]),
        ("a[!b]c", ["axc"], ["abc", "a/c"]),
        ("**/a", ["a", "x/a", "x/y/a"], ["xa", "a/x"]),
        ("a/**", ["a/x", "a/x/y"], ["a"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab"]),
        ("a/b**", ["a/b", "a/bcd"], ["a/b/c"]),
        (r"\*\[\\", ["*[\\"], ["a[\\"]),
        ("[]-a]", ["]", "^", "a"], ["b", "-"]),
        ("[[:digit:]_]", ["7", "_"], ["x"]),
        ("é*", ["éa"], ["ea"]),
    ],
)
def test_what_matches(pattern: str, matches: list[str], others: list[str]) -> None:
    expression = translate(pattern)
    assert expression is not None
    assert [path for path in matches + others if expression.fullmatch(path)] == matches


@pytest.mark.parametrize("pattern", ["[a", "[", "a\\", "[[:what:]]", "[a-"])
def test_what_matches_nothing(pattern: str) -> None:
    assert translate(pattern) is None


def test_many_stars_do_not_take_for_ever() -> None:
    expression = translate("*a" * 30 + "*b")
    assert expression is not None
    started = time.process_time()
    assert not expression.fullmatch("a" * 250)
    assert time.process_time() - started < 1
