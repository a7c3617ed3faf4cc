"""What a command tells its user in place of a traceback."""


class UserError(Exception):
    """A message that names the file, the cause and the remedy; `main` prints it and exits with 1, of `diff` with 2."""
