"""From the seeds to the neighbourhood in which the answer is sought, hop by hop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steiner.calls.background import begun
from steiner.embed import Embedder
from steiner.graph import Neighbourhood
from steiner.index.word_space import word_space
from steiner.question.reading import Question
from steiner.retrieve.paths.finding import promising_nodes
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.settings import MOST_HOPS, ExpandSettings, RetrieverSettings
from steiner.stores.builder import union
from steiner.stores.protocol import GraphStore

_UNBRANCHED = 2
"""Hops that are followed wherever they lead; paths go on only from where they promise most."""

_FURTHER_CAP = 25
"""Relationships followed at one node beyond the first hops, of which there are many."""


def expand(
    question: Question, store: GraphStore, settings: RetrieverSettings, embedder: Embedder
) -> Neighbourhood:
    """Return the neighbourhood of the seeds, and of what is surely named as far as paths go.

    Of what resembles the question, one hop is enough beside what it surely names; none before it
    is searched.
    """
    if not question.searched:
        named = expand_named(question, store, settings, embedder)
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


def expand_named(
    question: Question, store: GraphStore, settings: RetrieverSettings, embedder: Embedder
) -> Neighbourhood | None:
    """Expand what the question surely means as far as relation paths go; None without it."""
    paths, limits = settings.paths, settings.expand
    sure = [node for entity in question.entities if entity.is_sure() for node in entity.nodes]
    if not (paths.enabled and sure and limits.hops):
        return None
    most = min(paths.relationships, limits.max_relationships)
    hops = max(min(paths.hops, _UNBRANCHED), limits.hops)
    first = replace(limits, hops=hops, max_relationships=most)
    around = store.expand(list(dict.fromkeys(sure)), first, _by_cosine(question))
    # Between two things that are both expanded so far no words lead on.
    for hop in range(hops, hops if question.connected else MOST_HOPS):
        leaving = promising_nodes(question, around, word_space(embedder), paths, hop)
        around = _further(question, store, first, around, leaving.nodes)
        if not leaving.further:
            break
    return around


def expand_seeds(
    question: Question, store: GraphStore, limits: ExpandSettings, hops: int
) -> Neighbourhood:
    """Expand the seeds, beyond the first hop only from the most relevant nodes.

    Two hops from twenty seeds meet thousands of relationships, most of them at hubs that
    nothing in the question leads to.
    """
    seeds = [seed.node for seed in question.seeds]
    around = store.expand(seeds, replace(limits, hops=min(1, hops)), _by_cosine(question))
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
    further = store.expand(nodes, one_hop, _by_cosine(question))
    return union(around, replace(further, hops=further.hops + np.int8(last)))


def _by_cosine(question: Question) -> list[str]:
    """Return the relationship types, those most like the question first."""
    types = question.relations.types
    return sorted(types, key=lambda name: (-types[name], name))
