"""What `steiner train --questions` brings on a graph whose schema says little: POLE.

    python benchmarks/learning_a_graph.py --output DIR [--sample 300] [--sizes 0 30] [--asked 0]

A sample of ZOGRASCOPE's questions over POLE is split in halves by template: the reading learns from
one half, or from the first few questions of it (0: all), and is asked the other, with what it
learnt and without. Judged by structure, as `make reading` judges POLE. Takes about 6 minutes on two
cores; DIR keeps vectors and figures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from data import SHARED
from data.memory_graphs import indexed
from judge.kept_vectors import KeptEmbedder
from judge.lines import rows_of
from judge.query_forms import gold_form
from judge.strict_forms import differing
from judge.structures import HashedEmbedder, differs, in_days

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.embed import text_vectors
from steiner.query.query_reading import Reading
from steiner.query.readings import read
from steiner.train.reading.gold_parts import parts_of_statement
from steiner.train.reading.learning_passes import JudgedQuestion, TaughtReader
from steiner.train.reading.word_learning import learnt_words

_SURE = 0.95
"""The probability from which on a reading is called exact."""


class Halves(NamedTuple):
    """Questions that are learnt from, and those that are asked."""

    learnt: Sequence[JudgedQuestion]
    asked: Sequence[JudgedQuestion]


def halves(schema: GraphSchema, sample: int) -> Halves:
    """Return the two halves of a sample: no template is in both."""
    golds = Random(50).sample(rows_of(SHARED / "zograscope" / "questions.jsonl"), sample)
    parts: tuple[list[JudgedQuestion], list[JudgedQuestion]] = ([], [])
    for gold in golds:
        first = hashlib.sha256(gold["template"].encode()).digest()[0] % 2
        parts[1 - first].append(_asked(gold, schema))
    return Halves(*parts)


def _asked(gold: dict[str, Any], schema: GraphSchema) -> JudgedQuestion:
    wanted = in_days(gold_form(gold["cypher"]))

    def is_right(query: Query) -> bool:
        return not differs(wanted, query) and not differing(gold["cypher"], query, schema)

    return JudgedQuestion(gold["question"], is_right, parts_of_statement(gold["cypher"], schema))


def figures(asked: Sequence[JudgedQuestion], best: Sequence[Reading | None]) -> list[float]:
    """Return the share right, the share called exact, and of these the share right."""
    right = [r is not None and a.is_right(r.query) for a, r in zip(asked, best, strict=True)]
    sure = [ok for ok, r in zip(right, best, strict=True) if r and r.confidence >= _SURE]
    exact = len(sure) / len(asked)
    return [sum(right) / len(asked), exact, sum(sure) / len(sure) if sure else 0.0]


class Bench:
    """POLE in memory, and the encoder that compares words."""

    def __init__(self, folder: Path) -> None:
        # What is embedded of nodes is not asked here, their keys are.
        self.store: Any = indexed("pole", HashedEmbedder())
        self._kept = KeptEmbedder(folder / "pole.npz")
        self._vectors = text_vectors(self._kept)
        self.reader = TaughtReader(self.store.graph_schema(), self.store, self.alike)

    def alike(self, left: Sequence[str], right: Sequence[str]) -> Any:
        """Return the cosines of texts with texts."""
        vectors = self._vectors.vectors([*left, *right])
        return np.asarray(vectors[: len(left)] @ vectors[len(left) :].T, dtype=np.float64)

    def best(self, asked: Sequence[JudgedQuestion], schema: GraphSchema) -> list[Reading | None]:
        """Return the most probable reading of each question."""
        readings = (read(a.text, schema, self.store, self.alike) for a in asked)
        return [given.best if given else None for given in readings]

    def keep(self) -> None:
        """Keep the vectors for the next run."""
        self._kept.keep()


def rows(bench: Bench, given: argparse.Namespace) -> list[list[Any]]:
    """Learn from each number of questions and return a row of figures for each."""
    split = halves(bench.reader.schema, given.sample)
    asked = split.asked[: given.asked or None]
    made: list[list[Any]] = [
        ["nothing", None, None, None, *figures(asked, bench.best(asked, bench.reader.schema))]
    ]
    for size in given.sizes:
        own = split.learnt[: size or None]
        outcome = learnt_words(bench.reader, own, partial(print, flush=True) if given.say else _no)
        taught = bench.reader.taught(outcome.learnt)
        folds = [outcome.learnt.before, outcome.learnt.after]
        helps = "kept" if outcome.helps else "not kept"
        made.append(
            [
                f"{len(own)} questions",
                *folds,
                helps,
                *figures(asked, bench.best(asked, taught.schema)),
            ]
        )
        bench.keep()
        name = f"learnt-{len(own)}.json"
        (given.output / name).write_text(outcome.learnt.to_json(), encoding="utf-8")
        print(made[-1], len(outcome.learnt.weights), flush=True)
    return made


def _no(_stage: str, _done: int, _total: int, /) -> None:
    """Report nothing."""


def main() -> None:
    """Read the command line, learn, ask, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 30])
    parser.add_argument("--asked", type=int, default=0)
    parser.add_argument("--say", action="store_true")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    made = rows(Bench(given.output), given)
    print(json.dumps(made))
    (given.output / "figures.json").write_text(json.dumps(made, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
