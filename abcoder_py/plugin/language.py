"""What a language plugin provides: one object, `Language`, whose hooks the stages call.

A plugin subclasses `Language`, overrides what is particular to its language, and names an instance in the
entry-point group `uniast.languages`. Worker processes find it again by that name, so hooks keep no state of a
run. A Protocol of free functions was tried on paper: defaults then live nowhere, and every plugin repeats them.

Queries. A grammar's three `.scm` texts are run as one query; a later pattern wins over an earlier one for the same
token. Captures:

  @definition.KIND[.global]     a definition, named by its field `name`, else by itself; `.global`: none where it stands
                                directly in a function's body. Cheap: the pattern ties no nodes together
  @definition.KIND + @name      the same with its name; other captures reach `define` in `RawDefinition.captures`
  @use.ROLE[.member]            a token that may be a use; `.member`: it stands behind a receiver;
                                with @object in the pattern: the node of that receiver
  @use.write.update             a member that is read too: `x.n += 1`
  @use.ROLE.key                 a literal's key that is a member's name or a name of the file: asked each time
  @ignore                       a token that is never a use (keyword argument, label, key)
  @region.ROLE                  tokens inside that are only `value` or `type` uses take this role; the innermost counts;
                                `@region.plain` switches an outer region off
  @quoted                       text parsed as source of its own where a region makes it a type (string annotations)
  @import                       an import statement: `read_import` reads it
  @scope.hoisted                a scope whose bindings hold in all of it (Python's function, comprehension, lambda)
  @scope.ordered                a scope whose bindings hold from their end on (Go's block)
  @scope.class                  a scope seen only directly, not from functions inside
  @scope.types                  the scope of type parameters, round a scope of the same span
  @outer                        a region that belongs to the scope outside the one that holds it (defaults)
  @bind.local                   a name bound in the innermost scope; with @from: visible from that node's end
  @bind.function                the same in the innermost function or file scope (walrus)
  @bind.parent                  the same in the scope outside the innermost (a function's own name)
  @free                         a name that means the file's binding (Python's `global`)
  @anonymous                    an anonymous function
  @unseen                       a comment, or what else `hidden` wants to know of: its span goes into `FileFacts.unseen`
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from abcoder_py.plugin.notation import Notation
from abcoder_py.plugin.values import Definition, FileFacts, Import, ModuleSpec, Symbol, Target, Use

if TYPE_CHECKING:
    from abcoder_py.plugin.servers import ServerSpec


class Grammar(NamedTuple):
    """A tree-sitter grammar and the queries over it."""

    name: str
    version: str
    """Of the grammar's package: part of the facts' key."""
    language: Callable[[], object]
    """Gives the tree-sitter capsule."""
    definitions: str
    uses: str
    scopes: str
    lone_cr_ends_line: bool = False
    """The language takes a lone carriage return as a line's end; tree-sitter does not."""
    restart: str = ""
    """A regular expression for the beginning of a line at which a declaration of the file's own level starts.

    What an error swallowed is read again from such lines on; "": never.
    """


class Tree(Protocol):
    """The files of a repository, as plugins see them."""

    @property
    def root(self) -> str: ...
    @property
    def paths(self) -> Sequence[str]:
        """All files that belong, relative with `/`, bytewise sorted."""
        ...

    def read(self, path: str) -> bytes:
        """Bytes of one file that belongs; KeyError for any other, OSError where it cannot be read."""
        ...

    def exists(self, path: str) -> bool: ...


@dataclass(frozen=True)
class Options:
    """What the user asked for that plugins care about."""

    build_flags: tuple[str, ...] = ()
    python: str = ""
    """An interpreter or an environment's folder."""
    tests: bool = True
    environ: Mapping[str, str] = field(default_factory=dict)


@dataclass
class RawDefinition:
    """What `define` sees: one match of a definition pattern, inside the process that parsed it."""

    kind: str
    node: Any
    """tree_sitter.Node of the definition."""
    name: Any
    """tree_sitter.Node of its name."""
    captures: Mapping[str, list[Any]]
    source: bytes
    path: str
    ancestors: tuple[Definition, ...]
    """The definitions around it, outermost first."""

    def text(self, node: Any) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")


@dataclass(frozen=True)
class Place:
    """An answer outside the repository, with what the facts of that file tell."""

    path: str
    """Absolute, resolved."""
    chain: tuple[Definition, ...]
    """The definition whose name holds the answer, outermost first; empty: the module itself or unknown."""
    facts: FileFacts | None
    at_start: bool
    """The answer is the file's first position: the module."""
    symbol: Symbol | None = None
    """What the server itself says of it: nothing need be told from the path then."""


@dataclass(frozen=True)
class Found:
    """One place that a server named, ready for the reading rules."""

    target: Target
    definition: Definition | None = None
    """The definition there, in the repository or outside."""


