"""What a training brings on questions kept back from it, as its folder says."""

from __future__ import annotations

from typing import NamedTuple

from steiner.artefact import Artefact
from steiner.evaluate.metrics.significance import Interval, interval

FEW = 30
"""With fewer questions a training brings little yet (benchmarks/few_questions.py)."""
_LEAST = 10


class Benefit(NamedTuple):
    """Share right without and with training of `asked` questions kept back from it.

    `gain` is the mean difference and its 95% interval; `share` is what the trained score counts.
    """

    asked: int
    before: float
    after: float
    gain: Interval
    share: float


def benefit(trained: Artefact) -> Benefit | None:
    """Read what questions that were kept back in turn say of the training.

    None where the model has none of them, or so few that they say nothing.
    """
    before, after = trained.facts.get("kept_back", ((), ()))
    if len(after) < _LEAST:
        return None
    gain = interval([float(b) - float(a) for a, b in zip(before, after, strict=True)])
    share = float(trained.facts["share"])
    return Benefit(len(after), sum(before) / len(after), sum(after) / len(after), gain, share)
