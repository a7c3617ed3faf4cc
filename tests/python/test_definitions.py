"""What a file declares: kinds, spans, signatures, parameters, exports."""

from __future__ import annotations

import pytest

from tests.python.reading import one, read


def kinds(source: str) -> list[tuple[str, str]]:
    return [(each.kind, each.name) for each in read(source).definitions]


def test_functions_methods_and_constructors() -> None:
    source = """
        def f(): pass
        class A:
            def __new__(cls): pass
            def __init__(self): pass
            def m(self): pass
        class B:
            def __new__(cls): pass
    """
    assert kinds(source) == [
        ("function", "f"),
        ("class", "A"),
        ("method", "__new__"),
        ("constructor", "__init__"),
        ("method", "m"),
        ("class", "B"),
        ("constructor", "__new__"),
    ]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("class C", "class"),
        ("class C(Enum)", "enum"),
        ("class C(enum.IntFlag)", "enum"),
        ("class C(metaclass=EnumMeta)", "enum"),
        ("class C(Protocol[T])", "protocol"),
        ("class C(NamedTuple)", "class"),
        ("@dataclass\nclass C", "class"),
    ],
)
def test_kinds_of_classes(head: str, kind: str) -> None:
    assert one(f"{head}:\n    x: int\n", "C").kind == kind


def test_an_enum_of_the_file_makes_enums() -> None:
    source = """
        class Base(Enum): pass
        class Colour(Base):
            RED = 1
            _ignore_ = []
            name: str = ""
    """
    assert kinds(source) == [
        ("enum", "Base"),
        ("enum", "Colour"),
        ("member", "RED"),
        ("field", "_ignore_"),
        ("field", "name"),
    ]


def test_aliases_are_typedefs_and_plain_assignments_variables() -> None:
    source = """
        type A = int
        type B[T] = list[T]
        C: TypeAlias = "int"
        D = int
    """
    assert kinds(source) == [
        ("typedef", "A"),
        ("typedef", "B"),
        ("type_parameter", "T"),
        ("typedef", "C"),
        ("variable", "D"),
    ]


def test_every_name_that_a_module_binds_is_a_variable() -> None:
    source = """
        a = b = 1
        c, (d, *e) = f()
        g: int
        for h, i in x: pass
        with open() as j, k as (l, m): pass
        if (n := 2): pass
        match x:
            case [o, *p]: pass
            case {"q": q, **r}: pass
            case C(s=t) as u: pass
        [v for v in x]
        lambda w: (z := w)
        y += 1
        try: pass
        except E as err: pass
    """
    assert [name for kind, name in kinds(source) if kind == "variable"] == list("abcdeghijlmnopqrtu")
    assert ("local", "err") in kinds(source)


def test_names_of_one_assignment_share_it() -> None:
    found = {each.name: each for each in read("x = 0\na, b = f()\nc = d = 1\n").definitions}
    assert (found["a"].start, found["a"].end, found["a"].spec) == (6, 16, 6)
    assert (found["b"].start, found["b"].end, found["b"].spec) == (6, 16, 6)
    assert (found["c"].spec, found["d"].spec, found["x"].spec) == (17, 17, -1)
    assert not found["d"].local


def test_the_target_of_a_loop_spans_itself() -> None:
    found = one("for item in items: pass\n", "item")
    assert (found.start, found.end) == (4, 8)


def test_constants_are_upper_case_or_final() -> None:
    found = read("A = 1\n_B2 = 2\nc: Final = 3\nd = 4\n").definitions
    assert [each.constant for each in found] == [True, True, True, False]


def test_fields_of_a_class_and_of_its_methods() -> None:
    source = """
        class C:
            a: int = 1
            def m(me, other):
                me.b, me.c = 1, 2
                other.d = 3
                def inner():
                    me.e = 4
            @staticmethod
            def s(first):
                first.f = 5
    """
    found = [(each.name, each.owner) for each in read(source).definitions if each.kind == "field"]
    assert found == [("a", ""), ("b", "C"), ("c", "C"), ("e", "C")]


def test_spans_start_at_the_first_decorator_and_lines_at_the_declaration() -> None:
    source = "@a(1)\n@b.c\nasync def f(): pass\n"
    found = one(source, "f")
    assert (found.start, found.head_start, found.line_start) == (0, 0, 11)
    assert found.decorators == ["a(1)", "b.c"]
    assert found.modifiers == ["async"]


@pytest.mark.parametrize(
    ("source", "signature"),
    [
        ("def f(): # why\n    pass\n", "def f()"),
        ("async  def f(a,\n    b: int = 1, # note\n    *c) -> list[int]:\n    pass\n", None),
        ("class f[T](A, m=B):\n    pass\n", "class f[T](A, m=B)"),
        ("def f(a='#'): pass\n", "def f(a='#')"),
    ],
)
def test_signatures_are_one_line(source: str, signature: str | None) -> None:
    assert one(source, "f").signature == (signature or "async def f(a, b: int = 1, *c) -> list[int]")


