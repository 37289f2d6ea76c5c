"""Makes the weights that trainings of steiner's path scorer begin with, for an encoder.

    python benchmarks/pretrain.py --data DIR --output DIR [--embedder NAME] [--questions 36000]
                                  [--epochs 2] [--seed 0] [--threads 2]

--data has simple_questions, freebase_schema and text2cypher. Safe to stop: it goes on where it was.
Then: steiner train --start FOLDER. Takes half an hour of two cores.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from start_weights.pretraining import PRETRAINING, QUESTIONS, pretrain

from steiner.progress import Bars
from steiner.settings import DEFAULT_EMBEDDER


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and make the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--embedder", default=DEFAULT_EMBEDDER, help="to make weights for")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of the first two")
    for name in ("epochs", "seed", "threads"):
        parser.add_argument(f"--{name}", type=int, default=getattr(PRETRAINING, name))
    given = parser.parse_args(arguments)
    settings = replace(PRETRAINING, epochs=given.epochs, seed=given.seed, threads=given.threads)
    with Bars(Console(stderr=True)) as bars:
        pretrain(given.data, given.output, given.embedder, given.questions, settings, bars)
    print(f"Made: steiner train --start {given.output} …")


if __name__ == "__main__":
    main()
