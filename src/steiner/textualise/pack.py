"""Packs facts into a token budget: best first, whole facts only, the rest of it stays connected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from steiner.graph import Fact, Node, Relationship, Subgraph
from steiner.textualise.facts import FactWriter

CountTokens = Callable[[str], int]


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


@dataclass(slots=True)
class _Bag:
    budget: int
    count: CountTokens
    facts: list[Fact] = field(default_factory=list)
    tokens: int = 0
    refused: int = 0

    def put(self, text: str, nodes: tuple[int, ...], relationships: tuple[int, ...] = ()) -> bool:
        cost = self.count(text + "\n")
        if self.tokens + cost > self.budget:
            self.refused += 1
            return False
        self.tokens += cost
        place = len(self.facts)
        fact = Fact(f"F{place + 1}", text, nodes, relationships, 1.0 / (place + 1))
        self.facts.append(fact)
        return True


class Packer:
    """Fills a budget from an order of relationships in which every beginning is connected."""

    def __init__(self, writer: FactWriter, budget: int, count: CountTokens) -> None:
        self._writer = writer
        self._count = count
        self._bag = _Bag(budget, count)
        self._entered: dict[int, Node] = {}
        self._told: set[int] = set()

    def pack(
        self, subgraph: Subgraph, root: int, in_tree: int, scores: Mapping[int, float]
    ) -> Packed:
        """Pack `subgraph`, whose relationships stand in their order, from the node `root`.

        The first `in_tree` relationships are the Steiner tree's. `scores` rank the nodes.
        """
        nodes = {node.id: node for node in subgraph.nodes}
        if root in nodes:
            self._enter(nodes[root])
            self._tell(nodes[root])
        kept = self._relationships(subgraph.relationships[:in_tree], nodes)
        self._tell_rest(scores)
        kept += self._relationships(subgraph.relationships[in_tree:], nodes)
        self._tell_rest(scores)
        for node in self._by_score(scores):
            if more := self._writer.more(node):
                self._bag.put(more, (node.id,))
        return self._packed(kept, len(subgraph.relationships))

    def _relationships(
        self, relationships: Sequence[Relationship], nodes: Mapping[int, Node]
    ) -> list[Relationship]:
        kept = []
        for relationship in relationships:
            ends = (relationship.source, relationship.target)
            joined = any(end in self._entered for end in ends)
            text = self._writer.relationship(relationship)
            if joined and self._bag.put(text, tuple(dict.fromkeys(ends)), (relationship.id,)):
                kept.append(relationship)
                for end in ends:
                    self._enter(nodes[end])
        return kept

    def _enter(self, node: Node) -> None:
        self._entered.setdefault(node.id, node)

    def _tell(self, node: Node) -> None:
        if node.id not in self._told:
            self._told.add(node.id)
            self._bag.put(self._writer.node(node), (node.id,))

    def _tell_rest(self, scores: Mapping[int, float]) -> None:
        for node in self._by_score(scores):
            self._tell(node)

    def _by_score(self, scores: Mapping[int, float]) -> Iterator[Node]:
        ranked = sorted(self._entered.values(), key=lambda n: (-scores.get(n.id, 0.0), n.id))
        yield from ranked

    def _packed(self, kept: list[Relationship], offered: int) -> Packed:
        text = "\n".join(fact.text for fact in self._bag.facts)
        cuts = []
        if len(kept) < offered:
            cuts.append(f"{offered - len(kept)} of {offered} relationships left out: token budget")
        if self._bag.refused:
            cuts.append(f"{self._bag.refused} facts did not fit {self._bag.budget} tokens")
        graph = Subgraph(tuple(self._entered.values()), tuple(kept))
        return Packed(tuple(self._bag.facts), graph, text, self._count(text), tuple(cuts))
