"""From scored paths to ranked answers, to what the text emits first, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.question.tokens import TokenisedText, positions
from steiner.retrieve.paths.beam import Arcs, Path, PathStep
from steiner.retrieve.paths.zero_shot import PathScorer, ScoredPath
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.text import STOP_WORDS

_RANKED = 30
"""Paths that share the probability, best first."""
FALL = 0.05
"""How fast the score of a path's walks falls with their rank in the queue, or among all ways."""
_AFTER_WALKS = 20.0
"""A walk names its end, so the end's own properties wait this many times longer."""
_SECOND_WAY = 20.0
"""A further walk to an end that has one already waits this many times longer."""
_ALIKE = 0.05
"""A share that differs by less, of the highest, tells no ends apart: paths of which nobody would
say that they are meant lead to some ends of the best path, too."""
_CONNECTED = 0.95
"""How likely the shortest ways between what is named hold the answer: a name may be another's."""
_POSSIBLE = 12
"""Paths that go on at each length, and steps of each label set: only the best path is asked for."""
_UNKNOWN = 3


class ConfidenceFeatures(NamedTuple):
    """What of the best path says whether it holds an answer.

    `score`: zero-shot; `share`: its probability among the paths; `open`: the share of the
    question's words that neither a name nor the path explains; `unknown`: how many of them have a
    capital, as names do; `lost`: how much better a path would score that the schema around allows
    and the named nodes do not have.
    """

    score: float
    share: float
    open: float
    unknown: float
    lost: float


