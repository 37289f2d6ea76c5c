"""Packs facts into a token budget: best first, whole facts only, from a connected subgraph.

Facts that share an end and a relationship type stand in one line: `A; B directed by C`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from steiner.evidence import Fact
from steiner.graph import Node, Relationship, Subgraph
from steiner.text import CountTokens
from steiner.textualise.facts import FactWriter, Triple

_UNMENTIONED = 0.5
_MORE = 0.3
"""Of its score, what a node's properties that the question does not mention keep."""
_MOST_GROUPED = 8
"""Facts in one line; more would make citations vague."""
_BETWEEN = "; "
_PATIENCE = 50
"""So many facts in a row that do not fit end the search for one that would."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be packed: `subgraph`, whose relationships stand in their walk order from `roots`.

    Every beginning of that order is connected. `nodes` and `relationships` map ids to scores; those
    that stand `alone` share a line with no other.
    """

    subgraph: Subgraph
    roots: tuple[int, ...]
    nodes: Mapping[int, float]
    relationships: Mapping[int, float]
    alone: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Line:
    """A fact in words, its score and the ids of what it is about.

    `triple` is that of a bare relationship, which may stand in one line with others.
    """

    score: float
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...] = ()
    triple: Triple | None = None


class FactQueue:
    """Yields the facts of `offer` best first, relationships before nodes of the same score.

    Hundreds are offered and a few dozen fit a budget, so a fact is written only when no other
    can be better: a relationship's score is known before, a node's can only be lower than its
    own. Only what is among `reached` is written.
    """

    def __init__(self, writer: FactWriter, offer: Offer, reached: Mapping[int, object]) -> None:
        self._writer = writer
        graph, worth, self._alone = offer.subgraph, offer.relationships, offer.alone
        edges = [r for r in graph.relationships if r.source in reached and r.target in reached]
        nodes = [node for node in graph.nodes if node.id in reached]
        bounds = [worth[r.id] for r in edges] + [offer.nodes.get(n.id, 0.0) for n in nodes]
        members: list[Relationship | Node | Line] = [*edges, *nodes]
        # Two numbers each: a node may have two facts.
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
            bound, number, member = heapq.heappop(self._waiting)
            if isinstance(member, Line):
                yield member
            elif isinstance(member, Relationship):
                yield self._relationship(member, -bound)
            else:
                for offset, line in enumerate(self._node(member, -bound)):
                    heapq.heappush(self._waiting, (-line.score, number + offset, line))

    def _relationship(self, edge: Relationship, score: float) -> Line:
        ends = tuple(dict.fromkeys((edge.source, edge.target)))
        text, triple = self._writer.relationship(edge)
        joins = edge.id not in self._alone and text == " ".join(triple)
        bare = triple if joins else None
        return Line(score, text, ends, (edge.id,), bare)

    def _node(self, node: Node, score: float) -> Iterator[Line]:
        lines = self._writer.node(node)
        yield Line(score if lines.mentioned else _UNMENTIONED * score, lines.text, (node.id,))
        if lines.more:
            yield Line(_MORE * score, lines.more, (node.id,))


_Key = tuple[str, str, bool]
"""What the facts of a group share: the type, source or target in words, whether it is the source.

A plain tuple: hundreds are made for a question, and a NamedTuple takes a call each.
"""


