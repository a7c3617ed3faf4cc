"""Identities of what lies outside the repository, and environments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from abcoder_plugins.python import environment, keys
from abcoder_plugins.python.language import language

from abcoder_py.plugin.language import Options, Place
from abcoder_py.plugin.values import Import, ModuleSpec, Target
from tests.python.reading import read

STDLIB = "/cache/typeshed/0123456789abcdef/stdlib/"


def spec(environment: str = "", **dependencies: str) -> ModuleSpec:
    data = {
        keys.PYTHON: "3.11",
        keys.OWN: '["ours"]',
        keys.ENVIRONMENT: environment,
        keys.FAULTS: "[]",
        keys.HERE: "/r",
    }
    return ModuleSpec("p", "python", ".", dependencies=dependencies, data=data)


def identify(path: str, source: str, *chain: str, module: ModuleSpec | None = None) -> Target:
    facts = read(source, path)
    found = tuple(next(each for each in facts.definitions if each.name == name) for name in chain)
    return language.external(Place(path, found, facts, not chain), module or spec(), Options())


def name_of(target: Target) -> str:
    return f"{target.status} {target.mod}?{target.pkg}#{target.name}"


@pytest.mark.parametrize(
    ("path", "source", "chain", "name"),
    [
        ("json/__init__.pyi", "def dumps(): ...", ["dumps"], "external python@3.11?json#dumps"),
        ("posixpath.pyi", "def join(): ...", ["join"], "external python@3.11?os.path#join"),
        ("ntpath.pyi", "def join(): ...", ["join"], "external python@3.11?os.path#join"),
        ("os/__init__.pyi", "path = _path", ["path"], "module python@3.11?os#"),
        ("builtins.pyi", "class str:\n    def a(self): ...", ["str", "a"], "builtin python@3.11?builtins#str.a"),
        ("_typeshed/__init__.pyi", "class A: ...", ["A"], "builtin python@3.11?_typeshed#A"),
        ("typing.pyi", "Self: _SpecialForm", ["Self"], "builtin python@3.11?typing#Self"),
        ("logging/__init__.pyi", "", [], "module python@3.11?logging#"),
    ],
)  # fmt: skip
def test_standard_library(path: str, source: str, chain: list[str], name: str) -> None:
    assert name_of(identify(STDLIB + path, source, *chain)) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/usr/lib/python3.11/json/decoder.py", "external python@3.11?json.decoder#f"),
        ("/x/typeshed-fallback/stdlib/json/decoder.pyi", "external python@3.11?json.decoder#f"),
        ("/x/typeshed-fallback/stubs/PyYAML/yaml/nodes.pyi", "external PyYAML?yaml.nodes#f"),
        ("/v/lib/python3.11/site-packages/pkg/a.py", "external pkg?pkg.a#f"),
        ("/v/lib/python3.11/site-packages/pkg-stubs/a.pyi", "external pkg?pkg.a#f"),
        ("/v/lib/python3.11/site-packages/single.py", "external single?single#f"),
    ],
)
def test_places(path: str, name: str) -> None:
    assert name_of(identify(path, "def f(): ...", "f")) == name


def test_special_forms_are_types() -> None:
    assert identify(STDLIB + "typing.pyi", "Optional: _SpecialForm", "Optional").kind == "typedef"
    assert identify(STDLIB + "typing.pyi", "TYPE_CHECKING: bool", "TYPE_CHECKING").kind == "variable"


def test_constructor_and_abstract_class() -> None:
    source = (
        "class A:\n    def __init__(self): ...\n"
        "class B(Protocol): ...\n"
        "class C:\n    @abstractmethod\n    def m(self): ...\n"
    )
    assert identify(STDLIB + "a.pyi", source, "A").constructor == "A.__init__"
    assert [identify(STDLIB + "a.pyi", source, name).abstract for name in "ABC"] == [False, True, True]


def test_not_installed() -> None:
    module = spec(**{"Google-Cloud.Storage": "Google-Cloud.Storage@2.0", "Flask": "Flask"})

    def missing(path: str, name: str) -> str | None:
        target = language.missing(Import(path, 0, 0), name, module)
        return None if target is None else name_of(target)

    assert (
        missing("google.cloud.storage.blob", "Blob")
        == "external Google-Cloud.Storage@2.0?google.cloud.storage.blob#Blob"
    )
    assert missing("flask", "Flask") == "external Flask?flask#Flask"
    assert missing("yaml.nodes", "Node") == "external yaml?yaml.nodes#Node"
    assert missing("yaml", "") == "module yaml?yaml#"
    assert missing("json", "gone") == "external python@3.11?json#gone"
    assert missing("ours.a", "b") is None
    assert missing(".a", "b") is None


def test_notices_name_the_option() -> None:
    (notice,) = language.notices(spec(), {"yaml": 3, "yaml.nodes": 1, "rich": 2, "json": 1}, Options())
    assert (
        notice
        == "p: 2 imports (rich, yaml) are external for want of an environment: pass --python PATH or create .venv"
    )


def make_environment(folder: Path) -> Path:
    site = folder / "lib/python3.10/site-packages"
    for name, version, files in (("Py-One", "1.5", ["one/__init__.py", "space/a.py"]), ("two", "2", ["space/b.py"])):
        info = site / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "RECORD").write_text("".join(f"{file},,\n" for file in files))
        for file in files:
            (site / file).parent.mkdir(exist_ok=True)
            (site / file).write_text("def f(): pass\n")
    (folder / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.10.2\n")
    return site


def test_an_installed_file_belongs_to_its_distribution(tmp_path: Path) -> None:
    site = make_environment(tmp_path / ".venv")
    module = spec(str(tmp_path / ".venv"))
    for file, name in (
        ("one/__init__.py", "external Py-One@1.5?one#f"),
        ("space/a.py", "external Py-One@1.5?space.a#f"),
        ("space/b.py", "external two@2?space.b#f"),
    ):
        assert name_of(identify(str(site / file), "def f(): ...", "f", module=module)) == name
    gone = language.missing(Import("one.extra", 0, 0), "f", module)
    assert gone is not None
    assert name_of(gone) == "external Py-One@1.5?one.extra#f"
    assert environment.python_version(str(tmp_path / ".venv")) == "3.10"
    key = json.loads(language.environment_key(module, Options()))
    assert key["environment"] == "3.10"
    assert (key["Py-One@1.5"], key["two@2"]) == ("one/__init__.py,,\nspace/a.py,,", "space/b.py,,")
    assert str(tmp_path) not in json.dumps(key)


def test_which_environment(tmp_path: Path) -> None:
    repo, other, asked = tmp_path / "repo", tmp_path / "other", tmp_path / "asked"
    for folder in (other, asked):
        make_environment(folder)
    (asked / "bin").mkdir()
    (asked / "bin/python").touch()
    options = Options(environ={"VIRTUAL_ENV": str(other)})
    assert environment.find(str(repo), Options()) == ""
    assert environment.find(str(repo), options) == str(other)
    make_environment(repo / ".venv")
    assert environment.find(str(repo), options) == str(repo / ".venv")
    for python in (asked, asked / "bin/python"):
        assert environment.find(str(repo), Options(python=str(python), environ=options.environ)) == str(asked)
    with pytest.raises(ValueError, match="--python"):
        environment.find(str(repo), Options(python=str(repo / "nowhere/bin/python")))
