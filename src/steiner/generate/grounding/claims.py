"""Finds statements that join two nodes by a relationship which the evidence does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from steiner.generate.grounding.mentions import COMMON, NodeMention
from steiner.graph import Subgraph
from steiner.text import plain_words, words


def unsupported(text: str, mentions: Sequence[NodeMention], graph: Subgraph) -> Iterator[str]:
    """Yield each "A type B" of `text` for which no such relationship joins A and B in `graph`.

    Only plain statements are judged: between the two names nothing but a type's words, labels
    of the two and words like "by" or "the". Direction is not judged, as for the passive.
    """
    types = {r.type: tuple(words(plain_words(r.type))) for r in graph.relationships}
    for left, right in pairwise(mentions):
        between = words(text[left.end : right.start])
        claimed = {name for name, said in types.items() if _has(between, said)}
        if claimed and not (set(between) - _free(left, right) - _words(claimed)):
            joining = _joining(left, right, graph)
            if claimed.isdisjoint(joining):
                yield text[left.start : right.end]


def _has(between: Sequence[str], said: tuple[str, ...]) -> bool:
    rows = (tuple(between[i : i + len(said)]) for i in range(len(between)))
    return bool(said) and said in rows


def _free(left: NodeMention, right: NodeMention) -> set[str]:
    labels = (label for node in (*left.nodes, *right.nodes) for label in node.labels)
    return {*COMMON, *(word for label in labels for word in words(plain_words(label)))}


def _words(types: set[str]) -> set[str]:
    return {word for name in types for word in words(plain_words(name))}


def _joining(left: NodeMention, right: NodeMention, graph: Subgraph) -> set[str]:
    first, second = ({node.id for node in mention.nodes} for mention in (left, right))
    return {
        r.type
        for r in graph.relationships
        if (r.source in first and r.target in second) or (r.source in second and r.target in first)
    }
