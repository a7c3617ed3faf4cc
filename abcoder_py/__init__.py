"""UniAST from a repository: see README.md."""

__version__ = "0.1.0"
