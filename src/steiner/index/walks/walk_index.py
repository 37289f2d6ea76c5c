"""Indexes the walks of a graph, or brings them up to date (Walk&Retrieve, sections 2.1, 2.2).

Walks are taken anew, which takes moments; only roots whose walks or texts are others than before
are written, and only new texts are embedded. So the index equals one that is made from scratch.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

import numpy as np

from steiner.embed import Embedder, Matrix
from steiner.errors import InvalidInput
from steiner.index.check import indexed_record
from steiner.index.walks.generate import walks
from steiner.index.walks.root_walks import Root, read_graph, root_walks
from steiner.index.walks.texts import Verbalise, joined, template
from steiner.progress import Report, silent
from steiner.settings import WalkSettings
from steiner.stores.protocol import IndexStore, SideEntry, SideIndex, SideText

_PAGE = 1_000
"""Walks that are embedded and written in one transaction, or all of one root."""
_LARGEST = 4_000_000_000
"""Bytes of the walks' vectors of a graph in memory."""


class Touched(NamedTuple):
    """How many roots have walks, how many of them were written, and how many lost theirs."""

    roots: int
    written: int
    cleared: int


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
    graph, words = read_graph(store, record, settings)
    side = store.side_index("walks")
    known = side.hashes()
    left = set(known)
    side.create(record.dimensions)
    roots, written, total = 0, 0, words.roots(graph)
    changed: list[Root] = []
    for root in root_walks(graph, words, settings, verbalise):
        roots, left = roots + 1, left - {root.root}
        differs = known.get(root.root) != root.hash(settings.node_vector)
        changed += [root] if differs else []
        if sum(len(each.texts) for each in changed) >= _PAGE:
            written += _write(side, embedder, changed, settings.node_vector)
            changed = []
            report("walks", roots, total)
    written += _write(side, embedder, changed, settings.node_vector)
    side.clear(sorted(left))
    report("walks", total, total)
    store.await_indexes(lambda done, all_: report("indexes", done, all_))
    # Last: until the first run is through, a question must not be answered from a part.
    store.write_record(replace(record, walks=json.dumps(asdict(settings))))
    return Touched(roots, written, len(left))


def check_memory(store: IndexStore, settings: WalkSettings) -> None:
    """Raise InvalidInput where the vectors of a graph's walks pass 4 GB, before any is embedded.

    For a graph in memory, whose walks stay there too.
    """
    record, count = indexed_record(store, "walks"), 0
    graph, _ = read_graph(store, record, settings)
    for page in walks(graph, np.arange(len(graph.nodes)), settings):
        count += len(page.roots)
        if 4 * count * record.dimensions > _LARGEST:
            raise InvalidInput(
                f"A graph of {len(graph.nodes):,} nodes has {count:,} walks or more, whose vectors "
                f"of {record.dimensions} numbers take over 4 GB of memory. Set `bounded = true` "
                f"(at most `walks` a node), `fan_out = 10` or a smaller `length` under [walks] in "
                f"the --settings file, or index the graph in Neo4j."
            )


def _write(side: SideIndex, embedder: Embedder, changed: Sequence[Root], node_vector: str) -> int:
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


def root_vector(own: Matrix) -> Matrix:
    """Return a node's vector float32[d]: the mean of its walks' float32[w, d], of length 1.

    [1, 0] and [0, 1] give [.71, .71].
    """
    mean = own.mean(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-12), dtype=np.float32)
