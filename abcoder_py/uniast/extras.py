"""The typed `Extra` of each holder: what a language or a view needs and the specification has no field for.

Everything here is optional, and keys of other writers stay. One free dictionary for all was rejected: a view could
not rely on any of it.
"""

from typing import Annotated, Any

from pydantic import Field

from abcoder_py.uniast.base import Identity, Model, Place


class DependencyExtra(Model):
    """How a target is used, and where else."""

    is_invoked: bool | None = None
    """Called, not only named."""
    param: str | None = None
    """In `Params` and `Results`: the parameter's name, else its type's text."""
    field: str | None = None
    """In `SubStruct` and `InlineStruct`: the field's name."""
    others: list[Annotated[list[int], Field(min_length=3, max_length=3)]] | None = None
    """Further uses alike: `[line, start, end]` each, in order."""


class Dependency(Place, Identity):
    """A use of another node: the target's identity and the place of the token that names it."""

    extra: DependencyExtra | None = None


class Parameter(Model):
    """A parameter, result, field or type parameter; an enum's member is a field of Kind `member`."""

    name: str | None = None
    type: str | None = None
    """As the source writes it."""
    default: str | None = None
    kind: str | None = None
    """positional, keyword, variadic, member, …"""
    start_offset: int | None = None
    end_offset: int | None = None
    type_start: int | None = None
    type_end: int | None = None


class LocalDefinition(Place):
    """A named function or class inside a function's body: no node, its bytes belong to the function."""

    name: str | None = None
    kind: str | None = None


class Overload(Place):
    """One of a function's overload signatures."""

    signature: str | None = None


class Uncertain(Place):
    """A use whose target is not known, or not known to be one; it stands in no other list."""

    status: str
    """`ambiguous`: several targets are possible; `unresolved`: none is known."""
    reason: str
    """One of `REASONS`."""
    name: str
    """The token's text."""
    candidates: list[str] | None = None
    """The full ids that an ambiguous use may mean."""


class NodeExtra(Model):
    """`Extra` of a Function, Type or Var."""

    lines: list[int] | None = None
    """First and last line, with decorators, without the doc comment."""
    doc: str | None = None
    """The doc comment's text without its marks."""
    decorators: list[str] | None = None
    modifiers: list[str] | None = None
    """async, static, abstract, generator, public, …"""
    macro: bool | None = None
    params: list[Parameter] | None = None
    results: list[Parameter] | None = None
    fields_: list[Parameter] | None = Field(default=None, alias="Fields")
    type_params: list[Parameter] | None = None
    type_text: str | None = None
    """A variable's type, or what an alias stands for, as the source writes it."""
    default: str | None = None
    """A variable's initial value as the source writes it."""
    value: str | int | float | None = None
    """What an implicit constant stands for."""
    group: Place | None = None
    """The span of the declaration that holds several constants."""
    overloads: list[Overload] | None = None
    declarations: list[Place] | None = None
    """Further declarations of what is defined here."""
    anonymous_functions: list[Place] | None = None
    local_definitions: list[LocalDefinition] | None = None
    dependencies: list[Dependency] | None = None
    """Uses that no list of the node itself takes: a Type's decorators and class-body calls."""
    uncertain: list[Uncertain] | None = None


class NamedSpan(Model):
    """A package clause or a namespace in a file."""

    name: str | None = None
    line: int | None = None
    start_offset: int | None = None
    end_offset: int | None = None


class FileExtra(Model):
    """`Extra` of a File."""

    hash: str | None = None
    """xxh3-128 of the bytes with line ends made `\\n`, in hexadecimal."""
    lines: int | None = None
    doc: str | None = None
    package_clause: NamedSpan | None = None
    namespaces: list[NamedSpan] | None = None
    also_in: list[str] | None = None
    """Further packages that the file is part of."""
    excluded: str | None = None
    """Why the file gives no nodes."""
    dependencies: list[Dependency] | None = None
    """Uses outside every node."""
    uncertain: list[Uncertain] | None = None


class UseCounts(Model):
    """How many uses of one role came to what."""

    resolved: int | None = None
    external: int | None = None
    builtin: int | None = None
    local: int | None = None
    ambiguous: int | None = None
    unresolved: dict[str, int] | None = None
    """By reason."""


class LanguageCoverage(Model):
    """What was read of one language."""

    files: int | None = None
    excluded: dict[str, int] | None = None
    """Files without nodes, by reason."""
    roles: dict[str, UseCounts] | None = None
    """All uses by role, without those that scopes alone prove to be local."""
    attributes: dict[str, UseCounts] | None = None
    """The part of `roles` that stands behind a receiver; the rest are names."""
    local_uses: int | None = None
    """Uses that scopes prove to be local."""


class LeftOut(Model):
    """A folder or file that is no part of the document."""

    path: str | None = None
    reason: str | None = None


class Coverage(Model):
    """How much of the repository the document knows."""

    languages: dict[str, LanguageCoverage] | None = None
    left_out: list[LeftOut] | None = None


class LanguageServer(Model):
    """What answered for a language."""

    server: str | None = None
    version: str | None = None
    settings: dict[str, Any] | None = None


class RepositoryExtra(Model):
    """`Extra` of the Repository."""

    coverage: Coverage | None = None
    languages: dict[str, LanguageServer] | None = None


REASONS = (
    "several targets",
    "receiver type unknown",
    "no definition",
    "depends on a template parameter",
    "excluded from the build",
    "server timed out",
    "server crashed",
    "no server",
)
"""Why a use is uncertain."""
