"""CodeStruct: a hierarchical text view of a repository, written from UniAST, read back, minified, hashed, compared.

`read` and `write` are the notation's long form, `minify` and `expand` the compact one; `document.load` with
`repository.view` makes a tree from UniAST. A tree is a list of `Entity`, its roots.
"""

from abcoder_py.views.codestruct.expand import expand
from abcoder_py.views.codestruct.minify import LEGEND, minify
from abcoder_py.views.codestruct.model import Entity, Implementation
from abcoder_py.views.codestruct.reader import read
from abcoder_py.views.codestruct.scanner import CodeStructError
from abcoder_py.views.codestruct.writer import write

__all__ = ["LEGEND", "CodeStructError", "Entity", "Implementation", "expand", "minify", "read", "write"]
