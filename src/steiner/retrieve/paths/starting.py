"""Where relation paths start: what a question links in a neighbourhood, and the nearest seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from steiner.columns import Neighbourhood
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.question.tokens import positions
from steiner.retrieve.paths.alignment import Elements
from steiner.retrieve.paths.slots import Start
from steiner.retrieve.subgraph.pcst import Indices
from steiner.stores.hop_columns import NodeIndex

_LINKED = 0.3
"""Entities linked less surely are no starts of paths."""
_BOUNDS = frozenset(
    """
    above after before below between earlier exceeding fewer greater higher later less lower more
    over since smaller than under until
    """.split()  # noqa: SIM905
)
_WEAK_SEEDS = 5
WEAK = -1.0
"""The weight of the seeds beside the entities that paths start from."""


def starting(question: Question) -> list[Entity]:
    """Return what paths may start from: what is linked surely enough, and the nearest seeds."""
    words = question.tokenised.words
    linked = (e for e in question.entities if e.weight >= _LINKED and not _is_bound(words, e.key))
    return [*linked, *_weak(question)]


def _is_bound(words: Sequence[str], key: str) -> bool:
    """Whether the value is a bound ("more than 30", "before 1997") and nothing to start from."""
    at = min(positions(words, [key]), default=0)
    return key[:1].isdigit() and bool(_BOUNDS & set(words[max(at - 2, 0) : at]))


def _weak(question: Question) -> Iterator[Entity]:
    linked = {node for entity in question.entities for node in entity.nodes}
    others = [seed for seed in question.seeds if seed.node not in linked]
    for seed in others[:_WEAK_SEEDS]:
        yield Entity("", (seed.node,), "", (), WEAK)


def starts_in(
    around: Neighbourhood, entities: Sequence[Entity], question: Question, elements: Elements
) -> Iterator[tuple[Start, Indices]]:
    """Yield the start of each entity of which nodes lie in `around`, and these (indices)."""
    index = NodeIndex(around.nodes)
    for entity in entities:
        at = np.unique(index.of(np.array(entity.nodes, dtype=np.int64)))
        inside = at[at >= 0]
        if len(inside):
            yield _start(entity, question, around, elements, inside), inside


def _start(
    entity: Entity,
    question: Question,
    around: Neighbourhood,
    elements: Elements,
    inside: Indices,
) -> Start:
    """Return the start of an entity, of whose nodes `inside` (indices) lie in `around`."""
    labels = sorted(set(around.labels[inside].tolist()))
    known = {i for at in labels for i in elements.labels[at]}
    if entity.property and not entity.named:
        known.add(elements.properties[entity.property])
    asked = (question.properties.get(node, ()) for node in around.nodes[inside].tolist())
    properties = dict.fromkeys(elements.properties[name] for names in asked for name in names)
    at = min(positions(question.tokenised.words, [entity.key]), default=0) if entity.key else 0
    return Start(entity.key, entity.weight, tuple(known), entity.named, tuple(properties), at)
