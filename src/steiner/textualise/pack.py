"""Packs facts into a token budget: best first, whole facts only, from a connected subgraph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from steiner.graph import Fact, Node, Relationship, Subgraph
from steiner.textualise.facts import FactWriter

CountTokens = Callable[[str], int]


_UNMENTIONED = 0.5
_MORE = 0.3


def quarter_characters(text: str) -> int:
    """Count tokens as characters / 4, rounded up: where no generator brings its tokenizer."""
    return -(-len(text) // 4)


@dataclass(frozen=True, slots=True)
class Packed:
    """What fitted: facts best first, the subgraph that they speak of, what was cut in words."""

    facts: tuple[Fact, ...]
    subgraph: Subgraph
    text: str
    tokens: int
    cuts: tuple[str, ...]


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
class _Line:
    score: float
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...] = ()


class Packer:
    """Fills a budget with the best facts, and keeps what connects them in the subgraph.

    A relationship that only connects may be part of the subgraph without a line in the text.
    """

    def __init__(self, writer: FactWriter, budget: int, count: CountTokens) -> None:
        self._writer = writer
        self._budget = budget
        self._count = count

    def pack(self, offer: Offer) -> Packed:
        """Pack the best facts of what `offer` connects to its root."""
        parents = _parents(offer)
        lines = sorted(self._lines(offer, parents), key=lambda line: -line.score)
        told, tokens = self._fill(lines)
        facts = tuple(
            Fact(f"F{place}", line.text, line.nodes, line.relationships, line.score)
            for place, line in enumerate(told, 1)
        )
        text = "\n".join(fact.text for fact in facts)
        cuts = [f"{len(lines) - len(told)} of {len(lines)} facts do not fit {self._budget} tokens"]
        graph = _connected(offer, parents, told)
        return Packed(facts, graph, text, tokens, tuple(cuts if len(told) < len(lines) else ()))

    def _fill(self, lines: Sequence[_Line]) -> tuple[list[_Line], int]:
        told: list[_Line] = []
        tokens = 0
        for line in lines:
            cost = self._count(line.text + "\n")
            if tokens + cost <= self._budget:
                told.append(line)
                tokens += cost
        return told, tokens

    def _lines(self, offer: Offer, parents: Mapping[int, Relationship | None]) -> Iterator[_Line]:
        for r in offer.subgraph.relationships:
            if r.source in parents and r.target in parents:
                ends = tuple(dict.fromkeys((r.source, r.target)))
                yield _Line(offer.relationships[r.id], self._writer.relationship(r), ends, (r.id,))
        for node in offer.subgraph.nodes:
            if node.id in parents:
                yield from self._node_lines(node, offer.nodes.get(node.id, 0.0))

    def _node_lines(self, node: Node, score: float) -> Iterator[_Line]:
        lines = self._writer.node(node)
        told = score if lines.mentioned else _UNMENTIONED * score
        yield _Line(told, lines.text, (node.id,))
        if lines.more:
            yield _Line(_MORE * score, lines.more, (node.id,))


def _parents(offer: Offer) -> dict[int, Relationship | None]:
    """Map each node that the root reaches to the relationship that enters it; the root to None."""
    present = {node.id for node in offer.subgraph.nodes}
    parents: dict[int, Relationship | None] = {offer.root: None} if offer.root in present else {}
    for r in offer.subgraph.relationships:
        for here, far in ((r.source, r.target), (r.target, r.source)):
            if here in parents and far not in parents:
                parents[far] = r
    return parents


def _connected(
    offer: Offer, parents: Mapping[int, Relationship | None], told: Sequence[_Line]
) -> Subgraph:
    """Return what the lines tell of, with the way of each node to the root."""
    nodes = {node: None for node in [offer.root] if node in parents}
    chosen = {id for line in told for id in line.relationships}
    waiting = [node for line in told for node in line.nodes]
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
