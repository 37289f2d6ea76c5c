"""Chains without a model: the facts along the relation path that leads to the answers best."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from steiner.jobs import Row
from steiner.retrieve.paths import beam
from steiner.retrieve.paths.finding import FoundPaths
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.subgraph.pcst import Indices
from steiner.settings import Options, TextSettings
from steiner.stores.protocol import GraphStore
from steiner.textual_graph import Example, read_examples, to_example
from steiner.textualise.facts import FactWriter
from steiner.train.data.chains import chain_fields
from steiner.train.data.paths import gains, gold_ends, paths_of

_MOST = 30
"""Facts and answers in a chain: what text encoders read of it."""


class PathChains:
    """Writes the chain of each line that has question, answers and graph.

    Of the relation paths of the default system it takes the one whose ends agree best with the
    answers (F1), of equal ones the one that the words of the question fit best.
    """

    field = "chain"

    def collect(self, retriever: StagedRetriever, row: Row, options: Options) -> Row:
        """Return the chain, empty where no path leads to an answer, and what it names besides."""
        example = to_example(row, f"the question {row['question']!r}")
        paths = paths_of(retriever, example.question, options, retriever.settings.paths)
        facts = None if paths is None else _facts(paths, retriever.store, example.answers)
        if facts is None:
            return self.empty()
        answers = f"The answer is {', '.join(example.answers[:_MOST])}."
        sentences = [example.question, *(f"{fact}." for fact in dict.fromkeys(facts)), answers]
        return chain_fields(" ".join(sentences), example)

    def empty(self) -> Row:
        """Return an empty chain."""
        return {"chain": "", "outside": []}

    def read(self, file: Path) -> list[Example]:
        """Return the examples, without their chains."""
        return read_examples(file)


def _facts(paths: FoundPaths, store: GraphStore, answers: Sequence[str]) -> list[str] | None:
    """Return the facts of the best path's ways to the answers; None where no path has one."""
    gold = gold_ends(paths, store, answers)
    gain = gains(paths, gold)
    best = int(np.argmax(gain)) if gain else 0
    if not (gain and gain[best]):
        return None
    taken = way_to(paths.search.arcs, paths.scored[best].path, np.flatnonzero(gold))
    around = paths.search.arcs.around
    ends = np.concatenate([around.sources[taken], around.targets[taken]])
    part = store.hydrate(
        around.nodes[np.unique(ends)].tolist(), around.relationships[taken].tolist()
    )
    writer = FactWriter(part, "", TextSettings().longest_value)
    return [" ".join(writer.relationship(r).triple) for r in part.relationships]


def way_to(arcs: beam.Arcs, path: beam.Path, ends: Indices) -> Indices:
    """Return the relationships (indices) of one way to each of `ends` that the path reaches.

    They come in the order of the steps, at most 30 of them, the last ones.

    a -> x -> b, a -> y -> b, a -> y -> c; ends [b, c]: a -> x, a -> y, x -> b, y -> c
    """
    wanted = np.intersect1d(path.ends, ends)[:_MOST]
    steps: list[Indices] = []
    for here, step in zip(reversed(path.layers[:-1]), reversed(path.steps), strict=True):
        into = arcs.between(here, step, arcs.mark(wanted))
        into = into[np.unique(arcs.enters[into], return_index=True)[1]]
        steps.append(arcs.relationships[into])
        wanted = np.unique(arcs.leaves[into])
    ordered = [np.zeros(0, dtype=np.int64), *reversed(steps)]
    return np.concatenate(ordered)[-_MOST:]
