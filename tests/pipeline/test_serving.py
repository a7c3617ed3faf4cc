"""What the document says of a server names no place of the machine."""

from __future__ import annotations

from pathlib import Path

from abcoder_py.pipeline.serving import portable


def test_settings_lose_the_places_of_this_machine() -> None:
    settings = {
        "environment": {"python": "/opt/env", "root": ["/repo", "/repo/src"], "platform": "all", "strict": True}
    }
    assert portable(settings, Path("/repo")) == {
        "environment": {"python": "…/env", "root": [".", "src"], "platform": "all", "strict": True}
    }
