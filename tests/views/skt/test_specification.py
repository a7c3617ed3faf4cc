"""The examples of the format's specification: each is read, and written back as an equal document."""

from __future__ import annotations

import pytest

from abcoder_py.views.skt import Document, EdgeGroup, Fault, SktError, Symbol, read, to_json, write

SYMBOLS = """\
[symbols]
## pkg/services/auth.go
S1 module/package L1-L1 services {}
S2 type/struct L5-L8 AuthService {exported}
S3 callable/function L10-L12 NewAuthService(secret: string, ttl: int) -> *S2 {exported}
S4 callable/method L14-L19 Authenticate(token: string) {exported, receiver=*AuthService}
S5 callable/function L29-L31 verifyToken(token: string) -> bool {exported=false}
"""
UNCERTAIN = """\
[edges]
S4 --references[unresolved]--> string, bool
S5 --calls[ambiguous]--> Helper [candidates=S8, S9]
S6 --references[unresolved]--> "app.go::S2"
"""
INCLUDES = """\
[symbols]
## src/main.c
S1 meta/file L1-L3 main.c
S2 meta/include L1-L1 "config.h" {resolution=unresolved}
S3 meta/include L2-L2 <stdio.h> {resolution=unresolved}

[edges]
S1 --references[unresolved]--> S2, S3
"""
EDGES = """\
[edges]
S2 --contains--> S4
S4 --calls--> S5
S10 --inherits--> S2
S24 --implements--> S19
"""
ERROR = """\
[errors]
- path/to/file.go: syntax error at line 42
"""
ERRORS = """\
[errors]
- src/broken.go: unexpected token at line 10
- tests/corner_case.py: unterminated string literal
"""
CODED_KIND = """\
[dict]
- d2: references

[edges]
S1 --d2[unresolved]--> S3
"""
MINIFIED = """\
[dict]
- d0: async=false
- d1: callable/method
- d2: exported

[symbols]
## src/handler.py
S1 type/class L1-L6 Handler {}
S2 d1 L2-L3 __init__(name) {d0}
S3 d1 L5-L6 handle(request) {d0}

[edges]
S1 --contains--> S2, S3
"""
COMPLETE = """\
[dict]
- d0: exported
- d1: callable/function

[symbols]
## main.go
S1 module/package L1-L1 main {}
S2 type/struct L5-L8 Server {d0}
S3 d1 L10-L12 NewServer(addr: string) -> *S2 {d0}
S4 callable/method L14-L20 Serve() {d0, receiver=*Server}
S5 callable/function L22-L25 handleError(err: error) -> bool {}

[edges]
S2 --contains--> S4
S4 --calls--> S5
S3 --references--> S2

[errors]
- utils/broken.go: syntax error at line 5
"""
EXAMPLES = [SYMBOLS, UNCERTAIN, INCLUDES, EDGES, ERROR, ERRORS, CODED_KIND, MINIFIED, COMPLETE]


@pytest.mark.parametrize("text", EXAMPLES)
@pytest.mark.parametrize("minify", [False, True])
def test_an_example_is_read_and_written_back(text: str, minify: bool) -> None:
    document = read(text)
    assert document != Document()
    assert read(write(document, minify=minify)) == document


def test_symbols_have_all_that_their_lines_say() -> None:
    (block,) = read(SYMBOLS).files
    assert block.path == "pkg/services/auth.go"
    assert block.symbols[2] == Symbol(
        3,
        "callable",
        "function",
        10,
        12,
        "NewAuthService(secret: string, ttl: int) -> *S2",
        (("exported", ""),),
    )
    assert block.symbols[3].properties == (("exported", ""), ("receiver", "*AuthService"))
    assert block.symbols[4].property("exported") == "false"
    assert write(read(SYMBOLS)) == SYMBOLS


def test_uncertain_edges_keep_names_and_candidates() -> None:
    assert read(UNCERTAIN).edges == (
        EdgeGroup(4, "references", ("::string", "::bool"), "unresolved"),
        EdgeGroup(5, "calls", ("::Helper",), "ambiguous", (8, 9)),
        EdgeGroup(6, "references", ("app.go::S2",), "unresolved"),
    )
    assert write(read(UNCERTAIN)).endswith(UNCERTAIN)


