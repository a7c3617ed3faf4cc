"""Views for language models: each a pure function of a Repository, with its own reader."""
