"""What other files do not see of a file, and that a server's answers there are indeed the same without it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from textwrap import dedent

import pytest
from abcoder_plugins.python.hidden import hidden

from abcoder_py.index.interfaces import Interface
from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import run
from tests.python.reading import read
from tests.test_trees import grow


def seen(source: str, infers_results: bool = False) -> str:
    """The bytes of the dedented source that are not hidden."""
    text = dedent(source).lstrip("\n")
    left, last = [], 0
    for start, end in hidden(read(text), text.encode(), infers_results):
        assert start < end
        assert start >= last
        left.append(text.encode()[last:start])
        last = end
    return b"".join([*left, text.encode()[last:]]).decode()


def in_method(body: str) -> str:
    return "class C:\n    def m(self, other):\n        " + body.replace("\n", "\n        ") + "\n"


SHELL = "class C:\n    def m(self, other):\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f():\n    return 1\n", "def f():\n\n    # why\n    x = 2\n    return x\n\n\n"),
        ("def f():\n    return 1\n", "def f():  # what\n    'doc'\n"),
        ("class A:\n    x = 1\n", 'class A:\n    """Doc.\n\n    # more\n    """\n\n    x = 1  # one\n    # two\n'),
        ("A = 1\nB = 2\n", "# first\nA = 1\n\n\n# second\n\nB = 2\n"),
        ("A = [\n    1,\n    2,\n]\n", "A = [\n    1,  # one\n    # then\n    2,\n]\n"),
        ("import a\nA = 1\n", "\n\n'doc'\n\nimport a\n\nA = 1\n# end\n"),
        ("def f():\r\n    return 1\r\nA = 1\r\n", "def f():\r\n    return 2\r\n\r\n# c\r\nA = 1\r\n"),
        (in_method("return 1"), in_method("other.x = 1\nself.y.x = 2\nself.z[0] = 3")),
        (in_method("return 1"), in_method("'global, for a.b in c'\nreturn 1")),
    ],
)
def test_two_states_that_others_see_alike(one: str, other: str) -> None:
    assert seen(one) == seen(other)


@pytest.mark.parametrize(
    "body",
    [
        "self.x = 1",
        "self.x: int",
        "self.x += 1",
        "(self).x = 1",
        "(self\n.x) = 1",
        "for self.x in other: pass",
        "[1 for self.x in other]",
        "[1 for y, self.x in other]",
        "with other as self.x: pass",
        "with other as (self.x, y): pass",
        "a, (b, *self.x) = other",
        "global G\nG = 1",
        "def inner():\n    self.x = 1",
        "class D:\n    def m(self):\n        self.x = 1",
    ],
)
def test_bodies_that_bind_what_others_see_are_seen(body: str) -> None:
    assert seen(in_method(body)) == in_method(body)


def test_a_comment_is_no_receiver() -> None:
    assert seen(in_method("(self # other\n.x) = 1")) == in_method("(self\n.x) = 1")


def test_imports_inside_bodies_are_seen() -> None:
    assert seen("def f():\n    g()\n    import a.b\n    g()\n") == "def f():import a.b\n"


@pytest.mark.parametrize("comment", ["# type: (int) -> str", "#type:ignore", "# pyright: strict", "# ty: ignore"])
def test_comments_to_servers_are_seen(comment: str) -> None:
    assert seen(f"A = 1  {comment}\n") == f"A = 1  {comment}\n"


@pytest.mark.parametrize("source", ["f'{(A := 1)}'\n", "rF'{(A := 1)}'\n", "A = 'x'\n", "g('x')\n", "'x' 'y'\n"])
def test_strings_that_do_something_are_seen(source: str) -> None:
    assert seen(source) == source


def test_where_results_are_inferred_bodies_without_a_written_one_are_seen() -> None:
    source = "def f() -> int:\n    return 1\ndef g():\n    return 2\n"
    assert seen(source, infers_results=True) == "def f() -> int:\ndef g():\n    return 2\n"
    assert seen(source) == "def f() -> int:\ndef g():\n"


def test_a_file_that_cannot_be_read_is_seen_whole() -> None:
    assert seen("def f():\n    return (\n# c\n") == "def f():\n    return (\n# c\n"


def test_a_body_that_begins_to_yield_is_seen() -> None:
    one, other = "def f() -> I:\n    return 1\n", "def f() -> I:\n    yield 1\n"
    assert seen(one) == seen(other)
    interfaces = [
        Interface.of(read(each), each.encode(), hidden(read(each), each.encode(), False)) for each in (one, other)
    ]
    assert interfaces[0].digest != interfaces[1].digest


BODIES = """
from contextlib import contextmanager
from functools import cached_property

class A:
    def m(self): pass

def plain(x): {0}
def typed() -> A: {0}
async def coroutine(): {0}
@contextmanager
def managed(): {0}

class Meta(type):
    def __call__(cls): {0}
class Made(metaclass=Meta):
    def m(self): pass

class C:
    def __new__(cls): {0}
    def __enter__(self): {0}
    def __exit__(self, *a): {0}
    def __iter__(self): {0}
    def __getitem__(self, key): {0}
    def __getattr__(self, name): {0}
    def __call__(self): {0}
    def __get__(self, instance, owner): {0}
    def __set_name__(self, owner, name): {0}
    def __add__(self, other): {0}
    def m(self): {0}
    @property
    def p(self): {0}
    @cached_property
    def q(self): {0}
    @staticmethod
    def s(): {0}
class D(C):
    c = C()
    def m(self): {0}
"""
USES = """
from bodies import A, C, D, Made, coroutine, managed, plain, typed
plain(1).m(); typed().m(); Made().m(); C().m(); C().other; C()[0].m(); C()().m(); (C() + 1).m()
C().p.m(); C().q.m(); C.s().m(); D().c.m(); D().m().m(); super(D, D()).m().m()
with managed() as one: one.m()
with C() as two: two.m()
for three in C(): three.m()
async def four(): (await coroutine()).m()
def five(flag):
    value = A()
    if flag: value = plain(1)
    else: C().m()
    value.m()
class E(D):
    def m(self): super().m().m(); self.p.m(); self.unknown.m()
"""


def test_what_is_hidden_changes_no_answer(tmp_path: Path) -> None:
    """Measured, not read anywhere: a new version of the server may answer otherwise."""
    answers = set()
    for body in ("pass", "return A()", "raise SystemExit", "return C", "return [1]", "assert False", "..."):
        folder = grow(tmp_path / "shop", {"bodies.py": BODIES.format(body), "uses.py": USES})
        out = asyncio.run(run(ParseOptions(folder, languages=("python",), repo_id="shop", use_store=False)))
        (module,) = (each for each in json.loads(out.document)["Modules"].values() if "Packages" in each)
        answers.add(json.dumps([module["Packages"]["uses"], module["Files"]["uses.py"]]))
    assert len(answers) == 1
    assert "bodies#A.m" in answers.pop()
