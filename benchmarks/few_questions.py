"""Few labelled questions of MetaQA: the path scorer from nothing and from its weights.

    python benchmarks/few_questions.py --output DIR [--sizes 10 30 100 300 1000] [--seeds 3]
                                       [--questions 200] [--starts nothing package] [--choose]

Trains on questions drawn from the first part of `benchmarks/path_scorer.py`, another draw a seed,
and ranks --questions a number of hops of its last part (--choose: of the part that choices are
made on). Hits@1 of the ranking as retrieval gives it, entity not given. Needs the graph of
`python benchmarks/load.py metaqa`, indexed; the connection comes from NEO4J_URI and the like.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from path_scorer import HOPS, parts
from rich.console import Console

from steiner import gathering, session
from steiner.chosen import Chosen
from steiner.model_settings import Preset
from steiner.models.paths.learned_scorer import LearnedPathScorer
from steiner.progress import Bars
from steiner.retrieve.paths.finding import FoundPaths
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import ConnectionSettings, Options
from steiner.systems.steiner import STEINER
from steiner.train.data.paths import gold_ends, paths_of
from steiner.train.parts.path_scores import FROM_NOTHING, PRETRAINED

PRESETS = {"nothing": FROM_NOTHING, "package": PRETRAINED}
CONSOLE = Console(stderr=True)


class Ranked(NamedTuple):
    """A question's number of hops, its paths and which nodes around are answers."""

    hops: int
    paths: FoundPaths | None
    gold: Any

    def hit(self, scorer: LearnedPathScorer | None) -> bool:
        """Say whether the first of the ranking is an answer."""
        if self.paths is None:
            return False
        settings = self.paths.search.settings
        paths = self.paths if scorer is None else self.paths.scored_by(scorer)
        ranking = paths.rank(settings.emitted)
        return bool(len(ranking.ends) and self.gold[ranking.ends[0]])


def ranked(connection: ConnectionSettings, count: int, part: int) -> list[Ranked]:
    """Look up the paths of the asked questions, once for all scorers."""
    retriever = session.open_retriever(connection, Chosen())
    assert isinstance(retriever, StagedRetriever)
    rows = []
    for hops in HOPS:
        for question in parts(hops)[part][:count]:
            paths = paths_of(retriever, question.text, Options(), retriever.settings.paths)
            gold = (
                np.zeros(0)
                if paths is None
                else gold_ends(paths, retriever.store, question.answers)
            )
            rows.append(Ranked(hops, paths, gold))
    return rows


def examples(connection: ConnectionSettings, count: int, folder: Path) -> Sequence[Any]:
    """Return the examples that all trainings draw from."""
    drawn = [q for hops in HOPS for q in parts(hops)[0]]
    random.Random(1).shuffle(drawn)
    rows = ({"question": q.text, "answers": q.answers} for q in drawn[:count])
    questions = folder / "questions.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    questions.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    with Bars(CONSOLE) as bars:
        return gathering.examples(connection, Chosen(), questions, folder / "train.jsonl", bars)


def hits(rows: Sequence[Ranked], scorer: LearnedPathScorer | None) -> dict[str, float]:
    """Return Hits@1 of each number of hops and their mean."""
    by_hops = {
        f"{hops} hops": statistics.fmean(row.hit(scorer) for row in rows if row.hops == hops)
        for hops in HOPS
    }
    return {"mean": round(statistics.fmean(by_hops.values()), 3), **by_hops}


def trained(preset: Preset, drawn: Sequence[Any], folder: Path, seed: int) -> LearnedPathScorer:
    """Train as `steiner train` does, anew."""
    shutil.rmtree(folder, ignore_errors=True)
    preset = replace(preset, training=replace(preset.training, seed=seed))
    halves = STEINER.needs_training().halves(drawn, seed)
    return LearnedPathScorer(STEINER.train(preset, halves, folder))


def main() -> None:
    """Read the command line, train each size with each seed, and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 30, 100, 300, 1000])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--starts", nargs="+", choices=list(PRESETS), default=list(PRESETS))
    parser.add_argument("--choose", action="store_true")
    given = parser.parse_args()
    connection = ConnectionSettings.from_environment()
    pool = examples(connection, max(1000, *given.sizes), given.output)
    rows = ranked(connection, given.questions, 1 if given.choose else 2)
    print(json.dumps({"start": "zero-shot", **hits(rows, None)}), flush=True)
    for size in given.sizes:
        for start in given.starts:
            for seed in range(given.seeds):
                drawn = random.Random(seed).sample(list(pool), size)
                scorer = trained(PRESETS[start], drawn, given.output / "scorer", seed)
                row = {"start": start, "size": size, "seed": seed, **hits(rows, scorer)}
                print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
