"""Composes the queries that a question may mean, the most probable first."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.frames.framed_query import query_of
from steiner.query.composing.frames.operators import Operators
from steiner.query.composing.together import TOGETHER, HiddenLayer
from steiner.query.composing.trees.steps import Steps
from steiner.query.composing.trees.tree import Features, ReadingTree, weighed
from steiner.query.composing.words.lattice import Lattice, lattice
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.odds import beside_none
from steiner.query.weights import LAYER
from steiner.stores.protocol import GraphStore

_WHOLE, _FRAMES = 6, 4
"""Whole trees that are framed, and frames kept of each."""
_LEAST, _MOST = 8, 14
"""Trees kept at each word: one for each word of the question, within these."""
_ITEMS = 6
_SLACK = 0.5
"""What a tree may score less than the last that is kept: some that are better mean the same."""


@dataclass(frozen=True, slots=True)
class Composition:
    """A query, its score, and its probability among all that were composed, or none of them."""

    query: Query
    score: float
    probability: float
    features: Mapping[str, float]


def compose(
    question: str,
    schema: GraphSchema,
    store: GraphStore,
    alike: Alike,
    weights: Mapping[str, float],
) -> list[Composition]:
    """Return the queries that a question may mean, the most probable first."""
    looked = lattice(question, schema, store, alike)
    return candidates(looked, weights)


def candidates(
    looked: Lattice, weights: Mapping[str, float], layer: HiddenLayer | None = LAYER
) -> list[Composition]:
    """Return the queries over one lattice, the most probable first.

    They are looked for by the sum of weighed features, and told apart by the `layer`, too, which
    says as well how probable it is that none of them is meant.
    """
    trees = _trees(looked, Steps(looked, weights))
    binder = Operators(looked, weights)
    frames = [f for tree in trees[:_WHOLE] for f in binder.frames(tree, _FRAMES)]
    best: dict[str, tuple[Query, Frame]] = {}
    for frame in sorted(frames, key=lambda f: -f.score):
        query = query_of(frame, looked.schema)
        if query is not None:
            best.setdefault(repr(query), (query, frame))
    features = [frame.features() for _, frame in best.values()]
    if layer and features:
        together = layer.outputs(features)
        features = [{**own, TOGETHER: out} for own, out in zip(features, together, strict=True)]
    queries = [query for query, _ in best.values()]
    return _weighed(list(zip(queries, features, strict=True)), weights)


def weighed_again(
    composed: Sequence[Composition], weights: Mapping[str, float]
) -> list[Composition]:
    """Return compositions with other weights, the most probable first."""
    return _weighed([(c.query, c.features) for c in composed], weights)


def _weighed(
    composed: Sequence[tuple[Query, Features]], weights: Mapping[str, float]
) -> list[Composition]:
    scores = [weighed(features, weights) for _, features in composed]
    again = [
        Composition(query, score, share, features)
        for (query, features), score, share in zip(
            composed, scores, beside_none(scores), strict=True
        )
    ]
    return sorted(again, key=lambda c: -c.score)


def _trees(looked: Lattice, steps: Steps) -> list[ReadingTree]:
    """Return the whole trees, the best first: a beam over the words of the question."""
    count = len(looked.words)
    width = min(_MOST, max(_LEAST, count))
    beams: list[list[ReadingTree]] = [[] for _ in range(count + 1)]
    beams[0] = steps.begun()
    for place in range(count):
        kept = _kept(beams[place], width)
        if place in looked.denied:
            kept = [tree._replace(denied=place) for tree in kept]
        items = sorted(looked.items[place], key=lambda i: -i.score * (i.end - i.start))[:_ITEMS]
        fitted = [*map(steps.fitted, items)]
        for tree in kept:
            beams[place + 1].append(steps.skipped(tree, place))
            for own in fitted:
                beam = beams[own.item.end]
                beam += steps.taken(tree, own, _least(beam, width))
    return [steps.closed(tree) for tree in _kept(beams[count], width) if tree.labels]


def _least(trees: list[ReadingTree], width: int) -> float:
    """Return the score that a tree needs to be kept; a beam is cut where it has grown too long."""
    if len(trees) > 8 * width:
        trees[:] = _kept(trees, width)
    if len(trees) < width:
        return -math.inf
    return sorted([tree.score for tree in trees])[-width] - _SLACK


def _kept(trees: Sequence[ReadingTree], width: int) -> list[ReadingTree]:
    best: dict[object, ReadingTree] = {}
    for tree in sorted(trees, key=lambda t: -t.score):
        if len(best) >= width:
            break
        best.setdefault(tree.signature(), tree)
    return list(best.values())
