"""Which of the places that a server names are meant."""

from __future__ import annotations

import pytest
from abcoder_plugins.python.language import language

from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import FileFacts, ModuleSpec, Target, Use
from tests.python.reading import read

PATH = "pkg/mod.py"
MODULE = ModuleSpec("pkg", "python", ".", data={"python": "3.11"})


def in_repository(facts: FileFacts, *names: str) -> list[Found]:
    """All definitions of these names, as answers."""
    return [
        Found(Target("definition", path=facts.path, offset=each.name_start), each)
        for each in facts.definitions
        if each.name in names
    ]


def outside(pkg: str, name: str, kind: str = "function") -> Found:
    return Found(Target("external", mod="m", pkg=pkg, name=name, kind=kind))


def meant(source: str, text: str, *names: str, more: tuple[Found, ...] = ()) -> list[int | str]:
    """For the last use of that text: lines of the definitions that are meant, identities of what is outside."""
    facts = read(source, PATH)
    use = [each for each in facts.uses if each.text == text][-1]
    kept = language.read_answer(use, [*in_repository(facts, *(names or (text,))), *more], facts)
    return [_shown(each, source) for each in kept]


def _shown(found: Found, source: str) -> int | str:
    if found.target.status != "definition":
        return f"{found.target.pkg}#{found.target.name}"
    return source.count("\n", 0, found.target.offset) + 1


def test_a_class_without_its_constructor_and_metaclass() -> None:
    source = "class M(type):\n    def __call__(cls): pass\nclass C(metaclass=M):\n    def __init__(self): pass\nC()\n"
    assert meant(source, "C", "C", "__init__", "__call__") == [3]


def test_a_constructor_that_is_named_itself() -> None:
    source = "class C:\n    def __init__(self): pass\nc.__init__()\n"
    assert meant(source, "__init__") == [2]


@pytest.mark.parametrize(("use", "line"), [("c.x", 3), ("c.x = 1", 5), ("c.x()", 3), ("print(c.x)", 3)])
def test_getter_and_setter(use: str, line: int) -> None:
    source = f"class C:\n    @property\n    def x(self): pass\n    @x.setter\n    def x(self, v): pass\n{use}\n"
    assert meant(source, "x") == [line]


def test_overloads_are_one() -> None:
    source = "@overload\ndef f(x: int): ...\n@overload\ndef f(x: str): ...\n"
    assert meant(source + "def f(x): pass\nf(1)\n", "f") == [5]
    assert meant(source + "f(1)\n", "f") == [2]


def test_fields_are_one() -> None:
    source = "class C:\n    def a(self):\n        self.x = 1\n    def b(self):\n        self.x = 2\n        self.x\n"
    assert meant(source, "x") == [3]


def test_a_called_variable_is_not_what_it_holds() -> None:
    source = "def strike(): pass\nring = partial(strike)\nring()\n"
    assert meant(source, "ring", "ring", "strike") == [2]
    assert meant("class R:\n    def f(self): pass\nf = R().f\nf()\n", "f") == [3]


def test_a_module_beside_a_name_is_no_answer() -> None:
    assert meant("x = 1\nx\n", "x", more=(Found(Target("module", path="pkg/x.py")),)) == [1]


def test_one_identity_behind_an_import() -> None:
    both = (outside("_random", "Random.random", "method"), outside("random", "random", "variable"))
    assert meant("import random\nrandom.random()\n", "random", "none", more=both) == ["random#random"]
    assert meant("def f(x): x.random()\n", "random", "none", more=both) == ["_random#Random.random", "random#random"]


@pytest.mark.parametrize("name", ["__file__", "__name__", "ExceptionGroup", "len"])
def test_names_of_the_language_are_builtin(name: str) -> None:
    use = read(f"{name}\n", PATH).uses[0]
    assert language.offered(use, MODULE) == Target("builtin", mod="python@3.11", pkg="builtins", name=name)


def test_nothing_stays_nothing() -> None:
    facts = read("unknown\nx.__file__\n", PATH)
    assert [language.offered(use, MODULE) for use in facts.uses] == [None, None, None]
    assert list(language.read_answer(facts.uses[0], [], facts)) == []


