"""What a file's answers can depend on: all that it reaches, over any number of files, as one key.

A group of files that reach each other has one key: of its members' interfaces, and of the keys of the groups that it
reaches. So 10,000 files cost 10,000 digests and not a list of all reached files for each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import rustworkx

from abcoder_py.index.keys import Key, digest, digest_mapping


class Reach(NamedTuple):
    """What one file reaches, itself included."""

    key: Key
    files: frozenset[str]


def reach_all(interfaces: Mapping[str, Key]) -> dict[str, Reach]:
    """Every file reaches every other one: path to interface digest of each."""
    reach = Reach(digest("all", digest_mapping(interfaces)), frozenset(interfaces))
    return dict.fromkeys(interfaces, reach)


def reach(interfaces: Mapping[str, Key], direct: Mapping[str, Collection[str]]) -> dict[str, Reach]:
    """`direct`: what each file names, as files and as other words (places that an import could mean): a word that comes
    or goes changes the key as a file does."""
    paths = sorted(interfaces)
    index = {path: number for number, path in enumerate(paths)}
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(paths)
    graph.add_edges_from_no_data(
        [(index[path], index[name]) for path in paths for name in sorted(direct[path]) if name in index]
    )
    found: dict[str, Reach] = {}
    for group in rustworkx.strongly_connected_components(graph):  # what a group reaches comes before it
        members = [paths[number] for number in group]
        named = {name for member in members for name in direct[member]}
        behind = {found[name] for name in named - set(members) if name in index}
        key = digest(
            "group",
            digest_mapping({member: interfaces[member] for member in members}),
            digest(*(part for member in sorted(members) for part in ("of", *sorted(direct[member])))),
            digest(*sorted({each.key for each in behind})),
        )
        files = frozenset(members).union(*{id(each.files): each.files for each in behind}.values())
        found.update(dict.fromkeys(members, Reach(key, files)))
    return found
