"""How much a trained score counts beside the zero-shot one."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="the room of models needs it")

from steiner.models.paths.share import KeptBack, right_before_and_after, share_of


def kept(trained: list[float], zero_shot: list[float], gains: list[float]) -> KeptBack:
    rows = (np.array(gains), np.array(trained), np.array(zero_shot))
    return KeptBack(*rows, [1] * len(gains))


RIGHT, WRONG = [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]
GOLD = [1.0, 0.0, 0.0]


def test_a_score_that_is_always_better_counts_and_one_that_is_worse_does_not() -> None:
    assert share_of([kept(RIGHT, WRONG, GOLD)] * 20, 300) > 0.5
    assert share_of([kept(WRONG, RIGHT, GOLD)] * 20, 300) == 0


def test_what_may_be_chance_counts_nothing() -> None:
    flat = [0.0, 0.0, 0.0]
    better, worse = kept(RIGHT, flat, GOLD), kept(WRONG, flat, GOLD)
    assert share_of([better, better, better, worse, worse], 300) == 0
    assert share_of([better], 300) == 0
    assert share_of([], 300) == 0


def test_a_score_that_is_only_flatter_counts_nothing() -> None:
    # Sure of a wrong path, then of a right one: a flat score is likelier, and knows nothing.
    flat = [0.0, 0.0, 0.0]
    rows = [kept(flat, [9.0, 0.0, 0.0], gains) for gains in ([0.0, 1.0, 0.0], GOLD) * 10]
    assert share_of(rows, 300) == 0


def test_few_questions_count_half_at_most() -> None:
    rows = [kept(RIGHT, [0.0, 9.0, 0.0], GOLD)] * 30
    assert share_of(rows, 3_000) > 0.6
    assert share_of(rows, 30) == 0.5


def test_each_question_is_asked_with_a_share_that_others_chose() -> None:
    before, after = right_before_and_after([kept(RIGHT, WRONG, GOLD)] * 10, 300)
    assert before == [False] * 10
    assert after == [True] * 10


def test_of_paths_that_score_the_same_the_shorter_is_best() -> None:
    row = KeptBack(np.array([0.0, 1.0]), np.zeros(2), np.zeros(2), [2, 1])
    assert row.right(0.5)
