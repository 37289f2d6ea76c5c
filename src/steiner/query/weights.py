"""What was learnt of reading: weights of composition, and of the probability of a reading.

Made by benchmarks/reading_weights.py, which says of which questions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any


def _read(name: str) -> Any:
    return json.loads(files("steiner.query").joinpath(name).read_text(encoding="utf-8"))


COMPOSING: Mapping[str, float] = _read("composing.json")
"""Weights of the features of `composing`, by name."""
PROBABILITY: Mapping[str, Any] = _read("probability.json")
"""Weights of signals (`weights`, `bias`); `points` of (their sum, share right) calibrate it."""
