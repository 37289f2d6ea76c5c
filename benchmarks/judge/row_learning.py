"""Learns what rows say of the readings that they are of: of questions that are not sure without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from judge.learning import Example, best_of, logistic, raw, reliability, sigmoid_points
from steiner.query.probability import interpolated as at
from steiner.retrieve.exact.row_judge import RowFacts, row_signals
from steiner.settings import ExactSettings

_SURE, _SHOWN, _OTHER = ExactSettings().sure, 3, 0.2
"""As the retriever has them: what is sure without, how many readings are run, the least of them."""


class Facts(NamedTuple):
    """What rows say of each reading of an example; None of one that could not be run."""

    example: Example
    facts: Sequence[RowFacts | None]


def with_rows(
    asked: Sequence[Facts], chances: Sequence[Sequence[float]]
) -> tuple[list[Example], list[tuple[float, bool]]]:
    """Return the examples that are not sure, with the signals of rows, and what the others are.

    `chances`: of each example's readings, how probable they are without rows.
    """
    unsure: list[Example] = []
    sure: list[tuple[float, bool]] = []
    for own, given in zip(asked, chances, strict=True):
        order = sorted(range(len(given)), key=lambda k: -given[k])
        kept = [k for k in order if given[k] >= _OTHER * given[order[0]]][:_SHOWN]
        known = [(k, fact) for k in kept if (fact := own.facts[k]) is not None]
        if not known:
            continue
        first, fact = known[0]
        if given[first] >= _SURE and (fact.tell or fact.deny):
            sure.append((given[first], own.example.candidates[first][1]))
            continue
        facts, shares = [f for _, f in known], [given[k] for k, _ in known]
        candidates = [own.example.candidates[k] for k, _ in known]
        signalled = [
            ({**signals, **row_signals(facts, shares, i)}, right)
            for i, (signals, right) in enumerate(candidates)
        ]
        unsure.append(own.example._replace(candidates=signalled))
    return unsure, sure


def learn_rows(unsure: Sequence[Example], clean: Sequence[str]) -> dict[str, Any]:
    """Return the model of the probability with rows; print what it adds on each group left out.

    It is calibrated on the groups whose golds are `clean`.
    """
    chances: list[tuple[Example, list[float]]] = []
    for group in sorted({e.group for e in unsure}):
        model = logistic([e for e in unsure if e.group != group])
        own = [e for e in unsure if e.group == group]
        chances += [(e, [raw(model, f) for f, _ in e.candidates]) for e in own]
    best = [b for e, cs in chances if e.group in clean and (b := best_of(e, cs))]
    points = sigmoid_points(np.array([p for p, _ in best]), np.array([float(r) for _, r in best]))
    judged = [b for e, cs in chances if (b := best_of(e, [at(points, c) for c in cs]))]
    print("not sure without rows, with them", len(judged), reliability(judged))
    return {**logistic(unsure), "points": points, "judged": judged}


def as_answered(sure: Sequence[tuple[float, bool]], model: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures of all questions, each group left out while the others taught."""
    return reliability([*sure, *model["judged"]])
