"""What the names and values of a question stand for: sets of nodes, and the fair order of hits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steiner.graph import KeyHit
from steiner.question.linking import Link, is_name
from steiner.text import plain_words, stems

_SURE = 0.5


@dataclass(frozen=True, slots=True)
class SeedSet:
    """Nodes that share one linked name (`named`) or value: `key` in the same `property`.

    `labels` are those of the nodes, `weight` tells how surely the question means them.
    """

    key: str
    nodes: tuple[int, ...]
    property: str
    labels: tuple[str, ...]
    weight: float
    named: bool = False


def seed_sets(links: Sequence[Link]) -> Iterator[SeedSet]:
    """Yield the sets of nodes that share a label, a property and a linked value."""
    for link in links:
        groups: dict[tuple[tuple[str, ...], str, bool], list[int]] = defaultdict(list)
        for hit in link.hits:
            named = is_name(hit, link.key)
            groups[(hit.labels, property_of(hit, link.key), named)] += hit.nodes
        for (labels, name, named), nodes in groups.items():
            yield SeedSet(link.key, tuple(dict.fromkeys(nodes)), name, labels, link.weight, named)


def is_sure(found: SeedSet) -> bool:
    """Say whether the question surely means these nodes."""
    return found.weight >= _SURE


def property_of(hit: KeyHit, key: str) -> str:
    """Return the property in which the hit has this key."""
    return hit.properties[hit.keys.index(key)]


def mentions_label(hit: KeyHit, asked: set[str]) -> bool:
    """Say whether a label of the hit is among the `asked` stems."""
    return any(asked & stems(plain_words(label).split()) for label in hit.labels)


def fair(link: Link, near: dict[int, int], asked: set[str]) -> Iterator[KeyHit]:
    """Yield names first, then values in turn from each (label, property), nearest first.

    Labels that the question mentions (`asked`) come before the others.
    """
    groups: dict[tuple[bool, tuple[str, ...], str], list[KeyHit]] = defaultdict(list)
    for hit in sorted(link.hits, key=lambda h: (near.get(h.nodes[0], len(near)), h.nodes)):
        named = is_name(hit, link.key)
        groups[(not named, hit.labels, property_of(hit, link.key))].append(hit)
    yield from (hit for key in sorted(groups) if not key[0] for hit in groups[key])
    values = [groups[key] for key in sorted(groups) if key[0]]
    mentioned = [group for group in values if mentions_label(group[0], asked)]
    yield from (hit for group in mentioned for hit in group)
    values = [group for group in values if group not in mentioned]
    for place in range(max(map(len, values), default=0)):
        yield from (group[place] for group in values if place < len(group))
