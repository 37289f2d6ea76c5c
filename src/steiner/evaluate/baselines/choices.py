"""What each baseline chooses."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from steiner.columns import Neighbourhood
from steiner.evaluate.baselines.keyword_scores import keyword_scores
from steiner.evaluate.baselines.listed import Asked, Choose, Listed
from steiner.evidence import Seed
from steiner.graph import Node, Relationship, Subgraph
from steiner.question.reading import Question, read
from steiner.question.tokens import tokenised
from steiner.retrieve.neighbourhood import whole_graph
from steiner.retrieve.packing import named_seeds
from steiner.textualise.facts import FactWriter

_NODES = 20
_CANDIDATES = 400
"""Triples that are scored one by one, nearest the seeds first."""
_KAPING = 10
_VANILLA = 5

Score = Callable[[Asked, Sequence[str]], Sequence[float]]
"""Scores texts against the question, more is better."""


def nothing(_: Asked) -> Listed:
    """Question only: no graph."""
    return Listed(Subgraph(), ())


def whole(asked: Asked) -> Listed:
    """The whole graph as text, in the order of the store, for graphs of up to 20,000 nodes."""
    graph = _everything(asked)
    members: list[Node | Relationship] = [*graph.nodes, *graph.relationships]
    return Listed(graph, [(member, 0.0) for member in members])


def _everything(asked: Asked) -> Subgraph:
    around = whole_graph(asked.vector, asked.store)
    return asked.store.hydrate(sorted(around.nodes.tolist()), around.relationships.tolist())


def vector_nodes(asked: Asked) -> Listed:
    """Return the nodes nearest to the question's vector."""
    hits = asked.store.search_nodes(asked.vector, _NODES)
    return _nodes(asked, hits.ids.tolist(), hits.scores.tolist())


def random_nodes(asked: Asked) -> Listed:
    """Return the nodes nearest to a vector drawn for the question: what chance finds."""
    drawn = np.random.default_rng(zlib.crc32(asked.question.encode()))
    vector = drawn.standard_normal(len(asked.vector)).astype(np.float32)
    hits = asked.store.search_nodes(vector / np.linalg.norm(vector), _NODES)
    return _nodes(asked, hits.ids.tolist(), [0.0] * len(hits.ids))


def bm25(asked: Asked) -> Listed:
    """Return the nodes that full-text search ranks highest (Lucene's BM25 on Neo4j)."""
    query = " ".join(tokenised(asked.question).content_words())
    hits = asked.store.search_text(query, _NODES) if query else []
    return _nodes(asked, [hit.nodes[0] for hit in hits], [hit.score for hit in hits])


def k_hop(asked: Asked) -> Listed:
    """Return the seeds' neighbourhood, nearest first, as vector search with traversal does."""
    seeds = _seeds(asked).seeds
    graph = _around(asked, [s.node for s in seeds], asked.settings.expand.hops)
    members = [(member, 0.0) for member in graph.relationships]
    return Listed(graph, members, named_seeds(seeds, graph))


def kaping(asked: Asked) -> Listed:
    """Return the 10 triples of the named entities most like the question (Baek et al. 2023).

    Where no name is linked, those of the seeds.
    """
    seeds, graph = _around_named(asked)
    return _scored(asked, graph, seeds, likeness, _KAPING)


def vanilla(asked: Asked) -> Listed:
    """Draw 5 facts around the named entities, or the seeds (Walk&Retrieve's Vanilla RAG)."""
    seeds, graph = _around_named(asked)
    drawn = np.random.default_rng(zlib.crc32(asked.question.encode()))
    chosen = drawn.permutation(len(graph.relationships))[:_VANILLA].tolist()
    members = [(graph.relationships[i], 0.0) for i in chosen]
    return Listed(graph, members, named_seeds(seeds, graph))


def _around_named(asked: Asked) -> tuple[Sequence[Seed], Subgraph]:
    read = _seeds(asked)
    linked = [node for s in read.entities if s.named for node in s.nodes]
    roots = linked or [seed.node for seed in read.seeds]
    return read.seeds, _around(asked, roots, 1)


def triples(asked: Asked) -> Listed:
    """Return the triples around the seeds most like the question by the graph's encoder."""
    return reranked(likeness)(asked)


def likeness(asked: Asked, texts: Sequence[str]) -> Sequence[float]:
    """Return the cosine of each text with the question, by the graph's own encoder."""
    cosines: list[float] = (asked.embedder.embed(texts) @ asked.vector).tolist()
    return cosines


def all_triples(score: Score) -> Choose:
    """Return a choice of all triples of a graph of up to 20,000 nodes, ranked by `score`."""

    def choose(asked: Asked) -> Listed:
        graph = _everything(asked)
        return _scored(asked, graph, (), score, len(graph.relationships))

    return choose


def by_words(asked: Asked, texts: Sequence[str]) -> Sequence[float]:
    """Return the BM25 of each text for the question."""
    return keyword_scores(asked.question, texts)


def reranked(score: Score) -> Choose:
    """Return a choice of the triples around the seeds, reranked by `score`."""

    def choose(asked: Asked) -> Listed:
        seeds = _seeds(asked).seeds
        graph = _around(asked, [s.node for s in seeds], asked.settings.expand.hops)
        return _scored(asked, graph, seeds, score, len(graph.relationships))

    return choose


def _seeds(asked: Asked) -> Question:
    return read(asked.question, lambda _: asked.vector, asked.store, asked.given, asked.settings)


def _around(asked: Asked, seeds: Sequence[int], hops: int) -> Subgraph:
    """Return some hundred relationships of the neighbourhood, nearest the seeds first."""
    expand = asked.settings.expand
    around = asked.store.expand(seeds, replace(expand, hops=hops))
    order = np.argsort(_distance(around), kind="stable")[:_CANDIDATES]
    nodes = dict.fromkeys(around.nodes[: len(seeds)].tolist())
    for ends in zip(around.sources[order], around.targets[order], strict=True):
        nodes.update(dict.fromkeys(around.nodes[list(ends)].tolist()))
    return asked.store.hydrate(list(nodes), around.relationships[order].tolist())


def _distance(around: Neighbourhood) -> np.typing.NDArray[np.int64]:
    ends = around.hops[around.sources].astype(np.int64), around.hops[around.targets]
    return np.maximum(*ends) + np.minimum(*ends)


def _scored(asked: Asked, graph: Subgraph, seeds: Sequence[Seed], score: Score, k: int) -> Listed:
    writer = FactWriter(graph, asked.question, asked.settings.text.longest_value)
    texts = [writer.relationship(r).text for r in graph.relationships]
    scores = score(asked, texts) if texts else ()
    ranked = sorted(
        zip(graph.relationships, map(float, scores), strict=True), key=lambda p: (-p[1], p[0].id)
    )
    return Listed(graph, ranked[:k], named_seeds(seeds, graph))


def _nodes(asked: Asked, ids: Sequence[int], scores: Sequence[float]) -> Listed:
    worth = dict(zip(ids, scores, strict=True))
    graph = asked.store.hydrate(list(worth), [])
    return Listed(graph, [(node, worth[node.id]) for node in graph.nodes])
