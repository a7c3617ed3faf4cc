"""The servers that answer for Python: ty, and basedpyright as a second opinion.

Both are asked for declarations: for the standard library they then answer with the type stubs that they carry, which
are the same on every machine, and not with the source of the interpreter at hand. Inside a repository the answers are
those of `textDocument/definition`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from os import devnull
from os.path import normpath
from pathlib import Path
from typing import Any

from abcoder_plugins.python import keys
from abcoder_plugins.python.naming import import_roots
from abcoder_py.plugin.servers import Launch, Notification, PipStep, Program, ServerSpec

DECLARATION = "textDocument/declaration"
_LANGUAGE_ID = {".py": "python", ".pyi": "python", ".pyw": "python"}
_OLDEST = (3, 7)
"""The oldest version that ty knows."""
_NO_SETTINGS = str(files(__package__).joinpath("no_settings.toml"))
_ANALYSIS = {"return-type-inference": "never"}
"""ty's default. Said to it, since a repository's own setting would make bodies a part of what other files see."""


def _environment(launch: Launch) -> str:
    """The environment's folder; an empty one of ours where there is none, so that a server does not search."""
    found = next((module.data[keys.ENVIRONMENT] for module in launch.modules), "")
    return found or str(files(__package__).joinpath("no_environment"))


def _version(launch: Launch) -> str:
    """The lowest language version of the modules."""
    versions = [tuple(map(int, module.data[keys.PYTHON].split("."))) for module in launch.modules]
    return "{}.{}".format(*max(_OLDEST, min(versions, default=_OLDEST)))


def _ty_settings(launch: Launch) -> Mapping[str, Any]:
    """Every platform's branches count. Given as initializationOptions too, these would win over those of a folder."""
    environment = {"python-platform": "all", "python-version": _version(launch), "python": _environment(launch)}
    return {"ty": {"configuration": {"environment": environment, "analysis": _ANALYSIS}}}


def _ty_folder_settings(launch: Launch) -> Mapping[str, Mapping[str, Any]]:
    """Each project's own import roots first, then the others': projects of one repository import each other.

    Without them the server takes the folder of the nearest pyproject.toml, which may lie outside the repository; so may
    the settings that it finds, unless it is told of others.
    """
    own = {
        each.directory: [normpath(Path(launch.root, root)) for root in import_roots(each)] for each in launch.modules
    }
    every = [root for roots in own.values() for root in roots]
    found: dict[str, Mapping[str, Any]] = {}
    for module in launch.modules:
        environment = {**_ty_settings(launch)["ty"]["configuration"]["environment"]}
        environment["root"] = list(dict.fromkeys([*own[module.directory], *every]))
        elsewhere = {} if module.data[keys.SETTINGS] else {"configurationFile": _NO_SETTINGS}
        settings = {"configuration": {"environment": environment, "analysis": _ANALYSIS}, **elsewhere}
        found[str(Path(launch.root, module.directory))] = {"ty": settings}
    return found


def _pyright_settings(launch: Launch) -> Mapping[str, Any]:
    analysis = {
        "diagnosticMode": "openFilesOnly",
        "typeCheckingMode": "off",
        "autoSearchPaths": True,
        "pythonPlatform": "All",
        "pythonVersion": _version(launch),
    }
    interpreter = _environment(launch) + "/bin/python"
    return {
        "python": {"pythonPath": interpreter, "analysis": analysis},
        "basedpyright": {"analysis": analysis},
        "python.analysis": analysis,
        "basedpyright.analysis": analysis,
    }


def _without_user(launch: Launch) -> Mapping[str, str]:
    """The user's own settings and import paths say nothing about the repository: they would be in no key.

    What is no folder is no import path; an empty PYTHONPATH is the working folder to ty."""
    return {"XDG_CONFIG_HOME": launch.scratch, "PYTHONPATH": devnull}


def _ty_environ(launch: Launch) -> Mapping[str, str]:
    """One thread for checks too: with more of them, types that are found in a circle differ from run to run. So do they
    where files are opened between questions, which is why all are opened first. The stubs that it names are written
    below a cache folder when it first names them: in one of this run no other process meets them half written."""
    return {"TY_MAX_PARALLELISM": "1", "XDG_CACHE_HOME": launch.scratch, **_without_user(launch)}


TY = ServerSpec(
    program=Program("ty", "0.0.108", "ty", (PipStep(("ty==0.0.108",)),)),
    arguments=("server",),
    environ=_ty_environ,
    open_all_first=True,
    one_processor=True,
    infers_results=False,
    settings=_ty_settings,
    folder_settings=_ty_folder_settings,
    language_id=_LANGUAGE_ID,
    question=DECLARATION,
)
BASEDPYRIGHT = ServerSpec(
    program=Program(
        "basedpyright",
        "1.40.2",
        "basedpyright-langserver",
        (PipStep(("basedpyright==1.40.2",)),),
        probe_executable="basedpyright",
    ),
    arguments=("--stdio",),
    environ=_without_user,
    settings=_pyright_settings,
    language_id=_LANGUAGE_ID,
    ready=Notification("window/logMessage", "message", "Found "),
    question=DECLARATION,
)
