"""How well a relation path fits the words of a question, without training.

A path offers *slots*: what its start, each step and the property asked for mean in words. The
mentions of the question fill them, the clearest first; a filled slot raises the path's score.

"Who directed the movies that carrie acted in", carrie -> acted in -> movie <- directed <- person:
"acted" fills the first step's type, "movies" its label, "directed" the second step's type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from steiner.columns import Scores
from steiner.retrieve.paths.alignment import Elements, Mention, step_text
from steiner.retrieve.paths.beam import Path, PathStep
from steiner.retrieve.paths.direction import said_direction
from steiner.retrieve.paths.slots import Marks, Slots, SlotTable, Start
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import PathSettings

_AGAIN = 1.5
"""Of a step's cost: to go there, back and there again, where one step leads to the same kind."""
_WAY_BACK = 0.3
"""Of a step's cost: the way back over a relationship that the question mentions."""
_BREADTH = 0.1
"""What the log10 of the number of ends costs: of two equal paths the narrower is meant."""
_WHOLE = 0.5
"""Of the likeness of a path's types to the question without names: what no single word mentions."""
_INVERSION = 0.1
"""What two neighbouring steps cost whose words stand the wrong way round from the name."""
_ASKED_LABEL = 0.3
"""Gained by paths that end at the label asked for (Hits@1 .023 lower without, 484 questions)."""
_NAMED = 0.25
"""Words that name a relation are twice as like it as what counts at all; what shares no stem with
it ("kid" for child, "mum" for mother) has .3 to .4, what shares all of them .5 more."""
_RETURNING = 0.3
"""Gained by a step and its way back where the question asks for "the same" (.056 lower)."""
_DIRECTION = 0.1
"""Gained by a first step that goes the way the question says, lost by one against it: of paths that
only differ so. With `_PASSED` .04 more best paths are right on text2cypher's large schemas."""
_PASSED = 0.8
"""What a path loses that meets the kind asked for more often than words mention it: it goes on."""
DIGITS = 6
"""Of a score, and of a cosine that orders ends: a text's vector depends in the seventh on what the
encoder read beside it, and what is equal must stay equal."""
_THE_SAME = frozenset(
    """
    also another co common other others same share shared shares sharing similar together
    """.split()  # noqa: SIM905
)


class ScoredPath(NamedTuple):
    """A path, its score, and the words of the question that it was matched to.

    `zero_shot` is the score without training where a trained scorer gave `score`.

    `property` is the one that the question asks for, in plain words, where the path has no step.
    `text` is the path in words, written for those that are emitted only.
    """

    path: Path
    score: float
    matched: tuple[str, ...]
    property: str = ""
    text: str = ""
    zero_shot: float | None = None


