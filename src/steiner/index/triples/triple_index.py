"""Indexes the triples of a graph, or brings them up to date (Retrieval & Reasoning, section 3.1).

All texts are written anew, which takes moments; only those that differ are embedded and stored. A
new relationship so renews the triples that it is a neighbour of, and no other.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from steiner.embed import Embedder
from steiner.index.check import indexed_record
from steiner.index.triples.neighbouring import TripleText, read_triples
from steiner.index.walks.node_texts import node_texts
from steiner.progress import Report, silent
from steiner.settings import TripleSettings
from steiner.stores.protocol import IndexStore, SideEntry, SideIndex

_PAGE = 500
"""Triples that are embedded and written in one transaction."""
_LOG = logging.getLogger(__name__)


class TriplesTouched(NamedTuple):
    """How many triples are indexed, how many of them were written, and how many removed."""

    triples: int
    written: int
    cleared: int


def index_triples(
    store: IndexStore, embedder: Embedder, settings: TripleSettings, report: Report = silent
) -> TriplesTouched:
    """Write the triples between indexed nodes; a run that was stopped goes on.

    Raises IndexMissing where the graph itself is not indexed.
    """
    record = indexed_record(store, "triples")
    nodes = store.indexed_nodes()
    triples = read_triples(nodes, store.read_names(nodes), store.read_edges())
    of_nodes = node_texts(store, record, nodes) if settings.properties else ()
    side = store.side_index("triples")
    known = side.hashes()
    left = set(known)
    described = json.dumps(asdict(settings))
    if record.triples != described:
        # Half of them, or half by other settings, must not answer; a plain index goes on with them.
        record = replace(record, triples="", triples_begun=described)
        store.write_record(record)
    side.create(record.dimensions)
    written, total = 0, len(triples.texts)
    changed: list[TripleText] = []
    for done, candidate in enumerate(triples.candidates(settings.neighbours, of_nodes)):
        left.discard(candidate.relationship)
        if known.get(candidate.relationship) != _hash(candidate.text):
            changed.append(candidate)
        if len(changed) >= _PAGE:
            written, changed = written + _write(side, embedder, changed), []
            report("triples", done, total)
    written += _write(side, embedder, changed)
    side.clear(sorted(left))
    report("triples", total, total)
    hubs = triples.hubs(settings.neighbours) if settings.neighbours else 0
    if hubs:
        _LOG.warning("%d hubs: %d of a side's triples are read.", hubs, settings.neighbours)
    store.await_indexes(lambda done, all_: report("indexes", done, all_))
    # Last: a first run that is not complete must not answer.
    store.write_record(replace(record, triples=described, triples_begun=""))
    return TriplesTouched(total, written, len(left))


def _write(side: SideIndex, embedder: Embedder, changed: Sequence[TripleText]) -> int:
    vectors = embedder.embed([candidate.text for candidate in changed])
    rows = zip(changed, vectors, strict=True)
    entries = [SideEntry(each.relationship, _hash(each.text), vector) for each, vector in rows]
    if entries:
        side.write(entries)
    return len(entries)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
