"""Retrieval from the graph that a question brings: for evaluation, and for what is learnt of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from steiner.chosen import Chosen
from steiner.embed import Embedder, open_embedder
from steiner.embed.embedder import fingerprint_of
from steiner.evaluate.graphs import memory_store, remembered
from steiner.evaluate.kept_retrievals import KeptRetrievals, weights_digest
from steiner.generate.model_identity import contents
from steiner.jobs import Row
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DEFAULT_EMBEDDER, Options, RetrieverSettings
from steiner.systems import SYSTEMS, find_system
from steiner.textual_graph import TextGraph, to_example
from steiner.train.data.collection import ExampleSource, collect
from steiner.train.data.retrieved_graphs import OWN, retrieval_record

Opened = Callable[[TextGraph], Retriever]
"""Returns the retriever over a question's own graph."""
Compose = Callable[[Any, Embedder], Retriever]
GraphOf = Callable[[Row], TextGraph]
"""Returns the graph that belongs to a line."""


def own_graph_settings(settings: RetrieverSettings) -> RetrieverSettings:
    """Return the settings for questions that bring a graph each: published trees see all of it.

    Unless somebody said where the tree is sought.
    """
    if "prizes.everywhere" in settings.said:
        return settings
    return settings.saying({"prizes": {"everywhere": True}})


def over_own_graphs(chosen: Chosen, compose: Compose) -> Opened:
    """Return what composes a retriever over one graph after the other, with one encoder.

    A graph that is asked again right away, as one that all questions share, is composed once; where
    retrievals are kept, only for a question that is not among them.
    """
    embedder = remembered(open_embedder(chosen.embedder or DEFAULT_EMBEDDER))
    last: list[tuple[TextGraph, Retriever]] = []

    def opened(graph: TextGraph) -> Retriever:
        if not last or last[0][0] is not graph:
            last[:] = [(graph, compose(memory_store(graph, embedder), embedder))]
        return last[0][1]

    system = SYSTEMS.get(chosen.system_name())
    if chosen.kept is None or system is None:
        return opened
    trained = chosen.trained()
    scorer = weights_digest(system.scorer_folder(trained) if trained else None)
    way = [system.name, own_retrieval(chosen), embedder.name, fingerprint_of(embedder), scorer]
    way += contents(chosen.settings(own_graphs=True).named)
    kept = KeptRetrievals(chosen.kept, way)
    return lambda graph: kept.over(graph, opened)


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


def line_graph(row: Row) -> TextGraph:
    """Return the graph that a line brings. Raises InvalidInput for one without."""
    return to_example(row, f"the question {row['question']!r}").graph


def collect_own(
    source: ExampleSource[Any],
    chosen: Chosen,
    questions: Path,
    file: Path,
    made_of: Mapping[str, str],
    report: Report = silent,
    graph_of: GraphOf = line_graph,
) -> None:
    """Write what `source` makes of each line to `file`, retrieved from the line's own graph.

    As `collect`: a run that was stopped goes on, and what is there already is kept.
    """
    described = {**made_of, "retrieval": json.dumps(own_retrieval(chosen))}
    retrieved = FromOwnGraphs(source, system_over_own_graphs(chosen), graph_of)
    collect(retrieved, None, questions, file, chosen.options(), described, report)


class FromOwnGraphs:
    """Makes of each line what `source` learns, retrieved from the graph that the line brings."""

    def __init__(
        self, source: ExampleSource[Any], opened: Opened, graph_of: GraphOf = line_graph
    ) -> None:
        self._source, self._opened, self._graph_of = source, opened, graph_of
        self.field = source.field

    def collect(self, retriever: Any, row: Row, options: Options) -> Row:  # noqa: ARG002
        """Return the fields of a line. Raises InvalidInput for one without a graph."""
        return self._source.collect(self._opened(self._graph_of(row)), row, options)

    def empty(self) -> Row:
        """Return the fields of a question that cannot be used."""
        return self._source.empty()

    def read(self, file: Path) -> list[Any]:
        """Return the examples of a file of such lines."""
        return self._source.read(file)
