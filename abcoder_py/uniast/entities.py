"""The three kinds of node as models: Function, Type, Var; what of them the Graph holds is in `relations`."""

from pydantic import Field

from abcoder_py.uniast.base import Identity, Model, Place
from abcoder_py.uniast.extras import Dependency, NodeExtra


class Receiver(Model):
    """The type that a method belongs to."""

    is_pointer: bool = False
    """The method may change its receiver: Go `*T`, Rust `&mut self`, a C++ member that is not const."""
    type: Identity


class Entity(Place, Identity):
    """What every node of a package has."""

    content: str | None = None
    """The file's bytes from `StartOffset` to `EndOffset`: doc comment, decorators and declaration."""
    compress_data: str | None = Field(default=None, alias="compress_data")
    """A summary written by a language model."""
    extra: NodeExtra | None = None


class Function(Entity):
    """A function, method, constructor, interface method, or macro with arguments."""

    exported: bool = False
    is_method: bool = False
    is_interface_method: bool = False
    signature: str | None = None
    """One line, from the declaration's start to its body."""
    receiver: Receiver | None = None
    params: list[Dependency] = Field(default_factory=list)
    """Types in the parameter list."""
    results: list[Dependency] = Field(default_factory=list)
    function_calls: list[Dependency] = Field(default_factory=list)
    method_calls: list[Dependency] = Field(default_factory=list)
    types: list[Dependency] = Field(default_factory=list)
    """Types named elsewhere in the function."""
    global_vars: list[Dependency] = Field(default_factory=list)


class Type(Entity):
    """A class, struct, interface, trait, enum, union, record, protocol or alias."""

    exported: bool = False
    type_kind: str | None = None
    sub_struct: list[Dependency] = Field(default_factory=list)
    """Types of fields, and an alias's target."""
    inline_struct: list[Dependency] = Field(default_factory=list)
    """Base classes, embedded structs, extended interfaces."""
    methods: dict[str, Identity] = Field(default_factory=dict)
    """Own methods by name, inherited ones left out."""
    implements: list[Dependency] = Field(default_factory=list)
    """Interfaces; with a place where the source declares it."""


class Var(Entity):
    """A variable or constant of a package, or a static field."""

    is_exported: bool = False
    is_const: bool = False
    is_pointer: bool = False
    type: Identity | None = None
    """Only where the source writes one; a builtin has a Name alone."""
    dependencies: list[Dependency] = Field(default_factory=list)
    groups: list[Identity] = Field(default_factory=list)
    """The other members of one const declaration."""
