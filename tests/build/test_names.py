"""What nodes are called and which definitions are nodes."""

from pathlib import Path

from abcoder_py.build.repository import names
from abcoder_py.plugin.values import ModuleSpec
from tests.build.builders import Source, Toy, document, ends, external, given, node, unknown


def test_homonyms_are_numbered_and_members_bear_their_types_number(tmp_path: Path) -> None:
    text = "var App; class App { def run }; class App { def run; def run }; def App"
    main = Source("main.toy", text)
    main.define("variable", "App", "var App")
    for span in ("class App { def run }", "class App { def run; def run }"):
        main.define("class", "App", span)
    for nth in range(3):
        main.define("method", "run", "def run", nth)
    main.define("function", "App", "def App")
    package = document(given(tmp_path, main))["Modules"]["app"]["Packages"]["main"]
    assert list(package["Types"]) == ["App", "App~2"]
    assert list(package["Functions"]) == ["App.run", "App~2.run", "App~2.run~2", "App~3"]
    assert list(package["Vars"]) == ["App~4"]
    assert {key: method["Name"] for key, method in package["Types"]["App~2"]["Methods"].items()} == {
        "run": "App~2.run",
        "run~2": "App~2.run~2",
    }
    assert package["Functions"]["App~2.run~2"]["Receiver"]["Type"]["Name"] == "App~2"


def test_homonyms_of_a_package_are_ordered_by_file(tmp_path: Path) -> None:
    one, two = (Source(f"{name}.toy", "def init", pkg="p") for name in ("a", "b"))
    for source in (one, two):
        source.define("function", "init", "def init")
    package = document(given(tmp_path, two, one))["Modules"]["app"]["Packages"]["p"]
    assert {name: found["File"] for name, found in package["Functions"].items()} == {"init": "a.toy", "init~2": "b.toy"}


def test_a_method_in_another_file_belongs_to_the_type_that_it_names(tmp_path: Path) -> None:
    one = Source("a.toy", "def (T) m", pkg="p")
    one.define("method", "m", "def (T) m", owner="T", pointer=True)
    two = Source("b.toy", "type T", pkg="p")
    two.define("struct", "T", "type T")
    found = document(given(tmp_path, one, two))
    assert list(node(found, "p", "T")["Methods"]) == ["m"]
    assert node(found, "p", "T.m")["Receiver"] == {
        "IsPointer": True,
        "Type": {"ModPath": "app", "PkgPath": "p", "Name": "T"},
    }
    assert [(r["Kind"], r["Name"]) for r in found["Graph"]["app?p#T"]["References"]] == [("Reference", "T.m")]


def test_overloads_are_one_node(tmp_path: Path) -> None:
    text = "class C { sig f(a: A); sig f(b: B); def f(c) { } } sig g(x: X); f()"
    main = Source("main.toy", text)
    main.define("class", "C", text[: text.index(" sig g")])
    first = main.define("method", "f", "sig f(a: A)", overload=True, signature="f(a: A)")
    main.define("method", "f", "sig f(b: B)", overload=True, signature="f(b: B)")
    main.define("method", "f", "def f(c) { }", signature="f(c)")
    main.define("function", "g", "sig g(x: X)", overload=True, signature="g(x: X)")
    for name in "ABX":
        main.use(name, "parameter", external(name, "class"), parameter=name.lower())
    main.use("f", "call", main.target(first), 3)
    found = document(given(tmp_path, main))
    assert list(found["Modules"]["app"]["Packages"]["main"]["Functions"]) == ["C.f", "g"]
    f = node(found, "main", "C.f")
    assert f["Content"] == "def f(c) { }"
    assert [o["Signature"] for o in f["Extra"]["Overloads"]] == ["f(a: A)", "f(b: B)"]
    assert ends(node(found, "main", "C")["Extra"]["Dependencies"]) == [("dist#A", False), ("dist#B", False)]
    assert ends(node(found, "main", "g")["Params"]) == [("dist#X", False)]
    file = found["Modules"]["app"]["Files"]["main.toy"]
    assert ends(file["Extra"]["Dependencies"]) == [("main#C.f", True)]


