"""Finds the relation paths that leave what the question names, and ranks what they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from steiner.graph import Neighbourhood, lookup
from steiner.index.word_space import WordSpace
from steiner.question.phrasing import phrases
from steiner.question.reading import Question, masked_names
from steiner.question.tokens import positions
from steiner.retrieve.paths.alignment import Elements, likeness, mentions
from steiner.retrieve.paths.beam import Arcs, Path, enumerate_paths, promising
from steiner.retrieve.paths.ranking import (
    ConfidenceFeatures,
    Ranking,
    best_possible,
    confidence,
    confidence_features,
    rank,
    shares,
)
from steiner.retrieve.paths.slots import Start
from steiner.retrieve.paths.starting import WEAK, starting, starts_in
from steiner.retrieve.paths.zero_shot import DIGITS, PathScorer, ScoredPath
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import MOST_HOPS, PathSettings
from steiner.stores.expansion import scatter
from steiner.text import STOP_WORDS

_SUREST = 0.6
"""Values linked less surely than this are met by chance."""
_NAMED_END = 0.5
"""What a path loses that only leads to what the question names: it answers nothing."""
_CALLED_ALIKE = 0.5
_A_WORD = 2
"""Steps that one word may mean."""
_SEARCHES = 8
"""Searches that are kept: what is expanded and then scored is the same neighbourhood mostly."""
_WEAK_HOPS = 2
"""Steps of the longest path from a seed that is not linked."""


@dataclass(frozen=True, slots=True)
class PathSearch:
    """Where paths start (`nodes[i]` of `starts[i]`), how far they go, and what scores them.

    `masked` are the names in the question that mention no relation.
    """

    question: Question
    arcs: Arcs
    elements: Elements
    starts: Sequence[Start]
    nodes: Sequence[Indices]
    masked: Sequence[str]
    scorer: PathScorer
    settings: PathSettings

    def paths(self, longest: int) -> list[Path]:
        """Return the paths of at most `longest` steps."""
        named = [start.named for start in self.starts]
        lengths = [min(length, longest) for length in self.lengths()]
        scores = self.scorer.scores
        return enumerate_paths(
            self.arcs, self.nodes, named, lengths, scores, self.settings, self.scorer.mentions
        )

    def reach(self) -> int:
        """Return the steps of the longest path that the question has words for.

        A word may mean a step there and one back ("who acted with her"); where more relations are
        named than `hops`, paths go one step further.
        """
        hops = self.settings.hops
        if self.scorer.relations_named() > hops:
            return min(hops + 1, MOST_HOPS)
        masked = positions(self.question.tokenised.words, self.masked)
        words = enumerate(self.question.tokenised.words)
        content = sum(i not in masked and word not in STOP_WORDS for i, word in words)
        return min(hops, _A_WORD * max(content, 1))

    def lengths(self) -> list[int]:
        """Return the steps of the longest paths from each start."""
        hops = self.reach()
        return [hops if s.weight > WEAK else min(_WEAK_HOPS, hops) for s in self.starts]

    def likeliest(self) -> float:
        """Return a probability that no path exceeds, of holding an answer: none is searched."""
        question, best = self.question.tokenised, self.scorer.bound()
        return confidence(confidence_features(question, self.masked, best, 1.0))

    def answering(self, scored: Sequence[ScoredPath]) -> Iterator[ScoredPath]:
        """Yield the paths, those between what the question surely names at a lower score."""
        surely = [start.named and start.weight >= _SUREST for start in self.starts]
        named = [nodes for nodes, sure in zip(self.nodes, surely, strict=True) if sure]
        inside = self.arcs.mark(np.concatenate([np.zeros(0, dtype=np.int64), *named]))
        sure = [start.weight >= _SUREST for start in self.starts]
        for each in scored:
            path = each.path
            answers = not (sure[path.start] and path.steps and inside[path.ends].all())
            yield each if answers else each._replace(score=each.score - _NAMED_END)


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
    search = _search(question, around, space, settings)
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
    search = _search(question, around, space, settings)
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


@lru_cache(maxsize=_SEARCHES)
def _search(
    question: Question, around: Neighbourhood, space: WordSpace, settings: PathSettings
) -> PathSearch | None:
    """Return what of the linked names and values lies in `around`; None where nothing does."""
    words, entities = question.tokenised.words, starting(question)
    asked = [name for names in question.properties.values() for name in names]
    elements = Elements(around, [*(e.property for e in entities if e.property), *asked])
    starts = [*starts_in(around, entities, question, elements)]
    if not starts:
        return None
    masked = masked_names(question.entities)
    only, nodes = zip(*starts, strict=True)
    scorer = _scorer(words, masked, elements, only, space, settings)
    return PathSearch(question, Arcs(around), elements, only, nodes, masked, scorer, settings)


def _scorer(
    words: Sequence[str],
    names: Sequence[str],
    elements: Elements,
    starts: Sequence[Start],
    space: WordSpace,
    settings: PathSettings,
) -> PathScorer:
    asked = phrases(words, names)
    vectors = space.vectors([*asked.texts, *elements.texts])
    scores = likeness(asked.spans, elements.texts, space)
    scores[:, list(elements.named_alike)] *= _CALLED_ALIKE
    whole = vectors[len(asked.texts) :] @ vectors[len(asked.spans)]
    return PathScorer(elements, mentions(asked.spans, scores), starts, whole, settings, words)
