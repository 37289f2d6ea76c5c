"""What a graph would have that holds the answer: the best path that the schema around allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from steiner.retrieve.paths.adjacency import Arcs, Hop, Path
from steiner.retrieve.paths.beam import Promise
from steiner.retrieve.subgraph.pcst import Indices

_WIDTH = 12
"""Paths that go on at each length, and steps of each label set: only the best path is asked for."""


def best_possible(
    arcs: Arcs,
    starts: Sequence[Indices],
    lengths: Sequence[int],
    clarity: Callable[[Hop], float],
    scores: Promise,
) -> float:
    """Return the score of the best path of steps that exist anywhere around, -inf without one.

    A step leads from nodes of one label set to those of another, as some relationship does. Of
    each label set the steps are tried that words speak of most clearly (`clarity`, 0: none do).
    Whether the seeds `starts[i]`, which paths of `lengths[i]` steps may leave, take them is not
    asked.
    """
    leads = {label: _clearest(hops, clarity) for label, hops in arcs.schema().items()}
    best, last = -np.inf, list(_begun(arcs, starts))
    for length in range(1, max(lengths, default=0) + 1):
        going = [(path, at) for path, at in last if lengths[path.start] >= length]
        last = [
            (Path(path.start, (*path.steps, hop), path.layers), hop.label)
            for path, at in going
            for hop in leads.get(at, ())
        ]
        if not last:
            break
        told = scores([path for path, _ in last])
        best = max(best, float(told.max()))
        last = [last[i] for i in np.argsort(-told, kind="stable")[:_WIDTH].tolist()]
    return best


def _clearest(hops: Sequence[Hop], clarity: Callable[[Hop], float]) -> list[Hop]:
    weighed = sorted(((clarity(hop), hop) for hop in hops), key=lambda pair: -pair[0])
    return [hop for weight, hop in weighed[:_WIDTH] if weight > 0]


def _begun(arcs: Arcs, starts: Sequence[Indices]) -> Iterator[tuple[Path, int]]:
    for place, nodes in enumerate(starts):
        for label in np.unique(arcs.labels[nodes]).tolist():
            # One end stands for all: how many there would be is not known.
            yield Path(place, (), (nodes[:1],)), label
