"""Each rule of "Edges": which list, which target, invoked or not."""

from pathlib import Path
from typing import Any

from abcoder_py.plugin.values import INVOKED, MEMBER, READ, WRITTEN, Target
from tests.build.builders import MEMBER_CALL, Source, builtin, document, ends, external, given, node, unknown


def lists(found: dict[str, Any]) -> dict[str, Any]:
    keys = ("Params", "Results", "FunctionCalls", "MethodCalls", "Types", "GlobalVars", "SubStruct", "InlineStruct")
    return {key: ends(found[key]) for key in (*keys, "Implements", "Dependencies") if key in found}


def test_calls_of_functions_methods_and_variables(tmp_path: Path) -> None:
    lib = Source("lib.toy", "def f; class C { def m }; var v")
    f = lib.define("function", "f", "def f")
    lib.define("class", "C", "class C { def m }")
    m = lib.define("method", "m", "def m")
    v = lib.define("variable", "v", "var v")
    main = Source("main.toy", "def run { f() f g.m() v() v }")
    main.define("function", "run", main.text, body="{ f() f g.m() v() v }")
    main.use("f", "call", lib.target(f))
    main.use("f", "value", lib.target(f), 1)
    main.use("m", "call", lib.target(m), flags=MEMBER_CALL)
    main.use("v", "call", lib.target(v))
    main.use("v", "value", lib.target(v), 1)
    run = node(document(given(tmp_path, lib, main)), "main", "run")
    assert lists(run) == {
        "FunctionCalls": [("lib#f", True), ("lib#f", False)],
        "MethodCalls": [("lib#C.m", True)],
        "GlobalVars": [("lib#v", True), ("lib#v", False)],
    }


def test_one_entry_for_each_target_and_the_rest_in_others(tmp_path: Path) -> None:
    main = Source("main.toy", "def f\ndef run { f()\n f() }")
    f = main.define("function", "f", "def f")
    main.define("function", "run", "def run { f()\n f() }")
    main.use("f", "call", main.target(f), 1)
    main.use("f", "call", main.target(f), 2)
    (entry,) = node(document(given(tmp_path, main)), "main", "run")["FunctionCalls"]
    assert (entry["Line"], entry["StartOffset"], entry["EndOffset"]) == (2, 16, 17)
    assert entry["Extra"] == {"IsInvoked": True, "Others": [[3, 21, 22]]}


def test_a_function_that_calls_itself_has_the_edge(tmp_path: Path) -> None:
    main = Source("main.toy", "def run { run() }")
    run = main.define("function", "run", main.text)
    main.use("run", "call", main.target(run), 1)
    found = document(given(tmp_path, main))
    assert ends(node(found, "main", "run")["FunctionCalls"]) == [("main#run", True)]
    graph_node = found["Graph"]["app?main#run"]
    assert [r["Name"] for r in graph_node["References"]] == [r["Name"] for r in graph_node["Dependencies"]] == ["run"]


def test_types_of_a_signature_and_of_a_body(tmp_path: Path) -> None:
    main = Source("main.toy", "type T; var V; def run(a: T, b: T, c: V): T { T }")
    t = main.define("class", "T", "type T")
    v = main.define("variable", "V", "var V")
    main.define("function", "run", "def run(a: T, b: T, c: V): T { T }", body="{ T }")
    main.use("T", "parameter", main.target(t), 1, parameter="a")
    main.use("T", "parameter", main.target(t), 2, parameter="b")
    main.use("V", "parameter", main.target(v), 1, parameter="c")
    main.use("T", "result", main.target(t), 3, parameter="T")
    main.use("T", "parameter", main.target(t), 4)
    run = node(document(given(tmp_path, main)), "main", "run")
    assert lists(run) == {
        "Params": [("main#T", False)],
        "Results": [("main#T", False)],
        "Types": [("main#T", False)],
        "GlobalVars": [("main#V", False)],
    }
    assert run["Params"][0]["Extra"] == {"Param": "a", "Others": [[1, 32, 33]]}
    assert run["Results"][0]["Extra"] == {"Param": "T"}


def test_an_instance_is_a_type_and_the_constructor_of_the_class_itself(tmp_path: Path) -> None:
    main = Source("main.toy", "class A { def new }; class B; def run { A() B() P() Q() }; @A class D")
    a = main.define("class", "A", "class A { def new }")
    main.define("constructor", "new", "def new")
    b = main.define("class", "B", "class B")
    main.define("function", "run", "def run { A() B() P() Q() }")
    main.define("class", "D", "@A class D")
    main.use("A", "call", main.target(a), 1)
    main.use("B", "call", main.target(b), 1)
    main.use("P", "call", external("P", "class", constructor="P.__new__"))
    main.use("Q", "call", external("Q", "class"))
    main.use("A", "decorator", main.target(a), 2)
    found = document(given(tmp_path, main))
    assert lists(node(found, "main", "run")) == {
        "Types": [("main#A", False), ("main#B", False), ("dist#P", False), ("dist#Q", False)],
        "MethodCalls": [("main#A.new", True), ("dist#P.__new__", True)],
    }
    assert ends(node(found, "main", "D")["Extra"]["Dependencies"]) == [("main#A", False), ("main#A.new", True)]


