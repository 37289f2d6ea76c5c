"""Learns from questions over a graph what its words mean, and says what that brings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

import numpy as np

from steiner.algebra.schema.learnt_words import NOTHING_LEARNT, LearntWords
from steiner.progress import Report, silent
from steiner.query.composing.together import TOGETHER
from steiner.query.weights import COMPOSING
from steiner.train.reading.calibration import isotonic
from steiner.train.reading.learning_passes import JudgedQuestion, Read, TaughtReader
from steiner.train.reading.reading_choice import best_reading, learnt_judging
from steiner.train.reading.softmax import QuestionChoices, fitted
from steiner.train.reading.unexplained import explained
from steiner.train.reading.word_meanings import word_meanings

T = TypeVar("T")
FOLDS = 5
"""Parts of the questions: what is learnt of each is judged on one that it was not learnt from."""
LEAST = 10
"""Questions that teach anything: of fewer nothing can be said on whether it helps."""
CALIBRATING = 100
"""Questions from which on the probability of a reading is calibrated anew."""
_STRENGTH = 0.1
"""How strongly weights are drawn to the package's (steiner.train.reading.softmax)."""
_ROUNDS = 100
"""Of the optimiser: it begins near to where it ends."""
_SLIGHT, _MOST = 0.02, 2_000
"""Changes of weights that are kept: the least, and how many, the greatest first."""


@dataclass(frozen=True, slots=True)
class WordOutcome:
    """What was learnt, and which questions were read right before and after, each left out.

    `forms`: by the stem of a word, how a question writes it.
    """

    learnt: LearntWords
    before: Sequence[bool]
    after: Sequence[bool]
    forms: Mapping[str, str]

    @property
    def gained(self) -> int:
        """Questions that are right with what is learnt alone."""
        return sum(a and not b for b, a in zip(self.before, self.after, strict=True))

    @property
    def lost(self) -> int:
        """Questions that are right without it alone."""
        return sum(b and not a for b, a in zip(self.before, self.after, strict=True))

    @property
    def helps(self) -> bool:
        """Whether more is right, by two of the standard errors that chance makes, at least."""
        return self.gained - self.lost >= max(1.0, 2 * math.sqrt(self.gained + self.lost))


def learnt_words(
    reader: TaughtReader, asked: Sequence[JudgedQuestion], report: Report = silent
) -> WordOutcome:
    """Learn from questions with golds; `reader` has learnt nothing.

    Each question is read twice: as it is, and, in one of FOLDS parts, with what the questions of
    the other parts taught. What is learnt of all is returned with how it did on what it was not
    learnt from.
    """
    plain = explained(reader, _plain(reader, asked, report), report)
    folds = [i % FOLDS for i in range(len(asked))]
    taught = _taught(reader, plain, folds, report)
    examples = [own.example() for own in taught]
    weights = [_weights(_others(examples, folds, k)) for k in range(FOLDS)]
    signalled = [own.signalled(weights[k]) for k, own in zip(folds, taught, strict=True)]
    judges = [
        LearntWords(judging=learnt_judging(_others(signalled, folds, k))) for k in range(FOLDS)
    ]
    after = [best_reading(own, judges[k]) for k, own in zip(folds, signalled, strict=True)]
    before = [best_reading(own.signalled(), NOTHING_LEARNT)[1] for own in plain]
    learnt = LearntWords(
        _meanings(plain),
        _changes(_weights(examples)),
        learnt_judging(signalled),
        _points(after),
        len(asked),
        round(sum(before) / len(asked), 3),
        round(sum(right for _, right in after) / len(asked), 3),
        datetime.now(UTC).isoformat(timespec="microseconds"),
    )
    forms = {word.stem: word.text.casefold() for own in plain for word in own.looked.words}
    return WordOutcome(learnt, before, [right for _, right in after], forms)


def _plain(reader: TaughtReader, asked: Sequence[JudgedQuestion], report: Report) -> list[Read]:
    read = []
    for question in asked:
        read.append(reader.read(question))
        report("reading", len(read), len(asked))
    return read


def _taught(
    reader: TaughtReader, plain: Sequence[Read], folds: Sequence[int], report: Report
) -> list[Read]:
    """Return each question read with what the other parts taught."""
    examples = [own.example() for own in plain]
    read: dict[int, Read] = {}
    for fold in range(FOLDS):
        weights = _weights(_others(examples, folds, fold))
        meanings = _meanings(_others(plain, folds, fold))
        taught = reader.taught(LearntWords(meanings, _changes(weights)))
        for place in (i for i, part in enumerate(folds) if part == fold):
            read[place] = taught.read(plain[place].asked)
            report("learning", len(read), len(plain))
    return [read[place] for place in range(len(plain))]


def _others(of: Sequence[T], folds: Sequence[int], fold: int) -> list[T]:
    """Return what belongs to the questions of other parts."""
    return [own for own, part in zip(of, folds, strict=True) if part != fold]


def _meanings(read: Sequence[Read]) -> dict[str, dict[str, float]]:
    return word_meanings((own.words(), own.parts()) for own in read)


def _weights(examples: Sequence[QuestionChoices]) -> dict[str, float]:
    """Return the package's weights as questions change them; the layer counts as it does."""
    return fitted(examples, COMPOSING, _STRENGTH, _ROUNDS, fixed=(TOGETHER,))


def _changes(weights: Mapping[str, float]) -> dict[str, float]:
    """Return what is added to the package's weights, without what is slight."""
    changes = {name: weight - COMPOSING.get(name, 0.0) for name, weight in weights.items()}
    greatest = sorted(changes, key=lambda name: -abs(changes[name]))[:_MOST]
    return {n: round(changes[n], 3) for n in sorted(greatest) if abs(changes[n]) >= _SLIGHT}


def _points(after: Sequence[tuple[float, bool]]) -> tuple[tuple[float, float], ...]:
    """Return the points that calibrate what is learnt; none of few questions."""
    if len(after) < CALIBRATING:
        return ()
    sums, right = zip(*after, strict=True)
    pools = isotonic(np.array(sums), np.array(right, dtype=np.float64))
    return tuple((x, y) for x, y in pools)
