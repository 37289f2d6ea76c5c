"""Finds the relation paths that leave what the question names, and ranks what they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np

from steiner.columns import Neighbourhood, lookup
from steiner.index.word_space import WordSpace
from steiner.question.reading import Question
from steiner.retrieve.paths.beam import promising
from steiner.retrieve.paths.path_search import PathSearch, path_search
from steiner.retrieve.paths.ranking import (
    ConfidenceFeatures,
    Ranking,
    best_possible,
    confidence,
    confidence_features,
    rank,
    shares,
)
from steiner.retrieve.paths.zero_shot import DIGITS, ScoredPath
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import MOST_HOPS, PathSettings
from steiner.stores.expansion import scatter


class LearnedScorer(Protocol):
    """A trained scorer of paths."""

    def prepare(self, question: Question) -> None:
        """Begin with what the question alone tells, beside its expansion."""

    def score(self, paths: FoundPaths) -> Sequence[float]:
        """Return a logarithm for each: their softmax says how likely each path is meant."""


@dataclass(frozen=True, slots=True)
class FoundPaths:
    """The relation paths of a question, scored, best first.

    `temperature` is that of the softmax which makes probabilities of the scores.
    """

    search: PathSearch
    scored: Sequence[ScoredPath]
    near: Floats
    temperature: float

    @property
    def nodes(self) -> Indices:
        """The store ids int64[n] of the nodes that `ScoredPath.path.ends` are indices of."""
        return self.search.arcs.nodes

    def scored_by(self, scorer: LearnedScorer) -> FoundPaths:
        """Return the paths with the scores of a trained scorer."""
        pairs = zip(self.scored, scorer.score(self), strict=True)
        scored = [path._replace(score=score, zero_shot=path.score) for path, score in pairs]
        return replace(self, scored=_best_first(scored), temperature=1.0)

    def features(self, least: float = 0.0) -> ConfidenceFeatures:
        """Return what says how likely the best path holds an answer.

        What a better path would score is looked for, half of the work, only where the rest makes
        it as likely as `least`: it can only lower that.
        """
        search, (best, *_) = self.search, self.scored
        share = float(shares(self.scored, self.temperature)[0])
        features = confidence_features(search.question.tokenised, search.masked, best, share)
        if confidence(features) < least:
            return features
        possible = best_possible(search.arcs, search.nodes, search.lengths(), search.scorer)
        return features._replace(lost=max(possible - features.score, 0.0))

    def rank(self, emitted: int, features: ConfidenceFeatures | None = None) -> Ranking:
        """Rank what the paths lead to; the `emitted` best paths are written as text."""
        scorer = self.search.scorer
        best = [s._replace(text=scorer.text(s.path)) for s in self.scored[:emitted]]
        paths = [*best, *self.scored[emitted:]]
        ranking = rank(self.search.arcs, paths, self.near, self.temperature, emitted)
        return replace(ranking, features=features or self.features())


class Frontier(NamedTuple):
    """Nodes (store ids) to go on from, and whether the question has words for `further` steps."""

    nodes: list[int]
    further: bool


def rank_paths(
    question: Question,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
    scorer: LearnedScorer | None = None,
    least: float = 0.0,
) -> Ranking | None:
    """Rank what the paths lead to, by the zero-shot score or by `scorer`.

    None without paths, or where the best holds an answer with a probability below `least`.
    """
    paths = find_paths(question, around, space, settings, least) if settings.enabled else None
    if paths is None:
        return None
    paths = paths.scored_by(scorer) if scorer else paths
    features = paths.features(least)
    return None if confidence(features) < least else paths.rank(settings.emitted, features)


def find_paths(
    question: Question,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
    least: float = 0.0,
) -> FoundPaths | None:
    """Score the relation paths that leave what the question names.

    None without such a node, or where the question's words let no path hold an answer with a
    probability of `least`.
    """
    search = path_search(question, around, space, settings)
    if search is None or (least and search.likeliest() < least):
        return None
    scored = search.scorer.score(search.paths(MOST_HOPS))
    cosines = dict(zip(*(part.tolist() for part in question.nearest), strict=True))
    near = np.maximum(lookup(cosines, around.nodes), 0.0).round(DIGITS)
    best = _best_first([*search.answering(scored)])
    return FoundPaths(search, best, near, settings.temperature)


def promising_nodes(
    question: Question, around: Neighbourhood, space: WordSpace, settings: PathSettings, hop: int
) -> Frontier:
    """Return the nodes that a step after `hop` may leave, at most `frontier`.

    They are the ends of the paths of that many steps that promise most; none where the question
    has no words for longer ones.
    """
    search = path_search(question, around, space, settings)
    reach = 0 if search is None else search.reach()
    if search is None or reach <= hop:
        return Frontier([], further=False)
    paths = [path for path in search.paths(hop) if len(path.steps) == hop]
    nodes: dict[int, None] = {}
    for path in promising(paths, search.scorer.scores, settings):
        ends = around.nodes[path.left]
        nodes.update(dict.fromkeys(ends[np.argsort(scatter(ends))].tolist()))
    return Frontier(list(nodes)[: settings.frontier], further=reach > hop + 1)


def _best_first(scored: Sequence[ScoredPath]) -> list[ScoredPath]:
    """Sort by score; of equal paths the shorter comes first."""
    return sorted(scored, key=lambda s: (-s.score, len(s.path.steps)))