def test_a_stub_gives_way_to_its_source(tmp_path: Path) -> None:
    source = Source("m.toy", "class C { def f { } }", pkg="m")
    source.define("class", "C", "class C { def f { } }")
    source.define("method", "f", "def f { }")
    stub = Source("m.toyi", "class C { def f; def g: R }; def h", pkg="m")
    stub.define("class", "C", "class C { def f; def g: R }")
    f = stub.define("method", "f", "def f")
    g = stub.define("method", "g", "def g: R")
    stub.define("function", "h", "def h")
    stub.use("R", "result", external("R", "class"))
    user = Source("u.toy", "f() g()")
    user.use("f", "call", stub.target(f))
    user.use("g", "call", stub.target(g))
    found = document(given(tmp_path, source, stub, user))
    package = found["Modules"]["app"]["Packages"]["m"]
    assert {name: each["File"] for name, each in package["Functions"].items()} == {
        "C.f": "m.toy",
        "C.g": "m.toyi",
        "h": "m.toyi",
    }
    assert list(package["Types"]) == ["C"]
    assert sorted(package["Types"]["C"]["Methods"]) == ["f", "g"]
    assert package["Functions"]["C.f"]["Extra"]["Declarations"][0]["File"] == "m.toyi"
    assert ends(found["Modules"]["app"]["Files"]["u.toy"]["Extra"]["Dependencies"]) == [
        ("m#C.f", True),
        ("m#C.g", True),
    ]


def test_names_are_known_before_any_target(tmp_path: Path) -> None:
    main = Source("main.toy", "def f; def f; var _")
    for nth in range(2):
        main.define("function", "f", "def f", nth)
    main.define("variable", "_", "var _")
    known = names(given(tmp_path, main))
    assert [known.of("main.toy", index) for index in range(3)] == [("app", "main", "f"), ("app", "main", "f~2"), None]
    assert known.of("other.toy", 0) is None


def test_a_mod_path_is_unique_over_all_languages(tmp_path: Path) -> None:
    main = Source("sub/main.toy", "def f", pkg="p")
    main.define("function", "f", "def f")
    built_from = given(tmp_path, main)
    built_from.languages[0].modules[0].directory = "sub"
    built_from.unasked = [ModuleSpec("app", "other", ".")]
    found = document(built_from)
    assert sorted(found["Modules"]) == ["app~toy"]
    assert found["Modules"]["app~toy"]["Dir"] == "sub"


def test_paths_are_encoded_in_identities(tmp_path: Path) -> None:
    main = Source("a#b?.toy", "def f; f()", pkg="a#b?")
    f = main.define("function", "f", "def f")
    main.use("f", "call", main.target(f), 1)
    found = document(given(tmp_path, main))
    assert "app?a%23b%3F#f" in found["Graph"]
    file = found["Modules"]["app"]["Files"]["a#b?.toy"]
    assert file["Package"] == file["Extra"]["Dependencies"][0]["PkgPath"] == "a%23b%3F"


def test_uses_of_a_variable_that_is_no_node_belong_to_what_is_around_it(tmp_path: Path) -> None:
    main = Source("main.toy", "var _ = f()")
    main.define("variable", "_", main.text)
    main.use("f", "call", unknown("no definition"))
    file = document(given(tmp_path, main))["Modules"]["app"]["Files"]["main.toy"]
    assert [u["Name"] for u in file["Extra"]["Uncertain"]] == ["f"]


def test_toy_stubs_are_found_only_beside_a_source() -> None:
    assert Toy().stub_of("a.toyi", {"a.toy"}) == "a.toy"
    assert Toy().stub_of("a.toyi", set()) is None
