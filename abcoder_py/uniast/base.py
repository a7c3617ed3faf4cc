"""What all models share: wire names as aliases, unknown keys kept; identity and place."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_pascal


class Model(BaseModel):
    """An object of UniAST: attributes are the wire's keys in snake case (`StartOffset` is `start_offset`).

    Keys that the model does not know are kept and written again. Types are strict: 3.0 or "3" is no line.
    """

    model_config = ConfigDict(
        use_attribute_docstrings=True,
        alias_generator=to_pascal,
        validate_by_name=True,
        validate_by_alias=True,
        extra="allow",
        strict=True,
    )


class Place(Model):
    """A span of a file's bytes."""

    file: str | None = None
    """Path relative to the repository, with `/`."""
    line: int | None = None
    """1-based; of a node: the declaration's own, below doc comment and decorators; of a use: its token's."""
    start_offset: int | None = None
    """In bytes from the file's start."""
    end_offset: int | None = None
    """In bytes, exclusive."""


class Identity(Model):
    """What a node is called; `ModPath` and `PkgPath` have `%`, `?` and `#` percent-encoded."""

    mod_path: str
    """The build unit: its name, `name@version` for one of another repository."""
    pkg_path: str
    """The namespace, as an import writes it where the language can import it."""
    name: str
    """Unique in the package: `f`, `Type.member`, `Outer.Inner`; a homonym ends in `~2`."""

    @property
    def full(self) -> str:
        """`ModPath?PkgPath#Name`, unique in the repository."""
        return f"{self.mod_path}?{self.pkg_path}#{self.name}"

    @property
    def short(self) -> str:
        """`PkgPath#Name`, the form for people."""
        return f"{self.pkg_path}#{self.name}"
