"""How well texts fit a question by its words alone: BM25 (Robertson and Zaragoza 2009)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from steiner.text import normalise

_SATURATION, _LENGTH = 1.2, 0.75
"""k1 and b, as Lucene has them."""


def keyword_scores(question: str, texts: Sequence[str]) -> list[float]:
    """Return the BM25 of each text among all of them; 0 where it has no word of the question.

    Of "Ann knows Bo" and "Cy knows Di", asked for Ann, the first has log(1 + 1.5 / 1.5) = .69.
    """
    words = [Counter(normalise(text).split()) for text in texts]
    sizes = [sum(own.values()) for own in words]
    mean = fmean(sizes) if texts else 0.0
    scores = [0.0] * len(texts)
    for word in dict.fromkeys(normalise(question).split()):
        having = [place for place, own in enumerate(words) if word in own]
        rare = math.log(1 + (len(texts) - len(having) + 0.5) / (len(having) + 0.5))
        for place in having:
            often = words[place][word]
            damped = _SATURATION * (1 - _LENGTH + _LENGTH * sizes[place] / mean)
            scores[place] += rare * often * (_SATURATION + 1) / (often + damped)
    return scores
