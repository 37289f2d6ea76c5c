"""A question's own graph, or a data set's shared one, as an indexed store in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from weakref import WeakKeyDictionary

from steiner.columns import Vector
from steiner.embed import Embedder, Matrix, TextVectors, TokenEmbedder
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.progress import Report, silent
from steiner.settings import IndexSettings, LabelChoice
from steiner.stores.memory import MemoryStore
from steiner.textual_graph import TEXT_LABEL, TextGraph

_MOST = 200_000
"""Texts whose vectors are kept: the graphs of a data set share most of theirs."""
NAME = "name"
_SETTINGS = IndexSettings(choices={TEXT_LABEL: LabelChoice(name=NAME, aliases=(), properties=())})


class Remembered:
    """An embedder that keeps the vector of each text: questions share many of their texts."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._texts = TextVectors(embedder, _MOST)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors; texts met before are not embedded again."""
        return self._texts.vectors(texts)

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""
        return self._embedder.embed_question(text)

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text."""
        return cast(TokenEmbedder, self._embedder).embed_tokens(texts)


_KEPT: WeakKeyDictionary[Embedder, Remembered] = WeakKeyDictionary()


def remembered(embedder: Embedder) -> Remembered:
    """Return the embedder that remembers, one a process."""
    if embedder not in _KEPT:
        _KEPT[embedder] = Remembered(embedder)
    return _KEPT[embedder]


def memory_store(graph: TextGraph, embedder: Embedder, report: Report = silent) -> MemoryStore:
    """Return an indexed store: nodes named by their texts, relationships typed by theirs."""
    nodes = tuple(
        Node(id, str(id), (TEXT_LABEL,), {NAME: text}, text)
        for id, text in zip(graph.ids, graph.nodes, strict=True)
    )
    edges = tuple(
        Relationship(place, f"r{place}", text, source, target)
        for place, (source, text, target) in enumerate(graph.edges)
    )
    store = MemoryStore(Subgraph(nodes, edges), typed=False)
    Indexer(store, embedder, _SETTINGS).run(report)
    return store
