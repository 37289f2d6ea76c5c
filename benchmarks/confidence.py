"""Does steiner know when the graph does not hold the answer? Fits and checks its confidence.

    python benchmarks/confidence.py --graph NAME=URI … [--questions 300] [--rows FILE] [--fit]

Asks the development questions of movies, northwind and MetaQA on servers that hold and index these
graphs, and made-up ones that have no answer there: questions of the other graphs; questions whose
relationship types are hidden by a filter; questions whose name is replaced by one that the graph
does not have; questions whose gold facts are removed: nodes that hold an answer are hidden, by a
property `benchmark_shown` that this writes. --fit fits the weights on half of the questions and
reports on the other half: share right at .5, area under the curve, expected calibration error, and
the share declined where 95% of those that hold an answer are kept. --rows keeps what was asked.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import neo4j
import numpy as np
import numpy.typing as npt
from examples import answerable
from metaqa_retrieval import dev_questions

from steiner.evaluate.metrics.coverage import coverage
from steiner.filters import EVERYTHING, Condition, Filter
from steiner.retrieve.paths.ranking import ConfidenceFeatures, confidence
from steiner.retrieve.pipeline import StagedRetriever
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings, Options, PathSettings
from steiner.text import plain_words
from steiner.train.data.paths import paths_of

Floats = npt.NDArray[np.float64]
STRANGERS = ("Zorblatt Quimby", "Ysolde Crannock", "Fernwick Hollow", "Tarquin Oboe")


SHOWN = Filter(nodes=(Condition("benchmark_shown", "=", True),))
_MARK = """
MATCH (n:SteinerNode)
WITH n, coalesce(any(key IN keys(n) WHERE n[key] IN $answers), false) AS hidden
WHERE coalesce(n.benchmark_shown, hidden) = hidden
SET n.benchmark_shown = NOT hidden
"""


class Asked(NamedTuple):
    """A question, its answers (none: the graph does not hold it), and what may be seen."""

    text: str
    answers: list[str]
    kind: str
    where: Filter = EVERYTHING


def questions(graph: str, count: int) -> list[Asked]:
    """Return the questions of a graph that have an answer there."""
    if graph == "metaqa":
        drawn = [q for hops in (1, 2, 3) for q in dev_questions(hops, count)]
        return [Asked(q.text, q.answers, "held") for q in drawn]
    return [Asked(row["question"], row["answers"], "held") for row in answerable(graph)]


def without(
    graph: str, connection: ConnectionSettings, retriever: StagedRetriever, count: int
) -> Iterator[Asked]:
    """Yield questions that have no answer in the graph."""
    draw = random.Random(3)
    for other in ("movies", "northwind", "metaqa"):
        if other != graph:
            told = questions(other, count)
            for q in draw.sample(told, min(60, len(told))):
                yield Asked(q.text, [], "other graph")
    own = questions(graph, count)
    yield from facts_removed(connection, retriever, draw.sample(own, min(150, len(own))))
    types = relationship_types(connection)
    for q in draw.sample(own, min(150, len(own))):
        found = retriever.retrieve(q.text)
        path = found.paths[0].text if found.paths else ""
        seen = tuple(name for name in types if f" {plain_words(name)} " not in path)
        if path and seen and len(seen) < len(types):
            yield Asked(q.text, [], "type hidden", Filter(types=seen))
        for name in [seed.matched for seed in found.seeds if "name" in seed.channels][:1]:
            place = q.text.lower().find(name)
            if place >= 0:
                text = q.text[:place] + draw.choice(STRANGERS) + q.text[place + len(name) :]
                yield Asked(text, [], "name unknown")


def facts_removed(
    connection: ConnectionSettings, retriever: StagedRetriever, own: list[Asked]
) -> Iterator[Asked]:
    """Yield questions while the nodes that hold an answer are hidden, but not what they name."""
    for q in own:
        answers = [*q.answers, *(float(a) for a in q.answers if a.replace(".", "", 1).isdigit())]
        before = _named(retriever, q)
        _query(connection, _MARK, answers=answers)
        asked = q._replace(answers=[], kind="facts removed", where=SHOWN)
        if before <= _named(retriever, asked):
            yield asked
    _query(connection, "MATCH (n:SteinerNode) REMOVE n.benchmark_shown")


def _named(retriever: StagedRetriever, q: Asked) -> set[int]:
    seeds = retriever.retrieve(q.text, Options(filter=q.where)).seeds
    return {seed.node for seed in seeds if "name" in seed.channels}


def relationship_types(connection: ConnectionSettings) -> list[str]:
    """Return the relationship types of a graph."""
    return [row["relationshipType"] for row in _query(connection, "CALL db.relationshipTypes()")]


def _query(connection: ConnectionSettings, query: str, **given: Any) -> list[neo4j.Record]:
    login = (connection.username, connection.password)
    with neo4j.GraphDatabase.driver(connection.uri, auth=login) as driver:
        return driver.execute_query(query, given, database_="neo4j").records


def rows(graph: str, uri: str, count: int) -> Iterator[dict[str, Any]]:
    """Ask; yield the signs, the confidence, and whether the evidence holds an answer."""
    connection = replace(ConnectionSettings.from_environment(), uri=uri)
    retriever = open_retriever(connection)
    assert isinstance(retriever, StagedRetriever)
    # Asked as they come: what is hidden changes from one to the next.
    asked = chain(questions(graph, count), without(graph, connection, retriever, count))
    for place, q in enumerate(asked):
        told = PathSettings()
        paths = paths_of(retriever, q.text, Options(filter=q.where), told)
        signs = paths.features() if paths else None
        if signs is not None:
            text = retriever.retrieve(q.text, Options(filter=q.where)).text
            right = bool(q.answers) and coverage(text, q.answers) > 0
            yield {"graph": graph, "kind": q.kind, "signs": signs, "right": right, "text": q.text}
        if place % 100 == 0:
            print(f"{graph}: {place} asked", file=sys.stderr)


def fit(signs: Floats, right: Floats, steps: int = 5000, rate: float = 0.5) -> Floats:
    """Return the weights and, last, the bias of a logistic regression, by gradient descent."""
    inputs = np.column_stack([signs, np.ones(len(signs))])
    weights = np.zeros(inputs.shape[1])
    for _ in range(steps):
        wrong = 1 / (1 + np.exp(-inputs @ weights)) - right
        weights -= rate * (inputs.T @ wrong / len(right) + 1e-4 * weights)
    return weights


def report(name: str, sure: Floats, right: Floats) -> None:
    """Print what the confidence is worth."""
    order = np.argsort(sure)
    ranks = np.empty(len(sure))
    ranks[order] = np.arange(1, len(sure) + 1)
    held, empty = right.sum(), len(right) - right.sum()
    area = (ranks[right > 0].sum() - held * (held + 1) / 2) / max(held * empty, 1)
    bins = np.minimum((sure * 10).astype(int), 9)
    error = sum(
        abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
        for b in range(10)
        if (bins == b).any()
    )
    accuracy = ((sure > 0.5) == right).mean()
    print(
        f"{name}: {len(right)} questions, {right.mean():.2f} hold an answer; right at .5 "
        f"{accuracy:.3f}, area under the curve {area:.3f}, calibration error {error:.3f}"
    )


def declined(told: list[dict[str, Any]], sure: Floats) -> None:
    """Print the share declined of each kind where 95% of those that hold an answer are kept."""
    held = np.array([row["right"] for row in told])
    limit = float(np.quantile(sure[held], 0.05))
    print(f"below {limit:.3f}, where 95% of {held.sum()} that hold an answer are kept, are:")
    for kind in sorted({row["kind"] for row in told} - {"held"}):
        chosen = np.array([row["kind"] == kind and not row["right"] for row in told])
        print(f"  {kind}: {(sure[chosen] < limit).mean():.3f} of {chosen.sum()}")


def main() -> None:
    """Read the command line, ask, fit and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", nargs="*", default=[], help="NAME=URI")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    with given.rows.open("a", encoding="utf-8") as file:
        for name, _, uri in (told.partition("=") for told in given.graph):
            for row in rows(name, uri, given.questions):
                file.write(json.dumps(row) + "\n")
    told = [json.loads(line) for line in given.rows.read_text(encoding="utf-8").splitlines()]
    random.Random(2).shuffle(told)
    half = len(told) // 2 if given.fit else 0
    signs = np.array([row["signs"] for row in told])
    right = np.array([float(row["right"]) for row in told])
    if given.fit:
        weights = fit(signs[:half], right[:half])
        names = (*ConfidenceFeatures._fields, "bias")
        print("weights", dict(zip(names, weights.round(2).tolist(), strict=True)))
        sure = 1 / (1 + np.exp(-np.column_stack([signs, np.ones(len(signs))]) @ weights))
    else:
        sure = np.array([confidence(ConfidenceFeatures(*row["signs"])) for row in told])
    report("all", sure[half:], right[half:])
    for field in ("graph", "kind"):
        for value in sorted({row[field] for row in told[half:]}):
            chosen = np.array([row[field] == value for row in told])
            chosen[:half] = False
            report(f"  {value}", sure[chosen], right[chosen])
    declined(told[half:], sure[half:])


if __name__ == "__main__":
    main()
