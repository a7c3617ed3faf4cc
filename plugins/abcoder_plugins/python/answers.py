"""Reads what a server answers: of several places the ones that are meant.

ty and pyright name, beside what a token means, the constructor and `__call__` of a class, every overload, every
accessor of a property, every assignment of a field and every definition of a name that is defined again. What no
rule here reduces stays several: it is ambiguous.
"""

from __future__ import annotations

import builtins
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Literal

from abcoder_plugins.python.moments import holding
from abcoder_py.plugin.language import Found
from abcoder_py.plugin.values import (
    FUNCTION_KINDS,
    INVOKED,
    MEMBER,
    VARIABLE_KINDS,
    WRITTEN,
    Definition,
    FileFacts,
    Target,
    Use,
)

_COMPANIONS = frozenset({"__init__", "__new__", "__call__"})
_CALL_REACH = 64
"""Uses before a use among which the call around it is looked for; `x.name.lower()` is one round `name`."""
_MODULE_NAMES = frozenset(
    {
        "__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__path__", "__builtins__",
        "__debug__", "__annotations__", "__dict__", "__cached__", "__class__", "__module__", "__qualname__",
    }
)  # fmt: skip
_BUILTINS = frozenset(dir(builtins))
"""Also those that are newer than the oldest Python of the project: code asks for them under a condition."""


def offered(use: Use, library: str) -> Target | None:
    """What the language offers under a name that the server does not know; `library`: its ModPath."""
    known = not use.flags & MEMBER and (use.text in _MODULE_NAMES or use.text in _BUILTINS)
    return Target("builtin", mod=library, pkg="builtins", name=use.text) if known else None


def read_answer(use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """The places that are meant by a use of the file."""
    if not use.flags & MEMBER and use.imported >= 0 and use.imported_name < 0:
        found = [each for each in found if each.target.status == "module" or _name(each) == use.text]
    elif use.flags & MEMBER:
        found = [each for each in found if not _is_surrounding(use, each, facts)]
    for reduce in _REDUCERS:
        if len(found) < 2:
            break
        found = reduce(use, found) or found
    return holding(use, _as_imported(use, found, facts), facts) if len(found) > 1 else found


def _is_surrounding(use: Use, found: Found, facts: FileFacts) -> bool:
    """basedpyright answers a member of unknown type with what the call or the operator around it means.

    Behind an imported name such an answer may be meant: a module can give a function another name.
    """
    name = _name(found)
    if name == use.text or found.target.status not in ("definition", "external", "builtin"):
        return False
    if name in _COMPANIONS and use.flags & INVOKED:
        name = found.target.name.rpartition(".")[0].rpartition(".")[2]
    elif name.startswith("__") and name.endswith("__"):
        return True
    last = bisect_left(facts.uses, use.start, key=lambda each: each.start)
    if _root(facts.uses, last).imported >= 0:
        return False
    around = [*facts.uses[max(0, last - _CALL_REACH) : last], *facts.uses[last + 1 : last + 2]]
    return name != use.text and any(
        each.flags & INVOKED and each.text == name and each.holder == use.holder for each in around
    )


def _root(uses: Sequence[Use], index: int) -> Use:
    """The first name of a chain `a.b.c`, as far as names stand directly before it."""
    while index > 0 and uses[index].flags & MEMBER and uses[index - 1].end == uses[index].start - 1:
        index -= 1
    return uses[index]


def _without_companions(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """`C()` also names the constructor, `x()` the `__call__` of what `x` is."""
    return [each for each in found if use.text in _COMPANIONS or _name(each) not in _COMPANIONS]


def _without_callees(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """A call of a variable that holds a function also names the function."""
    held = [each for each in found if each.definition and each.definition.kind in (*VARIABLE_KINDS, "field")]
    if not use.flags & INVOKED or not held:
        return found
    names = {use.text, *map(_name, held)}
    return [each for each in found if _kind(each) not in FUNCTION_KINDS or not _is_held(each, names, use)]


def _is_held(found: Found, names: set[str], use: Use) -> bool:
    """It bears another name, or is a method though the use has no receiver."""
    return _name(found) not in names or (_kind(found) == "method" and not use.flags & MEMBER)


def _without_modules(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """A name that may also be a submodule; of modules alone one is enough, as they make no edge."""
    return [each for each in found if each.target.status != "module"] or found[:1]


def _without_promoted(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """`float` as a type also names `int`."""
    if any(each.target.status != "builtin" for each in found):
        return found
    return [each for each in found if _name(each) == use.text]


def _by_accessor(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """A written property is its setter, any other its getter."""
    wanted = "setter" if use.flags & WRITTEN else "getter"
    if not any(_accessor(each) == wanted for each in found):
        return found
    return [each for each in found if _accessor(each) in ("", wanted)]


def _without_overloads(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """Overload signatures and their implementation are one node: the implementation, else the first signature."""
    whole = {_holder(each) for each in found if each.definition and not each.definition.overload}
    kept: dict[object, Found] = {}
    for each in found:
        if each.definition is None or not each.definition.overload:
            kept[each.target] = each
        elif _holder(each) not in whole:
            kept.setdefault(_holder(each), each)
    return list(kept.values())


def _without_repeated(use: Use, found: Sequence[Found]) -> Sequence[Found]:
    """One identity outside the repository declared in several branches; fields, which make no edge, once."""
    kept: dict[object, Found] = {}
    for each in found:
        target = each.target
        if target.status in ("external", "builtin"):
            kept.setdefault((target.mod, target.pkg, target.name), each)
        elif _kind(each) == "field":
            kept.setdefault("field", each)
        else:
            kept[target] = each
    return list(kept.values())


_REDUCERS: tuple[Callable[[Use, Sequence[Found]], Sequence[Found]], ...] = (
    _without_companions,
    _without_callees,
    _without_modules,
    _without_promoted,
    _by_accessor,
    _without_overloads,
    _without_repeated,
)


def _as_imported(use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
    """What an import names in one distribution is one thing, though stubs declare it in several ways."""
    outside = all(each.target.status in ("external", "builtin") for each in found)
    if use.imported < 0 or not outside or len({each.target.mod for each in found}) > 1:
        return found
    item = facts.imports[use.imported]
    name = item.names[use.imported_name].name if use.imported_name >= 0 else use.text
    return [each for each in found if (each.target.pkg, each.target.name) == (item.path, name)][:1] or found[:1]


def _name(found: Found) -> str:
    return found.definition.name if found.definition is not None else found.target.name.rpartition(".")[2]


def _kind(found: Found) -> str:
    return found.definition.kind if found.definition is not None else found.target.kind


def _accessor(found: Found) -> str:
    return found.definition.accessor if found.definition is not None else found.target.accessor


def _holder(found: Found) -> tuple[str, str, int, str]:
    """What tells definitions apart that may be one node: their file, the definition around them, their name."""
    target, definition = found.target, found.definition
    return (target.mod, target.path or target.pkg, definition.parent if definition else -1, _name(found))


def base_kind(base: Definition | Target) -> Literal["inherit", "implement", "both"]:
    """A protocol or abstract class is implemented and inherited from; `ABC` itself only marks."""
    if isinstance(base, Target):
        abstract = base.abstract and (base.pkg, base.name) != ("abc", "ABC")
    else:
        abstract = base.kind == "protocol" or "abstract" in base.modifiers
    return "both" if abstract else "inherit"
