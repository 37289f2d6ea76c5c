"""How relevant nodes and relationships of a neighbourhood are, without relation paths."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from steiner.columns import Neighbourhood, lookup
from steiner.question.reading import Question
from steiner.retrieve.subgraph.pcst import Floats
from steiner.text import content_stems, plain_words

_STEP_LOW, _STEP_HIGH = 0.2, 0.8
"""What a step over the least and the most relevant relationship keeps of a node's relevance."""
_BY_COSINE = 0.1


def node_relevance(
    question: Question, around: Neighbourhood, relations: Floats, hops: int
) -> Floats:
    """Score the n nodes from 0 to 1: seeds by fused score, others by the best way to a seed.

    The question names relations, not answers, so what relevant relations (`relations` float64[m]
    from 0 to 1) reach is relevant, too. Cosine with the question breaks ties.

    Seed a of score 1, a -KNOWS(1.0)- b, a -LIKES(0.0)- c: relevance 1, .8, .2 (times .9 to 1).
    """
    # A question may be like no seed at all: cosines of 0 and less.
    scores = {seed.node: max(0.0, seed.score) for seed in question.seeds}
    best = max(scores.values(), default=0.0) or 1.0
    relevance = lookup({node: score / best for node, score in scores.items()}, around.nodes)
    kept = _STEP_LOW + (_STEP_HIGH - _STEP_LOW) * relations
    for _ in range(hops):
        reached = relevance.copy()
        np.maximum.at(reached, around.targets, relevance[around.sources] * kept)
        np.maximum.at(reached, around.sources, relevance[around.targets] * kept)
        relevance = reached
    ids, cosines = question.nearest
    near = lookup(dict(zip(ids.tolist(), _scaled(cosines), strict=True)), around.nodes)
    return np.asarray(relevance * (1 - _BY_COSINE + _BY_COSINE * near), dtype=np.float64)


def relation_relevance(question: Question, around: Neighbourhood) -> Floats:
    """Score the m relationships from 0 to 1: type cosine scaled over the types met, own text.

    A type whose word stands in the question, and a relationship that the question links to, get 1.
    """
    by_type = question.relations.types
    of_type = np.array(_scaled([by_type.get(name, -1.0) for name in around.type_names], 0.5))
    for index, name in enumerate(around.type_names):
        if question.tokenised.stems & content_stems(plain_words(name).split()):
            of_type[index] = 1.0
    scores = of_type[around.types] if len(around.types) else np.zeros(0)
    own = question.relations.relationships.ids
    best = dict(zip(own.tolist(), np.linspace(1.0, 0.5, len(own)), strict=True))
    direct = lookup({**best, **dict.fromkeys(question.linked, 1.0)}, around.relationships)
    return np.asarray(np.maximum(scores, direct), dtype=np.float64)


def _scaled(cosines: Iterable[float], alike: float = 1.0) -> list[float]:
    """Return the values scaled to 0 to 1; all are `alike` where they do not differ."""
    values = np.array(list(cosines), dtype=np.float64)
    spread = float(np.ptp(values)) if len(values) else 0.0
    scaled = (values - values.min()) / spread if spread > 0 else np.full(len(values), alike)
    return list(scaled.tolist())
