"""What a training says of itself: questions kept back from it, with and without."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from test_path_scorer import LEARN, QUICK, SMALL, TokenWords

from steiner.cli.part_training import each_once
from steiner.evaluate.benefit import benefit
from steiner.model_settings import Preset
from steiner.models.paths import path_artefact
from steiner.models.paths.candidates import PathExample
from steiner.systems.steiner import STEINER

PRESET = Preset(SMALL, QUICK)


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        path_artefact, "SentenceTransformerEmbedder", lambda _name: TokenWords(), raising=True
    )


def test_it_asks_each_question_once_by_a_model_that_has_not_read_it() -> None:
    brought = benefit(STEINER, STEINER.needs_training(), PRESET, LEARN)
    assert brought is not None
    assert brought.asked == len(LEARN)
    assert brought.after > brought.before
    assert brought.gain.low <= brought.gain.mean <= brought.gain.high


def test_too_few_questions_or_a_system_that_cannot_tell_bring_no_figure() -> None:
    own = STEINER.needs_training()
    assert benefit(STEINER, own, PRESET, LEARN[:9]) is None
    assert benefit(STEINER, replace(own, right=None), PRESET, LEARN) is None
    pathless = [PathExample(e.candidates, (0.0,) * len(e.candidates)) for e in LEARN]
    assert benefit(STEINER, own, PRESET, pathless) is None


def test_a_few_questions_that_train_and_validate_are_counted_once() -> None:
    # Counted twice, each would be asked by a model that has read it.
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