class Language:
    """Base of every plugin. Hooks without a default here must be overridden."""

    name: str
    """`Module.Language`: go, python, rust, typescript, java, cpp."""
    aliases: tuple[str, ...] = ()
    version: str = "1"
    """Changes whenever the plugin would give other facts for the same bytes."""
    grammars: Mapping[str, Grammar]
    """By file suffix, with the dot."""
    servers: tuple[ServerSpec, ...] = ()
    """The default first."""
    read_beside: tuple[str, ...] = ()
    """Ends of names of files that a server reads though they are none of the language: headers, build files that git
    ignores. Wherever they lie in the repository's folder, answers are taken to depend on them."""
    imports_name_modules: bool = False
    """An import statement names a module and nothing in it: an answer there means the module, and nothing is asked
    behind it; `missing` names it."""
    imports_are_members: bool = False
    """What a module imports can be imported from it: an import that leads nowhere may name what its module imports."""
    notation: Notation = Notation()
    """What views want to know of how the language is written."""
    structural: bool = False
    """`Implements` comes from the server's `textDocument/implementation`, asked for `asks_implementations`."""

    # before syntax

    def grammar(self, path: str, tree: Tree) -> Grammar | None:
        """The grammar of a file, None where it is not of this language. Override for shebangs and headers."""
        dot = path.rfind(".")
        return self.grammars.get(path[dot:]) if dot > path.rfind("/") else None

    def modules(self, tree: Tree, files: Sequence[str], options: Options) -> list[ModuleSpec]:
        """The build units. `files`: the source files of this language, sorted; each goes into exactly one unit.

        ValueError, with a sentence for the user, where what the options name is not there.
        """
        raise NotImplementedError(self.name)

    def is_test(self, path: str) -> bool:
        """A test by the language's custom: `--no-tests` leaves it out, `Package.IsTest` says so."""
        return False

    # on a document, in views

    def called_by_language(self, name: str) -> bool:
        """Does the language itself run or read a node of this Name (without homonym number), with no use in a source?

        Go's `main`, Python's `C.__repr__`. Such a node is as alive as the type that it is a member of.
        """
        return False

    # in syntax, one file

    def define(self, raw: RawDefinition) -> Definition | None:
        """The definition of a match, or None where it is none. The stage itself sets `parent` and `local`."""
        raise NotImplementedError(self.name)

    def read_import(self, node: Any, source: bytes) -> list[Import]:
        """The imports of one `@import` node."""
        return []

    def finish(self, facts: FileFacts, root: Any, source: bytes) -> None:
        """Completes a file's facts in place: exports, package clause, is_main, marks."""

    # after syntax, before resolve

    def packages(self, module: ModuleSpec, facts: Mapping[str, FileFacts]) -> dict[str, str]:
        """PkgPath of each of the module's files."""
        raise NotImplementedError(self.name)

    def member_name(self, chain: Sequence[Definition]) -> str:
        """Name of the last definition of the chain (outermost first), without homonym number."""
        return ".".join([*([chain[-1].owner] if chain[-1].owner else []), *(d.name for d in chain)])

    # for the keys of what is kept between runs: what they say too little of makes answers stale

    machine_data: frozenset[str] = frozenset()
    """Keys of `ModuleSpec.data` that hold places of this machine. No key holds them, so that a store can be carried to
    another one; what results depend on there is for `environment_key` to say."""

    def hidden(self, facts: FileFacts, source: bytes, infers_results: bool) -> list[tuple[int, int]]:
        """Spans of the file (bytes, ascending, none inside another) that change no answer about another file: bodies,
        comments.

        A body from which the server infers what others see is none; `infers_results` says whether it infers a result
        type that is not written.
        """
        return []

    def reached(self, modules: Sequence[ModuleSpec], facts: Mapping[str, FileFacts]) -> dict[str, set[str]] | None:
        """What each file names directly: paths of the language's files, by imports or without, and words for places
        whose coming and going could change what its imports mean. None: every file reaches all the others."""
        return None

    # in resolve

    def read_answer(self, use: Use, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
        """Reduces what a server gave for a use of the file to what is meant (overloads, accessors, redefinitions).

        `found` is empty where the server knows nothing; so may be what is returned.
        """
        return found

    def external(self, place: Place, module: ModuleSpec, options: Options) -> Target:
        """Identity (status external, builtin or module) of an answer outside the repository."""
        raise NotImplementedError(self.name)

    def missing(self, item: Import, name: str, module: ModuleSpec) -> Target | None:
        """Identity of `name` ("": the module itself) behind an import that nothing answers.

        None: the import means something of this repository, so the name is simply not there. The module itself may
        be told there too, by the `path` of one of its files.
        """
        return None

    def offered(self, use: Use, module: ModuleSpec) -> Target | None:
        """What the language itself offers under a name for which the server has no answer (status `builtin`)."""
        return None

    def asks_implementations(self, definition: Definition) -> bool:
        """Is the server asked which interfaces this type satisfies? Only where `structural`."""
        return False

    def implemented(self, definition: Definition, found: Sequence[Found], facts: FileFacts) -> Sequence[Found]:
        """What of all that the server named for this type of the file belongs into its `Implements`."""
        return [item for item in found if item.definition is not None and item.definition.kind == "interface"]

    # in build

    def stub_of(self, path: str, paths: Container[str]) -> str | None:
        """The source file that this file only declares (`a.py` of `a.pyi`), where it is one of `paths`."""
        return None

    def is_standard_library(self, mod: str) -> bool:
        """Does this external ModPath come with the language? Such are never a module's dependency."""
        return not mod

    def base_kind(self, base: Definition | Target) -> Literal["inherit", "implement", "both"]:
        """What naming this base means for the type that names it."""
        return "inherit"

    def environment_key(self, module: ModuleSpec, options: Options) -> str:
        """All outside the repository that results depend on: versions of the environment's packages, the toolchain.

        By content, never by place or time: the same on every machine that would give the same results."""
        return ""

    def notices(self, module: ModuleSpec, missing: Mapping[str, int], options: Options) -> list[str]:
        """Sentences for the user about imports that could not be found, by name and number of uses."""
        return []
