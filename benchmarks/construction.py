"""How much does the Steiner tree cost beside the solver's own call?

    python benchmarks/construction.py [--edges 100000] [--nodes 50000] [--repetitions 20]

Needs no server. On a random neighbourhood with power-law degrees: scores, prizes, instance, solver,
pruning and mapping back together, against the solver's call alone on the arrays that it was given.
Both in turns, medians in milliseconds of processor time, which other work on the machine does not
stretch (neither uses more than one thread). Prints JSON; the target is a ratio of 1.3.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pcst_fast

from steiner.columns import Hits, Neighbourhood, RelationHits
from steiner.evidence import Seed
from steiner.question.reading import Question
from steiner.question.tokens import tokenised
from steiner.retrieve.subgraph.pcst import Tree, guarded, published, solve
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.settings import PrizeSettings

SEED = 7
TARGET = 1.3
QUESTION = "Which companies does the founder of the mill work for?"
PUBLISHED = PrizeSettings(nodes=3, relations=5)
SETTINGS = {"default": False, "published, 3 nodes and 5 relations": True}


class Recorder:
    """The solver, keeping what it was last called with."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self.call = call
        self.arguments: tuple[Any, ...] = ()

    def __call__(self, *arguments: Any) -> Any:
        """Call the solver."""
        self.arguments = arguments
        return self.call(*arguments)

    def again(self) -> None:
        """Make the last call once more."""
        self.call(*self.arguments)


class Problem:
    """What a question's retrieval has at hand when it begins with the tree."""

    def __init__(self, nodes: int, edges: int) -> None:
        random = np.random.default_rng(SEED)
        self.around = neighbourhood(random, nodes, edges)
        scored = random.permutation(nodes)[:200].astype(np.int64)
        hits = Hits(scored, np.sort(random.random(200)).astype(np.float32)[::-1])
        types = {name: float(random.normal(0.2, 0.1)) for name in self.around.type_names}
        nothing = Hits(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
        chosen = random.permutation(nodes)[:40].tolist()
        self.question = Question(
            asked=QUESTION,
            tokenised=tokenised(QUESTION),
            vector=np.zeros(1, dtype=np.float32),
            seeds=tuple(Seed(node, 1 / (60 + i), ("vector",)) for i, node in enumerate(chosen)),
            nearest=hits,
            relations=RelationHits(types, nothing),
        )

    def construct(self, as_published: bool) -> Tree:
        """Do what a system does between expansion and selection."""
        around, asked = self.around, self.question
        relations = relation_relevance(asked, around)
        nodes = node_relevance(asked, around, relations, hops=2)
        if as_published:
            return solve(published(around, asked.nearest, asked.relations, PUBLISHED))
        return solve(guarded(around, nodes, relations, PrizeSettings()))


def neighbourhood(random: np.random.Generator, nodes: int, edges: int) -> Neighbourhood:
    """A connected one: every node is tied to an earlier one, rich ones get richer."""
    rich = (nodes * random.random(edges) ** 3).astype(np.int32)
    sources = np.concatenate([np.arange(1, nodes), random.integers(nodes, size=edges - nodes + 1)])
    targets = np.where(rich < sources, rich, rich % np.maximum(sources, 1))
    return Neighbourhood(
        nodes=np.arange(nodes, dtype=np.int64),
        hops=np.zeros(nodes, dtype=np.int8),
        relationships=np.arange(edges, dtype=np.int64),
        sources=sources.astype(np.int32),
        targets=targets.astype(np.int32),
        types=(random.random(edges) ** 2 * 30).astype(np.int32),
        type_names=tuple(f"TYPE_{i:02}" for i in range(30)),
        labels=np.zeros(nodes, dtype=np.int32),
        label_names=((),),
    )


def measure(problem: Problem, recorder: Recorder, repetitions: int) -> dict[str, Any]:
    """Time the whole and the solver's call alone in turns, for each settings."""
    figures = {}
    for name, as_published in SETTINGS.items():
        whole = partial(problem.construct, as_published)
        tree = whole()
        pairs = [(milliseconds(whole), milliseconds(recorder.again)) for _ in range(repetitions)]
        total, alone = (statistics.median(times) for times in zip(*pairs, strict=True))
        figures[name] = {
            "whole": round(total, 1),
            "solver alone": round(alone, 1),
            "ratio": round(total / alone, 2),
            "solver's edges": len(recorder.arguments[0]),
            "chosen": [len(tree.nodes), len(tree.edges)],
        }
    return figures


def milliseconds(work: Callable[[], object]) -> float:
    """How much processor time a call takes."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=50_000)
    parser.add_argument("--repetitions", type=int, default=20)
    given = parser.parse_args()
    # Before the first solution: steiner keeps the function that it finds then.
    recorder = Recorder(pcst_fast.pcst_fast)
    pcst_fast.pcst_fast = recorder
    figures = measure(Problem(given.nodes, given.edges), recorder, given.repetitions)
    load = round(os.getloadavg()[0], 1)
    print(json.dumps({"edges": given.edges, "target": TARGET, **figures, "load": load}))


if __name__ == "__main__":
    main()
