"""Where the relation paths of a question start, how far they go, and what scores them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from steiner.columns import Neighbourhood
from steiner.index.word_space import WordSpace
from steiner.question.phrasing import phrases
from steiner.question.reading import Question, masked_names
from steiner.question.tokens import positions
from steiner.retrieve.paths.alignment import Elements, likeness, mentions
from steiner.retrieve.paths.beam import Arcs, Path, enumerate_paths
from steiner.retrieve.paths.ranking import confidence, confidence_features
from steiner.retrieve.paths.slots import Start
from steiner.retrieve.paths.starting import WEAK, starting, starts_in
from steiner.retrieve.paths.zero_shot import PathScorer, ScoredPath
from steiner.retrieve.subgraph.pcst import Indices
from steiner.settings import MOST_HOPS, PathSettings
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
        sure, most = [start.weight >= _SUREST for start in self.starts], int(inside.sum())
        for each in scored:
            path = each.path
            # Of more ends than are named some are not: that is quicker asked than of each.
            between = sure[path.start] and path.steps and len(path.ends) <= most
            answers = not (between and inside[path.ends].all())
            yield each if answers else each._replace(score=each.score - _NAMED_END)


@lru_cache(maxsize=_SEARCHES)
def path_search(
    question: Question, around: Neighbourhood, space: WordSpace, settings: PathSettings
) -> PathSearch | None:
    """Return what of the linked names and values lies in `around`; None where nothing does."""
    entities = starting(question)
    asked = [name for names in question.properties.values() for name in names]
    elements = Elements(around, [*(e.property for e in entities if e.property), *asked])
    starts = [*starts_in(around, entities, question, elements)]
    if not starts:
        return None
    masked = masked_names(question.entities)
    only, nodes = zip(*starts, strict=True)
    scorer = _scorer(question, masked, elements, only, space, settings)
    return PathSearch(question, Arcs(around), elements, only, nodes, masked, scorer, settings)


def _scorer(
    question: Question,
    names: Sequence[str],
    elements: Elements,
    starts: Sequence[Start],
    space: WordSpace,
    settings: PathSettings,
) -> PathScorer:
    words = question.tokenised.words
    asked, (texts, of) = phrases(words, names), _called(elements.texts, question.synonyms)
    vectors = space.vectors([*asked.texts, *texts])
    (*_, rest), called = np.split(vectors, [len(asked.texts)])
    alike = likeness(asked.spans, texts, space.alike(vectors[: len(asked.spans)], called))
    theirs, scores = called[: len(elements.texts)], alike[:, : len(elements.texts)].copy()
    np.maximum.at(scores.T, of, alike[:, len(elements.texts) :].T)
    scores[:, list(elements.named_alike)] *= _CALLED_ALIKE
    whole = theirs @ rest
    return PathScorer(elements, mentions(asked.spans, scores), starts, whole, settings, words)


def _called(
    texts: Sequence[str], synonyms: Mapping[str, Sequence[str]]
) -> tuple[list[str], Indices]:
    """Return texts and then their synonyms, and which text each synonym is one of.

    ["knows lw", "person"] and {"knows lw": ["lives with"]} give ["knows lw", "person",
    "lives with"] and [0].
    """
    also = [(said, i) for i, text in enumerate(texts) for said in synonyms.get(text, ())]
    return [*texts, *(said for said, _ in also)], np.array([i for _, i in also], dtype=np.int64)
