"""What a graph has taught of reading: what words mean in it, and how sure a reading of it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class LearntWords:
    """What `steiner train --questions` learnt from `questions` over one graph.

    `meanings`: by the stem of a word, what it may mean (`type:KNOWS`, `label:Person`,
    `property:Person.name`), each with the share of its uses that mean it. `weights`: by the name of
    a feature, what is added to the weight that the package has for it.
    `judging`: likewise by the name of a signal, for the probability that a reading is right.
    `points`: (sum, share right), in ascending order, which calibrate the probability of a reading
    in place of the package's; none where too few questions were given. `before` and `after`: the
    shares of questions read right without and with what is learnt, each question by what the others
    taught. `taught`: when, as ISO 8601.
    """

    meanings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    judging: Mapping[str, float] = field(default_factory=dict)
    points: tuple[tuple[float, float], ...] = ()
    questions: int = 0
    before: float = 0.0
    after: float = 0.0
    taught: str = ""

    def __bool__(self) -> bool:
        """Say whether anything is learnt."""
        return bool(self.weights or self.meanings or self.judging)

    def to_json(self) -> str:
        """Write as JSON with sorted keys; empty where nothing is learnt."""
        return json.dumps(asdict(self), sort_keys=True) if self else ""

    @classmethod
    def from_json(cls, text: str) -> LearntWords:
        """Read what `to_json` wrote; an empty text is nothing learnt."""
        given = json.loads(text or "{}")
        points = tuple((float(x), float(y)) for x, y in given.pop("points", ()))
        return cls(**given, points=points)

    def figures(self) -> dict[str, Any]:
        """Return what is known of the learning as JSON-safe fields, without the weights."""
        numbers = {"questions": self.questions, "before": self.before, "after": self.after}
        return {**numbers, "weights": len(self.weights), "calibrated": bool(self.points)}


NOTHING_LEARNT = LearntWords()
"""What every graph begins with."""
