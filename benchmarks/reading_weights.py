"""Learns what reading weighs: composition, and the probability that a reading is right.

    python benchmarks/reading_weights.py composing --output DIR [--every 6] [--rounds 2] [--write]
    python benchmarks/reading_weights.py probability --output DIR [--every 6] [--write]

Both learn from the graphs written for it (benchmarks/data/written) and from one half, by a hash of
the words, of each set that reading is measured on; composition also from text2cypher's questions
over eight schemas (CC0), judged by structure, and from the questions of the unit tests, judged by
rows (benchmarks/data/reading_tests). For the probability an ambiguous question, or one without an
answer, is read right by no query; structures teach it nothing, as a model wrote their golds. Each
group is left out in turn for the figures that are printed; --write keeps what all of them teach in
src/steiner/query. `composing` also leaves in DIR what each four fifths of the groups teach: where
`probability` finds that, it reads each group by what the others taught, as a user's graph will be.
Collecting takes 5 minutes on two cores for each round, fitting 10.
"""

from __future__ import annotations

import argparse
import json
import pickle
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from data import SHARED
from data.memory_graphs import LEARNT, indexed
from judge.judged_queries import is_learnt, judged_queries
from judge.kept_vectors import KeptEmbedder
from judge.known_values import known_values, schema_of
from judge.layer_learning import fitted_layer
from judge.learning import (
    Example,
    best_of,
    best_right,
    calibrated,
    fitted,
    judging,
    left_out,
    reliability,
)
from judge.lines import rows_of
from judge.query_forms import gold_form
from judge.row_learning import Facts, as_answered, learn_rows, with_rows
from judge.strict_forms import differing
from judge.structures import HashedEmbedder, differs, in_days
from judge.tested import tested

from steiner.embed import text_vectors
from steiner.errors import SteinerError
from steiner.query.composing.compose import candidates
from steiner.query.composing.together import TOGETHER, hidden_layer
from steiner.query.composing.words.lattice import lattice
from steiner.query.probability import interpolated as at
from steiner.query.query_reading import Reading, read_query
from steiner.query.readings import with_ties
from steiner.query.signals import proposed, signals
from steiner.query.weights import COMPOSING
from steiner.retrieve.exact.computed_rows import asked_of
from steiner.retrieve.exact.row_judge import RowFacts, row_facts

SOURCE = Path(__file__).parents[1] / "src/steiner/query"
SHOWN = ["pole", "northwind", "movies", "company", "art", "hr", "shop", "biology", "soccer"]
SHOWN += LEARNT
ROWS = [name for name in SHOWN if name != "pole"]
"""Sets that rows judge."""
CLEAN = [name for name in ROWS if name not in ("movies", "northwind")]
"""Those whose golds people wrote, or checked: two models that wrote the others' agree on .8."""
TESTS = 5
"""Parts that the tests' graphs are cut into."""
_CANDIDATES = 40


FOLDS = 5


class Composer(NamedTuple):
    """What composing has learnt: weights of features, and the layer over them, as JSON has it."""

    weights: Mapping[str, float]
    layer: Mapping[str, Any]


class Case(NamedTuple):
    """A question over a graph, and what says whether a query is right."""

    group: str
    question: str
    schema: Any
    store: Any
    is_right: Any


def structures(database: str, every: int, first: int) -> Iterator[Case]:
    """Yield the questions over a schema, every so many-th of them."""
    folder = SHARED / "text2cypher"
    given = next(s for s in rows_of(folder / "schemas.jsonl") if s["database"] == database)
    own = [g for g in rows_of(folder / "questions.jsonl") if g["database"] == database]
    schema = schema_of(given)
    store = known_values(own, schema)
    for gold in own[first % every :: every]:
        wanted = in_days(gold_form(gold["cypher"]))

        def is_right(query: Any, gold: Any = gold, wanted: Any = wanted) -> bool:
            same = not differs(wanted, query)
            return same and not differing(gold["cypher"], query, schema)

        yield Case(database, gold["question"], schema, store, is_right)


def test_cases(part: int, embedder: KeptEmbedder) -> Iterator[Case]:
    """Yield the unit tests' questions over a part of their graphs."""
    for store, question, is_right in tested(embedder, range(part, 10_000, TESTS)):
        yield Case(f"tests {part}", question, store.graph_schema(), store, is_right)


