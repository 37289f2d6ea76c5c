"""Packs facts into a token budget: best first, whole facts only, from a connected subgraph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from steiner.graph import Fact, Relationship, Subgraph
from steiner.text import CountTokens
from steiner.textualise.facts import FactWriter
from steiner.textualise.groups import Groups
from steiner.textualise.queue import FactQueue, Line, Offer

_PATIENCE = 50
"""So many facts in a row that do not fit end the search for one that would."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What fitted: facts best first, the subgraph that they speak of, what was cut in words."""

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
        """Pack the best facts of what `offer` connects to its root."""
        parents = _parents(offer)
        queue = FactQueue(self._writer, offer, parents)
        told, tokens, missed = fill(queue, self._budget, self._count)
        facts = tagged(told)
        text = "\n".join(fact.text for fact in facts)
        left = missed + len(queue)
        fitted = sum(max(len(line.relationships), 1) for line in told)
        cut = f"{left} of {left + fitted} facts do not fit {self._budget} tokens"
        graph = _connected(offer, parents, told)
        return Packed(facts, graph, text, tokens, (cut,) if left else ())


def fill(lines: Iterable[Line], budget: int, count: CountTokens) -> tuple[list[Line], int, int]:
    """Return the lines that fit `budget`, their tokens, and how many were tried and do not."""
    groups = Groups()
    costs: list[int] = []
    tokens = missed = in_a_row = 0
    for line in lines:
        place, joined = groups.joined(line)
        cost = count(joined.text + "\n")
        more = cost if place is None else cost - costs[place]
        if tokens + more <= budget:
            groups.put(place, joined, line.said)
            costs += [0] * (place is None)
            costs[-1 if place is None else place] = cost
            tokens, in_a_row = tokens + more, 0
        else:
            missed, in_a_row = missed + 1, in_a_row + 1
            if in_a_row == _PATIENCE:
                break
    return groups.lines, tokens, missed


def tagged(lines: Iterable[Line]) -> tuple[Fact, ...]:
    """Return the lines as facts `F1`, `F2`, …"""
    return tuple(
        Fact(f"F{place}", line.text, line.nodes, line.relationships, line.score)
        for place, line in enumerate(lines, 1)
    )


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
    offer: Offer, parents: Mapping[int, Relationship | None], told: Sequence[Line]
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
