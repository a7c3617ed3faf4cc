"""Variables and fields: assignments and the other statements that bind a name outside of functions.

Every binding is a definition, so a name that is bound twice is two variables (`X`, `X~2`); the second holds unless it
stands in a branch. Bindings of functions, lambdas and comprehensions are none: scopes know them.
"""

from __future__ import annotations

from typing import Any

from abcoder_plugins.python.definitions import last_name, one_line
from abcoder_py.plugin.language import RawDefinition
from abcoder_py.plugin.values import FUNCTION_KINDS, TYPE_KINDS, Definition

_PATTERNS = frozenset(
    {"pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "as_pattern_target", "tuple", "list"}
)
_NEVER = frozenset(
    {"for_in_clause", "lambda_parameters", "parameters", "typed_parameter", "default_parameter", "lambda"}
)
MAX_DEFAULT = 200


def define_variable(raw: RawDefinition) -> Definition | None:
    """A module's variable, a class's field, an enum's member; None inside a function."""
    owner = raw.ancestors[-1] if raw.ancestors else None
    in_class = owner is not None and owner.kind in TYPE_KINDS
    if not in_class and any(ancestor.kind in FUNCTION_KINDS for ancestor in raw.ancestors):
        return None
    statement, several = _statement(raw.name)
    if statement is None:
        return None
    kind = "field" if in_class else "variable"
    if statement.type == "assignment":
        return _assigned(raw, statement, several, kind, owner)
    if statement.type == "except_clause":
        kind = "local"
    return _bare(raw, kind)


def define_field(raw: RawDefinition) -> Definition | None:
    """`self.x = …` in a method, where `self` is its first parameter."""
    method = _method(raw)
    if method is None:
        return None
    statement, several = _statement(raw.name)
    if statement is None or statement.type != "assignment":
        found = _bare(raw, "field")
    else:
        found = _assigned(raw, statement, several, "field", None)
    found.owner = ".".join(d.name for d in raw.ancestors[: raw.ancestors.index(method)])
    return found


def _method(raw: RawDefinition) -> Definition | None:
    """The method whose first parameter the receiver is."""
    receiver = raw.text(raw.name.parent.child_by_field_name("object"))
    for index in range(len(raw.ancestors) - 1, 0, -1):
        function = raw.ancestors[index]
        if function.kind in FUNCTION_KINDS and any(p.name == receiver for p in function.parameters):
            first = function.parameters[0].name == receiver and "static" not in function.modifiers
            return function if first and raw.ancestors[index - 1].kind in TYPE_KINDS else None
    return None


def _statement(name: Any) -> tuple[Any, bool]:
    """The statement that binds a name, the outermost of a chain `a = b = 1`; and whether it binds several names."""
    node, several = name.parent, False
    while node is not None and (node.type in _PATTERNS or node.type == "attribute"):
        several = several or node.type != "attribute"
        node = node.parent
    if node is None or node.type in _NEVER:
        return None, False
    if node.type == "assignment":
        while node.parent is not None and node.parent.type == "assignment":
            node, several = node.parent, True
        right = node.child_by_field_name("right")
        return node, several or (right is not None and right.type == "assignment")
    while node is not None and node.type == "as_pattern":
        node = node.parent
    return (None, False) if _is_in_lambda(name) else (node, False)


def _is_in_lambda(node: Any) -> bool:
    while node is not None and node.type not in ("module", "block"):
        if node.type == "lambda":
            return True
        node = node.parent
    return False


def _assigned(raw: RawDefinition, statement: Any, several: bool, kind: str, owner: Definition | None) -> Definition:
    annotation = statement.child_by_field_name("type")
    value = statement.child_by_field_name("right")
    while value is not None and value.type == "assignment":
        value = value.child_by_field_name("right")
    found = _bare(raw, kind)
    found.start = found.line_start = found.head_start = statement.start_byte
    found.end = statement.end_byte
    found.spec = statement.start_byte if several else -1
    if annotation is not None:
        found.type_text = one_line(raw.text(annotation))
    if value is not None:
        value = _own_value(raw.name, statement.child_by_field_name("left"), value)
        found.body_start, found.body_end = value.start_byte, value.end_byte
        text = raw.text(value) if value.end_byte - value.start_byte <= MAX_DEFAULT else "\n"
        found.default = "" if "\n" in text else text
    if owner is not None and owner.kind == "enum" and is_member(found):
        found.kind = "member"
    word = last_name(found.type_text)
    found.constant = found.constant or word == "Final"
    if word == "TypeAlias":
        found.kind, found.constant = "typedef", False
        found.type_text = one_line(raw.text(value)) if value is not None else ""
    return found


def _own_value(name: Any, left: Any, right: Any) -> Any:
    """The value of one name of `a, b = 1, 2`; the whole right side where it isn't told name by name."""
    if left.type not in ("pattern_list", "tuple_pattern") or right.type not in ("expression_list", "tuple"):
        return right
    names, values = ([child for child in side.named_children if child.type != "comment"] for side in (left, right))
    starred = any(child.type in ("list_splat_pattern", "list_splat") for child in (*names, *values))
    return right if starred or len(names) != len(values) or name not in names else values[names.index(name)]


def is_member(field: Definition) -> bool:
    """Is this field of an enum's body a member: assigned to, not annotated, not reserved?"""
    return field.body_start >= 0 and not field.type_text and not field.name.startswith("_")


def _bare(raw: RawDefinition, kind: str) -> Definition:
    """A variable whose span is its name alone. A variable `_` is no node."""
    name = raw.text(raw.name)
    start, end = raw.name.start_byte, raw.name.end_byte
    found = Definition("local" if name == "_" else kind, name, start, end, start, end, start, start)
    found.constant = name.isupper()
    return found
