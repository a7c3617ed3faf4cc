"""The shapes of UniAST's objects: each one's keys in the order in which they are written. Data only.

Kept apart from the pydantic models, which the hot path must not import; a test holds the two equal. Where the seed
shows an object, its order is the seed's; identity and place stand together everywhere, and `Extra` stands last.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

AST_VERSION: Final = "v0.1.5"
"""The version of the specification that documents are written in."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How one kind of object is written."""

    order: tuple[str, ...]
    """Its keys, in the order in which they are written."""
    always: Mapping[str, Any]
    """The keys that are written also when empty, each with what stands there where nothing is given."""
    one: Mapping[str, "Shape"]
    """Keys that hold an object of a shape,"""
    many: Mapping[str, "Shape"]
    """a list of them,"""
    maps: Mapping[str, "Shape"]
    """or a map of them, ordered by its keys' bytes; a map of plain values has the shape VALUE."""
    plans: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    """What `plan` said of the key sequences seen so far: few, and each stands in thousands of objects."""

    def plan(self, keys: tuple[str, ...]) -> tuple[str, ...] | None:
        """For an object whose keys are all known, complete and in order: those of them that hold other shapes.

        None where the object has to be ordered key by key.
        """
        if tuple(key for key in self.order if key in keys) != keys or not self.always.keys() <= set(keys):
            return None
        inner = self.one.keys() | self.many.keys() | self.maps.keys()
        self.plans[keys] = tuple(key for key in keys if key in inner)
        return self.plans[keys]


_DEFAULTS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("Exported", "IsExported", "IsConst", "IsPointer"), False),
    **dict.fromkeys(("IsMethod", "IsInterfaceMethod", "IsMain", "IsTest"), False),
    **{key: {} for key in ("Functions", "Types", "Vars", "Modules", "Graph")},
    "Line": 0,
    "Type": "UNKNOWN",
}


def _shape(
    order: str,
    always: str = "",
    *,
    one: Mapping[str, Shape] | None = None,
    many: Mapping[str, Shape] | None = None,
    maps: Mapping[str, Shape] | None = None,
) -> Shape:
    defaults = {key: _DEFAULTS.get(key, "") for key in always.split()}
    return Shape(tuple(order.split()), defaults, one or {}, many or {}, maps or {})


def _lists(keys: str, shape: Shape) -> dict[str, Shape]:
    return dict.fromkeys(keys.split(), shape)


_ID: Final = "ModPath PkgPath Name"
_PLACE: Final = "File Line StartOffset EndOffset"
_SPAN: Final = "Line StartOffset EndOffset"

VALUE: Final = _shape("")
IDENTITY: Final = _shape(_ID, _ID)
ANONYMOUS: Final = _shape(_PLACE)
LOCAL: Final = _shape(f"Name Kind {_PLACE}")
OVERLOAD: Final = _shape(f"{_PLACE} Signature")
PARAMETER: Final = _shape("Name Type Default Kind StartOffset EndOffset TypeStart TypeEnd")
UNCERTAIN: Final = _shape(f"Status Reason Name {_PLACE} Candidates", "Status Reason Name")
DEPENDENCY_EXTRA: Final = _shape("IsInvoked Param Field Others")
DEPENDENCY: Final = _shape(f"{_ID} {_PLACE} Extra", _ID, one={"Extra": DEPENDENCY_EXTRA})
RECEIVER: Final = _shape("IsPointer Type", "IsPointer", one={"Type": IDENTITY})

