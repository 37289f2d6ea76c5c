"""What a triple encoder learns from where each question brings its graph (section 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from steiner.index.triples.neighbouring import TripleTable, read_triples
from steiner.jobs import Row
from steiner.stores.protocol import EdgeColumns
from steiner.textual_graph import TextGraph
from steiner.train.data.triple_pairs import TriplePairs, called, path_triples, triple_pairs


def own_triple_pairs(
    rows: Sequence[Row],
    graph_of: Callable[[Row], TextGraph],
    seed: int = 0,
    neighbours: int = 4,
) -> TriplePairs:
    """Draw a sample of every question from its own graph, one graph in memory at a time.

    Otherwise as `triple_pairs`, which says what a row has; `neighbours` a side of each triple.
    """
    return _joined(
        triple_pairs(*_table(graph_of(row)), [row], seed + number, neighbours)
        for number, row in enumerate(rows)
    )


def own_path_triples(
    graph: TextGraph, topics: Sequence[str], answers: Sequence[str]
) -> list[tuple[str, str, str]]:
    """Return the triples on all shortest paths between topics and answers, as `path_triples`.

    Of films that Ann acted in and Bo directed, from Ann to Bo: both triples of each film.
    """
    if not (topics and answers and graph.edges):
        return []
    table, nodes = _table(graph)
    used = path_triples(table, called(nodes, topics), called(nodes, answers)).tolist()
    texts = dict(zip(graph.ids, graph.nodes, strict=True))
    ends = [graph.edges[number] for number in table.relationships[used].tolist()]
    return [(texts[source], text, texts[target]) for source, text, target in ends]


def _table(graph: TextGraph) -> tuple[TripleTable, Mapping[str, Sequence[int]]]:
    """Return a graph's triples, and the nodes of each name."""
    places = {id: place for place, id in enumerate(graph.ids)}
    ends = [(places[source], places[target]) for source, _, target in graph.edges]
    sources, targets = np.array(ends, dtype=np.int64).reshape(-1, 2).T
    types = np.array([text for _, text, _ in graph.edges], dtype=np.str_)
    edges = EdgeColumns(np.arange(len(ends)), sources, targets, types)
    nodes: dict[str, list[int]] = {}
    for place, name in enumerate(graph.nodes):
        nodes.setdefault(name, []).append(place)
    return read_triples(np.arange(len(places)), graph.nodes, edges), nodes


def _joined(parts: Iterable[TriplePairs]) -> TriplePairs:
    """Return the samples of all questions, numbered on."""
    queries, own, others = list[str](), list[str](), list[list[str]]()
    questions, positives, pathless = list[int](), list[list[str]](), 0
    for part in parts:
        questions += [len(positives) + number for number in part.questions]
        queries += part.queries
        own += part.own
        others += part.others
        positives += part.positives
        pathless += part.pathless
    return TriplePairs(queries, own, others, questions, positives, pathless)
