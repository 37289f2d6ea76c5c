"""From scored paths to ranked answers, and to what the text tells first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from steiner.retrieve.paths.adjacency import Arcs
from steiner.retrieve.paths.confidence import Signs, confidence
from steiner.retrieve.paths.zero_shot import Scored
from steiner.retrieve.subgraph.pcst import Floats, Indices

_RANKED = 30
_FALL = 0.05
"""How fast the score of a path's walks falls with their place in the queue."""
_AFTER_WALKS = 20.0
"""A walk tells the name of its end, so the end's own properties wait this many times longer."""
_SECOND_WAY = 20.0
"""A further walk to an end that is already told waits this many times longer."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """`ends` are nodes (indices), best first, of which `first` share the first place.

    `nodes` float64[n] and `relationships` float64[m] score from 0 to 1 what belongs to the
    evidence, `lines` float64[n] how soon the text tells a node's own properties; `paths` are the
    best with their shares; `signs` tell how likely they hold the answer.
    """

    ends: Indices
    first: int
    nodes: Floats
    lines: Floats
    relationships: Floats
    paths: tuple[tuple[Scored, float], ...]
    signs: Signs | None = None

    @property
    def confidence(self) -> float:
        """The probability that the best path holds an answer."""
        return confidence(self.signs) if self.signs else 0.0


class Waits(NamedTuple):
    """How long nodes, their own lines and relationships wait until they are told."""

    nodes: Floats
    lines: Floats
    relationships: Floats


def shares(scored: Sequence[Scored], temperature: float) -> Floats:
    """Return the softmax float64[p] over the paths' scores."""
    scores = np.array([found.score for found in scored])
    weights = np.exp((scores - scores.max(initial=-np.inf)) / temperature)
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def rank(
    arcs: Arcs, scored: Sequence[Scored], near: Floats, temperature: float, told: int
) -> Ranking:
    """Rank the ends by the summed shares of the paths ending there.

    `scored` stand best first; `near` float64[n], likeness to the question from 0 to 1, decides
    between ends of one path. The text is shared among the `told` best paths by fair queueing.
    """
    best = scored[:_RANKED]
    part = shares(best, temperature)
    mass = np.zeros(len(near))
    for found, share in zip(best, part, strict=True):
        mass[found.path.ends] += share
    ends = np.flatnonzero(mass)
    order = np.lexsort((ends, -near[ends], -mass[ends].round(6)))
    waits = Waits(*(np.full(size, np.inf) for size in (len(near), len(near), arcs.count)))
    for found, share in list(zip(best, part, strict=True))[:told]:
        _queue(arcs, found, share, mass + 1e-3 * near, waits)
    paths = tuple(zip(best[:told], part.tolist(), strict=False))
    level = mass[ends[order]].round(6)
    first = int((level == level[:1]).sum())
    nodes, lines, relationships = map(_told, waits)
    return Ranking(ends[order], first, nodes, lines, relationships, paths)


def _told(waits: Floats) -> Floats:
    return np.asarray(1 / (1 + _FALL * waits), dtype=np.float64)


def _queue(arcs: Arcs, found: Scored, share: float, worth: Floats, waits: Waits) -> None:
    """Lower the waits of one path's nodes and relationships: the j-th end waits (j + 1) / share.

    Walks back from the ends, so that every relationship stands where its end stands.
    """
    path = found.path
    here = np.full(len(worth), np.inf)
    order = path.ends[np.argsort(-worth[path.ends], kind="stable")]
    here[order] = (np.arange(len(order)) + 1) / share
    later = _AFTER_WALKS if path.steps else 1.0
    np.minimum.at(waits.nodes, path.ends, here[path.ends])
    np.minimum.at(waits.lines, path.ends, later * here[path.ends])
    for i in range(len(path.steps) - 1, -1, -1):
        found_arcs = arcs.between(path.layers[i], path.steps[i], np.isfinite(here))
        entered, left = arcs.enters[found_arcs], arcs.leaves[found_arcs]
        # One way to each end, through the node that leads to most of them: fewer facts to tell.
        order = np.argsort(-np.bincount(left, minlength=1)[left], kind="stable")
        first = np.zeros(len(found_arcs), dtype=bool)
        first[order[np.unique(entered[order], return_index=True)[1]]] = True
        wait = here[entered] * np.where(first, 1.0, _SECOND_WAY)
        np.minimum.at(waits.relationships, arcs.relationships[found_arcs], wait)
        here = np.full(len(worth), np.inf)
        np.minimum.at(here, left, wait)
