"""Draws the graph of a million nodes as arrays: labels, values, vectors and relationships.

Everything follows from `SEED` and the sizes. Degrees follow a power law with six hubs above it;
vectors are four blocks of prototypes, so that they can be written as ready-made text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from data.million_words import HUBS, KNOWN_FOR, LABELS, TENANTS, TYPES, name
from steiner.columns import Vector

SEED = 7
DIMENSIONS, BLOCKS = 384, 4
_TOPICS, _VARIANTS = 80, 25
_DESCRIBED = 0.3
_SHIFT = 2.0
"""Of the power law: keeps its largest degrees far below a hub's."""

Integers = npt.NDArray[np.int64]
Values = dict[str, str | int]
_PLACE = {label.name: place for place, label in enumerate(LABELS)}


@dataclass(frozen=True)
class Plan:
    """The columns of all nodes: int64[n] each, except `vectors`.

    `labels` are places in LABELS, `places` count the nodes of a label, `known_for` is -1 where a
    node has no description, `vectors` int64[n, 4] holds places in `prototypes`.
    """

    nodes: int
    relationships: int
    indexed: int
    labels: Integers
    places: Integers
    years: Integers
    tenants: Integers
    known_for: Integers
    vectors: Integers

    def name(self, node: int) -> str:
        """The node's name."""
        if node < len(HUBS):
            return HUBS[node].name
        return name(LABELS[self.labels[node]], int(self.places[node]))

    def values(self, start: int, stop: int) -> Iterator[tuple[str, Values]]:
        """Yield the label and the properties of each node from `start` to `stop`."""
        columns = (self.labels, self.places, self.years, self.tenants, self.known_for)
        rows = zip(*(column[start:stop].tolist() for column in columns), strict=True)
        for node, (label, place, year, tenant, known) in enumerate(rows, start):
            called = HUBS[node].name if node < len(HUBS) else name(LABELS[label], place)
            values: Values = {"name": called, "year": year, "tenant": f"t{tenant}"}
            if known >= 0:
                values["description"] = f"Known for {KNOWN_FOR[known]} since {year}"
            yield LABELS[label].name, values

    def vector(self, node: int) -> Vector:
        """The node's float32[384] unit vector."""
        blocks = [block[at] for block, at in zip(prototypes(), self.vectors[node], strict=True)]
        return np.concatenate(blocks).astype(np.float32)

    @cached_property
    def members(self) -> list[Integers]:
        """The nodes of each label in a random order, hubs left out: the first are the richest."""
        random = np.random.default_rng(SEED + 1)
        found = [np.flatnonzero(self.labels == place) for place in range(len(LABELS))]
        return [random.permutation(nodes[nodes >= len(HUBS)]) for nodes in found]


def draw(nodes: int, relationships: int, indexed: int) -> Plan:
    """Draw the columns of all nodes."""
    random = np.random.default_rng(SEED)
    labels = random.choice(len(LABELS), nodes, p=[label.share for label in LABELS])
    labels[: len(HUBS)] = [_PLACE[hub.label] for hub in HUBS]
    known_for = random.integers(len(KNOWN_FOR), size=nodes)
    known_for[random.random(nodes) >= _DESCRIBED] = -1
    return Plan(
        nodes,
        relationships,
        indexed,
        labels=labels,
        places=_count_within(labels),
        years=random.integers(1900, 2026, nodes),
        tenants=random.choice(len(TENANTS), nodes, p=TENANTS),
        known_for=known_for,
        vectors=_choose_prototypes(random.integers(_TOPICS, size=nodes)),
    )


def prototypes() -> npt.NDArray[np.float64]:
    """The float64[4, 2000, 96] blocks that vectors are made of, three decimals each."""
    random = np.random.default_rng(SEED + 2)
    width = DIMENSIONS // BLOCKS
    topics = random.normal(size=(BLOCKS, _TOPICS, 1, width))
    blocks = topics + random.normal(size=(BLOCKS, _TOPICS, _VARIANTS, width))
    blocks /= np.linalg.norm(blocks, axis=-1, keepdims=True) * np.sqrt(BLOCKS)
    return np.round(blocks, 3).reshape(BLOCKS, _TOPICS * _VARIANTS, width)


def relationships(plan: Plan) -> Iterator[Integers]:
    """Yield the int64[m, 2] ends of each of TYPES."""
    random = np.random.default_rng(SEED + 3)
    shares = np.arange(1, len(TYPES) + 1) ** -0.8
    shares /= shares.sum()
    of_hubs = hub_degrees(plan)
    ordinary = np.round((plan.relationships - of_hubs.sum()) * shares).astype(np.int64)
    ordinary[0] += plan.relationships - of_hubs.sum() - ordinary.sum()
    with_hubs = np.stack([random.multinomial(degree, shares) for degree in of_hubs], axis=1)
    for place, type in enumerate(TYPES):
        ends = (plan.members[_PLACE[type.source]], plan.members[_PLACE[type.target]])
        drawn = [_between(random, *ends, int(ordinary[place]))]
        drawn += [_at_hub(random, hub, ends, int(m)) for hub, m in enumerate(with_hubs[place])]
        yield np.concatenate(drawn)


def hub_degrees(plan: Plan) -> Integers:
    """The hubs' degrees, smaller in a smaller graph."""
    scale = min(1.0, plan.relationships / 5_000_000)
    return np.array([round(hub.degree * scale) for hub in HUBS], dtype=np.int64)


def _between(
    random: np.random.Generator, sources: Integers, targets: Integers, count: int
) -> Integers:
    first, second = _rich(random, sources, count), _rich(random, targets, count)
    loops = sources[first] == targets[second]
    second[loops] = (second[loops] + 1) % len(targets)
    return np.stack([sources[first], targets[second]], axis=1)


def _rich(random: np.random.Generator, nodes: Integers, count: int) -> Integers:
    """Draw places by a power law: the density falls with place ** (-2/3)."""
    low, high = np.cbrt(_SHIFT), np.cbrt(len(nodes) + _SHIFT)
    drawn = (low + (high - low) * random.random(count)) ** 3 - _SHIFT
    places: Integers = np.minimum(drawn.astype(np.int64), len(nodes) - 1)
    return places


def _at_hub(
    random: np.random.Generator, hub: int, ends: tuple[Integers, Integers], count: int
) -> Integers:
    out = count // 2
    sources, targets = ends
    outgoing = np.stack([np.full(out, hub), random.choice(targets, out)], axis=1)
    incoming = np.stack([random.choice(sources, count - out), np.full(count - out, hub)], axis=1)
    return np.concatenate([outgoing, incoming])


def _count_within(groups: Integers) -> Integers:
    """How many earlier entries are in the same group."""
    order = np.argsort(groups, kind="stable")
    starts = np.searchsorted(groups[order], np.arange(groups.max() + 1))
    counted = np.empty_like(groups)
    counted[order] = np.arange(len(groups)) - starts[groups[order]]
    return counted


def _choose_prototypes(topics: Integers) -> Integers:
    """Give the nodes of a topic distinct combinations of its variants."""
    combinations = _VARIANTS**BLOCKS
    number = _count_within(topics) * 7919 % combinations
    digits = number[:, None] // _VARIANTS ** np.arange(BLOCKS) % _VARIANTS
    return np.asarray(topics[:, None] * _VARIANTS + digits, dtype=np.int64)