def shown_cases(name: str, embedder: KeptEmbedder) -> Iterator[Case]:
    """Yield the half of a measured set that is learnt from; figures are read on the other."""
    store = indexed(name, embedder if name != "pole" else HashedEmbedder())
    schema = store.graph_schema()
    for question, is_right in judged_queries(name, store, schema):
        if is_learnt(name, question):
            yield Case(name, question, schema, store, is_right)


def is_right(case: Case, query: Any) -> bool:
    """Say whether a query is right as it is run: all that are tied for the most are rows."""
    return bool(case.is_right(with_ties(query, case.question.casefold())))


def facts_of(case: Case, reading: Reading) -> RowFacts | None:
    """Return what the rows of a reading say of it; None where it cannot be run."""
    asked = replace(reading, query=with_ties(reading.query, case.question.casefold()))
    try:
        table = case.store.run(asked.query, 0.0)
    except SteinerError:
        return None
    return row_facts(asked_of(table, asked, case.question), asked, case.question)


class Collector:
    """Asks the cases of a group and keeps what was proposed."""

    def __init__(self, output: Path, group: str) -> None:
        self._embedder = KeptEmbedder(output / "vectors" / f"{group}.npz")
        self._vectors = text_vectors(self._embedder)

    def alike(self, left: Sequence[str], right: Sequence[str]) -> Any:
        """Return the cosines of texts with texts."""
        return np.asarray(
            self._vectors.vectors(list(left)) @ self._vectors.vectors(list(right)).T, dtype=float
        )

    def cases(self, group: str, every: int, first: int) -> Iterator[Case]:
        """Yield the cases of a group."""
        if group.startswith("tests"):
            return test_cases(int(group.split()[1]), self._embedder)
        if group in SHOWN:
            return shown_cases(group, self._embedder)
        return structures(group, every, first)

    def composed(self, case: Case, weights: Mapping[str, float]) -> Example:
        """Return the features of what is composed for a question."""
        looked = lattice(case.question, case.schema, case.store, self.alike)
        composed = candidates(looked, weights, None)[:_CANDIDATES]
        return Example(
            case.group,
            case.question,
            [(dict(c.features), is_right(case, c.query)) for c in composed],
        )

    def signalled(self, case: Case, composer: Composer) -> Facts:
        """Return the signals of every reading that is judged, and what its rows say of it."""
        first = read_query(case.question, case.schema, case.store, self.alike)
        looked = lattice(case.question, case.schema, case.store, self.alike)
        composed = candidates(looked, composer.weights, hidden_layer(composer.layer))
        given = proposed(looked, first, composed)
        readings = given.readings()
        judged = [(signals(given, r.query), is_right(case, r.query)) for r in readings]
        facts = [facts_of(case, r) for r in readings]
        return Facts(Example(case.group, case.question, judged), facts)

    def keep(self) -> None:
        """Keep the vectors for the next run."""
        self._embedder.keep()


def fold_of(group: str) -> int:
    """Return the fifth that a group belongs to."""
    return zlib.crc32(group.encode()) % FOLDS


def composer_without(output: Path, group: str) -> Composer:
    """Return what composing has learnt without a group, or what the package has, where it did not.

    Of a question that taught it composing is surer than of a user's.
    """
    kept = output / f"composing-{fold_of(group)}.json"
    if not kept.exists():
        return Composer(COMPOSING, json.loads((SOURCE / "together.json").read_text()))
    return Composer(*json.loads(kept.read_text()))


def collected(job: tuple[str, str, Path, int, int, Mapping[str, float]]) -> list[Any]:
    """Collect the examples of one group: for `composing` or for `probability`."""
    what, group, output, every, first, weights = job
    collector = Collector(output, group)
    collect: Callable[[Case], Any] = partial(collector.composed, weights=weights)
    if what == "probability":
        collect = partial(collector.signalled, composer=composer_without(output, group))
    examples = []
    for case in collector.cases(group, every, first):
        try:
            examples.append(collect(case))
        except Exception as error:
            raise RuntimeError(f"{group}: {case.question}") from error
    collector.keep()
    return examples


def all_collected(given: argparse.Namespace, first: int, weights: Mapping[str, float]) -> list[Any]:
    """Collect the examples of all groups, two at once."""
    schemas = rows_of(SHARED / "text2cypher/schemas.jsonl")
    groups = [s["database"] for s in schemas]
    if given.what == "probability":
        groups = []
    known = [name for name in SHOWN if name in ROWS or given.what == "composing"]
    groups += [*known, *(f"tests {p}" for p in range(TESTS))]
    jobs = [(given.what, g, given.output, given.every, first, weights) for g in groups]
    with get_context("spawn").Pool(2) as pool:
        return [e for part in pool.imap(collected, jobs) for e in part]


