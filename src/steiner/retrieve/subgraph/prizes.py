"""Prizes of nodes and relationships on a neighbourhood (G-Retriever, section 5.3, equation 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from steiner.graph import Hits, Ids, Neighbourhood, RelationHits, Scores, Seed
from steiner.question.linking import STOP_WORDS
from steiner.retrieve.subgraph.pcst import Floats, Instance
from steiner.settings import PrizeSettings
from steiner.text import plain_words, stems, words

_STEP_LOW, _STEP_HIGH = 0.2, 0.8
_BY_COSINE = 0.1

_LARGEST_SHARE = 0.9
"""Of the cost: a default relation prize stays below it, so that no edge pays for itself."""


def published(
    around: Neighbourhood, hits: Hits, relations: RelationHits, settings: PrizeSettings
) -> Instance:
    """Give the i-th best node, and every edge of the i-th best distinct relation text, k - i.

    i counts from 0 (prizes k down to 1), ties of equal texts share a rank; all else gets 0.
    """
    ranks = {int(node): settings.nodes - i for i, node in enumerate(hits.ids[: settings.nodes])}
    prizes = lookup(ranks, around.nodes)
    best = _ranked_texts(around, relations)[: settings.relations]
    by_type = {t: settings.relations - i for i, (t, _) in enumerate(best) if isinstance(t, str)}
    own = {r: settings.relations - i for i, (r, _) in enumerate(best) if isinstance(r, int)}
    edge_prizes = lookup(own, around.relationships)
    of_type = np.array([by_type.get(name, 0) for name in around.type_names], dtype=np.float64)
    if len(of_type):
        edge_prizes = np.maximum(edge_prizes, of_type[around.types])
    return _instance(around, prizes, edge_prizes, settings.cost)


def _ranked_texts(around: Neighbourhood, relations: RelationHits) -> list[tuple[str | int, float]]:
    single = zip(relations.relationships.ids, relations.relationships.scores, strict=True)
    inside = set(relations.relationships.ids[_inside(around, relations)].tolist())
    texts: list[tuple[str | int, float]] = [
        (name, relations.types[name]) for name in around.type_names if name in relations.types
    ]
    texts += [(int(i), float(score)) for i, score in single if int(i) in inside]
    return sorted(texts, key=lambda text: (-text[1], str(text[0])))


def _inside(around: Neighbourhood, relations: RelationHits) -> npt.NDArray[np.bool_]:
    return np.isin(relations.relationships.ids, around.relationships)


def guarded(
    around: Neighbourhood, standing: Floats, scores: Floats, settings: PrizeSettings
) -> Instance:
    """Give the nodes of best standing their prize, and every edge one below the cost.

    `standing` float64[n] and `scores` float64[m] lie between 0 and 1. With few relationship
    types the published edge prizes select nearly the whole graph; here an edge only gets
    cheaper, so the tree connects nodes along fitting relations and cannot collapse.
    """
    kept = np.argsort(-standing, kind="stable")[: settings.reached]
    prizes = np.zeros(len(standing))
    prizes[kept] = settings.nodes * standing[kept]
    return _instance(around, prizes, _LARGEST_SHARE * settings.cost * scores, settings.cost)


def node_standing(
    around: Neighbourhood, seeds: Sequence[Seed], hits: Hits, scores: Floats, hops: int
) -> Floats:
    """Score the n nodes from 0 to 1: seeds by fused score, others by the best way to a seed.

    A step over a relationship of score s keeps `_STEP_LOW` to `_STEP_HIGH` of the standing; the
    question names relations, not answers, so what fitting relations reach is worth a prize.
    Cosine with the question breaks ties among what is reached.
    """
    best = max((seed.score for seed in seeds), default=1.0)
    fused = {seed.node: seed.score / best for seed in seeds}
    standing = lookup(fused, around.nodes)
    kept = _STEP_LOW + (_STEP_HIGH - _STEP_LOW) * scores
    for _ in range(hops):
        reached = standing.copy()
        np.maximum.at(reached, around.targets, standing[around.sources] * kept)
        np.maximum.at(reached, around.sources, standing[around.targets] * kept)
        standing = reached
    near = lookup(dict(zip(hits.ids.tolist(), _scaled(hits.scores), strict=True)), around.nodes)
    return np.asarray(standing * (1 - _BY_COSINE + _BY_COSINE * near), dtype=np.float64)


def _scaled(scores: Scores) -> list[float]:
    spread = float(np.ptp(scores)) if len(scores) else 0.0
    return list(((scores - scores.min()) / spread).tolist()) if spread > 0 else [1.0] * len(scores)


def relation_scores(
    around: Neighbourhood, relations: RelationHits, linked: Mapping[int, float], question: str
) -> Floats:
    """Score the m relationships from 0 to 1: type cosine scaled over the types met, own text.

    A type whose word stands in the question, and a relationship that the question links to
    (`linked`), get 1.
    """
    cosines = np.array([relations.types.get(name, -1.0) for name in around.type_names])
    spread = np.ptp(cosines) if len(cosines) else 0.0
    of_type = (cosines - cosines.min()) / spread if spread > 0 else np.full(len(cosines), 0.5)
    asked = stems(words(question)) - STOP_WORDS
    for place, name in enumerate(around.type_names):
        if asked & (stems(plain_words(name).split()) - STOP_WORDS):
            of_type[place] = 1.0
    scores = of_type[around.types] if len(around.types) else np.zeros(0)
    own = relations.relationships
    top = dict(zip(own.ids.tolist(), np.linspace(1.0, 0.5, len(own.ids)), strict=True))
    direct = lookup({**top, **dict.fromkeys(linked, 1.0)}, around.relationships)
    return np.asarray(np.maximum(scores, direct), dtype=np.float64)


def lookup(values: Mapping[int, float], ids: Ids) -> Floats:
    """Return the values float64[n] of `ids`, 0 where there is none."""
    found = np.zeros(len(ids))
    if values:
        keys = np.array(sorted(values), dtype=np.int64)
        place = np.searchsorted(keys, ids).clip(max=len(keys) - 1)
        known = keys[place] == ids
        held = np.array([values[key] for key in keys.tolist()], dtype=np.float64)
        found[known] = held[place[known]]
    return found


def _instance(around: Neighbourhood, prizes: Floats, edge_prizes: Floats, cost: float) -> Instance:
    edges = np.stack([around.sources, around.targets], axis=1).astype(np.int64)
    return Instance(prizes, edges, edge_prizes, cost)
