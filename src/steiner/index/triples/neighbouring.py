"""What is embedded of a triple: itself, then its neighbouring triples (equation 2, t ⊕ G_t)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from steiner.columns import Ids
from steiner.index.walks.texts import short_name
from steiner.stores.protocol import EdgeColumns
from steiner.text import plain_words


class TripleText(NamedTuple):
    """A triple by its relationship (store id), as the text that is embedded."""

    relationship: int
    text: str


@dataclass(frozen=True, slots=True)
class Side:
    """The m triples by one of their ends: those of node i are `order[first[i] : first[i + 1]]`.

    `order` int64[m] are indices of triples, `first` int64[n + 1]. Within a node the first triple of
    every relation comes first, then the second of each: a cap keeps all that a node is.

        ends [0, 0, 0, 1], relations [A, A, B, A]: order [0, 2, 1, 3], first [0, 3, 4]
    """

    order: Ids
    first: Ids

    def nearest(self, end: int, count: int) -> list[int]:
        """Return the first `count` triples of a node."""
        own: list[int] = self.order[self.first[end] : self.first[end + 1]][:count].tolist()
        return own

    def hubs(self, cap: int) -> int:
        """Return how many nodes have more than `cap` triples beside each."""
        return int((np.diff(self.first) > cap + 1).sum())


@dataclass(frozen=True, slots=True)
class TripleTable:
    """The m triples of a graph: `relationships` int64[m], `texts`, and both sides of each.

    `heads`, `tails` int64[m] are indices of nodes.
    """

    relationships: Ids
    texts: Sequence[str]
    heads: Ids
    tails: Ids
    by_head: Side
    by_tail: Side

    def candidates(self, cap: int, of_nodes: Sequence[str] = ()) -> Iterator[TripleText]:
        """Yield t ⊕ G_t for each triple: at most `cap` with its head as head, and as many with
        its tail as tail.

        Edges into the head and out of the tail are none of G_t, and t itself is written once.
        `of_nodes`: what each node's properties say, which follows t (empty: nothing does).
        """
        rows = zip(self.relationships.tolist(), self.heads, self.tails, self.texts, strict=True)
        for relationship, head, tail, text in rows:
            said = [of_nodes[end] for end in dict.fromkeys((head, tail))] if of_nodes else ()
            beside = dict.fromkeys(
                [*filter(None, said), *self._side(self.by_head, head, text, cap)]
            )
            beside.update(dict.fromkeys(self._side(self.by_tail, tail, text, cap)))
            yield TripleText(relationship, " ".join([text, *beside]))

    def hubs(self, cap: int) -> int:
        """Return at how many nodes, as head or as tail, triples are left out."""
        return self.by_head.hubs(cap) + self.by_tail.hubs(cap)

    def _side(self, side: Side, end: int, own: str, cap: int) -> list[str]:
        near = (self.texts[i] for i in side.nearest(end, cap + 1)) if cap else ()
        return [text for text in near if text != own][:cap]


def read_triples(nodes: Ids, names: Sequence[str], edges: EdgeColumns) -> TripleTable:
    """Return the triples between `nodes` int64[n] (store ids, ascending), called `names`.

    Relationships with an end outside are left out; a self-loop is a triple like any other.
    """
    inside = np.isin(edges.sources, nodes) & np.isin(edges.targets, nodes)
    heads = np.searchsorted(nodes, edges.sources[inside]).astype(np.int64)
    tails = np.searchsorted(nodes, edges.targets[inside]).astype(np.int64)
    types, relations = np.unique(edges.types[inside], return_inverse=True)
    words, shown = [plain_words(str(type)) for type in types], list(map(short_name, names))
    # By name, not by id: the same graph gives the same texts in every store.
    alphabet = np.unique(np.array([*shown, ""], dtype=object), return_inverse=True)[1]
    side = partial(_side, count=len(nodes), relations=relations)
    return TripleTable(
        edges.ids[inside],
        [
            f"{shown[head]} {words[relation]} {shown[tail]}."
            for head, relation, tail in zip(heads, relations, tails, strict=True)
        ],
        heads,
        tails,
        side(heads, alphabet[tails]),
        side(tails, alphabet[heads]),
    )


def _side(ends: Ids, others: Ids, count: int, relations: Ids) -> Side:
    """Order triples by end, rank among those of one relation, and relation."""
    order = np.lexsort((others, relations, ends))
    groups = np.stack([ends, relations], axis=1)[order]
    begins = np.flatnonzero(np.any(np.diff(groups, axis=0, prepend=-1) != 0, axis=1))
    rank = np.empty(len(order), dtype=np.int64)
    sizes = np.diff(np.append(begins, len(order)))
    rank[order] = np.arange(len(order)) - np.repeat(begins, sizes)
    order = np.lexsort((others, relations, rank, ends)).astype(np.int64)
    return Side(order, np.searchsorted(ends[order], np.arange(count + 1)).astype(np.int64))
