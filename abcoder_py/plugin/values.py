"""The values that pass between the stages: facts of one file, and what its uses refer to.

Plain data (`msgspec` structs, encoded as arrays): cheap to make 200,000 times, to send between processes and
to keep in the store. Pydantic was measured and is three to ten times slower here; pickles were rejected because
a store may come from another machine. All offsets are bytes, end exclusive; -1 stands for "none".
"""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal[
    "call",  # called: f(), C(), x.m()
    "value",  # named as a value: read, passed, aliased
    "write",  # assigned to
    "type",  # names a type in a body, a bound, an annotation that is neither parameter, result nor field
    "parameter",  # a type in a parameter's place
    "result",  # a type in a result's place
    "field",  # a type of a field, an alias's target, a type argument of a base
    "base",  # a base class, an embedded type, an extended interface
    "implement",  # a declared interface
    "decorator",  # a decorator, annotation, derive
    "receiver",  # the receiver's own type: no edge
    "import",  # a token of an import statement: no edge, its target goes to File.Imports
]

INVOKED = 1  # called; a decorator, a macro
WRITTEN = 2  # assigned to
MEMBER = 4  # stands behind a receiver (`x.name`): its answer needs the receiver's type
QUOTED = 8  # inside a string (Python's annotations, Rust's format strings)
READ = 16  # a written member that is read too (`x.n += 1`)

FUNCTION_KINDS = frozenset({"function", "method", "constructor", "macro_function"})
TYPE_KINDS = frozenset(
    {"class", "struct", "interface", "trait", "enum", "union", "record", "protocol", "annotation", "typedef"}
)
VARIABLE_KINDS = frozenset({"variable", "constant", "macro_constant"})
NODE_KINDS = FUNCTION_KINDS | TYPE_KINDS | VARIABLE_KINDS
"""Kinds of definitions that become nodes, where they are not local to a function's body."""
OTHER_KINDS = frozenset({"field", "member", "type_parameter", "namespace", "module", "local", "parameter"})
"""Kinds that are defined and never a node: `member` is an enum's."""


class Parameter(msgspec.Struct, array_like=True, gc=False):
    """One of `Params`, `Results`, `Fields`, `TypeParams` of a node's Extra (uniast.md, "Shapes of Extra")."""

    name: str
    type: str = ""
    default: str = ""
    kind: str = ""
    start: int = -1
    end: int = -1
    type_start: int = -1
    type_end: int = -1


class Definition(msgspec.Struct, array_like=True, gc=False):
    """Something that the file declares."""

    kind: str
    """One of NODE_KINDS or OTHER_KINDS."""
    name: str
    """The bare name as written (`m`, not `C.m`)."""
    name_start: int
    name_end: int
    start: int
    """Full span: doc comment, attributes and decorators in. In a group (`const (…)`) the one spec."""
    end: int
    line_start: int
    """Where the declaration itself starts, below doc comment, attributes and decorators: gives `Line`."""
    head_start: int
    """Start with decorators in and the doc comment out: gives `Extra.Lines`."""
    body_start: int = -1
    """The body of a function or type; the initializer of a variable."""
    body_end: int = -1
    parent: int = -1
    """Index of the innermost definition of FileFacts that holds this one, -1 for the file."""
    local: bool = False
    """Inside a function's body or an initializer: no node, its bytes and uses belong to the holder."""
    owner: str = ""
    """Name of the type it belongs to, where its parent does not tell (Go's receiver), in the same package."""
    exported: bool = False
    constant: bool = False
    pointer: bool = False
    """Of a method: its receiver can be changed (`IsPointer`); of a variable: its type is a pointer."""
    interface_method: bool = False
    overload: bool = False
    """A mere signature of the definition of the same name and parent that follows (Python's @overload)."""
    accessor: Literal["", "getter", "setter", "deleter"] = ""
    signature: str = ""
    type_text: str = ""
    """A variable's or field's type as written."""
    default: str = ""
    """A variable's initializer as written, where it is one line of at most 200 characters."""
    parameters: list[Parameter] = []
    results: list[Parameter] = []
    type_parameters: list[Parameter] = []
    modifiers: list[str] = []
    """async, static, abstract, generator, public, classmethod, …

    Of a field, `embedded`: its name is also a use of its type.
    """
    decorators: list[str] = []
    doc: str = ""
    group: int = -1
    """Start of the declaration group (`const (…)`) that holds it: definitions with one value are one group."""
    group_end: int = -1
    value: str = ""
    """What an implicit constant stands for (iota)."""
    spec: int = -1
    """Start of the declaration that several names share (`var a, b = f()`): their uses are shared too."""
    conditional: bool = False
    """In a branch: an earlier definition of the name may hold instead."""


class ImportedName(msgspec.Struct, array_like=True, gc=False):
    """One name of an import statement."""

    name: str
    alias: str = ""
    start: int = -1
    end: int = -1


