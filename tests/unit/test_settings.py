"""Settings of retrieval from a file: every name is known, or the nearest one is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from steiner import RetrieverSettings
from steiner.chosen import Chosen
from steiner.cli import cli
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("walks = 5", "'walks' must be a table, `\\[walks\\]`, got 5"),
        ("[walks]\nlength = '4'", "walks.length must be a whole number such as 4, got '4'"),
        ("[walks]\nlength = 4.5", "walks.length must be a whole number such as 4, got 4.5"),
        ("[walks]\nbounded = 'yes'", "walks.bounded must be true or false such as False"),
        ("[walks]\nlength = 0", "WalkSettings.length must be above 0, got 0"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(
    text: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "steiner.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=f"In the settings file .*steiner.toml: {said}"):
        RetrieverSettings.from_file(file)


def test_what_is_chosen_counts_before_the_settings_file() -> None:
    settings = RetrieverSettings.from_dict({"paths": {"hops": 2}, "text": {"budget": 64}})
    assert Chosen(retrieval=settings).settings() == settings
    chosen = Chosen(retrieval=settings, budget=128, hops=1).settings()
    assert (chosen.text.budget, chosen.expand.hops, chosen.paths.hops) == (128, 1, 2)


@pytest.mark.parametrize("command", ["ask", "retrieve"])
def test_a_settings_file_with_an_unknown_name_is_refused_before_anything_is_opened(
    command: str, tmp_path: Path
) -> None:
    file = tmp_path / "retrieval.toml"
    file.write_text("[paths]\nhop = 2\n", encoding="utf-8")
    done = CliRunner().invoke(cli, [command, "Who?", "--settings", str(file)])
    assert done.exit_code != 0
    assert "hop" in str(done.exception)
    assert "hops" in str(done.exception)
