"""What the view needs of a UniAST document, decoded straight from its bytes.

`uniast.models` holds and checks everything, and takes ten times the memory: here the graph, which is most of a
document, is passed over, and so is every place of a use. Empty tuples are one object, empty lists would be 150,000.
Documents of other tools go through `uniast.reading` first.
"""

from __future__ import annotations

import msgspec

from abcoder_py.uniast.reading import read_document


class Identity(msgspec.Struct, rename="pascal", gc=False, frozen=True):
    mod_path: str = ""
    pkg_path: str = ""
    name: str = ""


class UseExtra(msgspec.Struct, rename="pascal", gc=False):
    is_invoked: bool = False


class Use(msgspec.Struct, rename="pascal", gc=False):
    """A Dependency."""

    mod_path: str = ""
    pkg_path: str = ""
    name: str = ""
    extra: UseExtra | None = None


class Span(msgspec.Struct, rename="pascal", gc=False):
    name: str = ""
    start_offset: int = 0
    end_offset: int = 0


class Parameter(msgspec.Struct, rename="pascal", gc=False):
    name: str = ""
    type: str = ""
    default: str = ""
    kind: str = ""
    start_offset: int = -1
    end_offset: int = -1


class Uncertain(msgspec.Struct, rename="pascal", gc=False):
    candidates: tuple[str, ...] = ()


class NodeExtra(msgspec.Struct, rename="pascal", gc=False):
    doc: str = ""
    modifiers: tuple[str, ...] = ()
    params: tuple[Parameter, ...] = ()
    results: tuple[Parameter, ...] = ()
    fields_: tuple[Parameter, ...] = msgspec.field(name="Fields", default=())
    type_text: str = ""
    default: str = ""
    value: str | int | float = ""
    anonymous_functions: tuple[Span, ...] = ()
    dependencies: tuple[Use, ...] = ()
    uncertain: tuple[Uncertain, ...] = ()


class Receiver(msgspec.Struct, rename="pascal", gc=False):
    type: Identity


class Node(msgspec.Struct, rename="pascal"):
    """A Function, Type or Var: the fields of all three."""

    mod_path: str
    pkg_path: str
    name: str
    file: str = ""
    start_offset: int = 0
    end_offset: int = 0
    content: str = ""
    compress_data: str = msgspec.field(name="compress_data", default="")
    exported: bool = False
    is_exported: bool = False
    is_const: bool = False
    type_kind: str = ""
    receiver: Receiver | None = None
    methods: dict[str, Identity] = {}
    params: tuple[Use, ...] = ()
    results: tuple[Use, ...] = ()
    function_calls: tuple[Use, ...] = ()
    method_calls: tuple[Use, ...] = ()
    types: tuple[Use, ...] = ()
    global_vars: tuple[Use, ...] = ()
    sub_struct: tuple[Use, ...] = ()
    inline_struct: tuple[Use, ...] = ()
    implements: tuple[Use, ...] = ()
    dependencies: tuple[Use, ...] = ()
    extra: NodeExtra | None = None


class ImportedName(msgspec.Struct, rename="pascal", gc=False):
    name: str = ""
    target: Identity | None = None


class Import(msgspec.Struct, rename="pascal", gc=False):
    path: str = ""
    names: tuple[ImportedName | str, ...] = ()
    target: Identity | None = None


class FileExtra(msgspec.Struct, rename="pascal", gc=False):
    hash: str = ""
    doc: str = ""
    namespaces: tuple[Span, ...] = ()
    dependencies: tuple[Use, ...] = ()
    uncertain: tuple[Uncertain, ...] = ()


class File(msgspec.Struct, rename="pascal"):
    path: str = ""
    imports: tuple[Import, ...] = ()
    package: str = ""
    extra: FileExtra | None = None


class Package(msgspec.Struct, rename="pascal"):
    functions: dict[str, Node] = {}
    types: dict[str, Node] = {}
    vars: dict[str, Node] = {}
    compress_data: str = msgspec.field(name="compress_data", default="")


class Module(msgspec.Struct, rename="pascal"):
    language: str = ""
    dir: str = ""
    packages: dict[str, Package] = {}
    files: dict[str, File] = {}


class Document(msgspec.Struct, rename="pascal"):
    """A UniAST document without its graph."""

    modules: dict[str, Module]
    id: str = msgspec.field(name="id", default="")
    path: str = ""


_DECODER = msgspec.json.Decoder(Document)


def load(data: bytes | memoryview) -> Document:
    """The document of a file's bytes. Raises ValueError where they are no JSON, or no UniAST."""
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError:
        read = read_document(msgspec.json.decode(data))
        return msgspec.convert(read, Document)
