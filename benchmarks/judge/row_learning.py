"""Learns what rows say of the readings that they are of: of questions that are not sure without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from judge.learning import Example, best_of, calibrated, judging, left_out, reliability
from steiner.query.probability import interpolated as at
from steiner.query.probability import together
from steiner.retrieve.exact.row_judge import RowFacts, agreeing, row_signals
from steiner.settings import ExactSettings

_SURE, _SHOWN, _OTHER = ExactSettings().sure, 3, 0.1
"""As the retriever has them: what is sure without, how many readings are run, the least of them."""


class Facts(NamedTuple):
    """What rows say of each reading of an example; None of one that could not be run."""

    example: Example
    facts: Sequence[RowFacts | None]


class Unsure(NamedTuple):
    """An example that is not sure without rows, with their signals; `agreeing`: see row_judge."""

    example: Example
    agreeing: Sequence[Sequence[int]]


def with_rows(
    asked: Sequence[Facts], chances: Sequence[Sequence[float]]
) -> tuple[list[Unsure], list[tuple[float, bool]]]:
    """Return the examples that are not sure, with the signals of rows, and what the others are.

    `chances`: of each example's readings, how probable they are without rows.
    """
    unsure: list[Unsure] = []
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
        unsure.append(Unsure(own.example._replace(candidates=signalled), agreeing(facts)))
    return unsure, sure


def learn_rows(unsure: Sequence[Unsure], clean: Sequence[str]) -> dict[str, Any]:
    """Return the model of the probability with rows; print what it adds on each group left out.

    It is calibrated on the groups whose golds are `clean`. `unsure` is sorted by group.
    """
    examples = [own.example for own in unsure]
    alone = left_out(examples)
    chances = [
        (example, together(own, given.agreeing))
        for (example, own), given in zip(alone, unsure, strict=True)
    ]
    points = calibrated(chances, clean)
    judged = [b for e, cs in chances if (b := best_of(e, [at(points, c) for c in cs]))]
    print("not sure without rows, with them", len(judged), reliability(judged))
    return {"weights": judging(examples), "points": points, "judged": judged}


def as_answered(sure: Sequence[tuple[float, bool]], model: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures of all questions, each group left out while the others taught."""
    return reliability([*sure, *model["judged"]])
