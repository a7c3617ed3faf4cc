"""What a repository is called in its document."""

import re
from pathlib import Path

from abcoder_py.source.git import git_folders, read_config

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@]*@)?(\[[^\]]*\]|[^/:]+)(?::\d+)?/(.+)")
_SCP = re.compile(r"(?:[^/@]+@)?(\[[^\]]*\]|[^/:]+):(?!//)(.+)")


def repo_id(root: str | Path, given: str = "") -> str:
    """`given`, else `host/owner/name` of the remote `origin` where the folder `root` is itself the top of a git work
    tree, else the folder's absolute path."""
    if given:
        return given
    folder = Path(root).resolve()
    folders = git_folders(folder)
    origin = read_config(folders.common / "config").get("remote.origin.url", "") if folders else ""
    return _name_of(origin) or str(folder)


def _name_of(url: str) -> str:
    """`host/owner/name` of a remote's address, without user, port and `.git`; empty of a path or what is no address."""
    match = _URL.fullmatch(url) or _SCP.fullmatch(url)
    if match is None or url.lower().startswith("file:"):
        return ""
    path = match[2].strip("/").removesuffix(".git").strip("/")
    return f"{match[1].lower()}/{path}" if path else ""
