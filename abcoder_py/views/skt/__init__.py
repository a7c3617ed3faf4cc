"""The .skt view: a repository's symbols and edges as compact text, with the resolved graph behind it.

`from_uniast` makes a `Document` of a UniAST document, `write` its text, `read` the document of a text, `to_json` the
JSON form, `chunks` the same in several files. Nothing here opens a file.
"""

from abcoder_py.views.skt.chunks import flat_chunks, join_chunks, tree_chunks
from abcoder_py.views.skt.from_uniast import Built, Choice, from_uniast
from abcoder_py.views.skt.json_form import to_json
from abcoder_py.views.skt.model import Document, EdgeGroup, Fault, FileBlock, Symbol
from abcoder_py.views.skt.reader import SktError, read
from abcoder_py.views.skt.select import select
from abcoder_py.views.skt.writer import write

__all__ = [
    "Built",
    "Choice",
    "Document",
    "EdgeGroup",
    "Fault",
    "FileBlock",
    "SktError",
    "Symbol",
    "flat_chunks",
    "from_uniast",
    "join_chunks",
    "read",
    "select",
    "to_json",
    "tree_chunks",
    "write",
]
