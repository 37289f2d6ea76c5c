"""From the seeds to the neighbourhood in which the answer is sought, hop by hop."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace

import numpy as np

from steiner.calls.background import begun
from steiner.columns import Neighbourhood, Vector
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.index.word_space import word_space
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.retrieve.paths.finding import promising_nodes
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.settings import MOST_HOPS, ExpandSettings, RetrieverSettings
from steiner.settings.reach import MOST_NODES, MOST_RELATIONSHIPS
from steiner.stores.builder import union
from steiner.stores.protocol import GraphStore

_UNBRANCHED = 2
"""Hops that are followed wherever they lead; paths go on only from where they promise most."""

_MOST_WHOLE = 20_000
_UNBOUNDED = ExpandSettings(1, MOST_RELATIONSHIPS, MOST_NODES, MOST_RELATIONSHIPS)

_FURTHER_CAP = 25
"""Relationships followed at one node beyond the first hops, of which there are many."""


def expand(
    question: Question, store: GraphStore, settings: RetrieverSettings, embedder: Embedder
) -> Neighbourhood:
    """Return the neighbourhood of the seeds, and of what is surely named as far as paths go.

    Of what resembles the question, one hop is enough beside what it surely names. Before it is
    searched, it is none, and what is named is left to `deepen`.
    """
    if not question.searched:
        named = expand_first(question, store, settings)
        if named is not None:
            return named
    seeds = begun(_expand_nearest, question, store, settings.expand)
    named = expand_named(question, store, settings, embedder)
    return seeds.result() if named is None else union(named, seeds.result())


def widen(
    question: Question, store: GraphStore, named: Neighbourhood, limits: ExpandSettings
) -> Neighbourhood:
    """Return the neighbourhood of what is named with that of what resembles the question.

    Of a named node the first hop is there already, and at a hub it takes as long as all others.
    """
    whole = question.names_a_node and not named.truncated
    expanded = set(named.nodes[named.hops == 0].tolist()) if whole else set()
    seeds = tuple(seed for seed in question.seeds if seed.node not in expanded)
    if not seeds:
        return named
    return union(named, _expand_nearest(replace(question, seeds=seeds), store, limits))


def _expand_nearest(question: Question, store: GraphStore, limits: ExpandSettings) -> Neighbourhood:
    hops = min(1, limits.hops) if question.names_a_node else limits.hops
    return expand_seeds(question, store, limits, hops)


def begin_first(
    entities: Sequence[Entity], store: GraphStore, settings: RetrieverSettings
) -> Future[Neighbourhood] | None:
    """Begin `expand_first` before the question is embedded.

    None where it waits for that: without a sure entity, or where the types most like the question
    are followed first.
    """
    sure, first, record = _sure(entities), _first_hops(settings), store.record()
    if not sure or record is None or record.relations > first.degree_cap:
        return None
    return begun(store.expand, sure, first)


def expand_named(
    question: Question, store: GraphStore, settings: RetrieverSettings, embedder: Embedder
) -> Neighbourhood | None:
    """Expand what the question surely means as far as relation paths go; None without it."""
    first = expand_first(question, store, settings)
    return first and deepen(question, store, first, settings, embedder)


def expand_first(
    question: Question, store: GraphStore, settings: RetrieverSettings
) -> Neighbourhood | None:
    """Expand what the question surely means as far as all ways are followed; None without it."""
    sure, first = _sure(question.entities), _first_hops(settings)
    if not (settings.paths.enabled and sure and settings.expand.hops):
        return None
    return store.expand(sure, first, _prized(question, first))


def deepen(
    question: Question,
    store: GraphStore,
    around: Neighbourhood,
    settings: RetrieverSettings,
    embedder: Embedder,
) -> Neighbourhood:
    """Go on from where the paths of `expand_first` promise most, as far as there are words."""
    first = _first_hops(settings)
    # Between two things that are both expanded so far no words lead on.
    for hop in range(first.hops, first.hops if question.connected else MOST_HOPS):
        leaving = promising_nodes(question, around, word_space(embedder), settings.paths, hop)
        around = _further(question, store, first, around, leaving.nodes)
        if not leaving.further:
            break
    return around


def _sure(entities: Sequence[Entity]) -> list[int]:
    """Return the nodes that a question surely means, each once."""
    sure = (node for entity in entities if entity.is_sure() for node in entity.nodes)
    return list(dict.fromkeys(sure))


def _first_hops(settings: RetrieverSettings) -> ExpandSettings:
    paths, limits = settings.paths, settings.expand
    most = min(paths.relationships, limits.max_relationships)
    hops = max(min(paths.hops, _UNBRANCHED), limits.hops)
    return replace(limits, hops=hops, max_relationships=most)


def within(question: Question, store: GraphStore, hops: int) -> list[int]:
    """Return all relationships at most `hops` away from what a question surely names, uncapped.

    From its seeds, where it names nothing.
    """
    roots = _sure(question.entities) or [seed.node for seed in question.seeds]
    around = store.expand(roots, replace(_UNBOUNDED, hops=hops))
    return [int(id) for id in around.relationships]


def whole_graph(vector: Vector, store: GraphStore) -> Neighbourhood:
    """Return all nodes and relationships of a graph, the nodes most like a question first.

    For a graph that a question brings, or a small one: raises InvalidInput beyond 20,000 nodes.
    A node of codes alone, which has no vector, is there by a relationship to one with words.
    """
    nodes = store.search_nodes(vector, count_nodes(store)).ids.tolist()
    return store.expand(nodes, _UNBOUNDED)


def count_nodes(store: GraphStore) -> int:
    """Return how many nodes a graph has that passes whole. Raises InvalidInput for too many."""
    record = store.record()
    count = record.nodes if record else 0
    if count > _MOST_WHOLE:
        raise InvalidInput(
            f"The whole graph is asked for, which has {count:,} nodes: at most {_MOST_WHOLE:,} "
            f"pass whole. Set the k of nodes or relations above 0, and leave everywhere out."
        )
    return max(1, count)


def expand_seeds(
    question: Question, store: GraphStore, limits: ExpandSettings, hops: int
) -> Neighbourhood:
    """Expand the seeds, beyond the first hop only from the most relevant nodes.

    Two hops from twenty seeds meet thousands of relationships, most of them at hubs that
    nothing in the question leads to.
    """
    seeds = [seed.node for seed in question.seeds]
    around = store.expand(seeds, replace(limits, hops=min(1, hops)), _prized(question, limits))
    for hop in range(1, hops):
        relations = relation_relevance(question, around)
        relevance = node_relevance(question, around, relations, int(around.hops.max(initial=0)))
        reached = np.flatnonzero(around.hops == hop)
        best = reached[np.argsort(-relevance[reached], kind="stable")[: limits.frontier]]
        around = _further(question, store, limits, around, around.nodes[np.sort(best)].tolist())
    return around


def _further(
    question: Question,
    store: GraphStore,
    limits: ExpandSettings,
    around: Neighbourhood,
    nodes: Sequence[int],
) -> Neighbourhood:
    """Add one more hop, out of these nodes only, within the limits of the whole."""
    room = limits.max_relationships - len(around.relationships)
    if not nodes:
        return around
    if room <= 0:
        return replace(around, truncated=True)
    one_hop = replace(
        limits,
        hops=1,
        degree_cap=min(limits.degree_cap, _FURTHER_CAP),
        hubs=False,
        max_nodes=limits.max_nodes - len(around.nodes) + len(nodes),
        max_relationships=room,
    )
    last = int(around.hops.max(initial=0))
    further = store.expand(nodes, one_hop, _prized(question, one_hop))
    return union(around, replace(further, hops=further.hops + np.int8(last)))


def _prized(question: Question, limits: ExpandSettings) -> Sequence[str]:
    """Return the relationship types, those most like the question first.

    None where a node with more relationships than are followed has room for some of every type.
    """
    types = question.relations.types
    if len(types) <= limits.degree_cap:
        return ()
    return sorted(types, key=lambda name: (-types[name], name))
