"""The keys of the store: what each result depends on, in one place.

A result whose key is found is used without a further question, so a key has to hold everything that could change the
result. Where that is not known exactly, the key holds more than needed: asking again costs time, a stale answer costs
trust. Nothing of a machine goes in (no absolute path, no time), so a store can be carried to another one.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Key: TypeAlias = bytes
"""20 bytes."""

_FORMAT = "2"
"""Changes when the stored values are encoded in another way."""


def digest(*parts: bytes | str) -> Key:
    """A hash of a sequence: each part with its length, so that no two sequences meet by where they are cut."""
    hasher = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        hasher.update(len(data).to_bytes(8, "little"))
        hasher.update(data)
    return hasher.digest()


def digest_mapping(values: Mapping[str, bytes | str]) -> Key:
    """A hash of a mapping that does not depend on its order."""
    return digest(*(part for name in sorted(values) for part in (name, values[name])))


def facts_key(path: str, sha256: str, grammar: Key, plugin: Key) -> Key:
    """Of the facts of one file.

    path: relative to the repository; a file's kind and facts may depend on its name. sha256: of its bytes. grammar:
    digest of the grammar's version and queries. plugin: digest of the plugin's name, version and code."""
    return digest("facts", _FORMAT, path, sha256, grammar, plugin)


def unit_key(build_files: Mapping[str, str], environment: str, options: Mapping[str, str]) -> Key:
    """Of all that a build unit's results depend on beside source files.

    build_files: path to SHA-256 of its build and lock files. environment: the plugin's word for what is installed.
    options: what the user asked for that reaches the server."""
    return digest("unit", digest_mapping(build_files), environment, digest_mapping(options))


def server_key(name: str, version: str, settings: bytes) -> Key:
    """Of a server as it is asked. settings: its options, settings and arguments in a canonical encoding, without the
    repository's place. A run without a server has the name ""."""
    return digest("server", name, version, settings)


def targets_key(facts: Key, server: Key, unit: Key, reach: Key, plugin: Key) -> Key:
    """Of the targets of one file's uses, from the keys above, what the file reaches (`index.reach`) and the digest of
    the resolving code."""
    return digest("targets", _FORMAT, facts, server, unit, reach, plugin)


def document_key(repository: str, languages: Iterable[Key], files: Mapping[str, str], options: Key) -> Key:
    """Of the whole document.

    repository: the id that the document bears; its `Path` is no part of the key, so a stored document leaves it empty.
    languages: for each language a digest of all its files' facts keys, its server and its build units.
    files: path to content hash (or reason left out) of everything in the repository. options: digest of the options
    that shape the document, and of the building code."""
    return digest("document", _FORMAT, repository, digest(*sorted(languages)), digest_mapping(files), options)
