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
from steiner.query.readings import Readings, with_ties
from steiner.query.same_meaning import meaning_of
from steiner.query.signals import composed_reading

_SECOND = 0.5
"""Probability of what a model says the question can as well mean, where the first is not right."""
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
    query = with_ties(proposal.query, looked.text.casefold())
    probability = model_probability(query, rules, looked, proposal.other is not None)
    own = replace(composed_reading(query, looked), confidence=probability)
    left = 1.0 - probability
    met, others = {_meaning(query, looked)}, list[Reading]()
    earlier = [rules.best, *rules.others] if rules else []
    if proposal.other:
        second = with_ties(proposal.other, looked.text.casefold())
        # What it says first it means rather than that.
        likely = min(_SECOND, probability / left)
        earlier.insert(0, replace(composed_reading(second, looked), confidence=likely))
    for reading in earlier:
        meaning = _meaning(reading.query, looked)
        if reading.confidence >= _OFFERED and meaning not in met:
            met.add(meaning)
            others.append(replace(reading, confidence=reading.confidence * left, signals={}))
    best, *rest = sorted([own, *others], key=lambda reading: -reading.confidence)
    return Readings(best, tuple(rest))


def model_signals(
    query: Query, rules: Readings | None, looked: Lattice, ambiguous: bool
) -> dict[str, float]:
    """Return by name what speaks for a model's query and against it.

    `ambiguous`: the model says itself that the question can mean something else.
    """
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
        "ambiguous": float(ambiguous),
        "doubts": float(min(len(doubts(query, looked)), 3)),
    }


def model_probability(
    query: Query, rules: Readings | None, looked: Lattice, ambiguous: bool
) -> float:
    """Return the probability that a model's query is right: a logistic sum of its signals."""
    own = _weights()["query"]
    signals = model_signals(query, rules, looked, ambiguous)
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
    return meaning_of(query, frozenset(looked.schema.names.items()))


def _logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-total))