class Groups:
    """The lines of one text, in the order in which they were begun.

    `_shared` are the keys that all parts of a line have, `_open` the last line open to a key.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._parts: list[list[Triple]] = []
        self._shared: list[list[_Key]] = []
        self._open: dict[_Key, int] = {}

    def joined(self, line: Line) -> tuple[int | None, Line]:
        """Return the index of the line that this one may join, None for a new one; and the line."""
        for key in _keys(line.triple):
            index = self._open.get(key)
            if index is not None and len(self._parts[index]) < _MOST_GROUPED and line.triple:
                return index, self._with(index, line, line.triple)
        return None, line

    def put(self, index: int | None, line: Line, triple: Triple | None) -> None:
        """Take what `joined` returned for a line of `triple`."""
        keys = _keys(triple)
        if index is None:
            index = len(self.lines)
            self.lines.append(line)
            self._parts.append([])
            self._shared.append(keys)
        else:
            self._close(index)
            self.lines[index] = line
            self._shared[index] = [key for key in self._shared[index] if key in keys]
        if triple:
            self._parts[index].append(triple)
            self._open.update(dict.fromkeys(self._shared[index], index))

    def _close(self, index: int) -> None:
        for key in self._shared[index]:
            if self._open.get(key) == index:
                del self._open[key]

    def _with(self, index: int, more: Line, triple: Triple) -> Line:
        line, keys, parts = self.lines[index], _keys(triple), [*self._parts[index], triple]
        by_source = any(key[2] for key in self._shared[index] if key in keys)
        names = dict.fromkeys(triple.target if by_source else triple.source for triple in parts)
        joined, (source, type, target) = _BETWEEN.join(names), parts[0]
        text = f"{source} {type} {joined}" if by_source else f"{joined} {type} {target}"
        nodes = tuple(dict.fromkeys((*line.nodes, *more.nodes)))
        edges = (*line.relationships, *more.relationships)
        return Line(line.score, text, nodes, edges, line.triple)


def _keys(triple: Triple | None) -> list[_Key]:
    if triple is None:
        return []
    source, type, target = triple
    return [(type, target, False), (type, source, True)]


@dataclass(frozen=True, slots=True)
class Packed:
    """What fitted: facts best first, the subgraph that they are about, what was cut in words."""

    facts: tuple[Fact, ...]
    subgraph: Subgraph
    text: str
    tokens: int
    cuts: tuple[str, ...]


class Packer:
    """Fills a budget with the best facts, and keeps what connects them in the subgraph.

    A relationship that only connects may be part of the subgraph without a line in the text.
    """

    def __init__(self, writer: FactWriter, budget: int, count: CountTokens) -> None:
        self._writer = writer
        self._budget = budget
        self._count = count

    def pack(self, offer: Offer) -> Packed:
        """Pack the best facts of what `offer` connects to its roots."""
        parents = _parents(offer)
        queue = FactQueue(self._writer, offer, parents)
        lines, tokens, missed = fill(queue, self._budget, self._count)
        facts = tagged(lines)
        text = "\n".join(fact.text for fact in facts)
        left = missed + len(queue)
        fitted = sum(max(len(line.relationships), 1) for line in lines)
        cut = f"{left} of {left + fitted} facts do not fit {self._budget} tokens"
        graph = _connected(offer, parents, lines)
        return Packed(facts, graph, text, tokens, (cut,) if left else ())


def fill(lines: Iterable[Line], budget: int, count: CountTokens) -> tuple[list[Line], int, int]:
    """Return the lines that fit `budget`, their tokens, and how many were tried and do not."""
    groups = Groups()
    costs: list[int] = []
    tokens = missed = in_a_row = 0
    for line in lines:
        index, joined = groups.joined(line)
        cost = count(joined.text + "\n")
        more = cost if index is None else cost - costs[index]
        if tokens + more <= budget:
            groups.put(index, joined, line.triple)
            costs += [0] * (index is None)
            costs[-1 if index is None else index] = cost
            tokens, in_a_row = tokens + more, 0
        else:
            missed, in_a_row = missed + 1, in_a_row + 1
            if in_a_row == _PATIENCE:
                break
    return groups.lines, tokens, missed


def tagged(lines: Iterable[Line]) -> tuple[Fact, ...]:
    """Return the lines as facts `F1`, `F2`, …"""
    return tuple(
        Fact(f"F{number}", line.text, line.nodes, line.relationships, line.score)
        for number, line in enumerate(lines, 1)
    )


def _parents(offer: Offer) -> dict[int, Relationship | None]:
    """Map each node that a root reaches to the relationship that enters it; a root to None."""
    present = {node.id for node in offer.subgraph.nodes}
    parents: dict[int, Relationship | None] = {n: None for n in offer.roots if n in present}
    for r in offer.subgraph.relationships:
        for here, far in ((r.source, r.target), (r.target, r.source)):
            if here in parents and far not in parents:
                parents[far] = r
    return parents


def _connected(
    offer: Offer, parents: Mapping[int, Relationship | None], lines: Sequence[Line]
) -> Subgraph:
    """Return what the lines are about, with the way of each node to a root."""
    nodes = {node: None for node in offer.roots if node in parents}
    chosen = {id for line in lines for id in line.relationships}
    waiting = [node for line in lines for node in line.nodes]
    for node in waiting:
        nodes[node] = None
        entered_by = parents[node]
        if entered_by is not None and entered_by.id not in chosen:
            chosen.add(entered_by.id)
        if entered_by is not None:
            far = entered_by.source if entered_by.target == node else entered_by.target
            if far not in nodes:
                waiting.append(far)
    return Subgraph(
        tuple(node for node in offer.subgraph.nodes if node.id in nodes),
        tuple(r for r in offer.subgraph.relationships if r.id in chosen),
    )