_WEIGHTS = ConfidenceFeatures(1.28, 0.62, -1.15, -2.14, -3.72)
_BIAS = -1.25
"""Fitted by benchmarks/confidence.py."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """`ends` are nodes (indices), best first, of which the `first` answer equally well.

    `nodes` float64[n] and `relationships` float64[m] score from 0 to 1 what belongs to the
    evidence, `lines` float64[n] how soon the text emits a node's own properties; `paths` are the
    best with their shares; `features` say how likely they hold the answer;
    `connection` are the relationships (indices) between what a question asks the connection of.
    """

    ends: Indices
    first: int
    nodes: Floats
    lines: Floats
    relationships: Floats
    paths: tuple[tuple[ScoredPath, float], ...]
    features: ConfidenceFeatures | None = None
    connection: tuple[int, ...] = ()

    @property
    def confidence(self) -> float:
        """The probability that the best path holds an answer."""
        known = _CONNECTED if self.connection else 0.0
        return confidence(self.features) if self.features else known


class _Waits(NamedTuple):
    """How long nodes, their own lines and relationships wait until they are emitted."""

    nodes: Floats
    lines: Floats
    relationships: Floats


def rank(
    arcs: Arcs, scored: Sequence[ScoredPath], near: Floats, temperature: float, emitted: int
) -> Ranking:
    """Rank the ends by the summed shares of the paths ending there.

    `scored` stand best first; `near` float64[n], likeness to the question from 0 to 1, decides
    between ends of one path. The text is shared among the `emitted` best paths by fair queueing.

    Paths of shares .6 (to a, b) and .4 (to b): b has 1.0, a has .6, and b alone is first. Of
    shares .98 and .02 b has 1.0, a has .98: both are first.
    """
    best = scored[:_RANKED]
    part = shares(scored, temperature)
    mass = np.zeros(len(near))
    for path, share in zip(best, part, strict=True):
        mass[path.path.ends] += share
    ends = np.flatnonzero(mass)
    order = np.lexsort((ends, -near[ends], -mass[ends].round(6)))
    waits = _Waits(*(np.full(size, np.inf) for size in (len(near), len(near), arcs.count)))
    for path, share in list(zip(best, part, strict=True))[:emitted]:
        _queue(arcs, path.path, share, mass + 1e-3 * near, waits)
    level = mass[ends[order]]
    first = int((level >= (1 - _ALIKE) * level[:1]).sum())
    nodes, lines, relationships = (1 / (1 + FALL * wait) for wait in waits)
    paths = tuple(zip(best[:emitted], part.tolist(), strict=False))
    return Ranking(ends[order], first, nodes, lines, relationships, paths)


def shares(scored: Sequence[ScoredPath], temperature: float) -> Floats:
    """Return the softmax float64[p] over the scores of the best paths."""
    scores = np.array([path.score for path in scored[:_RANKED]])
    weights = np.exp((scores - scores.max(initial=-np.inf)) / temperature)
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def _queue(arcs: Arcs, path: Path, share: float, worth: Floats, waits: _Waits) -> None:
    """Lower the waits of one path's nodes and relationships: the j-th end waits (j + 1) / share.

    Goes back from the ends, so that every relationship waits as long as its end. A path of share
    .5 to ends b, a, of which b is worth more: b and the relationship into it wait 2, a waits 4.
    """
    here = np.full(len(worth), np.inf)
    order = path.ends[np.argsort(-worth[path.ends], kind="stable")]
    here[order] = (np.arange(len(order)) + 1) / share
    later = _AFTER_WALKS if path.steps else 1.0
    np.minimum.at(waits.nodes, path.ends, here[path.ends])
    np.minimum.at(waits.lines, path.ends, later * here[path.ends])
    for i in range(len(path.steps) - 1, -1, -1):
        into = arcs.between(path.layers[i], path.steps[i], np.isfinite(here))
        entered, left = arcs.enters[into], arcs.leaves[into]
        wait = here[entered] * np.where(_first_ways(entered, left), 1.0, _SECOND_WAY)
        np.minimum.at(waits.relationships, arcs.relationships[into], wait)
        here = np.full(len(worth), np.inf)
        np.minimum.at(here, left, wait)


def _first_ways(entered: Indices, left: Indices) -> npt.NDArray[np.bool_]:
    """Mark one way to each end, through the node that leads to most of them: fewer facts to emit.

    entered [a, a, b], left [x, y, x]: the ways through x, [True, False, True].
    """
    order = np.argsort(-np.bincount(left, minlength=1)[left], kind="stable")
    first = np.zeros(len(entered), dtype=bool)
    first[order[np.unique(entered[order], return_index=True)[1]]] = True
    return first


def confidence(features: ConfidenceFeatures) -> float:
    """Return the probability that the best path holds an answer, by a logistic regression."""
    total = _BIAS + sum(w * x for w, x in zip(_WEIGHTS, features, strict=True))
    return 1 / (1 + math.exp(-total))


def confidence_features(
    question: TokenisedText, names: Sequence[str], best: ScoredPath, share: float
) -> ConfidenceFeatures:
    """Return the features of the best path and its share, as if none could be better.

    `names` are those that the question links.
    """
    content = {i: t for i, t in enumerate(question.tokens) if t.word not in STOP_WORDS}
    explained = {word for span in best.matched for word in span.split()}
    masked = positions(question.words, names)
    left = [i for i, t in content.items() if i not in masked and t.word not in explained]
    unknown = sum(i > 0 and question.text[content[i].start].isupper() for i in left)
    score = best.score if best.zero_shot is None else best.zero_shot
    return ConfidenceFeatures(
        score,
        share,
        len(left) / max(len(content), 1),
        min(unknown, _UNKNOWN),
        0.0,
    )


def best_possible(
    arcs: Arcs,
    starts: Sequence[Indices],
    lengths: Sequence[int],
    scorer: PathScorer,
) -> float:
    """Return the score of the best path of steps that exist anywhere around, -inf without one.

    A step leads from nodes of one label set to those of another, as some relationship does. Of
    each label set the steps are tried that words mean most clearly. Whether the seeds `starts[i]`,
    which paths of `lengths[i]` steps may leave, take them is not asked.
    """
    leaving = {label: _clearest(steps, scorer) for label, steps in arcs.schema().items()}
    best, last = -np.inf, list(_begun(arcs, starts))
    for length in range(1, max(lengths, default=0) + 1):
        going = [(path, at) for path, at in last if lengths[path.start] >= length]
        last = [
            (Path(path.start, (*path.steps, step), path.layers), step.label)
            for path, at in going
            for step in leaving.get(at, ())
        ]
        if not last:
            break
        weighed = scorer.scores([path for path, _ in last])
        best = max(best, float(weighed.max()))
        last = [last[i] for i in np.argsort(-weighed, kind="stable")[:_POSSIBLE].tolist()]
    return best


def _clearest(steps: Sequence[PathStep], scorer: PathScorer) -> list[PathStep]:
    weighed = sorted(((scorer.clarity(step), step) for step in steps), key=lambda pair: -pair[0])
    return [step for weight, step in weighed[:_POSSIBLE] if weight > 0]


def _begun(arcs: Arcs, starts: Sequence[Indices]) -> Iterator[tuple[Path, int]]:
    for start, nodes in enumerate(starts):
        for label in np.unique(arcs.labels[nodes]).tolist():
            # One end stands for all: how many there would be is not known.
            yield Path(start, (), (nodes[:1],)), label
