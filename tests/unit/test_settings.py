"""Settings of retrieval from a file: every name is known, or the nearest one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from steiner import RetrieverSettings
from steiner.errors import InvalidInput


def test_settings_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "steiner.toml"
    file.write_text("[paths]\nhops = 2\n[text]\nbudget = 100\n", encoding="utf-8")
    found = RetrieverSettings.from_file(file)
    assert (found.paths.hops, found.text.budget) == (2, 100)
    assert found.expand == RetrieverSettings().expand


@pytest.mark.parametrize(
    ("text", "near"), [("[path]\nhops = 2", "'paths'"), ("[paths]\nhop = 2", "'hops'")]
)
def test_an_unknown_name_is_answered_with_the_nearest(text: str, near: str, tmp_path: Path) -> None:
    file = tmp_path / "steiner.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=f"Did you mean {near}"):
        RetrieverSettings.from_file(file)
