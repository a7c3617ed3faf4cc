"""A folder in a UniAST file's place: it is parsed first."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from abcoder_py.cli.errors import UserError
from abcoder_py.cli.graph import open_document
from abcoder_py.uniast.mapped import MappedDocument


def open_folder(folder: Path) -> MappedDocument:
    """The document of a folder. Raises UserError."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:  # the mapping outlives it
        file.write(parsed_folder(folder))
        file.flush()
        return open_document(Path(file.name), named=True)


def parsed_folder(folder: Path, shown_as: str = "", **options: Any) -> bytes:
    """The document of a folder, as `uniast parse` gives it; what a user should know goes to stderr.

    `shown_as` stands in messages for a folder that the user never named; `options` are those of ParseOptions. Raises
    UserError.
    """
    from abcoder_py.cli.parse import run_shown
    from abcoder_py.pipeline.errors import RunError
    from abcoder_py.pipeline.options import ParseOptions

    try:
        outcome = run_shown(ParseOptions(repo=folder, **options))
    except RunError as error:
        raise UserError(str(error).replace(str(folder), shown_as or str(folder))) from error
    for warning in (*outcome.kept.notices, *outcome.warnings):
        print(f"note: {warning}", file=sys.stderr)
    for language in outcome.without_server:
        remedy = f"run: uniast servers install {language}"
        print(f"note: no server for {language}: its syntax only, every use unresolved; {remedy}", file=sys.stderr)
    return outcome.document
