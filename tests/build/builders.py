"""Facts and targets of small files, made by pointing at their text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson

from abcoder_py.build.inputs import BuildInput, LanguageInput
from abcoder_py.build.repository import build
from abcoder_py.plugin.language import Language
from abcoder_py.plugin.values import (
    INVOKED,
    MEMBER,
    NODE_KINDS,
    Definition,
    FileFacts,
    FileTargets,
    ModuleSpec,
    Target,
    Use,
)
from abcoder_py.source.walk import walk


class Toy(Language):
    """A language without a grammar."""

    name = "toy"
    grammars: dict[str, Any] = {}  # noqa: RUF012

    def base_kind(self, base: Definition | Target) -> Any:
        abstract = base.abstract if isinstance(base, Target) else base.kind == "protocol"
        return "both" if abstract else "inherit"

    def stub_of(self, path: str, paths: Any) -> str | None:
        source = path.removesuffix("i")
        return source if source != path and source in paths else None

    def is_standard_library(self, mod: str) -> bool:
        return mod.startswith("toy@")


class Source:
    """One file: its text, and what is pointed out in it."""

    def __init__(self, path: str, text: str, pkg: str = "") -> None:
        self.path, self.text, self.pkg = path, text, pkg or path.removesuffix("i").removesuffix(".toy")
        self.facts = FileFacts(path, "", "toy")
        self.targets = FileTargets(path)

    def at(self, text: str, nth: int = 0) -> int:
        """Byte offset of the nth occurrence, of a word only where it stands alone."""
        places = [found.start() for found in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", self.text)]
        return len(self.text[: places[nth]].encode())

    def define(self, kind: str, name: str, span: str, nth: int = 0, body: str = "", **more: Any) -> int:
        """A definition over the nth occurrence of `span`; gives its index."""
        start = self.at(span, nth)
        head = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", span)
        assert head, (name, span)
        name_start = start + len(span[: head.start()].encode())
        item = Definition(
            kind, name, name_start, name_start + len(name), start, start + len(span.encode()), start, start, **more
        )
        if body:
            item.body_start = start + span.index(body)
            item.body_end = item.body_start + len(body.encode())
        definitions = self.facts.definitions
        if item.parent < 0:
            around = [i for i, d in enumerate(definitions) if d.start <= start and item.end <= d.end and d.kind != kind]
            item.parent = around[-1] if around else -1
        definitions.append(item)
        return len(definitions) - 1

    def use(
        self, text: str, role: str, target: Target, nth: int = 0, flags: int | None = None, parameter: str = ""
    ) -> Use:
        """A use at the nth occurrence of `text`, of a target. Uses must be pointed out in order."""
        start = self.at(text, nth)
        flags = (INVOKED if role in ("call", "decorator") else 0) if flags is None else flags
        holder = -1
        for index, d in enumerate(self.facts.definitions):
            if d.start <= start < d.end and d.kind in NODE_KINDS and not d.local:
                holder = index
        item = Use(start, start + len(text.encode()), text, role, flags, holder, parameter=parameter)
        self.facts.uses.append(item)
        self.targets.uses.append(self.entry(target))
        return item

    def entry(self, target: Target) -> int:
        """Index of a target in the file's table."""
        if target not in self.targets.table:
            self.targets.table.append(target)
        return self.targets.table.index(target)

    def target(self, index: int) -> Target:
        """A target at one of this file's definitions."""
        return Target("definition", path=self.path, offset=self.facts.definitions[index].name_start)


def external(name: str, kind: str, mod: str = "dist@1.0", pkg: str = "dist", **more: Any) -> Target:
    return Target("external", mod=mod, pkg=pkg, name=name, kind=kind, **more)


def builtin(name: str, kind: str = "class") -> Target:
    return Target("builtin", mod="toy@3", pkg="builtins", name=name, kind=kind)


def unknown(reason: str) -> Target:
    return Target("unknown", reason=reason)


MEMBER_CALL = MEMBER | INVOKED


def given(root: Path, *sources: Source, language: Language | None = None, **more: Any) -> BuildInput:
    """The input for these files, written below `root`, as one module `app`."""
    for source in sources:
        path = root / source.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.text.encode())
    spec = ModuleSpec("app", "toy", ".", sorted(source.path for source in sources))
    share = LanguageInput(
        language or Toy(),
        [spec],
        {source.path: source.facts for source in sources},
        {source.path: source.targets for source in sources},
        {source.path: source.pkg for source in sources},
        {"Name": "toyls", "Version": "1", "Settings": {"strict": True}},
    )
    return BuildInput("host/owner/app", str(root), walk(root), [share], tool_version="0", **more)


def document(built_from: BuildInput) -> dict[str, Any]:
    """The document of an input, read back."""
    found: dict[str, Any] = orjson.loads(b"".join(build(built_from).chunks))
    return found


def node(document: dict[str, Any], pkg: str, name: str, mod: str = "app") -> dict[str, Any]:
    """One node of a document, in whichever table it stands."""
    package = document["Modules"][mod]["Packages"][pkg]
    tables = [package[table] for table in ("Functions", "Types", "Vars") if name in package[table]]
    assert len(tables) == 1, (name, {table: sorted(package[table]) for table in ("Functions", "Types", "Vars")})
    found: dict[str, Any] = tables[0][name]
    return found


def ends(entries: list[dict[str, Any]] | None) -> list[tuple[str, bool]]:
    """(PkgPath#Name, invoked) of each entry of a list."""
    return [(f"{e['PkgPath']}#{e['Name']}", bool((e.get("Extra") or {}).get("IsInvoked"))) for e in entries or []]
