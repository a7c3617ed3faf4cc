"""What a run cannot go on from."""


class RunError(Exception):
    """Names the file or server, the cause and the remedy, for the user to read."""