def test_includes_are_symbols_and_have_no_to_short() -> None:
    told = to_json(read(INCLUDES))
    assert [symbol["signature"] for symbol in told["symbols"]] == ["main.c", '"config.h"', "<stdio.h>"]
    assert told["edges"][1] == {
        "from": "src/main.c::main.c",
        "from_short": "S1",
        "to": "src/main.c::<stdio.h>",
        "kind": "references",
        "resolution": "unresolved",
    }


def test_codes_stand_for_their_tokens() -> None:
    assert read(CODED_KIND).edges == (EdgeGroup(1, "references", (3,), "unresolved"),)
    plain = MINIFIED.partition("\n\n")[2].replace("d1", "callable/method").replace("d0", "async=false")
    assert write(read(MINIFIED)) == plain


def test_sections_may_stand_in_any_order_and_with_other_line_ends() -> None:
    sections = COMPLETE.split("\n\n")
    turned = "\n\n".join(each.rstrip("\n") for each in reversed(sections)) + "\n"
    assert read(turned) == read(COMPLETE)
    assert read(COMPLETE.replace("\n", "\r\n")) == read(COMPLETE)
    assert read(COMPLETE).errors == (Fault("utils/broken.go", "syntax error at line 5"),)


def test_edges_as_json() -> None:
    text = """\
[symbols]
## app.py
S1 callable/function L1-L2 run() {}
## helpers/a.py
S2 callable/function L1-L2 Helper() {}
## helpers/b.py
S3 callable/function L1-L2 Helper() {}

[edges]
S1 --calls[ambiguous]--> Helper [candidates=S2, S3]
S2 --calls--> S3
"""
    assert to_json(read(text))["edges"] == [
        {
            "from": "app.py::run",
            "from_short": "S1",
            "to": "app.py::Helper",
            "kind": "calls",
            "resolution": "ambiguous",
            "candidates": ["helpers/a.py::Helper", "helpers/b.py::Helper"],
        },
        {
            "from": "helpers/a.py::Helper",
            "from_short": "S2",
            "to": "helpers/b.py::Helper",
            "to_short": "S3",
            "kind": "calls",
        },
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "a section"),
        ("S1", 1, 1, "a section"),
        ("[symbols]\n[nonsense]", 2, 1, "one of the sections"),
        ("[symbols]\nS1 type/class L1-L2 A {}", 2, 1, "a file"),
        ("[symbols]\n## a\nS1 type/class L1-2 A {}", 3, 18, "a last line"),
        ("[symbols]\n## a\nX1 type/class L1-L2 A {}", 3, 1, "a symbol's id"),
        ("[symbols]\n## a\nS1 thing/class L1-L2 A {}", 3, 4, "a category"),
        ("[symbols]\n## a\nS1 d7 L1-L2 A {}", 3, 4, "a category"),
        ("[symbols]\n## a\nS1 type/class L1-L2 {}", 3, 21, "a signature"),
        ("[symbols]\n## a\nS1 type/class L1-L2 A {a, ,b}", 3, 26, "a property"),
        ("[symbols]\n## a\nS1 type/class L1-L2 A {a, a}", 3, 27, "already"),
        ("[symbols]\n## a\nS1 type/class L1-L2 A {}\nS1 type/class L1-L2 B {}", 4, 1, "defined already"),
        ('[symbols]\n## "a\n', 2, 4, "a path"),
        ("[edges]\nS1 --makes--> S2", 2, 6, "one of the kinds"),
        ("[edges]\nS1 --calls[sure]--> S2", 2, 12, "one of unresolved"),
        ("[edges]\nS1 -> S2", 2, 3, "--KIND-->"),
        ("[edges]\nS1 --calls--> S2,", 2, 18, "an id"),
        ("[edges]\nS1 --calls--> S2 S3", 2, 17, "the line's end"),
        ("[edges]\nS1 --calls--> f [candidates=S2", 2, 31, "`]`"),
        ("[errors]\nbroken", 2, 1, "an entry"),
        ("[dict]\nd0 exported", 2, 1, "an entry"),
        ("[dict]\n- d0: a\n- d0: b", 3, 3, "already"),
    ],
)
def test_an_error_names_its_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(SktError, match=words) as error:
        read(text)
    assert (error.value.line, error.value.column) == (line, column)