class PathScorer:
    """Scores paths by aligning their elements with the mentions of the question.

    A step that some words mention gains their weight less `step`; one that nothing mentions
    costs `step`; a step and its way back count once.
    """

    def __init__(
        self,
        elements: Elements,
        mentions: Sequence[Mention],
        starts: Sequence[Start],
        likeness: Scores,
        settings: PathSettings,
        words: Sequence[str] = (),
    ) -> None:
        self._elements, self._mentions, self._starts = elements, mentions, starts
        self._settings, self._words = settings, words
        self._returning = not _THE_SAME.isdisjoint(words)
        self._likeness = np.append(likeness, 0.0)
        self._slots = SlotTable(elements, starts)
        self._meant = self._slots.of([mention.element for mention in mentions])
        # One more of each: what index -1 reads, no mention.
        self._weights = np.array([*(mention.weight for mention in mentions), 0.0])
        self._begins = np.array([*(mention.span.start for mention in mentions), 0])
        self._asked = _asked(elements, mentions)
        self._asked_times = _count_apart(m for m in mentions if m.element == self._asked)
        self._asked_slots = self._slots.of([self._asked])[0]
        self._clearest = {mention.element: mention.weight for mention in reversed(mentions)}
        self._directions: dict[tuple[int, int], int] = {}

    def scores(self, paths: Sequence[Path]) -> Floats:
        """Return the scores float64[p] of paths alone."""
        return self._weighed(paths)[0] if paths else np.zeros(0)

    def score(self, paths: Sequence[Path]) -> list[ScoredPath]:
        """Score paths, in their order."""
        if not paths:
            return []
        scores, taken = self._weighed(paths)
        matched = {row: self._matched(row) for row in set(map(tuple, taken.tolist()))}
        rows = map(matched.__getitem__, map(tuple, taken.tolist()))
        every = zip(paths, scores.tolist(), rows, strict=True)
        return [ScoredPath(path, score, *match) for path, score, match in every]

    def bound(self) -> ScoredPath:
        """Return what no path exceeds: every mention is matched, and nothing costs anything.

        A word counts in one mention only: each has the most that any gives it, so that "film
        star" at .6 and "star" at .4 make "film" .3 and "star" .4.
        """
        each: dict[int, float] = {}
        for mention in self._mentions:
            span, weight = mention.span, mention.weight
            for at in range(span.start, span.end):
                each[at] = max(each.get(at, 0.0), weight / (span.end - span.start))
        score = self._settings.link * max(start.weight for start in self._starts)
        score += sum(each.values()) + _WHOLE * max(float(self._likeness.max()), 0.0)
        score += _RETURNING * self._returning + _DIRECTION + _ASKED_LABEL * (self._asked >= 0)
        matched = tuple(mention.span.text for mention in self._mentions)
        return ScoredPath(Path(0, (), ()), score, matched)

    def clarity(self, step: PathStep) -> float:
        """Return how clearly words mean the step's type or its end's labels, 0 if none do."""
        elements = self._elements
        known = (elements.types[step.type], *elements.labels[step.label])
        return max([self._clearest.get(element, 0.0) for element in known])

    def mentions(self, step: PathStep) -> bool:
        """Say whether words mean the step's type."""
        return self._elements.types[step.type] in self._clearest

    def relations_named(self) -> int:
        """Count the mentions of types that name them clearly and share no word."""
        types = set(self._elements.types)
        clear = (m for m in self._mentions if m.element in types and m.weight >= _NAMED)
        return _count_apart(clear)

    def text(self, path: Path) -> str:
        """Write the path as text, from the name that it starts at."""
        texts, types, labels = self._elements.texts, self._elements.types, self._elements.labels
        steps = (
            step_text(texts[types[s.type]], (texts[i] for i in labels[s.label]), s.forward)
            for s in path.steps
        )
        return " ".join([self._starts[path.start].key, *steps])

    def _weighed(self, paths: Sequence[Path]) -> tuple[Floats, Indices]:
        slots = self._slots.slots(paths)
        taken = self._take(slots.rows)
        return self._scores(paths, slots, taken), taken

    def _matched(self, taken: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
        """Return the words of the mentions that slots took, and the property asked for."""
        used = [self._mentions[at] for at in taken if at >= 0]
        texts = [m.span.text for m in sorted(used, key=lambda mention: mention.span.start)]
        asked = self._mentions[taken[-1]].element if taken[-1] >= 0 else None
        return tuple(texts), "" if asked is None else self._elements.texts[asked]

    def _take(self, rows: Indices) -> Indices:
        """Give each slot its clearest mention; no word fills two.

        Returns the indices of the mentions int64[p, c], -1 where a slot has none.
        """
        taken = np.full(rows.shape, -1, dtype=np.int64)
        last = max((mention.span.end for mention in self._mentions), default=0)
        spent = np.zeros((len(rows), last), dtype=bool)
        used = np.zeros(self._meant.shape[1], dtype=bool)
        used[rows] = True
        for at in np.flatnonzero(self._meant[:, used].any(axis=1)).tolist():
            words = slice(self._mentions[at].span.start, self._mentions[at].span.end)
            open_slots = self._meant[at][rows] & (taken < 0)
            open_slots[spent[:, words].any(axis=1)] = False
            given = np.flatnonzero(open_slots.any(axis=1))
            taken[given, open_slots[given].argmax(axis=1)] = at
            spent[given, words] = True
        return taken

    def _scores(self, paths: Sequence[Path], slots: Slots, taken: Indices) -> Floats:
        settings, starts = self._settings, self._starts
        still = ~slots.there.any(axis=1)
        named = np.array([start.named for start in starts])[slots.starts]
        cost = self._cost(slots, taken) + (named & still & (taken[:, -1] < 0))
        scores = settings.link * np.array([start.weight for start in starts])[slots.starts]
        scores += (self._weights[taken] * slots.factors).sum(axis=1)
        scores -= settings.step * cost
        scores += _RETURNING * (slots.back.any(axis=1) & self._returning)
        likeness = self._likeness[slots.types].sum(axis=1)
        scores += _WHOLE * likeness / np.maximum((slots.types >= 0).sum(axis=1), 1)
        scores -= _INVERSION * self._inversions(slots, taken)
        scores += _DIRECTION * self._along(slots, taken)
        answers = np.asarray(self._asked_slots[slots.ends].any(axis=1))
        scores -= _PASSED * self._passed(slots, answers)
        scores += _ASKED_LABEL * answers
        ends = np.fromiter((len(path.layers[-1]) for path in paths), dtype=np.int64)
        scores -= _BREADTH * np.log10(np.maximum(ends, 1))
        return np.asarray(scores.round(DIGITS), dtype=np.float64)

    def _inversions(self, slots: Slots, taken: Indices) -> Floats:
        """Count neighbouring steps whose words stand the wrong way round from the name.

        "the movies directed by Ann that Bo acted in": from Ann "directed" (distance 1) comes before
        "acted" (3), so Ann -> directed -> acted has none, Ann -> acted -> directed has one.
        """
        named = np.array([start.position for start in self._starts])[slots.starts]
        count, last = np.zeros(len(taken)), np.full(len(taken), -1)
        for column in np.flatnonzero(np.diff(slots.steps, prepend=0) > 0):
            filled, far = taken[:, column] >= 0, np.abs(self._begins[taken[:, column]] - named)
            count += filled & (far < last)
            last = np.where(filled, far, last)
        return count

    def _along(self, slots: Slots, taken: Indices) -> Floats:
        """Say of the first steps float64[p] whether they go the way that is said: 1, -1, or 0."""
        first = taken[:, np.flatnonzero(slots.steps == 1)[0]]
        count = len(self._mentions) + 1  # Each pair is one number: arrays of pairs sort slowly.
        pairs, of = np.unique(slots.starts * count + first + 1, return_inverse=True)
        said = np.array([self._said(i // count, i % count - 1) for i in pairs.tolist()])[of]
        return np.asarray(said * np.where(slots.forward[:, 0], 1.0, -1.0), dtype=np.float64)

    def _said(self, start: int, mention: int) -> int:
        """Return which way the words of a mention lead from a start."""
        own = self._starts[start]
        if mention < 0 or not own.key:
            return 0
        if (start, mention) not in self._directions:
            said = self._mentions[mention]
            kinds = {word for i in own.elements for word in self._elements.texts[i].split()}
            type = self._elements.texts[said.element]
            way = said_direction(self._words, said.span, own.span, type, kinds)
            self._directions[start, mention] = way
        return self._directions[start, mention]

    def _passed(self, slots: Slots, answers: Marks) -> Floats:
        """Count how often paths float64[p] meet the kind asked for without a word for it.

        "tweets that contain the hashtag x": x <- contains <- tweet has its word, x <- contains <-
        tweet <- mentions <- tweet meets one more. What starts at the kind asked for may go on.
        `answers` bool[p] are those that end at it.
        """
        if self._asked < 0 or self._returning:
            return np.zeros(len(slots.starts))
        met = self._asked_slots[slots.labels].sum(axis=1)
        own = np.array([self._asked in start.elements for start in self._starts])[slots.starts]
        more = np.maximum(met - max(self._asked_times, 1), 0.0) + (met > 0) * ~answers
        return np.where(own, 0.0, more)

    def _cost(self, slots: Slots, taken: Indices) -> Floats:
        """Count the steps; the way back of what words mention, and going there again, less."""
        columns = [taken[:, slots.steps == 1 + i] for i in range(slots.there.shape[1])]
        filled = np.stack([(column >= 0).any(axis=1) for column in columns], axis=1)
        filled[:, 1:] |= filled[:, :-1]
        cost = slots.there.sum(axis=1) - (1 - _WAY_BACK) * (slots.back & filled).sum(axis=1)
        return np.asarray(cost + _AGAIN * slots.again, dtype=np.float64)


def _asked(elements: Elements, mentions: Sequence[Mention]) -> int:
    """Return the label that the question asks for, -1 if none.

    "Which movies were directed by …" begins with it; "Who directed the movies …" does not ask for
    movies, because its first mention is a relationship.
    """
    labels = {i for names in elements.labels for i in names}
    first = min(mentions, key=lambda m: (m.span.start, -m.weight), default=None)
    return first.element if first and first.element in labels else -1


def _count_apart(mentions: Iterable[Mention]) -> int:
    """Count the mentions that share no word, the first ones first."""
    spent: set[int] = set()
    count = 0
    for mention in mentions:
        span = range(mention.span.start, mention.span.end)
        if spent.isdisjoint(span):
            spent.update(span)
            count += 1
    return count
