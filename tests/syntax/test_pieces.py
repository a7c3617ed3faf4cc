"""What an error swallowed is read again from the next declaration on, with true offsets."""

from __future__ import annotations

import tree_sitter
import tree_sitter_python
from hypothesis import given
from hypothesis import strategies as st

from abcoder_py.syntax.pieces import read_pieces

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
RESTART = r"def |class "


def functions(source: bytes, restart: str = RESTART) -> list[tuple[str, int]]:
    found, pending = [], read_pieces(PARSER, source, PARSER.parse(source).root_node, restart)
    while pending:
        node = pending.pop(0)
        if node.type == "function_definition":
            found.append((node.child_by_field_name("name").text.decode(), node.start_byte))
        pending += node.children
    return found


def test_an_unclosed_bracket_hides_nothing_behind_it() -> None:
    source = "é = 1\nprint(\n\ndef a():\n    pass\n\ndef b():\n    pass\n".encode()
    assert functions(source) == [("a", source.index(b"def a")), ("b", source.index(b"def b"))]


def test_an_error_that_is_all_of_the_file_is_kept() -> None:
    source = b"def f():\n    return (\n"
    assert any(piece.has_error for piece in read_pieces(PARSER, source, PARSER.parse(source).root_node, RESTART))


def test_without_a_restart_pattern_the_tree_stays() -> None:
    source = b"print(\ndef a():\n    pass\n"
    root = PARSER.parse(source).root_node
    assert read_pieces(PARSER, source, root, "") == [root]


def test_what_parses_is_never_cut() -> None:
    root = PARSER.parse(b"x = '''\ndef a():\n'''\n").root_node
    assert read_pieces(PARSER, b"x = '''\ndef a():\n'''\n", root, RESTART) == [root]


@given(st.lists(st.sampled_from(["def a():\n    pass\n", "print(\n", "x = 1\n", "]\n", "class B:\n    y = 2\n"])))
def test_pieces_stay_inside_the_file_and_in_order(lines: list[str]) -> None:
    source = "".join(lines).encode()
    pieces = read_pieces(PARSER, source, PARSER.parse(source).root_node, RESTART)
    spans = [(piece.start_byte, piece.end_byte) for piece in pieces]
    assert spans == sorted(spans)
    assert all(0 <= start <= end <= len(source) for start, end in spans)
