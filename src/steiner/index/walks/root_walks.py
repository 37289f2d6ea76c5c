"""The walks of each node in words: what is embedded and stored of a root."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from steiner.columns import Ids
from steiner.index.walks.adjacency import Adjacency, Relationships, adjacency
from steiner.index.walks.generate import Walks, walks
from steiner.index.walks.node_texts import node_texts
from steiner.index.walks.texts import Verbalise, triples
from steiner.settings import WalkSettings
from steiner.stores.protocol import IndexRecord, IndexStore

_LOG = logging.getLogger(__name__)


class Root(NamedTuple):
    """A root (store id) and its walks: texts, nodes, relationships, how often each was drawn."""

    root: int
    texts: tuple[str, ...]
    nodes: tuple[tuple[int, ...], ...]
    relationships: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]

    def hash(self, node_vector: str) -> str:
        """Tell these walks, and a node's vector of this kind, from others."""
        return hashlib.sha256(json.dumps([node_vector, *self[1:]]).encode()).hexdigest()


class WalkWords(NamedTuple):
    """What a graph's nodes (in its order) and types are called; `texts` of nodes, "" for none."""

    names: Sequence[str]
    types: np.ndarray[tuple[int], np.dtype[np.str_]]
    texts: Sequence[str]

    def roots(self, graph: Adjacency) -> int:
        """Return how many nodes have walks, or a text of their own."""
        texted = np.array([bool(text) for text in self.texts], dtype=bool)
        return int(((graph.degrees > 0) | texted).sum())


def read_graph(
    store: IndexStore, record: IndexRecord, settings: WalkSettings
) -> tuple[Adjacency, WalkWords]:
    """Return who follows whom among the indexed nodes, and what they are called."""
    nodes, edges = store.indexed_nodes(), store.read_edges()
    types, numbers = np.unique(edges.types, return_inverse=True)
    columns = Relationships(edges.ids, edges.sources, edges.targets, numbers.astype(np.int64))
    graph = adjacency(nodes, columns, settings.direction, settings.fan_out)
    none = [""] * len(graph.nodes)
    texts = node_texts(store, record, graph.nodes) if settings.properties else none
    return graph, WalkWords(store.read_names(graph.nodes), types, texts)


def root_walks(
    graph: Adjacency, words: WalkWords, settings: WalkSettings, verbalise: Verbalise
) -> Iterator[Root]:
    """Yield each node that has walks or a text of its own, and say what the bounds left out."""
    cut = 0
    for page in walks(graph, np.arange(len(graph.nodes)), settings):
        cut += page.cut
        for root, own in _walked(graph, page, words, verbalise):
            yield _begun(root, own)
    for lone in np.flatnonzero(graph.degrees == 0).tolist():
        if words.texts[lone]:
            yield _begun(Root(int(graph.nodes[lone]), (), (), (), ()), words.texts[lone])
    _log_bounds(graph.hubs, cut, settings)


def _walked(
    graph: Adjacency, page: Walks, words: WalkWords, verbalise: Verbalise
) -> Iterator[tuple[Root, str]]:
    """Yield the roots of a page, each with its own text."""
    met = np.column_stack([page.roots, graph.enters(page.arcs)])
    last = met[np.arange(len(met)), (page.arcs >= 0).sum(axis=1)].tolist()
    steps = verbalise(triples(graph, page.arcs, words.names, words.types))
    ends = [words.texts[i] for i in last]
    texts = [f"{way} {end}" if end else way for way, end in zip(steps, ends, strict=True)]
    nodes, ways = _rows(met, graph.nodes), _rows(page.arcs, graph.relationships)
    bounds = np.flatnonzero(np.diff(page.roots, prepend=-1)).tolist()
    for begin, end in zip(bounds, [*bounds[1:], len(page.roots)], strict=True):
        counts = tuple(page.counts[begin:end].tolist())
        root = int(page.roots[begin])
        own = slice(begin, end)
        walked = Root(
            int(graph.nodes[root]), tuple(texts[own]), tuple(nodes[own]), tuple(ways[own]), counts
        )
        yield walked, words.texts[root]


def _begun(root: Root, text: str) -> Root:
    """Return the root with its own text as a walk of no step; as it is where that is empty."""
    if not text:
        return root
    none: tuple[int, ...] = ()
    return Root(
        root.root,
        (text, *root.texts),
        ((root.root,), *root.nodes),
        (none, *root.relationships),
        (1, *root.counts),
    )


def _rows(table: Ids, ids: Ids) -> list[tuple[int, ...]]:
    """Return the ids that each row's numbers stand for, without those of -1."""
    return [tuple(ids[row[row >= 0]].tolist()) for row in table]


def _log_bounds(hubs: int, roots: int, settings: WalkSettings) -> None:
    if hubs:
        _LOG.warning("%d hubs: %d of their successors were followed.", hubs, settings.fan_out)
    if roots:
        _LOG.warning("%d nodes have %d walks or more: so many are kept.", roots, settings.walks)
