"""The referee from another language: what docs/examples shows runs as it is shown."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from documents import ROOT, shell

EXAMPLE = ROOT / "docs" / "examples" / "referee.mjs"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def test_the_example_for_node_asks_the_referee(tmp_path: Path) -> None:
    ended = shell(f"node '{EXAMPLE}' mien-nam", tmp_path)

    assert ended.returncode == 0, ended.stdout
    assert [re.sub(r":\d+:\d+", "", line) for line in ended.stdout.splitlines()[:4]] == [
        "it cuts, by cuts.ladder (variants/mien-nam.yaml)",
        "a four of diamonds may be answered with 5D, 5H, 9C, 2S",
        "Bình pays An 2: place",
        "Bình pays An 2: leftover",
    ]
    assert ended.stdout.splitlines()[4].startswith("card.unknown: ")


def test_a_variant_that_is_not_there_is_said(tmp_path: Path) -> None:
    ended = shell(f"node '{EXAMPLE}' mien-nan", tmp_path)

    assert ended.returncode == 1
    assert "did you mean 'mien-nam'?" in ended.stdout