def test_an_answer_with_the_constructor_gives_the_class_too(tmp_path: Path) -> None:
    main = Source("main.toy", "class A { def A }; def run { A() super() }")
    main.define("class", "A", "class A { def A }")
    made = main.define("constructor", "A", "def A")
    main.define("function", "run", "def run { A() super() }")
    main.use("A", "call", main.target(made), 2)
    main.use("super", "call", main.target(made))
    run = node(document(given(tmp_path, main)), "main", "run")
    assert lists(run) == {"Types": [("main#A", False)], "MethodCalls": [("main#A.A", True)]}
    assert len(run["MethodCalls"][0]["Extra"]["Others"]) == 1


def test_a_property_is_read_by_its_getter_and_written_by_its_setter(tmp_path: Path) -> None:
    main = Source("main.toy", "class C { get p; @p set p }; def run { c.p; c.p = 1 }")
    main.define("class", "C", "class C { get p; @p set p }")
    getter = main.define("method", "p", "get p", accessor="getter")
    main.define("method", "p", "@p set p", accessor="setter")
    main.facts.definitions[-1].name_start += 7
    main.facts.definitions[-1].name_end += 7
    main.define("function", "run", "def run { c.p; c.p = 1 }")
    main.use("p", "value", main.target(getter), 1, flags=0)
    main.use("p", "value", main.target(getter), 3, flags=MEMBER)
    main.use("p", "write", main.target(getter), 4, flags=MEMBER | WRITTEN)
    found = document(given(tmp_path, main))
    assert lists(node(found, "main", "run")) == {"MethodCalls": [("main#C.p", True), ("main#C.p~2", True)]}
    assert lists(node(found, "main", "C.p~2")) == {"MethodCalls": [("main#C.p", False)]}


def test_a_property_that_is_read_and_written_is_both(tmp_path: Path) -> None:
    main = Source("main.toy", "class C { get p; let p }; def run { c.p += 1 }")
    main.define("class", "C", "class C { get p; let p }")
    main.define("method", "p", "get p", accessor="getter")
    setter = main.define("method", "p", "let p", accessor="setter")
    main.define("function", "run", "def run { c.p += 1 }")
    main.use("p", "write", main.target(setter), 2, flags=MEMBER | WRITTEN | READ)
    run = node(document(given(tmp_path, main)), "main", "run")
    assert lists(run) == {"MethodCalls": [("main#C.p~2", True), ("main#C.p", True)]}


def test_lists_of_a_type(tmp_path: Path) -> None:
    text = "class B; protocol P; var v; @d class C(B, P, E): f: F, g: v, h: R = make()"
    main = Source("main.toy", text)
    b = main.define("class", "B", "class B")
    p = main.define("protocol", "P", "protocol P")
    v = main.define("variable", "v", "var v")
    main.define("class", "C", text[text.index("@d") :])
    main.use("d", "decorator", external("d", "function"))
    main.use("B", "base", main.target(b), 1)
    main.use("P", "base", main.target(p), 1)
    main.use("E", "base", builtin("Error"))
    main.use("F", "field", external("F", ""), parameter="f")
    main.use("v", "field", main.target(v), 1, parameter="g")
    main.use("R", "implement", external("R", "interface"))
    main.use("make", "call", external("make", "function"))
    c = node(document(given(tmp_path, main)), "main", "C")
    assert lists(c) == {
        "InlineStruct": [("main#B", False), ("main#P", False), ("builtins#Error", False)],
        "Implements": [("main#P", False), ("dist#R", False)],
        "SubStruct": [("dist#F", False)],
    }
    assert ends(c["Extra"]["Dependencies"]) == [("dist#d", True), ("main#v", False), ("dist#make", True)]
    assert c["SubStruct"][0]["Extra"] == {"Field": "f"}
    assert c["Implements"][0]["StartOffset"] == c["InlineStruct"][1]["StartOffset"]


def test_a_member_of_an_enum_ends_at_the_enum(tmp_path: Path) -> None:
    main = Source("main.toy", "enum Color { RED }; def run { Color.RED Other.BLUE }")
    main.define("enum", "Color", "enum Color { RED }")
    red = main.define("member", "RED", "RED")
    main.define("function", "run", "def run { Color.RED Other.BLUE }")
    main.use("RED", "value", main.target(red), 1, flags=MEMBER)
    main.use("BLUE", "value", external("Other.BLUE", "member"), flags=MEMBER)
    found = document(given(tmp_path, main))
    assert lists(node(found, "main", "run")) == {"Types": [("main#Color", False), ("dist#Other", False)]}
    assert node(found, "main", "Color")["Extra"]["Fields"][0]["Kind"] == "member"


