"""Where what outlives a run is kept on this machine."""

import os
from pathlib import Path


def home() -> Path:
    """The folder of the store, the code model and the servers: `$UNIAST_HOME`, else the user's data folder as the
    platform has it. It need not exist yet."""
    if given := os.environ.get("UNIAST_HOME"):
        return Path(given).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("uniast", appauthor=False)
