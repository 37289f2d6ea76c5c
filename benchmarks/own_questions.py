"""What a training brings on people's questions of the example graphs, cross-validated.

    python benchmarks/own_questions.py FILE [FILE ...] [--starts package nothing]
                                       [--sizes 10 30] [--draws 3]

FILE is the `train.jsonl` that `steiner train` keeps of a graph's questions. Each fifth of them is
asked once, by a scorer trained on the others, as `steiner train` says it, or on --sizes of them;
another draw shuffles the questions anew. Prints a line of JSON for each draw, file, size and start,
and what the package's weights rank without any training (`unasked`).
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from data.path_answers import is_right
from few_questions import PRESETS

from steiner.models.paths.candidates import PathExample
from steiner.models.paths.learned_scorer import LearnedPathScorer
from steiner.models.paths.path_artefact import new_model
from steiner.systems.steiner import STEINER
from steiner.train.data.paths import RelationPaths
from steiner.train.parts.path_scores import PRETRAINED

FOLDS = 5


@torch.no_grad()
def unasked(examples: list[PathExample]) -> float:
    """Return the share of questions whose best path is right by the package's weights alone."""
    model = new_model(PRETRAINED.model).eval()
    best = [int(model.score(example.candidates).argmax()) for example in examples]
    return fmean(e.gains[i] == max(e.gains) for e, i in zip(examples, best, strict=True))


def brought(examples: list[PathExample], start: str, size: int | None, draw: int) -> dict[str, Any]:
    """Return the shares of right questions before and after a training on `size` of the others."""
    preset = PRESETS[start]
    drawn = replace(preset, training=replace(preset.training, seed=draw))
    mixed = random.Random(draw).sample(examples, len(examples))
    before, after, shares = [], [], []
    for fold in range(FOLDS):
        others = [each for i, each in enumerate(mixed) if i % FOLDS != fold][:size]
        with tempfile.TemporaryDirectory() as folder:
            halves = STEINER.needs_training().halves(others, draw)
            model = STEINER.train(drawn, halves, Path(folder) / "scorer")
        before += [is_right(each, None) for each in mixed[fold::FOLDS]]
        after += [is_right(each, LearnedPathScorer(model)) for each in mixed[fold::FOLDS]]
        shares.append(model.share)
    figures = {"before": fmean(before), "after": fmean(after), "shares": shares}
    return {"start": start, "size": size, "draw": draw, **figures}


def rows(given: argparse.Namespace, read: dict[Path, list[PathExample]]) -> Iterator[Any]:
    """Yield the rows, one draw of everything before the next."""
    for file, examples in read.items():
        yield {"file": str(file), "questions": len(examples), "unasked": unasked(examples)}
    sizes = given.sizes or [None]
    for draw, size, start in product(range(given.draws), sizes, given.starts):
        for file, examples in read.items():
            yield {"file": str(file), **brought(examples, start, size, draw)}


def main() -> None:
    """Read the command line, cross-validate each file with each size and start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--starts", nargs="+", choices=list(PRESETS), default=list(PRESETS))
    parser.add_argument("--sizes", type=int, nargs="+", help="[all the others]")
    parser.add_argument("--draws", type=int, default=1)
    given = parser.parse_args()
    read = {file: [e for e in RelationPaths().read(file) if e.answers] for file in given.files}
    for row in rows(given, read):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
