"""What a training brings on people's questions of the example graphs, cross-validated.

    python benchmarks/own_questions.py FILE [FILE ...] [--starts package nothing]

FILE is the `train.jsonl` that `steiner train` keeps of a graph's questions. Each fifth of them is
asked once, by a scorer trained on the others, as `steiner train` says it; prints a line of JSON for
each file and start, and what the package's weights rank without any training (`unasked`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean

import torch
from few_questions import PRESETS

from steiner.evaluate.benefit import benefit
from steiner.models.paths.candidates import PathExample
from steiner.models.paths.path_artefact import new_model
from steiner.systems.steiner import PRETRAINED, STEINER
from steiner.train.data.paths import RelationPaths


@torch.no_grad()
def unasked(examples: list[PathExample]) -> float:
    """Return the share of questions whose best path is right by the package's weights alone."""
    model = new_model(PRETRAINED.model).eval()
    best = [int(model.score(example.candidates).argmax()) for example in examples]
    return fmean(e.gains[i] == max(e.gains) for e, i in zip(examples, best, strict=True))


def main() -> None:
    """Read the command line, cross-validate each file with each start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--starts", nargs="+", choices=list(PRESETS), default=list(PRESETS))
    given = parser.parse_args()
    for file in given.files:
        examples = [each for each in RelationPaths().read(file) if each.answers]
        row = {"file": file.name, "questions": len(examples), "unasked": unasked(examples)}
        print(json.dumps(row), flush=True)
        for start in given.starts:
            brought = benefit(STEINER, STEINER.needs_training(), PRESETS[start], examples)
            print(json.dumps({"file": file.name, "start": start, "brought": brought}), flush=True)


if __name__ == "__main__":
    main()
