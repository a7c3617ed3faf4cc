"""Writes the minified form: `d:app;f:main.py;fn:add|p:a[t:INT],r:INT`, one line without docs, code and hashes.

Nesting is implied by rank: dir < file < module < namespace < class < func. For that to say enough, what is of the
deepest rank comes first in a container, and what its rank alone would put elsewhere (a folder in a folder, a class in
a class, a function in a function) is named by its chain and follows its container's entities of that rank. Closing
marks were rejected: the document's own example has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from abcoder_py.views.codestruct.model import Entity, groups
from abcoder_py.views.codestruct.notation import (
    FUNC,
    KEYS,
    KEYWORDS,
    LEAVES,
    ORIGINS,
    TYPES,
    name_text,
    quoted,
    rank,
    reference,
    separator,
    value_text,
)
from abcoder_py.views.codestruct.writer import checked_key, checked_keyword

LEGEND = """\
Format: Entity;Entity|Child,Child[Attribute,Attribute]
Keyword map: d=dir,f=file,m=module,cl=class,fn=func,at=attr,p=param,r=returns,v=var,c=const,i=import,t=type,s=source,\
rf=ref,dc=doc,d=default (in brackets)
Type map: INT=INTEGER,STR=STRING,BOOL=BOOLEAN,FLT=FLOAT,ext=external,int=internal
Delimiters: ;=entity separator, |=child separator, ,=attribute separator, &=entity grouping, []=attribute container
"""
"""The legend of 10.5 with the two entries that it lacks."""
_NUMBERED = re.compile(r"~\d+$")
SHORT = {*KEYWORDS.values(), *KEYS.values()}


def minify(roots: Sequence[Entity], *, doc: bool = False, most: bool = False) -> str:
    """The minified form, one line without its end. Raises ValueError as `writer.write` does.

    doc: keeps documentation. most: leaves out `returns: None` and the key `type`.
    """
    return _Minifier(roots, doc, most).text()


def is_leaf(entity: Entity, holder: Entity | None) -> bool:
    """Does it stand behind the `|` of its holder?"""
    if entity.children or holder is None:
        return False
    return entity.keyword in LEAVES or (entity.keyword == "import" and rank(holder.keyword) == FUNC)


def in_order(entities: Iterable[Entity], holder: Entity | None = None) -> list[Entity]:
    """Siblings as the minified form has them: leaves, then the deepest rank first."""
    return sorted(entities, key=lambda each: (not is_leaf(each, holder), -rank(each.keyword)))


class _Minifier:
    def __init__(self, roots: Sequence[Entity], doc: bool, most: bool) -> None:
        self._roots, self._doc, self._most = roots, doc, most
        self._chains: dict[int, list[tuple[Entity, list[str]]]] = {}
        """By the id of a container (of None: the text): what a chain names there, and the chain before the name."""
        self._holders: dict[int, Entity | None] = {}
        self._numbers: dict[int, dict[int, int]] = {}
        self._segments: dict[tuple[int, str], str] = {}

    def text(self) -> str:
        self._find_chains()
        parts: list[str] = []
        waiting = [iter(self._items(None))]
        while waiting:
            item = next(waiting[-1], None)
            if item is None:
                waiting.pop()
                continue
            group, chain = item
            parts.append(self._entity(group, chain))
            waiting.append(iter(self._items(group[0])))
        return ";".join(parts)

    def _find_chains(self) -> None:
        waiting: list[tuple[Entity, Entity | None]] = [(root, None) for root in in_order(self._roots)[::-1]]
        while waiting:
            entity, holder = waiting.pop()
            self._holders[id(entity)] = holder
            waiting += [
                (child, entity) for child in reversed(in_order(entity.children, entity)) if not is_leaf(child, entity)
            ]
            if holder and rank(holder.keyword) >= rank(entity.keyword):
                self._add_chain(entity, holder)

    def _add_chain(self, entity: Entity, holder: Entity) -> None:
        chain: list[str] = []
        at: Entity | None = holder
        while at and rank(at.keyword) >= rank(entity.keyword):
            above = self._holders[id(at)]
            chain.append(self._segment(at, above, separator(entity.keyword)))
            at = above
        self._chains.setdefault(id(at), []).append((entity, chain[::-1]))

    def _segment(self, entity: Entity, holder: Entity | None, joint: str) -> str:
        """A holder's name in a chain, with its number where an earlier sibling has the same name."""
        key = id(entity), joint
        if key not in self._segments:
            number = self._numbers_below(holder)[id(entity)]
            name = quoted(entity.name) if _NUMBERED.search(entity.name) else chain_name(entity.name, joint)
            self._segments[key] = name + (f"~{number}" if number > 1 else "")
        return self._segments[key]

    def _numbers_below(self, holder: Entity | None) -> dict[int, int]:
        """Of each child: the how manyth of its name it is, in the order of the minified form."""
        numbers = self._numbers.get(id(holder))
        if numbers is None:
            counts: dict[str, int] = {}
            numbers = self._numbers[id(holder)] = {}
            for each in in_order(holder.children if holder else self._roots, holder):
                numbers[id(each)] = counts[each.name] = counts.get(each.name, 0) + 1
        return numbers

    def _items(self, holder: Entity | None) -> list[tuple[list[Entity], list[str]]]:
        """What follows a container: groups with the chain before their names, in order."""
        siblings = holder.children if holder else self._roots
        own = rank(holder.keyword) if holder else -1
        proper = [
            self._shown(child) if child.keyword == "import" and not child.children else child
            for child in siblings
            if rank(child.keyword) > own and not is_leaf(child, holder)
        ]
        chained = self._chains.get(id(holder), [])
        chains = {id(entity): chain for entity, chain in chained}
        ordered = sorted([*proper, *(entity for entity, _ in chained)], key=lambda each: -rank(each.keyword))
        return [(group, chains.get(id(group[0]), [])) for group in groups(ordered)]

    def _entity(self, group: list[Entity], chain: list[str]) -> str:
        first = group[0]
        joint = separator(first.keyword)
        names = [chain_name(each.name, joint) for each in group]
        if first.keyword == "returns" and not chain:
            names = [short_type(first.name, TYPES)]
        written = self._item(first, joint.join([*chain, names[0]]), names[1:])
        leaves = self._leaves(first)
        return f"{written}|{','.join(leaves)}" if leaves else written

    def _leaves(self, entity: Entity) -> list[str]:
        found = []
        if self._doc and "doc" in entity.attributes:
            found.append(f"dc:{name_text(entity.attributes['doc'])}")
        leaves = [child for child in entity.children if is_leaf(child, entity) and not self._is_obvious(child)]
        return found + [self._leaf(group) for group in groups(self._shown(leaf) for leaf in leaves)]

    def _leaf(self, group: list[Entity]) -> str:
        first = group[0]
        if first.keyword == "returns":
            return self._item(first, short_type(first.name, TYPES), [], doc=self._doc)
        return self._item(first, name_text(first.name), [name_text(each.name) for each in group[1:]], doc=self._doc)

    def _is_obvious(self, leaf: Entity) -> bool:
        return self._most and leaf.keyword == "returns" and leaf.name == "None"

    def _shown(self, entity: Entity) -> Entity:
        """One without children, with what is written of it: those that then are alike come together."""
        if not entity.hash and "doc" not in entity.attributes and not entity.impl:
            return entity
        kept = {key: value for key, value in entity.attributes.items() if key != "doc" or self._doc}
        return Entity(entity.keyword, entity.name, kept)

    def _item(self, entity: Entity, name: str, others: list[str], doc: bool = False) -> str:
        attributes = ",".join(self._attributes(entity, doc))
        names = "&".join([name, *others])
        return f"{_word(checked_keyword(entity.keyword), KEYWORDS)}:{names}{f'[{attributes}]' if attributes else ''}"

    def _attributes(self, entity: Entity, doc: bool) -> Iterator[str]:
        """doc: the documentation too, which only a leaf has in brackets."""
        for key, value in entity.attributes.items():
            if key == "doc" and not doc:
                continue
            text = _value(entity.keyword, key, value)
            yield text if self._most and key == "type" else f"{_word(checked_key(key), KEYS)}:{text}"


def chain_name(name: str, joint: str) -> str:
    """A name as it stands in a chain: in quotes where it would be taken apart."""
    return quoted(name) if joint in name else name_text(name)


def short_type(name: str, abbreviations: Mapping[str, str]) -> str:
    """A type by its abbreviation; in quotes where it is spelt like one."""
    if name in abbreviations:
        return abbreviations[name]
    return quoted(name) if name in abbreviations.values() else name_text(name)


def _word(word: str, abbreviations: Mapping[str, str]) -> str:
    return abbreviations.get(word) or (quoted(word) if word in SHORT else word)


def _value(keyword: str, key: str, value: str) -> str:
    if key == "type":
        return short_type(value, ORIGINS if keyword == "import" else TYPES)
    if key == "ref" and (found := reference(value)):
        holder, name = found
        if holder not in SHORT:
            return f"{KEYWORDS.get(holder, holder)}:{name_text(name)}"
        return quoted(value)
    return value_text(key, value)
