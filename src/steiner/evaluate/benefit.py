"""What a training brings on questions kept back from it: cross-validated, before and after."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from steiner.evaluate.metrics.significance import Interval, interval
from steiner.model_settings import Preset
from steiner.progress import Report, silent
from steiner.systems.system import System, Trained

FEW = 30
"""With fewer questions a training brings little yet (benchmarks/few_questions.py)."""
_FOLDS = 5
_MOST = 300
"""With more questions one fold is asked: it has sixty, and five trainings take long."""


class Benefit(NamedTuple):
    """Share right without and with training of `asked` questions kept back from it.

    `gain` is the mean difference and its 95% interval.
    """

    asked: int
    before: float
    after: float
    gain: Interval


def benefit(
    system: System,
    own: Trained,
    preset: Preset,
    examples: Sequence[Any],
    report: Report = silent,
    learnt: int | None = None,
) -> Benefit | None:
    """Train on four fifths of the examples and ask the others, each fifth in turn.

    `learnt`: at most so many of the four fifths are trained on, drawn by the preset's seed. None
    where the system cannot tell without a graph what is right, or where there are fewer than two
    questions a fifth. The models are not kept.
    """
    usable = [example for example in examples if example.answers]
    if own.right is None or len(usable) < 2 * _FOLDS:
        return None
    random.Random(preset.training.seed).shuffle(usable)
    before, after = [], []
    for fold in range(_FOLDS if len(usable) <= _MOST else 1):
        asked = usable[fold::_FOLDS]
        others = [example for i, example in enumerate(usable) if i % _FOLDS != fold][:learnt]
        with tempfile.TemporaryDirectory() as folder:
            halves = own.halves(others, preset.training.seed)
            model = system.train(preset, halves, Path(folder) / "fold", report, part=own.part)
        before += [own.right(None, example) for example in asked]
        after += [own.right(model, example) for example in asked]
    gain = interval([float(b) - float(a) for a, b in zip(before, after, strict=True)])
    return Benefit(len(after), sum(before) / len(after), sum(after) / len(after), gain)