NODE_EXTRA: Final = _shape(
    "Lines Doc Decorators Modifiers Macro Params Results Fields TypeParams TypeText Default Value Group Overloads "
    "Declarations AnonymousFunctions LocalDefinitions Dependencies Uncertain",
    one={"Group": ANONYMOUS},
    many={
        **_lists("Params Results Fields TypeParams", PARAMETER),
        **_lists("Declarations AnonymousFunctions", ANONYMOUS),
        "Overloads": OVERLOAD,
        "LocalDefinitions": LOCAL,
        "Dependencies": DEPENDENCY,
        "Uncertain": UNCERTAIN,
    },
)
FUNCTION: Final = _shape(
    f"Exported IsMethod IsInterfaceMethod {_ID} {_PLACE} Content Signature Receiver Params Results FunctionCalls "
    "MethodCalls Types GlobalVars compress_data Extra",
    f"Exported IsMethod IsInterfaceMethod {_ID}",
    one={"Receiver": RECEIVER, "Extra": NODE_EXTRA},
    many=_lists("Params Results FunctionCalls MethodCalls Types GlobalVars", DEPENDENCY),
)
TYPE: Final = _shape(
    f"Exported TypeKind {_ID} {_PLACE} Content SubStruct InlineStruct Methods Implements compress_data Extra",
    f"Exported {_ID}",
    one={"Extra": NODE_EXTRA},
    many=_lists("SubStruct InlineStruct Implements", DEPENDENCY),
    maps={"Methods": IDENTITY},
)
VAR: Final = _shape(
    f"IsExported IsConst IsPointer {_ID} {_PLACE} Type Content Dependencies Groups compress_data Extra",
    f"IsExported IsConst IsPointer {_ID}",
    one={"Type": IDENTITY, "Extra": NODE_EXTRA},
    many={"Dependencies": DEPENDENCY, "Groups": IDENTITY},
)

IMPORT: Final = _shape(f"Alias Path Names {_SPAN} Target", "Path", one={"Target": IDENTITY})
NAMED_SPAN: Final = _shape(f"Name {_SPAN}")
FILE_EXTRA: Final = _shape(
    "Hash Lines Doc PackageClause Namespaces AlsoIn Excluded Dependencies Uncertain",
    one={"PackageClause": NAMED_SPAN},
    many={"Namespaces": NAMED_SPAN, "Dependencies": DEPENDENCY, "Uncertain": UNCERTAIN},
)
FILE: Final = _shape("Path Imports Package Extra", "Path", one={"Extra": FILE_EXTRA}, many={"Imports": IMPORT})
PACKAGE: Final = _shape(
    "IsMain IsTest PkgPath Functions Types Vars compress_data Extra",
    "IsMain IsTest PkgPath Functions Types Vars",
    maps={"Functions": FUNCTION, "Types": TYPE, "Vars": VAR},
)
LOAD_ERROR: Final = _shape("Pos Msg Kind")
MODULE: Final = _shape(
    "Language Version Name Dir Packages Dependencies Files load_errors compress_data Extra",
    "Name",
    many={"load_errors": LOAD_ERROR},
    maps={"Packages": PACKAGE, "Dependencies": VALUE, "Files": FILE},
)

RELATION: Final = _shape(f"Kind {_ID} Line Desc Codes", f"Kind {_ID} Line")
GRAPH_NODE_EXTRA: Final = _shape("Files Candidates")
GRAPH_NODE: Final = _shape(
    f"{_ID} Type Dependencies References Implements Inherits Groups Extra",
    f"{_ID} Type",
    one={"Extra": GRAPH_NODE_EXTRA},
    many=_lists("Dependencies References Implements Inherits Groups", RELATION),
)

USE_COUNTS: Final = _shape("Resolved External Builtin Local Ambiguous Unresolved", maps={"Unresolved": VALUE})
LANGUAGE_COVERAGE: Final = _shape(
    "Files Excluded Roles Attributes LocalUses",
    maps={"Excluded": VALUE, "Roles": USE_COUNTS, "Attributes": USE_COUNTS},
)
LEFT_OUT: Final = _shape("Path Reason")
COVERAGE: Final = _shape("Languages LeftOut", maps={"Languages": LANGUAGE_COVERAGE}, many={"LeftOut": LEFT_OUT})
SERVER: Final = _shape("Server Version Settings")
REPOSITORY_EXTRA: Final = _shape("Coverage Languages", one={"Coverage": COVERAGE}, maps={"Languages": SERVER})
REPOSITORY: Final = _shape(
    "id ASTVersion ToolVersion Path Extra Modules Graph",
    "id ASTVersion ToolVersion Path Modules Graph",
    one={"Extra": REPOSITORY_EXTRA},
    maps={"Modules": MODULE, "Graph": GRAPH_NODE},
)
