"""Makes `examples/uniast.json` from the sources in `examples/shop`: `python -m tests.uniast.shop`.

Written by hand, independent of the parser: places are found by their text, so that the document holds every model in
one small example and stays true when a source changes.
"""

from pathlib import Path
from typing import Any

import xxhash

from abcoder_py.uniast import wire
from abcoder_py.uniast.graph import build_graph
from abcoder_py.uniast.identity import parse_full

EXAMPLES = Path(__file__).parents[2] / "examples"
SHOP = "example.org/shop?example.org/shop#"
PRICES = "prices?prices#"
BROKEN = "example.org/shop?example.org/shop/broken#"
MONEY = "example.org/money@v1.4.0?example.org/money#"
BUILTIN_INT = {"ModPath": "", "PkgPath": "", "Name": "int"}

Json = dict[str, Any]


def ident(full_id: str) -> Json:
    return dict(zip(("ModPath", "PkgPath", "Name"), parse_full(full_id), strict=True))


class Source:
    """One file and where texts stand in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.data = (EXAMPLES / "shop" / path).read_bytes()

    def line(self, offset: int) -> int:
        return self.data.count(b"\n", 0, offset) + 1

    def span(self, first: str, last: str = "", at: str = "") -> tuple[int, int]:
        """From where `first` starts to the end of the next `last`, both after the text `at`."""
        start = self.data.index(first.encode(), self.data.index(at.encode()))
        wanted = (last or first).encode()
        end = self.data.index(wanted, start) + len(wanted)
        return start, end

    def place(self, first: str, last: str = "", at: str = "") -> Json:
        start, end = self.span(first, last, at)
        return {"File": self.path, "Line": self.line(start), "StartOffset": start, "EndOffset": end}

    def bare(self, first: str, last: str = "", at: str = "") -> Json:
        return {key: value for key, value in self.place(first, last, at).items() if key != "File"}

    def use(self, target: str, token: str, at: str, **extra: object) -> Json:
        """A Dependency whose token is the first `token` after the text `at`."""
        return {**ident(target), **self.place(token, at=at), "Extra": extra}

    def other(self, token: str, at: str) -> list[int]:
        start, end = self.span(token, at=at)
        return [self.line(start), start, end]

    def node(self, node_id: str, first: str, last: str, own: str, at: str = "", **fields: object) -> Json:
        """A node from `first` to `last`; `own` starts the line of its declaration."""
        place = self.place(first, last, at)
        start, end = place["StartOffset"], place["EndOffset"]
        place["Line"] = self.line(self.data.index(own.encode(), start))
        return {**ident(node_id), **place, "Content": self.data[start:end].decode(), **fields}

    def file(self, package: str = "", imports: list[Json] | None = None, **extra: object) -> Json:
        digest = xxhash.xxh3_128_hexdigest(self.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        more = {"Hash": digest, "Lines": self.data.count(b"\n"), **extra}
        return {"Path": self.path, "Imports": imports or [], "Package": package, "Extra": more}


def go_nodes(go: Source) -> list[tuple[str, Json]]:
    """Table and node of everything in shop.go."""
    amount = MONEY + "Amount"
    group = go.place("const (", ")")
    price_at, add_at = "func (a *Article)", "func add("
    return [
        ("Types", go.node(SHOP + "Size", "// Size", "type Size int", "type", Exported=True, TypeKind="typedef")),
        (
            "Vars",
            go.node(
                SHOP + "Small",
                "Small Size = iota",
                "iota",
                "Small",
                IsExported=True,
                IsConst=True,
                Type=ident(SHOP + "Size"),
                Dependencies=[go.use(SHOP + "Size", "Size", "Small Size")],
                Groups=[ident(SHOP + "Large")],
                Extra={"Group": group, "Value": "0", "TypeText": "Size", "Default": "iota"},
            ),
        ),
        (
            "Vars",
            go.node(
                SHOP + "Large",
                "Large",
                "Large",
                "Large",
                IsExported=True,
                IsConst=True,
                Groups=[ident(SHOP + "Small")],
                Extra={"Group": group, "Value": "1"},
            ),
        ),
        (
            "Types",
            go.node(
                SHOP + "Priced",
                "// Priced",
                "}",
                "type",
                Exported=True,
                TypeKind="interface",
                Methods={"Price": ident(SHOP + "Priced.Price")},
                Extra={"Doc": "Priced is what has a price."},
            ),
        ),
        (
            "Functions",
            go.node(
                SHOP + "Priced.Price",
                "Price() money.Amount",
                "Amount",
                "Price",
                at="type Priced",
                Exported=True,
                IsMethod=True,
                IsInterfaceMethod=True,
                Signature="Price() money.Amount",
                Receiver={"IsPointer": False, "Type": ident(SHOP + "Priced")},
                Results=[go.use(amount, "Amount", "type Priced", Param="money.Amount")],
            ),
        ),
        (
            "Types",
            go.node(
                SHOP + "Base",
                "// Base",
                "}",
                "type",
                Exported=True,
                TypeKind="struct",
                SubStruct=[go.use(SHOP + "Size", "Size", "Size Size", Field="Size") | go.place("Size\n}", "Size")],
                Extra={"Fields": [{"Name": "Size", "Type": "Size"}]},
            ),
        ),
        (
            "Types",
            go.node(
                SHOP + "Article",
                "// Article",
                "}",
                "type",
                Exported=True,
                TypeKind="struct",
                SubStruct=[go.use(amount, "Amount", "net money", Field="net")],
                InlineStruct=[go.use(SHOP + "Base", "Base", "type Article", Field="Base")],
                Methods={"Price": ident(SHOP + "Article.Price")},
                Implements=[ident(SHOP + "Priced")],
            ),
        ),
        (
            "Vars",
            go.node(
                SHOP + "taxRate",
                "var taxRate int = 19",
                "19",
                "var",
                IsExported=False,
                IsConst=False,
                Type=BUILTIN_INT,
                Extra={"TypeText": "int", "Default": "19"},
            ),
        ),
        (
            "Functions",
            go.node(
                SHOP + "Article.Price",
                "// Price is",
                "}",
                "func",
                Exported=True,
                IsMethod=True,
                Signature="func (a *Article) Price() money.Amount",
                Receiver={"IsPointer": True, "Type": ident(SHOP + "Article")},
                Results=[go.use(amount, "Amount", price_at, Param="money.Amount")],
                FunctionCalls=[
                    go.use("?fmt#Println", "Println", price_at, IsInvoked=True),
                    go.use(
                        SHOP + "add", "add", "return add", IsInvoked=True, Others=[go.other("add", "add(a.net, 0)")]
                    ),
                ],
                GlobalVars=[go.use(SHOP + "taxRate", "taxRate", "Println(taxRate)")],
                compress_data="The net price, reported with the tax.",
            ),
        ),
        (
            "Functions",
            go.node(
                SHOP + "add",
                "func add(",
                "}()\n}",
                "func",
                Signature="func add(a, b money.Amount) money.Amount",
                Params=[go.use(amount, "Amount", add_at, Param="b")],
                Results=[go.use(amount, "Amount", ") money.Amount {\n\treturn func", Param="money.Amount")],
                Types=[go.use(amount, "Amount", "return func()")],
                Extra={
                    "Params": [{"Name": "a", "Type": "money.Amount"}, {"Name": "b", "Type": "money.Amount"}],
                    "AnonymousFunctions": [go.place("func() money.Amount { return a + b }")],
                },
            ),
        ),
        *(
            (
                "Functions",
                go.node(
                    SHOP + name,
                    f"func init() {{\n\t{body}",
                    "}",
                    "func",
                    Signature="func init()",
                    GlobalVars=[go.use(SHOP + "taxRate", "taxRate", body)],
                ),
            )
            for name, body in (("init", "taxRate = 7"), ("init~2", "taxRate++"))
        ),
    ]


def python_nodes(py: Source) -> list[tuple[str, Json]]:
    """Table and node of everything in prices.py."""
    row = {"IsPointer": False, "Type": ident(PRICES + "Row")}
    setter_at, read_at = "@euros.setter", "def read(path):"
    return [
        (
            "Types",
            py.node(
                PRICES + "Row",
                "class Row",
                "100)",
                "class",
                Exported=True,
                TypeKind="class",
                Methods={
                    "__init__": ident(PRICES + "Row.__init__"),
                    "euros": ident(PRICES + "Row.euros"),
                    "euros~2": ident(PRICES + "Row.euros~2"),
                },
                Extra={"Lines": [8, 20], "Doc": "One line of the list.", "Fields": [{"Name": "cents"}]},
            ),
        ),
        (
            "Functions",
            py.node(
                PRICES + "Row.__init__",
                "def __init__",
                "= cents",
                "def",
                IsMethod=True,
                Signature="def __init__(self, cents)",
                Receiver=row,
            ),
        ),
        (
            "Functions",
            py.node(
                PRICES + "Row.euros",
                "@property",
                "/ 100",
                "def",
                Exported=True,
                IsMethod=True,
                Signature="def euros(self)",
                Receiver=row,
                Extra={"Decorators": ["property"]},
            ),
        ),
        (
            "Functions",
            py.node(
                PRICES + "Row.euros~2",
                "@euros.setter",
                "100)",
                "def",
                Exported=True,
                IsMethod=True,
                Signature="def euros(self, value)",
                Receiver=row,
                MethodCalls=[py.use(PRICES + "Row.euros", "euros", setter_at)],
                Extra={"Decorators": ["euros.setter"]},
            ),
        ),
        (
            "Functions",
            py.node(
                PRICES + "read",
                read_at,
                "in entries]",
                "def read",
                Exported=True,
                Signature="def read(path)",
                FunctionCalls=[
                    py.use("python@3.11?json#loads", "loads", "json.loads", IsInvoked=True),
                    py.use(PRICES + "show", "show", "[show", IsInvoked=True),
                ],
                MethodCalls=[
                    py.use(PRICES + "Row.__init__", "Row", "return Row", IsInvoked=True),
                    py.use("python@3.11?pathlib#Path.read_text", "read_text", ".read_text", IsInvoked=True),
                ],
                Types=[
                    py.use(PRICES + "Row", "Row", "return Row"),
                    py.use("python@3.11?pathlib#Path", "Path", "Path(path)"),
                ],
                Extra={
                    "Overloads": [
                        {**py.place(f"@overload\ndef read(path: {kind}", "..."), "Signature": signature}
                        for kind in ("str", "bytes")
                        for signature in [f"def read(path: {kind}) -> list"]
                    ],
                    "LocalDefinitions": [
                        {"Name": "clean", "Kind": "function", **py.place("def clean(entry)", '"cents"])')}
                    ],
                },
            ),
        ),
        (
            "Functions",
            py.node(
                PRICES + "show",
                "def show",
                ".euros",
                "def",
                Exported=True,
                Signature="def show(row)",
                Extra={
                    "Uncertain": [
                        {
                            "Status": "ambiguous",
                            "Reason": "receiver type unknown",
                            "Name": "euros",
                            **py.place("euros", at="return row."),
                            "Candidates": [PRICES + "Row.euros", PRICES + "Row.euros~2"],
                        }
                    ]
                },
            ),
        ),
    ]


def go_import(go: Source, path: str, target: str) -> Json:
    return {"Path": f'"{path}"', **go.bare(f'"{path}"'), "Target": ident(target)}


def files(go: Source, py: Source) -> dict[str, dict[str, Json]]:
    """The files of the two modules."""
    imports = [go_import(go, "fmt", "?fmt#"), go_import(go, "example.org/money", MONEY)]
    clause = {"Name": "shop", **go.bare("package shop")}
    script_use = py.use(PRICES + "read", "read", "print(read", IsInvoked=True, Others=[py.other("read", 'read("more')])
    own = [
        go.file("example.org/shop", imports, Doc="Package shop sells things.", PackageClause=clause),
        Source("shop_windows.go").file("example.org/shop", Excluded="build constraint: windows"),
        Source("broken/broken.go").file("example.org/shop/broken"),
        *(Source(path).file() for path in ("go.mod", "README.md")),
    ]
    script = py.file("prices", python_imports(py), Dependencies=[script_use])
    listed = [script, Source("prices/pyproject.toml").file()]
    return {"go": {file["Path"]: file for file in own}, "python": {file["Path"]: file for file in listed}}


def python_imports(py: Source) -> list[Json]:
    return [
        {"Path": "json", **py.bare("json", at="import json"), "Target": ident("python@3.11?json#")},
        *(
            {"Path": module, "Names": [name], **py.bare(module, at=f"from {module}"), "Target": ident(target)}
            for module, name, target in (
                ("pathlib", "Path", "python@3.11?pathlib#Path"),
                ("typing", "overload", "python@3.11?typing#overload"),
            )
        ),
    ]


def package(path: str, nodes: list[tuple[str, Json]], **fields: object) -> Json:
    made: Json = {"PkgPath": path, "Functions": {}, "Types": {}, "Vars": {}, **fields}
    for table, node in nodes:
        made[table][node["Name"]] = node
    return made


def modules() -> Json:
    go, py, broken = Source("shop.go"), Source("prices/prices.py"), Source("broken/broken.go")
    fine = broken.node(BROKEN + "fine", "func fine() {}", "{}", "func", Signature="func fine()")
    listed = files(go, py)
    shop = {
        "Name": "example.org/shop",
        "Language": "go",
        "Dir": ".",
        "Packages": {
            "example.org/shop": package("example.org/shop", go_nodes(go)),
            "example.org/shop/broken": package("example.org/shop/broken", [("Functions", fine)]),
        },
        "Dependencies": {"example.org/money": "example.org/money@v1.4.0"},
        "Files": listed["go"],
        "load_errors": [{"Pos": "broken/broken.go:5:7", "Msg": "expected a receiver", "Kind": "syntax"}],
    }
    prices = {
        "Name": "prices",
        "Language": "python",
        "Dir": "prices",
        "Packages": {"prices": package("prices", python_nodes(py), IsMain=True, compress_data="Reads price lists.")},
        "Files": listed["python"],
    }
    return {
        "example.org/shop": shop,
        "prices": prices,
        "example.org/money@v1.4.0": {"Name": "example.org/money", "Language": "go", "Version": "v1.4.0"},
        "python@3.11": {"Name": "python", "Language": "python", "Version": "3.11"},
    }


def document() -> Json:
    """The whole document as plain dicts, not yet in order."""
    made = modules()
    unknown = {"value": {"Ambiguous": 1, "Unresolved": {"no definition": 0}}}
    coverage = {
        "Languages": {
            "go": {"Files": 2, "Excluded": {"build constraint": 1}, "Roles": {"call": {"Resolved": 2, "External": 1}}},
            "python": {"Files": 1, "Roles": unknown, "Attributes": unknown, "LocalUses": 7},
        },
        "LeftOut": [{"Path": "vendor/tool", "Reason": "another repository"}],
    }
    servers = {"go": {"Server": "gopls", "Version": "v0.23.0", "Settings": {"analyses": {}}}}
    return {
        "id": "example.org/shop",
        "ASTVersion": "v0.1.5",
        "ToolVersion": "abcoder-py 0.1.0",
        "Path": "examples/shop",
        "Extra": {"Coverage": coverage, "Languages": servers},
        "Modules": made,
        "Graph": build_graph(made),
    }


if __name__ == "__main__":
    (EXAMPLES / "uniast.json").write_bytes(wire.dump(document()))
