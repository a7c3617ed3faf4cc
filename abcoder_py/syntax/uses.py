"""Turns the winning tokens into uses: role, holder, and which of them scopes prove to be one binding."""

from __future__ import annotations

from abcoder_py.plugin.values import MEMBER, WRITTEN, Definition, FileFacts, Import, Use
from abcoder_py.syntax.definitions import Holders
from abcoder_py.syntax.nesting import Nesting, Sweep
from abcoder_py.syntax.query import KEY, Captures, Token
from abcoder_py.syntax.scopes import CLASS, Meaning, Scopes

PLAIN = "plain"


class Regions:
    """The role that a region gives to plain tokens inside it."""

    def __init__(self, captures: Captures) -> None:
        spans = sorted(captures.regions, key=lambda region: (region[0], -region[1], region[2]))
        self._roles = [role for _, _, _, role in spans]
        self._nesting = Nesting((start, end) for start, end, _, _ in spans)

    def role(self, offset: int) -> str:
        """The empty string outside every region and in a plain one."""
        found = self._nesting.at(offset)
        role = self._roles[found] if found >= 0 else ""
        return "" if role == PLAIN else role


class UseReader:
    """Reads the uses of one file."""

    def __init__(self, facts: FileFacts, captures: Captures, source: bytes, regions: Regions) -> None:
        self.facts, self.source, self.regions = facts, source, regions
        self.tokens = captures.tokens
        self.scopes = Scopes(len(source), captures, facts.imports, source)
        self.holders = Holders(facts.definitions)
        self.imports = Nesting((item.start, item.end) for item in _outermost(facts.imports))
        self.names = {d.name_start for d in facts.definitions if "embedded" not in d.modifiers}
        self.fields = _field_nesting(facts.definitions)
        self.prefixes = _prefixes(facts.imports)
        self.star = any(item.star for item in facts.imports)
        self.groups: dict[tuple[int, bytes], int] = {}

    def read(self) -> None:
        """Fills `uses`, `locals` and `local_uses` of the facts."""
        uses, names, scope, importing = self.facts.uses, self.names, self.scopes.sweep(), Sweep(self.imports)
        for start, token in sorted(self.tokens.items()):
            flags = token[3]
            if not token[2] or (start in names and not _may_call_setter(flags)) or importing.at(start) >= 0:
                continue
            if not flags & MEMBER:
                use = self._name(start, token, max(scope.at(start), 0))
            else:
                use = self._key(start, token) if flags & KEY else self._member(start, token)
            if use is not None:
                uses.append(use)
        self.facts.locals = self.scopes.local_starts()

    def _use(self, start: int, token: Token) -> Use:
        _, end, role, flags = token
        if role in ("value", "type"):
            role = self.regions.role(start) or role
        text = self.source[start:end].decode("utf-8", "replace")
        use = Use(start, end, text, role, flags & ~KEY, self.holders.at(start))
        if role in ("parameter", "result", "field", "base"):
            use.parameter = self._parameter(use)
        return use

    def _member(self, start: int, token: Token) -> Use | None:
        if not self.prefixes:
            return self._use(start, token)
        if self._import_before(token[1]) >= 0:
            return None  # `b` of `a.b` after `import a.b`: the module itself
        use = self._use(start, token)
        use.imported = self._import_before(start - (2 if self.source[start - 2 : start] == b"::" else 1))
        return use

    def _import_before(self, end: int) -> int:
        """Index of the import whose prefix is written before this byte, if its first name still means that import."""
        source = self.source
        for prefix, index in self.prefixes.get(source[end - 1], ()):
            start = end - len(prefix)
            if source.startswith(prefix, start) and not _goes_on(source, start):
                meaning = self.scopes.meaning(self.facts.imports[index].bound.encode(), start)
                if meaning is not None and meaning.imported is not None:
                    return index
        return -1

    def _key(self, start: int, token: Token) -> Use | None:
        """A member of what the literal makes, or a name: only an answer tells. A local's name is no edge either way."""
        meaning = self.scopes.meaning(self.source[start : token[1]], start)
        if meaning and meaning.is_local:
            self.facts.local_uses += 1
            return None
        return self._use(start, token)

    def _name(self, start: int, token: Token, scope: int) -> Use | None:
        bound = self.scopes.bound.get(start)
        if bound is not None and (not token[3] & WRITTEN or self.scopes.kinds[bound] == CLASS):
            return None
        name = self.source[start : token[1]]
        meaning = self.scopes.meaning_in(scope, name, start)
        if meaning and meaning.is_local:
            self.facts.local_uses += 1
            return None
        use = self._use(start, token)
        if meaning and meaning.imported:
            use.imported, use.imported_name = meaning.imported[2:]
        if self._is_one_binding(meaning, start):
            key = (meaning.scope if meaning else -1, name)
            use.group = self.groups.setdefault(key, len(self.groups))
        return use

    def _is_one_binding(self, meaning: Meaning | None, start: int) -> bool:
        if meaning is None:
            return not self.star
        if meaning.kind == CLASS or len(meaning.bindings) != 1:
            return False
        return meaning.deferred or meaning.bindings[0].start <= start

    def _parameter(self, use: Use) -> str:
        if use.role in ("field", "base"):
            return self.fields.name_at(use.start)
        if use.holder < 0:
            return ""
        holder = self.facts.definitions[use.holder]
        for item in holder.parameters if use.role == "parameter" else holder.results:
            if item.type_start <= use.start < item.type_end:
                return item.name or item.type
        return ""


class _Fields:
    def __init__(self, fields: list[Definition]) -> None:
        self._names = [field.name for field in fields]
        self._nesting = Nesting((field.start, field.end) for field in fields)

    def name_at(self, offset: int) -> str:
        found = self._nesting.at(offset)
        return self._names[found] if found >= 0 else ""


def _field_nesting(definitions: list[Definition]) -> _Fields:
    return _Fields([d for d in definitions if d.kind in ("field", "member")])


def _goes_on(source: bytes, start: int) -> bool:
    before = source[max(0, start - 3) : start]
    return bool(before) and (
        before.endswith(b"::") or (before[-1:] == b"." and before != b"...") or _is_word(before[-1])
    )


def _is_word(byte: int) -> bool:
    return byte >= 0x80 or byte == 0x5F or chr(byte).isalnum()


def _may_call_setter(flags: int) -> bool:
    """`self.x = …` declares a field, unless `x` is a property: only the server knows."""
    return bool(flags & MEMBER and flags & WRITTEN)


def _outermost(imports: list[Import]) -> list[Import]:
    return sorted(imports, key=lambda item: (item.start, -item.end))


def _prefixes(imports: list[Import]) -> dict[int, list[tuple[bytes, int]]]:
    """How modules are written before their members, by last byte, the longest first, with the last such import."""
    found = {item.prefix.encode(): index for index, item in enumerate(imports) if item.prefix}
    by_last: dict[int, list[tuple[bytes, int]]] = {}
    for prefix in sorted(found, key=len, reverse=True):
        by_last.setdefault(prefix[-1], []).append((prefix, found[prefix]))
    return by_last
