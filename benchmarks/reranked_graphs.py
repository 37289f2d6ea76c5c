"""Reranking a retrieved graph by likeness to the question (Align-GRAG's baselines, section 5.2).

Nodes and triples are ranked, the best stay and are read by the language model. How many stay is
not stated in the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from steiner.embed import TextVectors
from steiner.errors import InvalidInput
from steiner.textual_graph import TextGraph

Floats = npt.NDArray[np.float64]


class Likeness(Protocol):
    """Scores texts by how well they go with a question: a bi-encoder or a cross-encoder."""

    def scores(self, question: str, texts: Sequence[str]) -> Floats:
        """Return float64[n], one score a text, more is better."""


class BiEncoder:
    """Cosine between the vectors of question and text."""

    def __init__(self, vectors: TextVectors) -> None:
        self._vectors = vectors

    def scores(self, question: str, texts: Sequence[str]) -> Floats:
        """Return float64[n] cosines."""
        asked = self._vectors.embedder.embed_question(question)
        return np.asarray(self._vectors.vectors(texts) @ asked, dtype=np.float64)


def triples(graph: TextGraph) -> list[str]:
    """Return each edge as a text: its source, its own text, its target."""
    texts = dict(zip(graph.ids, graph.nodes, strict=True))
    return [f"{texts[source]} {text} {texts[target]}" for source, text, target in graph.edges]


def rerank(graph: TextGraph, question: str, likeness: Likeness, kept: int) -> TextGraph:
    """Return the `kept` best nodes and `kept` best triples with their ends, each best first.

    Raises InvalidInput for `kept` below 1 and for a score that is not finite.
    """
    texts = triples(graph)
    scores = likeness.scores(question, [*graph.nodes, *texts])
    nodes, edges = scores[: len(graph.nodes)], scores[len(graph.nodes) :]
    return best_part(graph, nodes, edges, kept)


def best_part(graph: TextGraph, nodes: Floats, edges: Floats, kept: int) -> TextGraph:
    """Return the `kept` best nodes and edges by scores float64[n] and float64[m], best first.

    Nodes a (.9), b (.1), c (.5), edges a-b (.2), b-c (.8) and kept 1: nodes a, c, b and edge b-c.
    Of a graph with no more than `kept` of either all stays. Raises what `rerank` raises.
    """
    if kept < 1:
        raise InvalidInput(f"Reranking expects 1 or more elements to keep, got {kept}.")
    if not (np.isfinite(nodes).all() and np.isfinite(edges).all()):
        raise InvalidInput("Reranking expects finite scores; the model gave NaN or infinity.")
    order = np.argsort(-nodes, kind="stable").tolist()
    chosen = tuple(graph.edges[i] for i in np.argsort(-edges, kind="stable")[:kept].tolist())
    stay = {graph.ids[i] for i in order[:kept]}
    stay |= {end for source, _, target in chosen for end in (source, target)}
    places = [i for i in order if graph.ids[i] in stay]
    return TextGraph(
        tuple(graph.ids[i] for i in places), tuple(graph.nodes[i] for i in places), chosen
    )
