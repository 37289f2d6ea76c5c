"""How scores become probabilities where it may be that none of what is scored is right."""

from __future__ import annotations

import math
from collections.abc import Sequence


def beside_none(scores: Sequence[float]) -> list[float]:
    """Return the softmax of scores and a further one that is 0: of none being right.

    Scores 1 and 0 are, of e + 1 + 1 parts, .576 and .212; .212 are left for none.
    """
    best = max([0.0, *scores])
    raised = [math.exp(score - best) for score in scores]
    parts = sum(raised) + math.exp(-best)
    return [part / parts for part in raised]
