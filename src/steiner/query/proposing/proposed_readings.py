"""Readings of rules and of a model together, each with the probability that it is right."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from steiner.algebra import Query
from steiner.query.composing.words.lattice import Lattice
from steiner.query.proposing.doubts import doubts
from steiner.query.proposing.model_reading import Proposal
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings, all_best
from steiner.query.same_meaning import meaning_of
from steiner.query.signals import composed_reading

_FIRST = 0.6
"""Share of what a model means first, where it says that the question can as well mean another.

Of 49 such replies that are kept one of both was right 45 times: the first 35 times, 28 of these
with the second, and the second alone ten times.
"""
_OFFERED = 0.1
"""Least probability, before the model was asked, of a reading of the rules that stays on offer."""


@lru_cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = files("steiner.query.proposing").joinpath("proposing.json").read_text(encoding="utf-8")
    weights: Mapping[str, Mapping[str, float]] = json.loads(text)
    return weights


def with_proposal(rules: Readings | None, proposal: Proposal, looked: Lattice) -> Readings | None:
    """Return the readings of rules and model, the most probable first; None without any.

    Each lowers the other where they disagree; what they agree on is more probable. Where the model
    says that the graph cannot answer, the rules' readings are strange.
    """
    if proposal.cannot:
        return _declined(rules)
    if proposal.query is None:
        return rules
    queries = [all_best(query, looked) for query in (proposal.query, proposal.other) if query]
    probability = model_probability(queries[0], rules, looked)
    own = {_meaning(query, looked): composed_reading(query, looked) for query in reversed(queries)}
    shares = (1.0 - _FIRST, _FIRST) if len(own) > 1 else (1.0,)
    readings = [
        replace(reading, confidence=probability * share)
        for reading, share in zip(own.values(), shares, strict=True)
    ]
    for reading in (rules.best, *rules.others) if rules else ():
        if reading.confidence >= _OFFERED and _meaning(reading.query, looked) not in own:
            left = reading.confidence * (1.0 - probability)
            readings.append(replace(reading, confidence=left, signals={}))
    best, *rest = sorted(readings, key=lambda reading: -reading.confidence)
    return Readings(best, tuple(rest))


def model_signals(query: Query, rules: Readings | None, looked: Lattice) -> dict[str, float]:
    """Return by name what speaks for a model's query and against it."""
    meaning = _meaning(query, looked)
    same = [
        reading.confidence
        for reading in ([rules.best, *rules.others] if rules else [])
        if _meaning(reading.query, looked) == meaning
    ]
    best = rules.best.confidence if rules else 0.0
    return {
        "rules agree": float(bool(same)),
        "rules agree surely": max(same, default=0.0),
        "rules differ surely": 0.0 if same else best,
        "doubts": float(min(len(doubts(query, looked)), 3)),
    }


def model_probability(query: Query, rules: Readings | None, looked: Lattice) -> float:
    """Return the probability that a model's query is right: a logistic sum of its signals.

    Where it proposes a second one, too, it is that of one of both.
    """
    own = _weights()["query"]
    signals = model_signals(query, rules, looked)
    return _logistic(own["bias"] + sum(own[name] * value for name, value in signals.items()))


def _declined(rules: Readings | None) -> Readings | None:
    """Lower all readings by the probability that a model is right to decline."""
    if rules is None:
        return None
    left = 1.0 - _logistic(_weights()["cannot"]["bias"])

    def lower(reading: Reading) -> Reading:
        return replace(reading, confidence=reading.confidence * left)

    return Readings(lower(rules.best), tuple(map(lower, rules.others)), strange=True)


def _meaning(query: Query, looked: Lattice) -> str:
    return meaning_of(query, looked.schema.names.items())


def _logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-total))
