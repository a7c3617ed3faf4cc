"""A run with a store gives, after any edits, byte for byte the document of a run without one.

Random edits of real code: our own. A failure prints its seed; UNIAST_EDIT_SEED replays it, UNIAST_EDITS sets the steps,
UNIAST_EDIT_PYTHON and UNIAST_EDIT_GO name other repositories (they are copied).
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from abcoder_py.pipeline.options import ParseOptions
from abcoder_py.pipeline.parse import Outcome, run
from tests.test_trees import grow

ROOT = Path(__file__).parents[2]
STEPS = int(os.environ.get("UNIAST_EDITS", "4"))
SEED = int(os.environ.get("UNIAST_EDIT_SEED", "7"))
OWN = {"python": ROOT / "abcoder_py" / "source", "go": ROOT / "plugins/abcoder_plugins/go/server"}
CODE = {language: Path(os.environ.get(f"UNIAST_EDIT_{language.upper()}", own)) for language, own in OWN.items()}
SUFFIX = {"python": ".py", "go": ".go"}


def parse(folder: Path, language: str, store: Path | None) -> Outcome:
    options = ParseOptions(folder, languages=(language,), repo_id="edited", store=store, use_store=store is not None)
    return asyncio.run(run(options))


def replace_somewhere(text: str, old: str, new: str, chance: random.Random) -> str:
    places = [place for place in range(len(text)) if text.startswith(old, place)]
    if not places:
        return text
    place = chance.choice(places)
    return text[:place] + new + text[place + len(old) :]


BODY = {"python": ("        return ", "        _ = 1\n        return "), "go": ("\treturn ", "\t_ = 1\n\treturn ")}
RESULT = {"python": (") -> str:", "):"), "go": (") string {", ") (string) {")}
NAMES = {"python": ("def ", "def new_"), "go": ("func (", "// edited\nfunc (")}
IMPORT = {"python": ("import ", "import typing, "), "go": ("import (", 'import (\n\t_ "embed"')}
SIGNATURE = {"python": ("(self", "(self, *more: int"), "go": ("(ctx ", "(more int, ctx ")}
BASE = {"python": ("(NamedTuple)", "(OSError)"), "go": ("struct {", "struct {\n\terror")}
TEXTS = {"body": BODY, "result": RESULT, "name": NAMES, "import": IMPORT, "signature": SIGNATURE, "base": BASE}
BUILD = {"python": "pyproject.toml", "go": "go.mod"}
OTHERS = ("delete", "copy", "move", "append", "shadow", "build", "ignore")


def edit_build_file(path: Path, language: str, chance: random.Random) -> None:
    minor = chance.choice([8, 10, 12] if language == "python" else [18, 21, 22])
    old = path.read_text() if path.exists() else ""
    if language == "go":
        path.write_text(re.sub(r"(?m)^go .*$", f"go 1.{minor}", old))
    else:
        path.write_text(f'[project]\nname = "edited{minor}"\nrequires-python = ">=3.{minor}"\n')


def edit(folder: Path, language: str, chance: random.Random) -> str:
    """One random edit; says which."""
    files = sorted(folder.rglob(f"*{SUFFIX[language]}"))
    path, other = chance.choice(files), chance.choice(files)
    kind = chance.choice([*TEXTS, *OTHERS])
    if kind in TEXTS:
        path.write_text(replace_somewhere(path.read_text(), *TEXTS[kind][language], chance))
    elif kind == "delete":
        path.unlink()
    elif kind == "copy":
        path.with_name(f"copied{SUFFIX[language]}").write_text(path.read_text())
    elif kind == "move":
        path.rename(other.with_name(f"moved_{path.name}"))
    elif kind == "append":
        path.write_text("\n" + path.read_text() + other.read_text()[-200:])
    elif kind == "build":
        edit_build_file(folder / BUILD[language], language, chance)
    elif kind == "ignore":
        (folder / ".gitignore").write_text(f"/{path.relative_to(folder).as_posix()}\n")
    else:
        (path.parent / path.stem).mkdir(exist_ok=True)
        (path.parent / path.stem / f"__init__{SUFFIX[language]}").write_text(other.read_text())
    return f"{kind} {path.relative_to(folder)}"


@pytest.mark.parametrize("language", ["python", "go"])
def test_after_random_edits_the_document_is_that_of_a_full_run(language: str, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    folder, store = tmp_path / "repo", tmp_path / "store.sqlite"
    place = folder / CODE[language].relative_to(ROOT) if CODE[language] == OWN["python"] else folder
    shutil.copytree(CODE[language], place, ignore=shutil.ignore_patterns("__pycache__", ".git"))
    done = []
    for _ in range(STEPS):
        parse(folder, language, store)
        done.append(edit(folder, language, chance))
        edited = parse(folder, language, store)
        assert edited.document == parse(folder, language, None).document, f"UNIAST_EDIT_SEED={SEED}: {done}"


PYTHON: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "",
    "shop/base.py": "class Base:\n    def go(self) -> int:\n        return 1\n\n\ndef make():\n    return Base()\n",
    "shop/use.py": "from shop.base import make\n\n\ndef use():\n    return make().go()\n",
    "shop/end.py": "from shop.use import use\n\nEND = use()\n",
    "shop/alone.py": "ALONE = 1\n",
}
GO: dict[str, str | bytes] = {
    "go.mod": "module example.com/shop\n\ngo 1.21\n",
    "a.go": "package shop\n\nfunc A() int {\n\treturn 1\n}\n\ntype T struct{}\n\nfunc (T) M() int { return A() }\n",
    "b.go": "package shop\n\ntype I interface{ M() int }\n\nfunc B() int { return A() + T{}.M() }\n",
}


@pytest.mark.parametrize(
    ("language", "files", "path", "change", "asked"),
    [
        (
            "python",
            PYTHON,
            "shop/base.py",
            lambda s: s.replace("return 1", "x = 1\n        return x"),
            ["shop/base.py"],
        ),
        (
            "python",
            PYTHON,
            "shop/base.py",
            lambda s: s.replace("return Base()", "# same\n    x = Base()\n    return x"),
            ["shop/base.py"],
        ),
        (
            "python",
            PYTHON,
            "shop/base.py",
            lambda s: s.replace("return 1", "self.x = 1\n        return 1"),
            ["shop/base.py", "shop/end.py", "shop/use.py"],
        ),
        (
            "python",
            PYTHON,
            "shop/base.py",
            lambda s: "# Of others.\n\n" + s.replace(":\n", ":  # none\n", 1).replace("\n\n\n", "\n\n\n\n# here\n"),
            ["shop/base.py"],
        ),
        (
            "python",
            PYTHON,
            "shop/base/__init__.py",
            lambda s: "",
            ["shop/base/__init__.py", "shop/end.py", "shop/use.py"],
        ),
        ("go", GO, "a.go", lambda s: s.replace("return 1", "println()\n\treturn 1"), ["a.go"]),
        ("go", GO, "a.go", lambda s: s.replace("A() int {\n", "A() int64 {\n"), ["a.go", "b.go"]),
    ],
    ids=["typed body", "untyped body", "member", "comments", "shadow", "go body", "go result"],
)
def test_an_edit_asks_for_what_can_see_it(
    tmp_path: Path,
    language: str,
    files: dict[str, str | bytes],
    path: str,
    change: Callable[[str], str],
    asked: list[str],
) -> None:
    folder, store = grow(tmp_path / "shop", files), tmp_path / "store.sqlite"
    parse(folder, language, store)
    text = (folder / path).read_text() if (folder / path).exists() else ""
    grow(folder, {path: change(text)})
    again = parse(folder, language, store)
    assert again.document == parse(folder, language, None).document
    assert set(asked) <= set(again.asked[language]) <= {*asked, "shop/base.py"}


PACKAGE: dict[str, str | bytes] = {
    "around/other.py": "from shop import base\n",
    "around/shop/__init__.py": "",
    "around/shop/base.py": "class Base:\n    def go(self): ...\n",
    "around/shop/use.py": "import shop.base\n\nshop.base.Base().go()\n",
    "around/shop/near.py": "from .base import Base\n\nBase().go()\n",
    "around/shop/back.py": "import other\n\nother.base.Base().go()\n",
    "around/shop/alone.py": "import os\n\nos.getcwd()\n",
}


@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ({}, {"back.py", "base.py", "near.py", "use.py"}),
        (
            {"around/types.py": "from shop import base\n"},
            {"__init__.py", "alone.py", "back.py", "base.py", "near.py", "use.py"},
        ),
    ],
    ids=["imports", "in the library's place"],
)
def test_a_repository_that_is_a_package_asks_for_what_imports_it_by_its_name(
    tmp_path: Path, more: dict[str, str | bytes], asked: set[str]
) -> None:
    folder, store = grow(tmp_path, {**PACKAGE, **more}) / "around" / "shop", tmp_path / "store.sqlite"
    parse(folder, "python", store)
    grow(folder, {"base.py": "class Base:\n    def stop(self): ...\n"})
    again = parse(folder, "python", store)
    assert set(again.asked["python"]) == asked
    assert again.document == parse(folder, "python", None).document
