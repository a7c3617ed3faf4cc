"""Facts of real source, without a server: what the document says of definitions alone."""

from pathlib import Path
from typing import Any

from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.plugin.language import Options
from abcoder_py.plugin.registry import language
from abcoder_py.source.walk import walk
from abcoder_py.syntax.extract import extract
from tests.build.builders import document, node

PYTHON = """
from typing import overload

K: "int" = 1
a, b = f(), 2


class C:
    x: int = 0

    def __init__(self):
        self.x = 1
        self.y = lambda: 2

    @overload
    def get(self, key: int) -> int: ...
    @overload
    def get(self, key: str) -> str: ...
    def get(self, key):
        def inner(): ...
        class Local:
            z = 1
        return key

    @property
    def p(self): ...
    @p.setter
    def p(self, value): ...

    class D:
        def m(self): ...


if K:
    def g(): ...
else:
    def g(): ...
"""

GO = """package shop

const (
	Red = iota
	Blue
	_
)

var a, b = f(), g()

type Cart struct{ Lines []Line }

func (c *Cart) Add(l Line) { func() {}() }

type Adder interface{ Add(Line) }

func init() {}
func init() {}
"""


def parsed(root: Path, name: str, files: dict[str, str]) -> dict[str, Any]:
    """The document of files of one language that no server was asked about."""
    for path, text in files.items():
        (root / path).write_text(text)
    tree, plugin = walk(root), language(name)
    sources = [path for path in tree.paths if plugin.grammar(path, tree)]
    facts = {}
    for path in sources:
        grammar = plugin.grammar(path, tree)
        assert grammar
        facts[path] = extract(path, tree.read(path), plugin, grammar)
    modules = plugin.modules(tree, sources, Options())
    packages = {path: pkg for module in modules for path, pkg in plugin.packages(module, facts).items()}
    return document(BuildInput("h/o/app", str(root), tree, [LanguageInput(plugin, modules, facts, {}, packages)]))


def test_python(tmp_path: Path) -> None:
    found = parsed(tmp_path, "python", {"m.py": PYTHON, "pyproject.toml": '[project]\nname = "app"\n'})
    package = found["Modules"]["app"]["Packages"]["m"]
    assert sorted(package["Functions"]) == ["C.D.m", "C.__init__", "C.get", "C.p", "C.p~2", "g", "g~2"]
    assert sorted(package["Types"]) == ["C", "C.D"]
    assert sorted(package["Vars"]) == ["K", "a", "b"]
    assert sorted(package["Types"]["C"]["Methods"]) == ["__init__", "get", "p", "p~2"]
    fields = [(each["Name"], each.get("Type")) for each in package["Types"]["C"]["Extra"]["Fields"]]
    assert fields == [("x", "int"), ("y", None)]
    get = package["Functions"]["C.get"]["Extra"]
    assert [each["Signature"] for each in get["Overloads"]] == [
        "def get(self, key: int) -> int",
        "def get(self, key: str) -> str",
    ]
    assert [(each["Name"], each["Kind"]) for each in get["LocalDefinitions"]] == [
        ("inner", "function"),
        ("Local", "class"),
    ]
    assert len(package["Functions"]["C.__init__"]["Extra"]["AnonymousFunctions"]) == 1
    reasons = {use["Reason"] for use in node(found, "m", "a")["Extra"]["Uncertain"]}
    assert reasons == {"no server"}


def test_go(tmp_path: Path) -> None:
    found = parsed(tmp_path, "go", {"shop.go": GO, "go.mod": "module example.com/shop\n\ngo 1.22\n"})
    package = found["Modules"]["example.com/shop"]["Packages"]["example.com/shop"]
    assert sorted(package["Functions"]) == ["Adder.Add", "Cart.Add", "init", "init~2"]
    assert package["Functions"]["Adder.Add"]["IsInterfaceMethod"]
    assert package["Functions"]["Cart.Add"]["Receiver"]["IsPointer"]
    assert len(package["Functions"]["Cart.Add"]["Extra"]["AnonymousFunctions"]) == 1
    assert sorted(package["Vars"]) == ["Blue", "Red", "a", "b"]
    assert [each["Name"] for each in package["Vars"]["Red"]["Groups"]] == ["Blue"]
    assert "Groups" not in package["Vars"]["a"]
    assert [each["Name"] for each in package["Vars"]["a"]["Extra"]["Uncertain"]] == ["f"]
    assert [each["Name"] for each in package["Vars"]["b"]["Extra"]["Uncertain"]] == ["g"]
