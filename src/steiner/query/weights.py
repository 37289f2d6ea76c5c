"""What was learnt of reading: weights of composition, and of the probability of a reading.

Made by benchmarks/reading_weights.py, which says of which questions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.composing.together import hidden_layer


def _read(name: str) -> Any:
    return json.loads(files("steiner.query").joinpath(name).read_text(encoding="utf-8"))


COMPOSING: Mapping[str, float] = _read("composing.json")
"""Weights of the features of `composing`, by name."""
LAYER = hidden_layer(_read("together.json"))
"""What features of `composing` say together."""
PROBABILITY: Mapping[str, Any] = _read("probability.json")
"""`weights` of signals, `points` of (what comes of them, share right) that calibrate it; and the
same `with rows`, of readings whose rows are there."""


@lru_cache(maxsize=8)
def composing_weights(schema: GraphSchema) -> Mapping[str, float]:
    """Return the weights of composition over a graph: the package's, and what it has taught."""
    changes = schema.learnt.weights
    return {**COMPOSING, **{n: COMPOSING.get(n, 0.0) + change for n, change in changes.items()}}
