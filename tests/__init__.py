"""The tests; `python -m tests.all` runs every check."""
