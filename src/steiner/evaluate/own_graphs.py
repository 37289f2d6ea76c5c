"""Retrieval from the graph that a question brings: for evaluation, and for what is learnt of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from steiner.chosen import Chosen
from steiner.embed import Embedder, open_embedder
from steiner.evaluate.graphs import memory_store, remembered
from steiner.jobs import Row
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DEFAULT_EMBEDDER, Options, RetrieverSettings
from steiner.systems import find_system
from steiner.textual_graph import TextGraph, to_example
from steiner.train.data.collection import ExampleSource
from steiner.train.data.retrieved_graphs import OWN, retrieval_record

Opened = Callable[[TextGraph], Retriever]
"""Returns the retriever over a question's own graph."""
Compose = Callable[[Any, Embedder], Retriever]


def own_graph_settings(settings: RetrieverSettings) -> RetrieverSettings:
    """Return the settings for questions that bring a graph each: published trees see all of it.

    Unless somebody said where the tree is sought.
    """
    if "prizes.everywhere" in settings.said:
        return settings
    return settings.saying({"prizes": {"everywhere": True}})


def over_own_graphs(chosen: Chosen, compose: Compose) -> Opened:
    """Return what composes a retriever over one graph after the other, with one encoder."""
    embedder = remembered(open_embedder(chosen.embedder or DEFAULT_EMBEDDER))
    return lambda graph: compose(memory_store(graph, embedder), embedder)


def system_over_own_graphs(chosen: Chosen) -> Opened:
    """Return what opens the chosen system over one graph after the other."""
    settings, system = chosen.settings(own_graphs=True), find_system(chosen.system_name())
    scorer = cache(chosen.scorer)

    def compose(store: Any, embedder: Embedder) -> Retriever:
        return system.retriever(store, embedder, own_graph_settings(settings), scorer(embedder))

    return over_own_graphs(chosen, compose)


def own_retrieval(chosen: Chosen) -> dict[str, Any]:
    """Return in JSON types how the chosen system retrieves from a question's own graph."""
    own = find_system(chosen.system_name()).own
    settings = own_graph_settings(chosen.settings(own_graphs=True))
    return retrieval_record(OWN, settings.over(own))


class FromOwnGraphs:
    """Makes of each line what `source` learns, retrieved from the graph that the line brings."""

    def __init__(self, source: ExampleSource[Any], opened: Opened) -> None:
        self._source, self._opened = source, opened
        self.field = source.field

    def collect(self, retriever: Any, row: Row, options: Options) -> Row:  # noqa: ARG002
        """Return the fields of a line. Raises InvalidInput for one without a graph."""
        graph = to_example(row, f"the question {row['question']!r}").graph
        return self._source.collect(self._opened(graph), row, options)

    def empty(self) -> Row:
        """Return the fields of a question that cannot be used."""
        return self._source.empty()

    def read(self, file: Path) -> list[Any]:
        """Return the examples of a file of such lines."""
        return self._source.read(file)
