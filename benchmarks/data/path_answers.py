"""Whether the best path of a question is right."""

from __future__ import annotations

from steiner.models.paths.candidates import PathExample
from steiner.models.paths.learned_scorer import LearnedPathScorer
from steiner.models.paths.share import best_is_right


def is_right(example: PathExample, scorer: LearnedPathScorer | None) -> bool:
    """Say whether the best path is one of most gain, by a scorer or (None) zero-shot."""
    paths = example.candidates
    scores = [path.score for path in paths] if scorer is None else scorer.rate(paths)
    return best_is_right(example.gains, scores, [len(path.steps) for path in paths])
