"""Where retrieval starts: linked entities, and the channels' candidates fused by rank.

Reciprocal rank fusion (Cormack et al. 2009): a candidate of rank r scores weight / (60 + r) in
each channel that has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from steiner.columns import Hits, KeyHit, Vector
from steiner.errors import InvalidInput
from steiner.evidence import Seed
from steiner.question.conditions import Comparison, as_stored
from steiner.question.linking import Link
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words, stems, words

_FUSION_CONSTANT = 60.0
_CHANNEL_WEIGHTS = {"given": 6.0, "name": 3.0, "value": 2.5, "text": 1.0, "vector": 1.0}
_SURE = 0.5
Group = tuple[tuple[str, ...], str]
"""Labels, and the property that was matched."""
_GIVEN_WEIGHT = 1.1
_COMPARED = 50
"""Nodes that a comparison ("over $50") may bring."""


@dataclass(frozen=True, slots=True)
class Entity:
    """Nodes that share one linked name (`named`) or value: `key` in the same `property`.

    `labels` are those of the nodes, `weight` says how surely the question means them.
    """

    key: str
    nodes: tuple[int, ...]
    property: str
    labels: tuple[str, ...]
    weight: float
    named: bool = False

    def is_sure(self) -> bool:
        """Say whether the question surely means these nodes."""
        return self.weight >= _SURE


class RankFusion:
    """The candidates of one question, each with what every channel adds to its score."""

    def __init__(self) -> None:
        self._seeds: dict[int, Seed] = {}

    def add(
        self,
        channel: str,
        rank: int,
        nodes: Sequence[int],
        matched: tuple[str, str] = ("", ""),
        weight: float = 1.0,
    ) -> None:
        """Add `nodes` that a channel has at `rank`; of what was `matched` (key, property) the
        first is kept.
        """
        for node in nodes:
            seed = self._seeds.get(node, Seed(node, 0.0, ()))
            score = seed.score + _CHANNEL_WEIGHTS[channel] * weight / (_FUSION_CONSTANT + rank)
            channels = tuple(dict.fromkeys((*seed.channels, channel)))
            key = (seed.matched, seed.property) if seed.matched else matched
            self._seeds[node] = Seed(node, score, channels, *key)

    def best(self, count: int) -> tuple[Seed, ...]:
        """Return at most `count` seeds, those of the highest score."""
        ranked = sorted(self._seeds.values(), key=lambda seed: (-seed.score, seed.node))
        return tuple(ranked[:count])


def given_entities(names: Sequence[str], store: GraphStore, most: int) -> list[Entity]:
    """Return what the caller named. Raises InvalidInput for a name that no node has."""
    entities = []
    for name in names:
        nodes = store.find([name])[:most]
        if not nodes:
            raise InvalidInput(
                f"No node has the name, alias or key {name!r}. Give a name or key value as "
                f"it stands in the graph, or leave the seeds out."
            )
        entities.append(
            Entity(" ".join(words(name)), tuple(nodes), "", (), _GIVEN_WEIGHT, named=True)
        )
    return entities


def compared_entities(
    read: Sequence[Comparison], vector: Vector, store: GraphStore
) -> list[Entity]:
    """Return the nodes that meet what a question compares, nearest to it first.

    Where none meets all of it, the comparisons are about different nodes.
    """
    together = [_meeting(read, vector, store)] if read else []
    if len(read) > 1 and not together[0].nodes:
        together = [_meeting([each], vector, store) for each in read]
    return [entity for entity in together if entity.nodes]


def _meeting(read: Sequence[Comparison], vector: Vector, store: GraphStore) -> Entity:
    conditions = [condition for each in read for condition in each.conditions]
    nodes: tuple[int, ...] = ()
    for stored in as_stored(conditions):
        nodes = tuple(store.narrowed(stored).search_nodes(vector, _COMPARED).ids.tolist())
        if nodes:
            break
    return Entity(read[0].key, nodes, conditions[0].property, (), 1.0)


def linked_entities(links: Sequence[Link]) -> Iterator[Entity]:
    """Yield the sets of nodes that share a label, a property and a linked value."""
    for link in links:
        for hits, named in ((link.names, True), (link.values, False)):
            for (labels, name), group in _grouped(hits, link.key).items():
                nodes = tuple(dict.fromkeys(node for hit in group for node in hit.nodes))
                yield Entity(link.key, nodes, name, labels, link.weight, named)


def add_entities(
    fusion: RankFusion,
    names: Sequence[str],
    given: Sequence[Entity],
    compared: Sequence[Entity],
    most: int,
) -> None:
    """Add what the caller gave by `names`, and `most` of what meets each comparison."""
    for rank, (name, entity) in enumerate(zip(names, given, strict=True)):
        fusion.add("given", rank, entity.nodes, (name, ""))
    for entity in compared:
        for rank, node in enumerate(entity.nodes[:most]):
            fusion.add("value", rank, [node], (entity.key, entity.property))


def add_links(
    fusion: RankFusion, links: Sequence[Link], asked: Set[str], nearest: Hits, most: int
) -> dict[int, float]:
    """Add what names and values link to, `most` nodes of each; `asked` are the question's stems.

    Names come first, of names and of values those of the nearest nodes. Returns the weights of the
    linked relationships (store ids).
    """
    near = {node: rank for rank, node in enumerate(nearest.ids.tolist())}

    def nearness(hit: KeyHit) -> tuple[int, tuple[int, ...]]:
        return near.get(hit.nodes[0], len(near)), hit.nodes

    relationships: dict[int, float] = {}
    for rank, link in enumerate(links):
        hits = [("name", hit) for hit in sorted(link.names, key=nearness)]
        hits += [("value", hit) for hit in _in_turn(sorted(link.values, key=nearness), link, asked)]
        for channel, hit in hits[:most]:
            if hit.relationship is not None:
                relationships[hit.relationship] = link.weight
            matched = link.key, _property_of(hit, link.key)
            fusion.add(channel, rank, hit.nodes, matched, link.weight)
    return relationships


def add_searched(
    fusion: RankFusion, query: Sequence[str], similar: Sequence[KeyHit], nearest: Sequence[int]
) -> None:
    """Add what the full-text search for the words of `query` and the vector search returned."""
    for rank, hit in enumerate(similar):
        fusion.add("text", rank, hit.nodes, _overlap(hit, set(query)))
    for rank, node in enumerate(nearest):
        fusion.add("vector", rank, [node])


def _property_of(hit: KeyHit, key: str) -> str:
    return hit.properties[hit.keys.index(key)]


def _grouped(hits: Sequence[KeyHit], key: str) -> dict[Group, list[KeyHit]]:
    groups: dict[Group, list[KeyHit]] = defaultdict(list)
    for hit in hits:
        groups[(hit.labels, _property_of(hit, key))].append(hit)
    return groups


def _in_turn(values: Sequence[KeyHit], link: Link, asked: Set[str]) -> Iterator[KeyHit]:
    """Yield values in turn from each (label, property).

    Labels that the question mentions (`asked`) come before the others.
    """
    groups = sorted(_grouped(values, link.key).items())
    mentioned = [label for (label, _), _ in groups if _mentions(label, asked)]
    yield from (hit for (label, _), group in groups if label in mentioned for hit in group)
    others = [group for (label, _), group in groups if label not in mentioned]
    for turn in range(max(map(len, others), default=0)):
        yield from (group[turn] for group in others if turn < len(group))


def _mentions(labels: Sequence[str], asked: Set[str]) -> bool:
    return any(asked & stems(plain_words(label).split()) for label in labels)


def _overlap(hit: KeyHit, asked: set[str]) -> tuple[str, str]:
    pairs = list(zip(hit.keys, hit.properties, strict=True))
    best = max(pairs, key=lambda pair: len(asked & set(pair[0].split())), default=("", ""))
    return best if asked & set(best[0].split()) else ("", "")