def test_what_makes_no_edge(tmp_path: Path) -> None:
    text = "import os; class C[T] { x }; def run { def local; let k; C.x T local os len k; self }"
    main = Source("main.toy", text)
    main.define("class", "C", "class C[T] { x }")
    t = main.define("type_parameter", "T", "T")
    x = main.define("field", "x", "x")
    main.define("function", "run", "def run { def local; let k; C.x T local os len k; self }")
    local = main.define("function", "local", "def local", local=True)
    main.facts.locals = [main.at("k")]
    main.use("x", "value", main.target(x), 1, flags=MEMBER)
    main.use("T", "type", main.target(t), 1)
    main.use("local", "call", main.target(local), 1)
    main.use("os", "value", Target("module", mod="toy@3", pkg="os"), 1)
    main.use("len", "call", builtin("len", "function"))
    main.use("k", "value", Target("definition", path="main.toy", offset=main.at("k")), 1)
    main.use("self", "receiver", external("C", "class"))
    found = document(given(tmp_path, main))
    run = node(found, "main", "run")
    assert lists(run) == {}
    assert "Uncertain" not in run["Extra"]
    roles = found["Extra"]["Coverage"]["Languages"]["toy"]["Roles"]
    assert roles == {
        "call": {"Builtin": 1, "Local": 1},
        "receiver": {"External": 1},
        "type": {"Local": 1},
        "value": {"External": 1, "Local": 1, "Resolved": 1},
    }
    assert found["Extra"]["Coverage"]["Languages"]["toy"]["Attributes"] == {"value": {"Resolved": 1}}


def test_builtins_make_edges_on_request(tmp_path: Path) -> None:
    main = Source("main.toy", "def run { len() }")
    main.define("function", "run", main.text)
    main.use("len", "call", builtin("len", "function"))
    found = document(given(tmp_path, main, builtins=True))
    assert lists(node(found, "main", "run")) == {"FunctionCalls": [("builtins#len", True)]}
    assert found["Modules"]["app"].get("Dependencies", {}) == {}


def test_what_is_external_and_of_unknown_kind_goes_where_its_role_says(tmp_path: Path) -> None:
    main = Source("main.toy", "def run(a: A): B { c() d E }")
    main.define("function", "run", main.text, body="{ c() d E }")
    for text, role in (("A", "parameter"), ("B", "result"), ("c", "call"), ("d", "value"), ("E", "type")):
        main.use(text, role, external(text, ""))
    assert lists(node(document(given(tmp_path, main)), "main", "run")) == {
        "Params": [("dist#A", False)],
        "Results": [("dist#B", False)],
        "FunctionCalls": [("dist#c", True)],
        "GlobalVars": [("dist#d", False)],
        "Types": [("dist#E", False)],
    }


def test_uses_outside_every_node_are_the_files(tmp_path: Path) -> None:
    main = Source("main.toy", "def run; run()")
    run = main.define("function", "run", "def run")
    main.use("run", "call", main.target(run), 1)
    found = document(given(tmp_path, main))
    file = found["Modules"]["app"]["Files"]["main.toy"]
    assert ends(file["Extra"]["Dependencies"]) == [("main#run", True)]
    assert found["Graph"]["app?main#run"]["Extra"] == {"Files": [["main.toy", 1, 9, 12, True]]}


def test_names_that_share_a_declaration_share_its_uses(tmp_path: Path) -> None:
    main = Source("main.toy", "var a, _, b T = f(), g(), h()")
    spans = {"a": "f()", "_": "g()", "b": "h()"}
    for name, body in spans.items():
        main.define("variable", name, main.text, body=body, spec=0)
    for text, role in (("T", "type"), ("f", "call"), ("g", "call"), ("h", "call")):
        main.use(text, role, external(text, ""))
    found = document(given(tmp_path, main))
    a, b = node(found, "main", "a"), node(found, "main", "b")
    assert ends(a["Dependencies"]) == [("dist#T", False), ("dist#f", True), ("dist#g", True)]
    assert ends(b["Dependencies"]) == [("dist#T", False), ("dist#g", True), ("dist#h", True)]
    assert "_" not in found["Modules"]["app"]["Packages"]["main"]["Vars"]
    assert found["Extra"]["Coverage"]["Languages"]["toy"]["Roles"]["call"] == {"External": 3}


