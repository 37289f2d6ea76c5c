"""A typed graph as triples of names: what is around a node, and what stands between two."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

import numpy as np

from steiner.text import plain_words
from steiner.train.data.synthetic.typed_graph import TypedGraph

Triple = tuple[str, str, str]


class TripleView:
    """The triples of a typed graph in names and plain words; nodes without a name are left out."""

    def __init__(self, graph: TypedGraph) -> None:
        self.names = graph.names
        self._graph = graph
        self._words = [plain_words(type) for type in graph.types.tolist()]

    def drawn_nodes(self, draw: Random) -> Iterator[int]:
        """Yield the named nodes in an order that `draw` chooses, each once."""
        nodes = [i for i, name in enumerate(self.names) if name]
        draw.shuffle(nodes)
        yield from nodes

    def drawn_pairs(self, draw: Random) -> Iterator[tuple[int, int]]:
        """Yield the head and tail of relationships between named nodes, all pairs once."""
        pairs = self._graph.pairs()
        order = list(range(len(pairs)))
        draw.shuffle(order)
        for at in order:
            head, tail = pairs[at].tolist()
            if self.names[head] and self.names[tail]:
                yield head, tail

    def around(
        self, node: int, most: int, draw: Random, apart: Collection[str] = ()
    ) -> list[Triple]:
        """Return up to `most` triples of a node, drawn, in the graph's order.

        Those between two nodes called as in `apart` are left out.
        """
        arcs = self._graph.arcs(node)
        shown = [self._triple(node, *arc) for arc in zip(*(x.tolist() for x in arcs), strict=True)]
        shown = [t for t in dict.fromkeys(shown) if all(t) and not {t[0], t[2]} <= set(apart)]
        kept = sorted(draw.sample(range(len(shown)), min(most, len(shown))))
        return [shown[i] for i in kept]

    def between(self, head: int, tail: int) -> list[str]:
        """Return the relations that lead from head to tail, sorted."""
        enters, kinds = self._graph.arcs(head)
        own = kinds[(enters == tail) & (kinds % 2 == 1)] // 2
        return sorted({self._words[kind] for kind in own.tolist()})

    def fitting(self, node: int, shown: Sequence[Triple]) -> list[str]:
        """Return the names of the nodes of which all triples shown are true, sorted."""
        name, fits = self.names[node], None
        arcs = zip(*(x.tolist() for x in self._graph.arcs(node)), strict=True)
        for end, kind in arcs:
            if self._triple(node, end, kind) in shown and self.names[end] != name:
                enters, kinds = self._graph.arcs(end)
                own = enters[kinds == kind ^ 1]
                fits = own if fits is None else np.intersect1d(fits, own)
        return [] if fits is None else sorted({self.names[i] for i in fits.tolist()} - {""})

    def by_head(self) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
        """Yield each named head with its relations and their tails."""
        for node, name in enumerate(self.names):
            enters, kinds = self._graph.arcs(node)
            relations: dict[str, dict[str, None]] = {}
            for end, kind in zip(enters.tolist(), kinds.tolist(), strict=True):
                if kind % 2 and self.names[end]:
                    relations.setdefault(self._words[kind // 2], {})[self.names[end]] = None
            if name and relations:
                yield name, [(relation, list(tails)) for relation, tails in relations.items()]

    def _triple(self, node: int, end: int, kind: int) -> Triple:
        one, other = self.names[node], self.names[end]
        head, tail = (one, other) if kind % 2 else (other, one)
        return head, self._words[kind // 2], tail
