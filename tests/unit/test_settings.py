"""Settings of retrieval from a file: every name is known, or the nearest one is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from word_doubles import WordEmbedder

from steiner import RetrieverSettings
from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.settings import ExpandSettings, Options, PrizeSettings, TextSettings
from steiner.systems import align_grag
from steiner.textual_graph import TextGraph


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


OWN = RetrieverSettings(prizes=PrizeSettings(3, 5, 0.5), expand=ExpandSettings(3, frontier=150))


def test_what_is_said_is_done_though_it_equals_a_default() -> None:
    default = RetrieverSettings()
    whole = RetrieverSettings(prizes=PrizeSettings(10, 20, 0.5)).over(OWN)
    assert (whole.prizes, whole.expand) == (PrizeSettings(10, 20, 0.5), OWN.expand)
    one = RetrieverSettings.from_dict({"prizes": {"nodes": 10}}).over(OWN)
    assert one.prizes == PrizeSettings(10, 5, 0.5)
    said = Chosen(hops=default.expand.hops).settings().over(OWN)
    assert (said.expand.hops, said.expand.frontier) == (2, 150)
    assert said.over(OWN) == said


def test_what_nobody_said_is_the_systems_own() -> None:
    others = replace(RetrieverSettings(), text=TextSettings(budget=64)).over(OWN)
    assert (others.prizes, others.expand, others.text.budget) == (OWN.prizes, OWN.expand, 64)
    assert RetrieverSettings().over(OWN).prizes == OWN.prizes
    assert RetrieverSettings().said == ()
    later = replace(
        RetrieverSettings.from_dict({"prizes": {"nodes": 10}}), prizes=PrizeSettings(10, 9)
    )
    assert later.over(OWN).prizes == PrizeSettings(10, 9, 0.5)


@pytest.mark.parametrize(("said", "reach"), [({}, 3), ({"expand": {"hops": 2}}, 2)])
def test_align_grag_reaches_as_far_as_was_said(said: dict[str, Any], reach: int) -> None:
    chain = [(f"n{i}", "next", f"n{i + 1}") for i in range(6)]
    store, embedder = memory_store(TextGraph.from_triples(chain), WordEmbedder()), WordEmbedder()
    settings = RetrieverSettings.from_dict(said)
    opened = align_grag.retriever(store, embedder, settings)
    assert opened.settings.expand.hops == reach
    _, _, around = opened.look_around("n0?", Options(seeds=("n0",)))
    assert int(around.hops.max()) == reach


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