def test_uncertain_uses_say_why(tmp_path: Path) -> None:
    lib = Source("lib.toy", "class A { def m }; class B { def m; def n }; def m")
    lib.define("class", "A", "class A { def m }")
    a_m = lib.define("method", "m", "def m")
    lib.define("class", "B", "class B { def m; def n }")
    b_m = lib.define("method", "m", "def m", 1)
    lib.define("method", "n", "def n")
    lib.define("function", "m", "def m", 2)
    main = Source("main.toy", "def run { x.m() y.m() z.q() w x.n }")
    main.define("function", "run", main.text)
    main.use("m", "call", unknown("receiver type unknown"), flags=MEMBER_CALL)
    both = Target("several", several=(main.entry(lib.target(a_m)), main.entry(lib.target(b_m))))
    main.use("m", "call", both, 1, flags=MEMBER_CALL)
    main.use("q", "call", unknown("receiver type unknown"), flags=MEMBER_CALL)
    main.use("w", "value", unknown("no definition"))
    main.use("n", "value", unknown("server timed out"), flags=MEMBER)
    found = document(given(tmp_path, lib, main))
    run = node(found, "main", "run")
    assert lists(run) == {}
    told = [(u["Name"], u["Status"], u["Reason"], u.get("Candidates")) for u in run["Extra"]["Uncertain"]]
    members = ["app?lib#A.m", "app?lib#B.m"]
    assert told == [
        ("m", "ambiguous", "receiver type unknown", members),
        ("m", "ambiguous", "several targets", members),
        ("q", "unresolved", "receiver type unknown", None),
        ("w", "unresolved", "no definition", None),
        ("n", "unresolved", "server timed out", None),
    ]
    assert found["Graph"]["app?lib#A.m"]["Extra"] == {"Candidates": ["app?main#run"]}


def test_more_than_eight_candidates_say_nothing(tmp_path: Path) -> None:
    names = "ABCDEFGHI"
    lib = Source("lib.toy", "".join(f"class {name} {{ def m }};" for name in names))
    for nth, name in enumerate(names):
        lib.define("class", name, f"class {name} {{ def m }}")
        lib.define("method", "m", "def m", nth)
    main = Source("main.toy", "def run { x.m() }")
    main.define("function", "run", main.text)
    main.use("m", "call", unknown("receiver type unknown"), flags=MEMBER_CALL)
    (use,) = node(document(given(tmp_path, lib, main)), "main", "run")["Extra"]["Uncertain"]
    assert use["Status"] == "unresolved" and "Candidates" not in use


def test_several_answers_that_are_one(tmp_path: Path) -> None:
    main = Source("main.toy", "def f; def run { f() s.join() }")
    f = main.define("function", "f", "def f")
    main.define("function", "run", "def run { f() s.join() }")
    one = [main.entry(main.target(f)), main.entry(unknown("no definition"))]
    main.use("f", "call", Target("several", several=tuple(one)), 1)
    two = [main.entry(builtin("str.join", "method")), main.entry(builtin("bytes.join", "method"))]
    main.use("join", "call", Target("several", several=tuple(two)), flags=MEMBER | INVOKED)
    run = node(document(given(tmp_path, main)), "main", "run")
    assert lists(run) == {"FunctionCalls": [("main#f", True)]}
    assert "Uncertain" not in run["Extra"]


def test_answers_that_name_no_definition(tmp_path: Path) -> None:
    lib = Source("lib.toy", "class C { self.x = 1 }")
    lib.define("class", "C", lib.text)
    lib.use("x", "write", unknown("receiver type unknown"), flags=MEMBER | WRITTEN)
    gone = Source("gone.toy", "def f")
    f = gone.define("function", "f", "def f")
    main = Source("main.toy", "def run { c.x lib y f g }")
    main.define("function", "run", main.text)
    main.use("x", "value", Target("definition", path="lib.toy", offset=lib.at("x")), flags=MEMBER)
    main.use("lib", "value", Target("definition", path="lib.toy", offset=0))
    main.use("y", "value", Target("definition", path="lib.toy", offset=3))
    main.use("f", "value", gone.target(f))
    main.use("g", "value", external("g", "function", mod="app", pkg="lib"))
    built_from = given(tmp_path, lib, main, gone)
    built_from.languages[0].modules[0].excluded["gone.toy"] = "a build tag"
    found = document(built_from)
    run = node(found, "main", "run")
    assert lists(run) == {}
    assert [(u["Name"], u["Reason"]) for u in run["Extra"]["Uncertain"]] == [
        ("y", "no definition"),
        ("f", "excluded from the build"),
        ("g", "no definition"),
    ]
    assert found["Modules"]["app"]["Files"]["gone.toy"]["Extra"]["Excluded"] == "a build tag"
    assert found["Extra"]["Coverage"]["Languages"]["toy"]["Excluded"] == {"a build tag": 1}
