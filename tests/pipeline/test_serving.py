"""What the document says of a server names no place of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from abcoder_plugins.python.servers import BASEDPYRIGHT, TY

from abcoder_py.lsp.session import ServerCommand, Session, SessionConfig
from abcoder_py.pipeline.serving import Answering, portable
from abcoder_py.plugin.servers import ServerSpec


def test_settings_lose_the_places_of_this_machine() -> None:
    settings = {
        "environment": {"python": "/opt/env", "root": ["/repo", "/repo/src"], "platform": "all", "strict": True}
    }
    assert portable(settings, Path("/repo")) == {
        "environment": {"python": "…/env", "root": [".", "src"], "platform": "all", "strict": True}
    }


@pytest.mark.parametrize(
    ("spec", "version", "infers"),
    [(TY, TY.version, False), (TY, "0.0.1", True), (BASEDPYRIGHT, BASEDPYRIGHT.version, True)],
)
def test_only_the_measured_version_is_known_not_to_infer_results(spec: ServerSpec, version: str, infers: bool) -> None:
    session = Session(SessionConfig(spec.name, ServerCommand(("none",)), Path("/repo")))
    assert Answering(spec, version, {}, {}, session).infers_results is infers
