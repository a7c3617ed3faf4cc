"""Ways to break a good document, one for each rule, with the faults that a check has to find.

`shared` counts the rules that an independent checker of the format counts too, with its numbers; `ours` counts the
rules that only we have. A breakage changes the example document in place.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from abcoder_py.uniast.graph import build_graph
from tests.uniast.shop import BROKEN, MONEY, PRICES, SHOP, ident

Json = dict[str, Any]


class Breakage(NamedTuple):
    name: str
    apply: Callable[[Json], None]
    shared: dict[str, int]
    ours: dict[str, int]


FOUND: list[Breakage] = []


def breaks(
    shared: dict[str, int], ours: dict[str, int] | None = None, rebuild: bool = False
) -> Callable[[Callable[[Json], None]], Callable[[Json], None]]:
    """Register a breakage; `rebuild` makes the Graph fit the broken nodes, so that only the rule meant is broken."""

    def register(apply: Callable[[Json], None]) -> Callable[[Json], None]:
        def whole(document: Json) -> None:
            apply(document)
            if rebuild:
                document["Graph"] = build_graph(document["Modules"])

        FOUND.append(Breakage(apply.__name__, whole, shared, ours or {}))
        return apply

    return register


def package(document: Json, full_id: str) -> Json:
    parts = ident(full_id)
    found: Json = document["Modules"][parts["ModPath"]]["Packages"][parts["PkgPath"]]
    return found


def node(document: Json, full_id: str) -> Json:
    name = ident(full_id)["Name"]
    tables = package(document, full_id)
    found: Json = next(tables[table][name] for table in ("Functions", "Types", "Vars") if name in tables[table])
    return found


def graph(document: Json, full_id: str) -> Json:
    found: Json = document["Graph"][full_id]
    return found


def script(document: Json) -> Json:
    found: Json = document["Modules"]["prices"]["Files"]["prices/prices.py"]["Extra"]
    return found


def drop(relations: list[Json], name: str) -> None:
    relations[:] = [relation for relation in relations if relation["Name"] != name]


@breaks({"key": 1})
def a_node_under_a_wrong_key(document: Json) -> None:
    functions = package(document, SHOP + "add")["Functions"]
    functions["sum"] = functions.pop("add")


@breaks({}, {"identity": 1})
def one_identity_in_two_tables(document: Json) -> None:
    tables = package(document, BROKEN + "fine")
    own = tables["Functions"]["fine"]
    keys = ("ModPath", "PkgPath", "Name", "File", "Line", "StartOffset", "EndOffset", "Content")
    tables["Vars"]["fine"] = {"IsExported": False, "IsConst": False, "IsPointer": False, **{k: own[k] for k in keys}}
    graph(document, BROKEN + "fine")["Type"] = "VAR"


@breaks({"content": 1})
def content_that_is_not_in_the_file(document: Json) -> None:
    node(document, SHOP + "add")["Content"] += " "


@breaks({"content": 1}, rebuild=True)
def a_file_that_is_not_there(document: Json) -> None:
    node(document, BROKEN + "fine")["File"] = "gone.go"


@breaks({"line": 1})
def a_line_outside_the_node(document: Json) -> None:
    node(document, BROKEN + "fine")["Line"] += 2


@breaks({}, {"graph-line": 2})
def a_line_that_moves_relations(document: Json) -> None:
    graph(document, SHOP + "init~2")["Dependencies"][0]["Line"] = 7
    graph(document, SHOP + "taxRate")["References"][-1]["Line"] = 7


@breaks({"dep-inside": 1})
def a_use_outside_its_node(document: Json) -> None:
    use = node(document, SHOP + "init~2")["GlobalVars"][0]
    use["StartOffset"] += 40
    use["EndOffset"] += 40


@breaks({"dep-inside": 1})
def a_use_in_another_file(document: Json) -> None:
    node(document, SHOP + "add")["Params"][0]["File"] = "go.mod"


@breaks({"dep-token": 1})
def a_token_of_two_words(document: Json) -> None:
    use = node(document, SHOP + "Article.Price")["FunctionCalls"][1]
    use["StartOffset"] -= len("return ")


@breaks({"dep-line": 1}, rebuild=True)
def a_use_on_another_line(document: Json) -> None:
    node(document, SHOP + "init~2")["GlobalVars"][0]["Line"] += 1


@breaks({"dep-order": 1})
def calls_out_of_order(document: Json) -> None:
    node(document, SHOP + "Article.Price")["FunctionCalls"].reverse()


@breaks({"dep-order": 1}, rebuild=True)
def a_call_listed_twice(document: Json) -> None:
    calls = node(document, SHOP + "Article.Price")["FunctionCalls"]
    calls.append(calls[-1])


@breaks({"dangling": 1}, rebuild=True)
def a_use_of_a_node_that_is_not_there(document: Json) -> None:
    node(document, PRICES + "read")["FunctionCalls"][1]["Name"] = "nothing"


@breaks({"dangling": 1}, rebuild=True)
def a_receiver_that_is_not_there(document: Json) -> None:
    package(document, SHOP + "add")["Types"]["Priced"]["Methods"] = {}
    node(document, SHOP + "Priced.Price")["Receiver"]["Type"] = ident(SHOP + "Nobody")


@breaks({"dangling": 1}, rebuild=True)
def an_interface_that_is_not_there(document: Json) -> None:
    node(document, SHOP + "Article")["Implements"] = [ident(SHOP + "Nothing")]


@breaks({"dangling": 1, "graph-edge": 1})
def a_variables_type_that_is_not_there(document: Json) -> None:
    node(document, SHOP + "Small")["Type"] = ident(SHOP + "Nothing")


@breaks({"methods": 1})
def a_method_that_is_no_function(document: Json) -> None:
    node(document, SHOP + "Article")["Methods"]["Price"] = ident(SHOP + "Base")


@breaks({"methods": 1})
def a_method_of_another_type(document: Json) -> None:
    node(document, SHOP + "Base")["Methods"] = {"Price": ident(SHOP + "Article.Price")}


@breaks({"overlap": 1, "content": 1})
def nodes_that_cross(document: Json) -> None:
    node(document, SHOP + "init")["EndOffset"] += 5


@breaks({"graph-key": 1, "graph-miss": 1, "graph-pair": 2}, {"graph-stray": 1})
def a_graph_key_that_is_not_its_nodes(document: Json) -> None:
    entries = document["Graph"]
    entries[SHOP + "other"] = entries.pop(SHOP + "init~2")


@breaks({"graph-key": 1})
def a_graph_node_of_another_type(document: Json) -> None:
    graph(document, BROKEN + "fine")["Type"] = "TYPE"


@breaks({"graph-miss": 1})
def a_node_that_the_graph_lacks(document: Json) -> None:
    del document["Graph"][BROKEN + "fine"]


@breaks({}, {"graph-stray": 1})
def a_graph_node_of_nothing(document: Json) -> None:
    document["Graph"]["x?y#z"] = {**ident("x?y#z"), "Type": "FUNC"}


@breaks({"graph-edge": 1, "graph-pair": 1})
def a_dependency_that_only_the_graph_has(document: Json) -> None:
    relation = {"Kind": "Dependency", **ident(SHOP + "Base"), "Line": 0}
    graph(document, BROKEN + "fine")["Dependencies"] = [relation]


@breaks({"graph-edge": 1, "graph-pair": 1})
def a_dependency_that_the_graph_lacks(document: Json) -> None:
    drop(graph(document, SHOP + "Article.Price")["Dependencies"], "add")


@breaks({"graph-pair": 1})
def a_reference_that_nothing_mirrors(document: Json) -> None:
    relation = {"Kind": "Dependency", **ident(SHOP + "Base"), "Line": 0}
    graph(document, BROKEN + "fine")["References"] = [relation]


@breaks({}, {"mirror": 1})
def an_implementer_that_the_interface_lacks(document: Json) -> None:
    drop(graph(document, SHOP + "Priced")["References"], "Article")


@breaks({}, {"mirror": 1, "graph-kin": 1})
def a_base_class_that_the_graph_lacks(document: Json) -> None:
    del graph(document, SHOP + "Article")["Inherits"]


@breaks({}, {"graph-kin": 1})
def a_group_that_the_graph_lacks(document: Json) -> None:
    del graph(document, SHOP + "Small")["Groups"]


@breaks({}, {"graph-files": 1})
def a_use_from_a_file_that_the_graph_lacks(document: Json) -> None:
    graph(document, PRICES + "read")["Extra"]["Files"].pop()


@breaks({}, {"graph-candidates": 1})
def a_candidate_that_the_graph_lacks(document: Json) -> None:
    del graph(document, PRICES + "Row.euros")["Extra"]


@breaks({}, {"others": 1})
def another_place_that_is_before_the_first(document: Json) -> None:
    call = node(document, SHOP + "Article.Price")["FunctionCalls"][1]
    call["Extra"]["Others"] = [[call["Line"], call["StartOffset"], call["EndOffset"]]]


@breaks({}, {"others": 1})
def another_place_on_another_line(document: Json) -> None:
    node(document, SHOP + "Article.Price")["FunctionCalls"][1]["Extra"]["Others"][0][0] += 1


@breaks({}, {"others": 1, "graph-files": 1})
def another_place_outside_the_file(document: Json) -> None:
    script(document)["Dependencies"][0]["Extra"]["Others"][0][2] += 10_000


@breaks({}, {"dep-token": 1}, rebuild=True)
def a_files_use_of_two_words(document: Json) -> None:
    script(document)["Dependencies"][0]["StartOffset"] -= len('__":\n    print(')


@breaks({}, {"dangling": 1}, rebuild=True)
def a_files_use_of_a_node_that_is_not_there(document: Json) -> None:
    script(document)["Dependencies"][0]["Name"] = "nothing"


def uncertain(document: Json) -> Json:
    found: Json = node(document, PRICES + "show")["Extra"]["Uncertain"][0]
    return found


@breaks({}, {"uncertain": 1})
def an_uncertain_use_outside_its_node(document: Json) -> None:
    uncertain(document)["EndOffset"] += 100


@breaks({}, {"uncertain": 1})
def an_uncertain_use_without_a_known_reason(document: Json) -> None:
    uncertain(document)["Reason"] = "who knows"


@breaks({}, {"uncertain": 1}, rebuild=True)
def an_unresolved_use_with_candidates(document: Json) -> None:
    uncertain(document)["Status"] = "unresolved"


@breaks({}, {"uncertain": 1}, rebuild=True)
def an_uncertain_use_that_is_certain_too(document: Json) -> None:
    use = {key: value for key, value in uncertain(document).items() if key not in ("Status", "Reason", "Candidates")}
    node(document, PRICES + "show")["MethodCalls"] = [use | ident(PRICES + "Row.euros")]


@breaks({}, {"dangling": 1}, rebuild=True)
def a_candidate_that_is_not_there(document: Json) -> None:
    uncertain(document)["Candidates"].append(PRICES + "Row.nothing")


@breaks({}, {"dangling": 1}, rebuild=True)
def a_group_member_that_is_not_there(document: Json) -> None:
    node(document, SHOP + "Small")["Groups"].append(ident(SHOP + "Nothing"))


@breaks({}, {"graph-line": 1})
def relations_out_of_order(document: Json) -> None:
    graph(document, SHOP + "Article.Price")["Dependencies"].reverse()


def harmless(document: Json) -> Iterator[str]:
    """Changes that break nothing: what others write, and what the format leaves open. Applied one after another."""
    graph(document, MONEY + "Amount")["References"][0]["Kind"] = "Dependency"
    yield "ABCoder's kind of reference"
    document["Modules"]["prices"]["Mine"] = None
    yield "an unknown key"
    types = package(document, SHOP + "Size")["Types"]
    types["Size"]["TypeKind"] = "unheard of"
    yield "a kind of type of somebody else"
