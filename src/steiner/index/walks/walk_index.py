"""Indexes the walks of a graph, or brings them up to date (Walk&Retrieve, sections 2.1, 2.2).

Walks are taken anew, which takes moments; only roots whose walks or texts are others than before
are written, and only new texts are embedded. So the index equals one that is made from scratch.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

import numpy as np

from steiner.columns import Ids
from steiner.embed import Embedder, Matrix
from steiner.index.check import indexed_record
from steiner.index.walks.adjacency import Adjacency, Relationships, adjacency
from steiner.index.walks.generate import Walks, walks
from steiner.index.walks.texts import Verbalise, joined, template, triples
from steiner.progress import Report, silent
from steiner.settings import WalkSettings
from steiner.stores.protocol import EdgeColumns, IndexStore, SideEntry, SideIndex, SideText

_PAGE = 1_000
"""Walks that are embedded and written in one transaction, or all of one root."""
_LOG = logging.getLogger(__name__)


class Touched(NamedTuple):
    """How many roots have walks, how many of them were written, and how many lost theirs."""

    roots: int
    written: int
    cleared: int


class _Root(NamedTuple):
    """A root (store id) and its walks: texts, nodes, relationships, how often each was drawn."""

    root: int
    texts: tuple[str, ...]
    nodes: tuple[tuple[int, ...], ...]
    relationships: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]

    def hash(self, node_vector: str) -> str:
        """Tell these walks, and a node's vector of this kind, from others."""
        return hashlib.sha256(json.dumps([node_vector, *self[1:]]).encode()).hexdigest()


def index_walks(
    store: IndexStore,
    embedder: Embedder,
    settings: WalkSettings,
    verbalise: Verbalise = template,
    report: Report = silent,
) -> Touched:
    """Write the walks of all indexed nodes; a run that was stopped goes on.

    Raises IndexMissing where the graph itself is not indexed.
    """
    record = indexed_record(store, "walks")
    nodes, edges = store.indexed_nodes(), store.read_edges()
    graph, types = walked(nodes, edges, settings)
    names = store.read_names(graph.nodes)
    side = store.side_index("walks")
    known = side.hashes()
    left = set(known)
    side.create(record.dimensions)
    roots, written, cut, total = 0, 0, 0, int((graph.degrees > 0).sum())
    changed: list[_Root] = []
    for page in walks(graph, np.arange(len(graph.nodes)), settings):
        cut += page.cut
        for root in _texts(graph, page, names, types, verbalise):
            roots, left = roots + 1, left - {root.root}
            differs = known.get(root.root) != root.hash(settings.node_vector)
            changed += [root] if differs else []
            if sum(len(each.texts) for each in changed) >= _PAGE:
                written += _write(side, embedder, changed, settings.node_vector)
                changed = []
                report("walks", roots, total)
    written += _write(side, embedder, changed, settings.node_vector)
    side.clear(sorted(left))
    _log_bounds(graph.hubs, cut, settings)
    report("walks", total, total)
    store.await_indexes(lambda done, all_: report("indexes", done, all_))
    # Last: until the first run is through, a question must not be answered from a part.
    store.write_record(replace(record, walks=json.dumps(asdict(settings))))
    return Touched(roots, written, len(left))


def walked(
    nodes: Ids, edges: EdgeColumns, settings: WalkSettings
) -> tuple[Adjacency, np.ndarray[tuple[int], np.dtype[np.str_]]]:
    """Return who follows whom, and the names of the types by number."""
    types, numbers = np.unique(edges.types, return_inverse=True)
    columns = Relationships(edges.ids, edges.sources, edges.targets, numbers.astype(np.int64))
    return adjacency(nodes, columns, settings.direction, settings.fan_out), types


def _texts(
    graph: Adjacency,
    page: Walks,
    names: Sequence[str],
    types: np.ndarray[tuple[int], np.dtype[np.str_]],
    verbalise: Verbalise,
) -> Iterator[_Root]:
    texts = verbalise(triples(graph, page.arcs, names, types))
    met = np.column_stack([page.roots, graph.enters(page.arcs)])
    nodes, ways = _rows(met, graph.nodes), _rows(page.arcs, graph.relationships)
    bounds = np.flatnonzero(np.diff(page.roots, prepend=-1)).tolist()
    for begin, end in zip(bounds, [*bounds[1:], len(page.roots)], strict=True):
        counts = tuple(page.counts[begin:end].tolist())
        root = int(graph.nodes[page.roots[begin]])
        own = slice(begin, end)
        yield _Root(root, tuple(texts[own]), tuple(nodes[own]), tuple(ways[own]), counts)


def _rows(table: Ids, ids: Ids) -> list[tuple[int, ...]]:
    """Return the ids that each row's numbers stand for, without those of -1."""
    return [tuple(ids[row[row >= 0]].tolist()) for row in table]


def _write(side: SideIndex, embedder: Embedder, changed: Sequence[_Root], node_vector: str) -> int:
    """Write the roots; texts that they had before keep their vectors. Returns how many."""
    if not changed:
        return 0
    before = side.texts([root.root for root in changed])
    texts = dict.fromkeys(text for root in changed for text in root.texts if text not in before)
    vectors = dict(before)
    vectors.update(zip(texts, embedder.embed(list(texts)), strict=True) if texts else ())
    entries = []
    for root in changed:
        own = np.stack([vectors[text] for text in root.texts])
        of_node = own if node_vector == "mean" else embedder.embed(joined(root.texts))
        rows = zip(root.texts, root.nodes, root.relationships, root.counts, own, strict=True)
        entries.append(
            SideEntry(
                root.root,
                root.hash(node_vector),
                root_vector(of_node),
                tuple(SideText(*row) for row in rows),
            )
        )
    side.write(entries)
    return len(entries)


def root_vector(walks: Matrix) -> Matrix:
    """Return a node's vector float32[d]: the mean of vectors float32[w, d], of length 1.

    [1, 0] and [0, 1] give [.71, .71].
    """
    mean = walks.mean(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-12), dtype=np.float32)


def _log_bounds(hubs: int, roots: int, settings: WalkSettings) -> None:
    if hubs:
        _LOG.warning("%d hubs: %d of their successors were followed.", hubs, settings.fan_out)
    if roots:
        _LOG.warning("%d nodes have %d walks or more: so many are kept.", roots, settings.walks)