def test_a_float_is_no_int() -> None:
    found = [Found(Target("builtin", mod="m", pkg="builtins", name=name, kind="class")) for name in ("int", "float")]
    assert meant("x: float\n", "float", "none", more=tuple(found)) == ["builtins#float"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("X = 1\nX = 2\ndef f(): X\n", [2]),
        ("X = 1\nX\nX = 2\n", [1]),
        ("X = 1\nif a:\n    X = 2\ndef f(): X\n", [1, 3]),
        ("X = 1\nif a:\n    X = 2\nX\n", [1, 3]),
        ("X = 1\nif a:\n    X = 2\n    X\n", [3]),
        ("if a:\n    X = 1\nelse:\n    X = 2\nX = 3\nX\n", [5]),
        ("if a:\n    X = 1\nelse:\n    X = 2\nX\n", [2, 4]),
        ("try:\n    X = 1\nexcept E:\n    X = 2\ndef f(): X\n", [2, 4]),
        ("X = 1\nfor a in b:\n    print(X)\n    X = 2\n", [1, 4]),
        ("X = 1\nwith a:\n    X = 2\nX\n", [3]),
        ("def X(): pass\nX = trace(X)\n", [1]),
        ("def X(): pass\nX = trace(X)\nX\n", [2]),
        ("X = None\nclass X: pass\ndef f(): X\n", [2]),
        ("class C:\n    X = 1\n    Y = X\n", [2]),
    ],
)
def test_definitions_that_can_hold(source: str, lines: list[int]) -> None:
    assert meant(source, "X") == lines


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from m import X\nX = p(X)\n", ["m#X"]),
        ("from m import X\nX = p(X)\nX\n", [2]),
        ("from m import X\nX = p(X)\ndef f(): X\n", [2]),
        ("try:\n    from m import X\nexcept E:\n    X = 1\nX\n", ["m#X", 4]),
        ("X = 1\nfrom m import X\nX\n", ["m#X"]),
    ],
)
def test_imports_bind_too(source: str, found: list[int | str]) -> None:
    assert meant(source, "X", more=(outside("m", "X"),)) == found


def test_other_files_know_the_last_one() -> None:
    defining = read("X = 1\nX = 2\nif a:\n    X = 3\n", "pkg/other.py")
    facts = read("from pkg.other import X\nX\n", PATH)
    kept = language.read_answer(facts.uses[0], in_repository(defining, "X"), facts)
    assert [each.target.offset for each in kept] == [6, 22]


def test_a_use_without_several_answers_is_left_alone() -> None:
    facts = read("a.b\n", PATH)
    only = [outside("m", "a")]
    assert list(language.read_answer(Use(0, 1, "a", "value", 0, -1), only, facts)) == only


@pytest.mark.parametrize(
    ("source", "answer", "kept"),
    [
        ("echo(x.name)\n", outside("m", "echo"), []),
        ("C(x.name)\n", outside("m", "C.__init__"), []),
        ("C(x.name())\n", outside("m", "C.__init__"), []),
        ("name(mod.name())\n", outside("m", "name.__init__"), ["m#name.__init__"]),
        ("x.name.lower()\n", outside("builtins", "str.lower"), []),
        ("import mod\necho(mod.sub.name)\n", outside("m", "echo"), ["m#echo"]),
        ("y['a'] = x.name\n", outside("builtins", "dict.__setitem__"), []),
        ("echo(1)\nx.name\n", outside("m", "title"), ["m#title"]),
        ("mod.name()\n", outside("m", "C.__init__"), ["m#C.__init__"]),
        ("name(x.name)\n", outside("m", "C.name"), ["m#C.name"]),
    ],
)
def test_a_member_is_not_what_is_around_it(source: str, answer: Found, kept: list[int | str]) -> None:
    assert meant(source, "name", "none", more=(answer,)) == kept


def test_an_imported_module_is_a_module() -> None:
    assert meant("import attr as tools\nhasattr(tools, 'ib')\n", "tools", "none", more=(outside("b", "hasattr"),)) == []
    assert meant("try:\n    import a\nexcept E:\n    a = None\ndef f(): a\n", "a") == [4]