class Import(msgspec.Struct, array_like=True, gc=False):
    """One import, as `File.Imports` holds it."""

    path: str
    """As the writer needs it: Go with quotes, Rust the `use` statement, else as written."""
    start: int
    end: int
    alias: str = ""
    names: list[ImportedName] = []
    token_start: int = -1
    """The token that a server is asked about for the module's `Target` (`c` of `import a.b.c`); -1: none."""
    token_end: int = -1
    bound: str = ""
    """The name that the import itself binds (`a` of `import a.b`, an alias, Go's package name), or ""."""
    prefix: str = ""
    """How the file writes the imported module before a member (`a.b`, an alias); "" where it cannot."""
    star: bool = False
    """Binds names that the file does not show."""


class Use(msgspec.Struct, array_like=True, gc=False):
    """A token that may refer to a definition elsewhere."""

    start: int
    end: int
    text: str
    role: str
    flags: int
    holder: int
    """Index of the innermost definition that is a node and whose span holds it; -1: the file."""
    group: int = -1
    """Uses of one non-negative group and equal INVOKED, WRITTEN are one binding, proven by scopes: asked once."""
    parameter: str = ""
    """Name of the parameter, result or field whose type this names (else the type's text)."""
    imported: int = -1
    """Index of the import that binds it, or whose module stands directly before it (`prefix.name`)."""
    imported_name: int = -1
    """Index into that import's `names`; -1: the use's own text is the first segment behind the module."""


class Fault(msgspec.Struct, array_like=True, gc=False):
    """A part of a file that could not be read."""

    start: int
    end: int
    message: str
    kind: str = "syntax"


class FileFacts(msgspec.Struct, array_like=True):
    """Everything that one file's bytes tell."""

    path: str
    sha256: str
    language: str
    definitions: list[Definition] = []
    """In order of (start, -end): a parent stands before its children."""
    imports: list[Import] = []
    uses: list[Use] = []
    """In order of start; uses of locals are left out and counted in `local_uses`."""
    locals: list[int] = []
    """Starts of the names of local bindings, parameters included, ascending: an answer there is a local."""
    local_uses: int = 0
    faults: list[Fault] = []
    package_clause: tuple[str, int, int] | None = None
    doc: str = ""
    namespaces: list[tuple[str, int, int]] = []
    anonymous_functions: list[tuple[int, int, int]] = []
    """(holder, start, end)"""
    is_main: bool = False
    is_test: bool = False
    marks: dict[str, list[str]] = {}
    """What else the plugin's later hooks want to know (Python's `__all__`, Go's build constraints)."""
    unseen: list[tuple[int, int]] = []
    """Spans of comments and the like (`@unseen`), in order: what they hold is for `Language.hidden` to judge."""


class Target(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """Where a use is defined, or why that is not known. One status, one meaning:

    definition  `path` and `offset` of an answer inside the repository
    external    `mod`, `pkg`, `name`, `kind` (of NODE_KINDS or OTHER_KINDS, "" where unknown), `constructor`
    builtin     the same fields; offered by the language without import or package
    module      a module, package or namespace: no edge; `pkg`, and `path` where it is in the repository
    several     `several`: indexes into the table that holds this target
    unknown     `reason`: verbatim one of uniast.md's
    """

    status: Literal["definition", "external", "builtin", "module", "several", "unknown"]
    path: str = ""
    offset: int = -1
    mod: str = ""
    pkg: str = ""
    name: str = ""
    kind: str = ""
    accessor: str = ""
    constructor: str = ""
    """Name of the constructor that the external class itself defines (`Path.__new__`)."""
    abstract: bool = False
    """An external base that is an interface, protocol or abstract class."""
    reason: str = ""
    """Of an unknown one. Of an external one "not installed" says that its import alone names it."""
    several: tuple[int, ...] = ()
    content: str = ""
    signature: str = ""


class FileTargets(msgspec.Struct, array_like=True):
    """The targets of one file's uses and imports."""

    path: str
    table: list[Target] = []
    uses: list[int] = []
    """Index into `table` for each of FileFacts.uses."""
    imports: list[list[int]] = []
    """For each of FileFacts.imports: index into `table` of the module, then of each name; -1: nothing was asked."""
    implements: list[tuple[int, int]] = []
    """(index of a type in FileFacts.definitions, index into `table`): structural interfaces, told by the server."""


class Symbol(msgspec.Struct, frozen=True):
    """What a server itself says of a definition outside the repository (`uniast/definitions`)."""

    module: str
    """Path or name of the module, distribution, artifact; "" for what comes with the language."""
    version: str
    package: str
    name: str
    """`Name`, or `Type.Member`; "" for the package itself."""
    kind: str
    """One of NODE_KINDS or OTHER_KINDS."""


class ModuleSpec(msgspec.Struct):
    """One build unit of the repository (uniast.md, ModPath)."""

    name: str
    """ModPath before uniqueness is settled over all languages."""
    language: str
    directory: str
    """Relative to the repository, "." for its root."""
    files: list[str] = []
    """Source files of the language that belong to it, sorted."""
    build_files: list[str] = []
    """Build and lock files whose bytes the results depend on."""
    dependencies: dict[str, str] = {}
    """`Module.Dependencies`: name to ModPath (`name@version`)."""
    excluded: dict[str, str] = {}
    """Files left out of the build, with the reason."""
    data: dict[str, str] = {}
    """What the plugin's later hooks need to remember."""
