"""What a trained scorer sees of a relation path: texts and a few numbers, no ids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steiner.question.reading import Question, masked_names
from steiner.question.tokens import positions
from steiner.retrieve.paths.alignment import Elements
from steiner.retrieve.paths.finding import FoundPaths
from steiner.retrieve.paths.slots import Start
from steiner.retrieve.paths.starting import starting
from steiner.retrieve.paths.zero_shot import ScoredPath

_TOPIC, _OTHER = "it", "that"
"""Stand for the name that a path starts from, and for the other names."""


class DescribedStep(NamedTuple):
    """A relationship type (or the property asked for), its direction, the labels of the end."""

    text: str
    forward: bool
    label: str


class Candidate(NamedTuple):
    """A path from what a name or value stands for.

    `asked` is the question with names masked, `start` what is known of the first nodes; `score`
    is the zero-shot score, `ends` the number of nodes reached, `weight` how surely the question
    means the start.
    """

    asked: str
    start: str
    steps: tuple[DescribedStep, ...]
    score: float
    ends: int
    weight: float


@dataclass(frozen=True, slots=True)
class PathExample:
    """The candidates of a question and the gain of each: F1 of its ends and the gold answers."""

    candidates: tuple[Candidate, ...]
    gains: tuple[float, ...]

    @property
    def answers(self) -> bool:
        """Whether any path leads to an answer, so that there is something to learn."""
        return any(self.gains)

    def to_json(self) -> str:
        """Write as JSON."""
        return json.dumps([self.candidates, self.gains], ensure_ascii=False)


def describe(paths: FoundPaths) -> list[Candidate]:
    """Describe the paths of a question, in their order."""
    search = paths.search
    words = search.question.tokenised.words
    describer = Describer(words, search.elements, search.starts, search.masked)
    return [describer.candidate(path) for path in paths.scored]


def asked_of(question: Question) -> list[str]:
    """Return the question as it is asked of each start that it may have, before any is known."""
    words, names = question.tokenised.words, masked_names(question.entities)
    return list(dict.fromkeys(_masked(words, entity.key, names) for entity in starting(question)))


class Describer:
    """Describes the scored paths of one question; `masked` are the names that it links."""

    def __init__(
        self,
        words: Sequence[str],
        elements: Elements,
        starts: Sequence[Start],
        masked: Sequence[str],
    ) -> None:
        self._elements, self._starts = elements, starts
        self._asked = [_masked(words, start.key, masked) for start in starts]

    def candidate(self, scored: ScoredPath) -> Candidate:
        """Describe one path."""
        texts, elements, path = self._elements.texts, self._elements, scored.path
        start = self._starts[path.start]
        steps = [
            DescribedStep(
                texts[elements.types[step.type]],
                step.forward,
                " ".join(texts[i] for i in elements.labels[step.label]),
            )
            for step in path.steps
        ]
        if scored.property:
            steps = [DescribedStep(scored.property, True, "")]
        known = " ".join(texts[i] for i in start.elements)
        asked, ends = self._asked[path.start], len(path.ends)
        return Candidate(asked, known, tuple(steps), scored.score, ends, start.weight)


def _masked(words: Sequence[str], topic: str, names: Sequence[str]) -> str:
    """Return the question with each name as one word that says whether it is the topic."""
    own = positions(words, [topic])
    others = positions(words, names) - own
    texts: list[str] = []
    for i, word in enumerate(words):
        text = _TOPIC if i in own else _OTHER if i in others else word
        if i not in own | others or texts[-1:] != [text]:
            texts.append(text)
    return " ".join(texts)
