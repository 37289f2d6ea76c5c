"""The facts of a subgraph, best first, written one at a time as they are asked for."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from steiner.graph import Node, Relationship, Subgraph
from steiner.textualise.facts import FactWriter, Said

_UNMENTIONED = 0.5
_MORE = 0.3


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be packed: `subgraph`, whose relationships stand in their walk order from `root`.

    Every beginning of that order is connected. `nodes` and `relationships` map ids to scores.
    """

    subgraph: Subgraph
    root: int
    nodes: Mapping[int, float]
    relationships: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A fact in words, its score and the ids of what it tells of.

    `said` is what a bare relationship says, which may be told in one line with others.
    """

    score: float
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...] = ()
    said: Said | None = None


class FactQueue:
    """Yields the facts of `offer` best first, relationships before nodes of the same score.

    Hundreds are offered and a few dozen fit a budget, so a fact is written only when no other
    can be better: a relationship's score is known before, a node's can only be lower than its
    own. Only what is among `reached` is told.
    """

    def __init__(self, writer: FactWriter, offer: Offer, reached: Mapping[int, object]) -> None:
        self._writer = writer
        graph, worth = offer.subgraph, offer.relationships
        edges = [r for r in graph.relationships if r.source in reached and r.target in reached]
        nodes = [node for node in graph.nodes if node.id in reached]
        bounds = [worth[r.id] for r in edges] + [offer.nodes.get(n.id, 0.0) for n in nodes]
        members: list[Relationship | Node | Line] = [*edges, *nodes]
        # Two places each: a node may have two facts.
        self._waiting = [
            (-bound, 2 * i, member)
            for i, (bound, member) in enumerate(zip(bounds, members, strict=True))
        ]
        heapq.heapify(self._waiting)

    def __len__(self) -> int:
        """How many facts are left, counting a node that is not written yet as one."""
        return len(self._waiting)

    def __iter__(self) -> Iterator[Line]:
        while self._waiting:
            bound, place, found = heapq.heappop(self._waiting)
            if isinstance(found, Line):
                yield found
            elif isinstance(found, Relationship):
                yield self._relationship(found, -bound)
            else:
                for offset, line in enumerate(self._node(found, -bound)):
                    heapq.heappush(self._waiting, (-line.score, place + offset, line))

    def _relationship(self, found: Relationship, score: float) -> Line:
        ends = tuple(dict.fromkeys((found.source, found.target)))
        text, said = self._writer.relationship(found)
        bare = said if text == " ".join(said) else None
        return Line(score, text, ends, (found.id,), bare)

    def _node(self, node: Node, score: float) -> Iterator[Line]:
        lines = self._writer.node(node)
        yield Line(score if lines.mentioned else _UNMENTIONED * score, lines.text, (node.id,))
        if lines.more:
            yield Line(_MORE * score, lines.more, (node.id,))
