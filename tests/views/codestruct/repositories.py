"""Small repositories and documents that the tests of the view share."""

from __future__ import annotations

from typing import Any

SHOP: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\nrequires-python = ">=3.11"\n',
    "README.md": "# shop\n",
    "shop/__init__.py": "",
    "shop/money.py": (
        '"""What things cost."""\n'
        "from dataclasses import dataclass\n"
        "from typing import Optional, TypeAlias, Union\n"
        "\n"
        "import numpy\n"
        "\n"
        'Amount: TypeAlias = "int"\n'
        "Price: TypeAlias = Union[int, None]\n"
        "TAX: float = 0.19\n"
        'CURRENCIES = ["EUR", "USD"]\n'
        "double = lambda value: value * 2\n"
        "\n"
        "\n"
        "@dataclass\n"
        "class Article:\n"
        '    """One thing to sell.\n'
        "\n"
        "    It has a price.\n"
        '    """\n'
        "\n"
        '    name: str = "thing"\n'
        "    note: Optional[str] = None\n"
        '    next: "Article | None" = None\n'
        "\n"
        "    def cost(self, count: int, *extra: int, **more: str) -> float:\n"
        "        return numpy.round(taxed(count))\n"
        "\n"
        "\n"
        "def taxed(amount: int) -> float:\n"
        "    return amount * (1 + TAX)\n"
    ),
    "shop/use.py": (
        "import asyncio\n"
        "from shop.money import Article, taxed\n"
        "\n"
        "\n"
        "async def stream(articles: list[Article]):\n"
        "    for article in articles:\n"
        "        yield article.cost(1)\n"
        "        await asyncio.sleep(1)\n"
        "\n"
        "\n"
        "def on_event(event):\n"
        "    return event\n"
        "\n"
        "\n"
        'HANDLERS = {"event": on_event}\n'
    ),
}

VIEW = """\
dir: shop
  file: README.md
  file: pyproject.toml
  dir: shop
    file: __init__.py
      module: shop
    file: money.py
      module: shop.money
        doc: What things cost.
        import: numpy
          type: external
          source: pypi
        import: Optional & TypeAlias & Union & dataclass
          type: external
          source: stdlib
        type_alias: Amount [type: int]
          import: typing
            type: external
            source: stdlib
        union: Price [type: "Union[int, None]"]
          import: typing
            type: external
            source: stdlib
        const: TAX [type: float, default: 0.19]
        const: CURRENCIES [default: "[\\"EUR\\", \\"USD\\"]"]
        lambda: double
        class: Article
          doc: One thing to sell.
          attr: name [type: str, default: "thing"]
          optional: note [type: "Optional[str]", default: None]
          optional: next [type: "Article | None", default: None]
          import: dataclasses & typing
            type: external
            source: stdlib
          func: cost
            param: count [type: int]
            param: *extra [type: int]
            param: **more [type: str]
            returns: float
            import: taxed
              type: internal
              ref: func: taxed
            import: numpy
              type: external
              source: pypi
        func: taxed
          param: amount [type: int]
          returns: float
          import: TAX
            type: internal
            ref: const: TAX
    file: use.py
      module: shop.use
        import: Article
          type: internal
          ref: class: Article
        import: taxed
          type: internal
          ref: func: taxed
        import: asyncio
          type: external
          source: stdlib
        func: stream [type: "Async,Generator"]
          param: articles [type: "list[Article]"]
          import: Article
            type: internal
            ref: class: Article
          import: Article.cost
            type: internal
            ref: func: Article.cost
          import: asyncio.tasks
            type: external
            source: stdlib
        func: on_event [type: Callback]
          param: event
        const: HANDLERS [default: "{\\"event\\": on_event}"]
          import: on_event
            type: internal
            ref: func: on_event
"""


def node(name: str, content: str, start: int = 0, file: str = "a.x", **more: Any) -> dict[str, Any]:
    """A node of the package `p` of the module `m`."""
    place = {"File": file, "StartOffset": start, "EndOffset": start + len(content.encode()), "Content": content}
    return {"ModPath": "m", "PkgPath": "p", "Name": name, **place, **more}


def document(
    functions: list[dict[str, Any]] = [],  # noqa: B006
    types: list[dict[str, Any]] = [],  # noqa: B006
    variables: list[dict[str, Any]] = [],  # noqa: B006
    files: dict[str, Any] | None = None,
    language: str = "unheard-of",
    **package: Any,
) -> dict[str, Any]:
    """A document of one package."""
    tables = {"Functions": functions, "Types": types, "Vars": variables}
    named = {key: {each["Name"]: each for each in nodes} for key, nodes in tables.items()}
    module = {
        "Language": language,
        "Dir": ".",
        "Packages": {"p": {"PkgPath": "p", **named, **package}},
        "Files": files or {"a.x": {"Path": "a.x", "Package": "p"}},
    }
    return {"id": "host/owner/repo", "ASTVersion": "v0.1.5", "Modules": {"m": module}, "Graph": {}}
