"""What a training says of itself: questions kept back from it, with and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from test_path_scorer import LEARN, QUICK, SMALL, TokenWords

from steiner.artefact import read_artefact
from steiner.cli.train.part_training import each_once
from steiner.evaluate.benefit import Benefit, benefit
from steiner.model_settings import Preset
from steiner.models.paths import path_artefact
from steiner.models.paths.candidates import PathExample
from steiner.systems.steiner import STEINER

PRESET = Preset(SMALL, QUICK)
BRIEF = Preset(SMALL, replace(QUICK, epochs=2))
"""Where only counts are looked at, not what was learnt."""


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_artefact, "named_embedder", lambda _name: TokenWords(), raising=True)


def brought(
    examples: Sequence[PathExample], folder: Path, preset: Preset = PRESET
) -> Benefit | None:
    halves = STEINER.needs_training().halves(examples, 0)
    STEINER.train(preset, halves, folder)
    return benefit(read_artefact(folder))


def test_each_question_is_asked_once_by_a_model_that_has_not_read_it(tmp_path: Path) -> None:
    gained = brought(LEARN, tmp_path)
    assert gained is not None
    # Counted twice, a question would be asked by a model that has read it.
    assert gained.asked == len(LEARN)
    assert gained.after > gained.before
    assert gained.gain.low <= gained.gain.mean <= gained.gain.high
    assert gained.share > 0


def test_of_many_questions_those_that_validate_are_asked(tmp_path: Path) -> None:
    gained = brought(LEARN * 40, tmp_path, BRIEF)
    assert gained is not None
    assert gained.asked == len(LEARN) * 4


def test_too_few_questions_bring_no_figure(tmp_path: Path) -> None:
    assert brought(LEARN[:9], tmp_path, BRIEF) is None


def test_what_teaches_nothing_counts_nothing(tmp_path: Path) -> None:
    # The right path hangs on nothing that is read: the next question's would do as well.
    turned = [
        PathExample(each.candidates, (*each.gains[i % 3 :], *each.gains[: i % 3]))
        for i in range(3)
        for each in LEARN
    ]
    gained = brought(turned, tmp_path)
    assert gained is not None
    assert gained.share == 0
    assert gained.after == gained.before


def test_trainings_in_other_orders_leave_one_model_and_no_folder(tmp_path: Path) -> None:
    own = STEINER.needs_training()
    preset = replace(BRIEF, training=replace(BRIEF.training, averaged=3))
    halves = own.halves(LEARN, 0)
    first = STEINER.train(preset, halves, tmp_path / "first")
    again = STEINER.train(preset, halves, tmp_path / "again")
    single = STEINER.train(BRIEF, halves, tmp_path / "single")
    weight = first.words.weight
    assert weight.equal(again.words.weight)
    assert not weight.equal(single.words.weight)
    assert not (tmp_path / "first" / "others").exists()


def test_a_few_questions_that_train_and_validate_are_counted_once() -> None:
    drawn = [PathExample(e.candidates, e.gains) for e in LEARN]
    halves = STEINER.needs_training().halves(drawn, 0)
    assert sorted(map(id, each_once(halves))) == sorted(map(id, drawn))
    assert len(each_once(([1, 2], [3]))) == 3


def test_few_questions_are_all_trained_on_and_many_split() -> None:
    own = STEINER.needs_training()
    few, checked = own.halves(LEARN, 0)
    assert len(few) == len(checked) == len(LEARN)
    many, validation = own.halves(LEARN * 10, 0)
    assert len(many) + len(validation) == 10 * len(LEARN)
    assert len(validation) == len(LEARN)
