"""Fits the probability of a model's query to kept replies: a logistic sum of what speaks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from judge.judged_queries import Judge, judged_queries
from judge.pole_rows import pole_judge
from judge.replied import REPLIES, Replied, replied_questions
from steiner.algebra import Query
from steiner.errors import SteinerError
from steiner.query.proposing.proposed_readings import model_signals
from steiner.query.readings import all_best
from steiner.settings import ExactSettings

_RIDGE, _STEPS = 0.5, 200
_BOUND = ExactSettings().sure


class Example(NamedTuple):
    """A model's proposal: its signals, whether it was right, and whether it was to decline."""

    of: str
    signals: dict[str, float]
    right: bool
    declines: bool


def learnt_weights(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the weights of all examples, and print what sets left out have at the bound."""
    known = [name for name in names if (REPLIES / f"{name}.jsonl").exists()]
    examples = [example for name in known for example in _examples(name)]
    queries = [example for example in examples if not example.declines]
    judged: list[tuple[float, bool]] = []
    for name in sorted({example.of for example in queries}):
        others = [example for example in queries if example.of != name]
        weights = fitted(others) if others else {}
        own = (example for example in queries if example.of == name and weights)
        judged += [(_probability(weights, example), example.right) for example in own]
    sure = [right for p, right in judged if p >= _BOUND]
    share = f"{sum(sure)} of {len(sure)} right" if sure else "none"
    print(f"{len(queries)} queries, {sum(e.right for e in queries)} right; graphs left out: {share}"
          f" at {_BOUND} and above")  # fmt: skip
    refused = [example for example in examples if example.declines]
    good = sum(example.right for example in refused)
    odds = (good + 1) / (len(refused) - good + 1)
    return {"query": fitted(queries), "cannot": {"bias": round(float(np.log(odds)), 3)}}


def _examples(name: str) -> Iterator[Example]:
    """Yield what a set's replies teach: queries as they would be run, with what ties.

    A query is left out whose question's gold cannot be judged.
    """
    judges = _Judges()
    for given in replied_questions(name):
        of = str(given.gold.get("graph", name))
        if given.proposal.query is None:
            expects_none = not given.gold.get("golds", True) or given.gold.get("kind") == (
                "unanswerable"
            )
            yield Example(of, {}, bool(expects_none), True)
            continue
        if given.proposal.other:  # It says itself that it is not sure.
            continue
        query = all_best(given.proposal.query, given.looked)
        if judge := judges.of(name, given):
            yield Example(of, model_signals(query, given.rules, given.looked), judge(query), False)


class _Judges:
    """Says of a set's questions what judges a query; those of a graph are made once."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Judge]] = {}

    def of(self, name: str, given: Replied) -> Judge | None:
        """Return what judges a query for a question, None where its gold cannot be judged."""
        if name.startswith("pole"):
            return partial(_same_rows, given)
        graph = str(given.gold.get("graph", name))
        if graph not in self._known:
            self._known[graph] = dict(judged_queries(graph, given.store, given.looked.schema))
        return self._known[graph].get(given.gold["question"])


def _same_rows(given: Replied, query: Query) -> bool:
    try:
        return pole_judge(given.gold, given.store)(given.store.run(query, 0.0))
    except SteinerError:
        return False


def fitted(examples: Sequence[Example]) -> dict[str, float]:
    """Return bias and weights by Newton's steps on the logistic loss with a ridge."""
    names = sorted({name for example in examples for name in example.signals})
    rows = [[1.0, *(e.signals[name] for name in names)] for e in examples]
    x, y = np.array(rows), np.array([float(e.right) for e in examples])
    weights: NDArray[Any] = np.zeros(len(names) + 1)
    ridge = np.diag([1e-3, *[_RIDGE] * len(names)])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (p - y) + ridge @ weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge
        weights = weights - np.linalg.solve(curve, gradient)
    return {n: round(float(w), 3) for n, w in zip(["bias", *names], weights, strict=True)}


def _probability(weights: dict[str, float], example: Example) -> float:
    total = weights["bias"] + sum(weights[n] * v for n, v in example.signals.items())
    return float(1 / (1 + np.exp(-total)))
