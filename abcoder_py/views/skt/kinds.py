"""What a node of UniAST is in .skt's words: category, kind, bare name, constructor.

Nothing here asks for a language. Names follow from the rules of identities: a member's name starts with its type's, an
overload's ends with its parameter types, and in languages whose package is the file `PkgPath` is the file's path.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from abcoder_py.uniast.identity import decode_part

Json = Mapping[str, Any]

_TYPE_KINDS: Final = {
    "struct": "struct",
    "interface": "interface",
    "protocol": "interface",
    "annotation": "interface",
    "trait": "trait",
    "enum": "enum",
    "union": "union",
    "typedef": "type_alias",
}
"""TypeKind to kind; any other, and a record, is a class."""
_HOMONYM: Final = re.compile(r"~[0-9]+$")
_QUALIFIERS: Final = re.compile(r"[\w &]*$")
_SEPARATOR: Final = re.compile(r"\.|::")
_OPEN, _CLOSED = "(<[", ")>]"


def type_kind(node: Json) -> tuple[str, str]:
    """Category and kind of a Type."""
    return "type", _TYPE_KINDS.get(str(node.get("TypeKind")), "class")


def function_kind(node: Json, siblings: Collection[str]) -> tuple[str, str]:
    """Category and kind of a Function. `siblings`: the names of its package's functions."""
    owner = owner_name(node)
    if owner and is_constructor(node, owner, siblings):
        return "callable", "constructor"
    return "callable", "method" if node.get("IsMethod") or node.get("IsInterfaceMethod") else "function"


def variable_kind(node: Json, is_member: bool) -> tuple[str, str]:
    """Category and kind of a Var."""
    if is_member:
        return "value", "field"
    return "value", "constant" if node.get("IsConst") else "variable"


def is_constructor(node: Json, owner: str, siblings: Collection[str]) -> bool:
    """Does this member make instances of its type `owner`?"""
    name = bare_name(node["Name"])
    if name == bare_name(owner):
        return parameter_list(node["Name"]) >= 0
    if package_is_file(node):
        return name == "constructor"
    return name == "__init__" or (name == "__new__" and f"{owner}.__init__" not in siblings)


def package_is_file(node: Json) -> bool:
    """Is the file itself the package?"""
    return decode_part(node["PkgPath"]) == node.get("File")


def owner_name(node: Json) -> str:
    """The name of the type that a node is a member of, as its own name or its receiver says; "" where it is none."""
    receiver = node.get("Receiver")
    if receiver:
        return str(receiver["Type"]["Name"])
    name = _plain(node["Name"])
    at = _last_separator(name)
    return name[: at[0]] if at else ""


def bare_name(name: str) -> str:
    """A name without its owner, its parameter types and its homonym's number."""
    plain = _plain(name)
    at = _last_separator(plain)
    return plain[at[1] :] if at else plain


def _plain(name: str) -> str:
    name = _HOMONYM.sub("", name)
    at = parameter_list(name)
    return name[:at] if at >= 0 else name


def parameter_list(name: str) -> int:
    """Where the parameter types start in a name that ends with them; -1 where it does not."""
    name = _HOMONYM.sub("", name)
    end = name.rfind(")")
    if end < 0 or not _QUALIFIERS.match(name, end + 1):
        return -1
    depth = 0
    for at in range(end, 0, -1):
        depth += (name[at] == ")") - (name[at] == "(")
        if not depth:
            return at
    return -1


def _last_separator(name: str) -> tuple[int, int] | None:
    """Start and end of the last `.` or `::` outside brackets; inside them where an operator's name confuses those."""
    found = list(_SEPARATOR.finditer(name))
    if not found or not any(bracket in name for bracket in _CLOSED):
        return found[-1].span() if found else None
    depths = _depths(name)
    outside = [each for each in found if not depths[each.start()]] or found
    return outside[-1].span()


def _depths(name: str) -> list[int]:
    """How deep in brackets each character stands, read from the right."""
    depth, depths = 0, []
    for character in reversed(name):
        depth += character in _CLOSED
        depths.append(depth)
        depth = max(depth - (character in _OPEN), 0)
    return depths[::-1]
