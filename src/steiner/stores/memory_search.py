"""Searches of a graph in memory: every search compares with everything."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from steiner.graph import Hits, KeyHit, RelationHits, Vector
from steiner.stores.memory_index import MemoryIndex
from steiner.stores.protocol import Entry
from steiner.text import within_one_edit, words

Chosen = Callable[[Entry], tuple[int, ...]]
"""Which of an entry's keys match, as indices."""


class MemorySearch(MemoryIndex):
    """The searches of a GraphStore over the entries that indexing wrote."""

    def search_nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first."""
        return _nearest(self._entries, vector, k)

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""
        types = {t.type: float(t.vector @ vector) for t in self._relations}
        return RelationHits(types, _nearest(self._relationship_entries, vector, k))

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes and up to k relationships that have one of `keys`."""
        wanted = set(keys)

        def chosen(entry: Entry) -> tuple[int, ...]:
            return tuple(i for i, key in enumerate(entry.keys) if key in wanted)

        return [
            *self._key_hits(self._entries, chosen, k),
            *self._key_hits(self._relationship_entries, chosen, k),
        ]

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by the words of `text` in their names and values."""
        wanted = set(words(text))

        def chosen(entry: Entry) -> tuple[int, ...]:
            near = any(wanted & set(key.split()) for key in entry.keys)
            return tuple(range(len(entry.keys))) if near else ()

        return self._key_hits(self._entries, chosen, k, wanted)

    def search_fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that have a word at most one edit away from one of `wanted`."""
        asked = {word for text in wanted for word in words(text)}
        indexed = {word for e in self._entries.values() for key in e.keys for word in key.split()}
        near = [word for word in sorted(indexed) if any(within_one_edit(word, a) for a in asked)]
        return self.search_text(" ".join(near), k) if near else []

    def _key_hits(
        self, entries: Mapping[int, Entry], chosen: Chosen, k: int, wanted: Iterable[str] = ()
    ) -> list[KeyHit]:
        """Return the entries whose keys match; what few entries share weighs more."""
        matches = [(entry, at) for entry in entries.values() if (at := chosen(entry))]
        terms = [_terms(entry, at, set(wanted)) for entry, at in matches]
        shared = Counter(term for each in terms for term in each)
        scores = [sum(math.log(1 + len(entries) / shared[t]) for t in each) for each in terms]
        best = sorted(range(len(matches)), key=lambda i: (-scores[i], matches[i][0].id))[:k]
        return [self._key_hit(*matches[i], scores[i], entries is not self._entries) for i in best]

    def _key_hit(
        self, entry: Entry, at: tuple[int, ...], score: float, is_relationship: bool
    ) -> KeyHit:
        r = self.relationships[entry.id] if is_relationship else None
        return KeyHit(
            nodes=(r.source, r.target) if r else (entry.id,),
            score=score,
            name=entry.name,
            keys=tuple(entry.keys[i] for i in at),
            properties=tuple(entry.properties[i] for i in at),
            labels=entry.labels,
            relationship=entry.id if r else None,
        )


def _terms(entry: Entry, at: tuple[int, ...], wanted: set[str]) -> set[str]:
    """Return the words (where words are wanted) or whole keys by which the entry matches."""
    if wanted:
        return {word for i in at for word in entry.keys[i].split()} & wanted
    return {entry.keys[i] for i in at}


def _nearest(entries: Mapping[int, Entry], vector: Vector, k: int) -> Hits:
    """Return the k entries of the highest cosine; equals by id.

    ids    [3, 1, 2]    cosines [.5, .9, .5]    k = 2
    order by cosine, then id: 1, 2, 3
    best   [1, 2]
    scores [.9, .5]
    """
    ids = np.array(list(entries), dtype=np.int64)
    if not len(ids) or k < 1:
        return Hits(ids[:0], np.zeros(0, dtype=np.float32))
    scores = np.stack([entry.vector for entry in entries.values()]) @ vector
    best = np.lexsort((ids, -scores))[:k]
    return Hits(ids[best], scores[best].astype(np.float32))
