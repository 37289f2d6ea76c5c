"""How named things are connected: the shortest ways between them in a neighbourhood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from steiner.columns import Neighbourhood
from steiner.question.reading import Question
from steiner.retrieve.paths.alignment import step_text
from steiner.retrieve.paths.beam import Path
from steiner.retrieve.paths.ranking import FALL, Ranking
from steiner.retrieve.paths.zero_shot import ScoredPath
from steiner.retrieve.subgraph.pcst import Indices
from steiner.text import plain_words

_LOOKED_AT, _MOST = 300, 30
"""Ways that are looked at, and the best of them that are kept: more fill no budget."""
_WRITTEN = 3
"""Ways that are written as types and labels."""


class Way(NamedTuple):
    """A shortest way: its nodes from one end to the other, and the relationships between them."""

    nodes: tuple[int, ...]
    relationships: tuple[int, ...]


def ranked_connection(question: Question, around: Neighbourhood) -> Ranking | None:
    """Rank what lies between the things that a question asks the connection of.

    None where it asks something else, or no way between them lies in the neighbourhood.
    """
    groups = [np.flatnonzero(np.isin(around.nodes, e.nodes)) for e in question.connected]
    joins = joined(around, groups) if groups and all(map(len, groups)) else []
    return _ranked(around, joins) if joins else None


def joined(around: Neighbourhood, groups: Sequence[Indices]) -> list[list[Way]]:
    """Return the shortest ways that join each group of nodes to those before it, best first.

    None if one is apart. Of as long ways those through nodes with fewer relationships come first:
    a hub joins anything.
    """
    together, joins = groups[0], list[list[Way]]()
    for group in groups[1:]:
        if np.isin(group, together).any():  # It lies on the way between two others.
            continue
        ways = _shortest(around, together, group)
        if not ways:
            return []
        together = np.concatenate([together, group, np.array(ways[0].nodes)])
        joins.append(ways)
    return joins


def _shortest(around: Neighbourhood, start: Indices, goal: Indices) -> list[Way]:
    leaves = np.concatenate([around.sources, around.targets]).astype(np.int64)
    enters = np.concatenate([around.targets, around.sources]).astype(np.int64)
    distance = _distances(leaves, enters, start, goal, len(around.nodes))
    far = int(distance[goal].max(initial=-1))
    if far < 1:
        return []
    degrees = np.bincount(leaves, minlength=len(around.nodes))
    before = _before(leaves, enters, distance, degrees)
    ends = goal[distance[goal] == far].tolist()
    ways = islice(chain.from_iterable(_back(end, before) for end in ends), _LOOKED_AT)
    hubs = np.log(np.maximum(degrees, 1))
    return sorted(ways, key=lambda way: hubs[[*way.nodes[1:-1]]].sum().round(6))[:_MOST]


def _distances(
    leaves: Indices, enters: Indices, start: Indices, goal: Indices, count: int
) -> Indices:
    """Return int64[count] how many steps each node is from `start`, -1 beyond the nearest goal.

    a - b - c and a - d, from a to b: [0, 1, -1, 1].
    """
    distance = np.full(count, -1, dtype=np.int64)
    distance[start] = 0
    for steps in range(count):
        new = enters[(distance[leaves] == steps) & (distance[enters] < 0)]
        if not len(new) or (distance[goal] >= 0).any():
            break
        distance[new] = steps + 1
    return distance


def _before(
    leaves: Indices, enters: Indices, distance: Indices, degrees: Indices
) -> Mapping[int, list[tuple[int, int]]]:
    """Return for each node the nodes one step nearer to the start, each with its relationship."""
    nearer = (distance[leaves] >= 0) & (distance[enters] == distance[leaves] + 1)
    arcs = np.flatnonzero(nearer)
    arcs = arcs[np.argsort(degrees[leaves[arcs]], kind="stable")]
    before: dict[int, list[tuple[int, int]]] = defaultdict(list)
    relationships = (arcs % (len(leaves) // 2)).tolist()
    for end, node, one in zip(
        enters[arcs].tolist(), leaves[arcs].tolist(), relationships, strict=True
    ):
        before[end].append((node, one))
    return before


def _back(node: int, before: Mapping[int, list[tuple[int, int]]]) -> Iterator[Way]:
    """Yield the ways from the start to a node."""
    if node not in before:
        yield Way((node,), ())
        return
    for nearer, relationship in before[node]:
        for way in _back(nearer, before):
            yield Way((*way.nodes, node), (*way.relationships, relationship))


def _ranked(around: Neighbourhood, joins: Sequence[Sequence[Way]]) -> Ranking:
    nodes, relationships = np.zeros(len(around.nodes)), np.zeros(len(around.relationships))
    ranked = sorted((rank, way) for ways in joins for rank, way in enumerate(ways))
    for rank, way in reversed(ranked):
        nodes[[*way.nodes]] = relationships[[*way.relationships]] = 1 / (1 + FALL * rank)
    shown = [w for ways in joins for w in ([x for x in ways if _in_common(x)] or ways[:1])]
    between = dict.fromkeys(n for w in [*shown, *(w for _, w in ranked)] for n in w.nodes[1:-1])
    first = len({node for way in shown for node in way.nodes[1:-1]})
    return Ranking(
        np.array([*between], dtype=np.int64),
        first,
        nodes,
        np.zeros(len(nodes)),
        relationships,
        tuple((_path(around, way), 1 / len(shown)) for way in shown[:_WRITTEN]),
        connection=tuple(dict.fromkeys(one for way in shown for one in way.relationships)),
    )


def _in_common(way: Way) -> bool:
    """Say whether a way is short enough that all of its kind answer: what both ends have."""
    return len(way.relationships) <= 2


def _path(around: Neighbourhood, way: Way) -> ScoredPath:
    """Write a way as its types and labels: "person -> acted in -> film <- acted in <- person"."""
    kinds = [
        tuple(map(plain_words, around.label_names[label]))
        for label in around.labels[[*way.nodes]].tolist()
    ]
    types = [plain_words(around.type_names[i]) for i in around.types[[*way.relationships]].tolist()]
    along = (around.sources[[*way.relationships]] == way.nodes[:-1]).tolist()
    steps = map(step_text, types, kinds[1:], along)
    ends = np.array(way.nodes[-1:], dtype=np.int64)
    return ScoredPath(Path(0, (), (ends,)), 1.0, (), text=" ".join(["/".join(kinds[0]), *steps]))