def learn_composing(given: argparse.Namespace) -> dict[str, Any]:
    """Learn the weights of composition in rounds, each from what all before it compose.

    At last a layer over them is learnt from the last round. What earlier weights thought best
    stays among what is told apart: two rounds that go by the last alone differ by two questions of
    sixty.
    """
    start = json.loads((Path(__file__).parent / "data/composing_start.json").read_text())
    weights: dict[str, float] = dict(COMPOSING)
    seen: list[Example] = []
    for turn in range(given.rounds):
        examples = all_collected(given, turn, weights)
        reached = sum(any(r for _, r in e.candidates) for e in examples) / len(examples)
        first = sum(bool(e.candidates) and e.candidates[0][1] for e in examples) / len(examples)
        print(f"round {turn}: {len(examples)} questions, first right {first:.3f}")
        print(f"among the composed {reached:.3f}")
        (given.output / "composing.pickle").write_bytes(pickle.dumps(examples))
        seen += examples
        weights = fitted(seen, start)
    for fold in range(FOLDS):
        others = [e for e in examples if fold_of(e.group) != fold]
        own = [e for e in examples if fold_of(e.group) == fold]
        composer = composer_of(others, fitted(others, start))
        (given.output / f"composing-{fold}.json").write_text(json.dumps(composer))
        alone = best_right(own, composer.weights)
        added = best_right(with_layer(own, composer), composer.weights)
        print(f"left out {len(own)}: {alone:.3f}, with the layer {added:.3f}")
    composer = composer_of(examples, weights)
    return {"composing": composer.weights, "together": composer.layer}


def composer_of(examples: Sequence[Example], weights: Mapping[str, float]) -> Composer:
    """Return the weights, and the layer that is learnt beside them."""
    return Composer({**weights, TOGETHER: 1.0}, fitted_layer(examples, weights))


def with_layer(examples: Sequence[Example], composer: Composer) -> list[Example]:
    """Return examples whose candidates have what their features say together."""
    layer, added = hidden_layer(composer.layer), []
    for example in examples:
        rows = [features for features, _ in example.candidates]
        together = zip(example.candidates, layer.outputs(rows) if rows else (), strict=True)
        more = [({**features, TOGETHER: out}, right) for (features, right), out in together]
        added.append(example._replace(candidates=more))
    return added


def learn_probability(given: argparse.Namespace) -> dict[str, Any]:
    """Learn the probability of readings; calibrate it on groups that are left out."""
    examples = all_collected(given, 2, COMPOSING)
    (given.output / "probability.pickle").write_bytes(pickle.dumps(examples))
    return probability_of(examples)


def probability_of(asked: Sequence[Facts]) -> dict[str, Any]:
    """Return the model of a probability, and print how it does on each group left out.

    What a sum means is read on rows that people's or made golds judge, not on structures: two
    models that wrote those golds agree on four of five.
    """
    asked = sorted((own for own in asked if own.facts), key=lambda own: own.example.group)
    examples = [own.example for own in asked]
    chances = left_out(examples)
    points = calibrated(chances, CLEAN)
    mapped = [[at(points, c) for c in own] for _, own in chances]
    answered = [
        (e.group, b) for e, own in zip(examples, mapped, strict=True) if (b := best_of(e, own))
    ]
    for group in sorted({e.group for e in examples}):
        own = [best for of, best in answered if of == group]
        print(group, len(own), reliability(own))
    print("all", len(answered), reliability([best for _, best in answered]))
    unsure, sure = with_rows(asked, mapped)
    later = learn_rows(unsure, CLEAN)
    print("all, as answered", as_answered(sure, later))
    rows = {n: own for n, own in later.items() if n != "judged"}
    model = {"weights": judging(examples), "points": points}
    return {"probability": {**model, "with rows": rows}}


def main() -> None:
    """Read the command line, learn, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("composing", "probability"))
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--every", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    learn = learn_composing if given.what == "composing" else learn_probability
    for name, learnt in learn(given).items():
        target = (SOURCE if given.write else given.output) / f"{name}.json"
        # A layer's numbers are a line: nobody reads them, and each would be one.
        text = json.dumps(learnt, indent=None if name == "together" else 1, sort_keys=True)
        target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