def test_parameters() -> None:
    found = one("def f(a, /, b: int, *c: str, d=1, e: 'T' = 2, **g): pass\n", "f")
    assert [(each.name, each.type, each.default, each.kind) for each in found.parameters] == [
        ("a", "", "", "positional-only"),
        ("b", "int", "", "positional"),
        ("c", "str", "", "variadic"),
        ("d", "", "1", "keyword"),
        ("e", "'T'", "2", "keyword"),
        ("g", "", "", "variadic-keyword"),
    ]


def test_type_parameters_and_results() -> None:
    found = one("def f[T: int, *Ts](x: T) -> dict[str, T]: pass\n", "f")
    assert [(each.name, each.type) for each in found.type_parameters] == [("T", "int"), ("*Ts", "")]
    assert [(each.type, each.type_start, each.type_end) for each in found.results] == [("dict[str, T]", 28, 40)]


@pytest.mark.parametrize(
    ("decorator", "modifiers", "accessor"),
    [
        ("staticmethod", ["static"], ""),
        ("classmethod", ["classmethod"], ""),
        ("abc.abstractmethod", ["abstract"], ""),
        ("property", ["property"], "getter"),
        ("cached_property", ["property"], "getter"),
        ("x.setter", ["property"], "setter"),
        ("x.deleter", ["property"], "deleter"),
    ],
)
def test_modifiers_and_accessors(decorator: str, modifiers: list[str], accessor: str) -> None:
    found = one(f"class C:\n    @{decorator}\n    def x(self): pass\n", "x")
    assert (found.modifiers, found.accessor) == (modifiers, accessor)


def test_a_generator_yields_by_itself() -> None:
    assert one("def f():\n    x = yield 1\n", "f").modifiers == ["generator"]
    assert one("def f():\n    def g():\n        yield 1\n", "f").modifiers == []


def test_a_class_with_an_abstract_method_is_abstract() -> None:
    source = """
        class A(ABC): pass
        class B(metaclass=ABCMeta): pass
        class C:
            @abstractmethod
            def m(self): pass
        class D(C): pass
    """
    assert [each.modifiers for each in read(source).definitions if each.kind == "class"] == [
        ["abstract"],
        ["abstract"],
        ["abstract"],
        [],
    ]


def test_docs_are_dedented_and_have_no_quotes() -> None:
    assert one('def f():\n    r"""One.\n\n    Two.\n    """\n', "f").doc == "One.\n\nTwo."
    assert read("'''A file.'''\n").doc == "A file."
    assert read("#!/usr/bin/python\n# Licence\n\n'''A file.'''\n").doc == "A file."
    assert one("def f():\n    b'no'\n", "f").doc == ""


def exported(source: str) -> list[str]:
    return [each.name for each in read(source).definitions if each.exported]


def test_exported_is_public_by_name_and_by_its_classes() -> None:
    source = """
        def f(): pass
        def _g(): pass
        class C:
            def m(self):
                def local(): pass
            def _p(self): pass
            def __len__(self): pass
        class _D:
            def m(self): pass
    """
    assert exported(source) == ["f", "C", "m", "__len__"]


def test_all_decides_where_there_is_one() -> None:
    source = """
        __all__ = ["a"] + ("b",)
        __all__ += ["_c"]
        __all__.extend(["d"])
        a = b = _c = d = e = 1
    """
    assert exported(source) == ["a", "b", "d"]


@pytest.mark.parametrize(
    ("path", "source", "is_main"),
    [
        ("a/__main__.py", "", True),
        ("a.py", "#!/usr/bin/env python3\n", True),
        ("a.py", 'if __name__ == "__main__":\n    f()\n', True),
        ("a.py", "if '__main__' == __name__: f()\n", True),
        ("a.py", 'def f():\n    if __name__ == "__main__": g()\n', False),
        ("a.py", "main()\n", False),
    ],
)
def test_programs(path: str, source: str, is_main: bool) -> None:
    assert read(source, path).is_main is is_main


def test_local_definitions_are_local() -> None:
    found = read("def f():\n    class L:\n        x = 1\n        def m(self): pass\n    def g(): pass\n").definitions
    assert [(each.name, each.local) for each in found] == [
        ("f", False),
        ("L", True),
        ("x", True),
        ("m", True),
        ("g", True),
    ]


def test_overloads() -> None:
    found = read("@overload\ndef f(x: int): ...\n@t.overload\ndef f(x: str): ...\ndef f(x): pass\n").definitions
    assert [each.overload for each in found] == [True, True, False]


def test_faults_leave_the_rest() -> None:
    found = read("def a(): pass\nprint(\n\ndef b(): pass\n")
    assert [each.name for each in found.definitions] == ["a", "b"]
    assert [each.message for each in found.faults] == ["syntax error"]


def test_an_alias_tells_what_it_stands_for() -> None:
    assert (
        one("from typing import TypeAlias\nA: TypeAlias = dict[\n    str, int\n]\n", "A").type_text
        == "dict[ str, int ]"
    )
    assert one("type A = int | None\n", "A").type_text == "int | None"
    assert one("A: int = 1\n", "A").type_text == "int"
