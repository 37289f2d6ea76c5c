"""How well a relation path fits the words of a question, without training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steiner.graph import Scores
from steiner.retrieve.paths.adjacency import Hop, Path
from steiner.retrieve.paths.alignment import Mention, Span
from steiner.retrieve.paths.features import Slots, Speech, Start
from steiner.retrieve.paths.schema_words import Elements
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import PathSettings

_AGAIN = 1.5
"""Of a step's cost: to go there, back and there again, where one step leads to the same kind."""
_WAY_BACK = 0.3
"""Of a step's cost: the way back over a relationship that the question speaks of."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A path, its score, and the words of the question that it was matched to.

    `zero_shot` is the score without training where a trained scorer gave `score`.

    `property` is the one that the question asks for, in plain words, where the path has no step.
    `text` is the path in words, written for those that are told only.
    """

    path: Path
    score: float
    matched: tuple[str, ...]
    property: str = ""
    text: str = ""
    zero_shot: float | None = None


class PathScorer:
    """Scores paths by aligning their elements with the mentions of the question.

    A step that some words speak of gains their weight less `step`; one that nothing speaks of
    costs `step`; a step and its way back count once; words out of order cost a little.
    """

    def __init__(
        self,
        elements: Elements,
        found: Sequence[Mention],
        starts: Sequence[Start],
        likeness: Scores,
        settings: PathSettings,
        returning: bool = False,
    ) -> None:
        self._elements, self._mentions, self._starts = elements, found, starts
        self._settings, self._returning = settings, returning
        self._likeness = np.append(likeness, np.zeros(1, dtype=likeness.dtype)).astype(np.float64)
        self._speech = Speech(elements, starts, settings)
        self._asked = _asked(elements, found)
        self._clearest = {mention.element: mention.weight for mention in reversed(found)}

    def scores(self, paths: Sequence[Path]) -> Floats:
        """Return the scores float64[p] of paths alone."""
        return self._weighed(paths)[0] if paths else np.zeros(0)

    def score(self, paths: Sequence[Path]) -> list[Scored]:
        """Score paths, in their order."""
        if not paths:
            return []
        scores, taken = self._weighed(paths)
        lasts = taken[:, -1].tolist()
        told: dict[tuple[int, ...], tuple[str, ...]] = {}
        found = []
        for path, score, row, last in zip(
            paths, scores.tolist(), taken.tolist(), lasts, strict=True
        ):
            used = tuple([at for at in row if at >= 0])
            if used not in told:
                spans = sorted((self._mentions[at].span for at in used), key=_begins)
                told[used] = tuple(span.text for span in spans)
            asked = self._elements.texts[self._mentions[last].element] if last >= 0 else ""
            found.append(Scored(path, score, told[used], asked))
        return found

    def clarity(self, hop: Hop) -> float:
        """Return how clearly words speak of the step's type or its end's labels, 0 if none do."""
        elements = self._elements
        known = (elements.types[hop.type], *elements.labels[hop.label])
        return max(self._clearest.get(element, 0.0) for element in known)

    def text(self, path: Path) -> str:
        """Write the path as text: `<-` before a step against the relationship's direction."""
        texts = self._elements.texts
        parts = [self._starts[path.start].key]
        for hop in path.steps:
            labels = "/".join(texts[i] for i in self._elements.labels[hop.label])
            arrow = "->" if hop.forward else "<-"
            parts.append(f"{arrow} {texts[self._elements.types[hop.type]]} {arrow} {labels}")
        return " ".join(parts)

    def _weighed(self, paths: Sequence[Path]) -> tuple[Floats, Indices]:
        slots = self._speech.slots(paths)
        taken = self._take(slots.rows)
        return self._scores(paths, slots, taken), taken

    def _take(self, rows: Indices) -> Indices:
        """Give each slot its clearest mention; no word speaks of two.

        Returns the places of the mentions int64[p, c], -1 where a slot has none.
        """
        taken = np.full(rows.shape, -1, dtype=np.int64)
        last = max((mention.span.end for mention in self._mentions), default=0)
        spent = np.zeros((len(rows), last), dtype=bool)
        for at, mention in enumerate(self._mentions):
            words = slice(mention.span.start, mention.span.end)
            open_slots = self._speech.of(mention.element)[rows] & (taken < 0)
            open_slots[spent[:, words].any(axis=1)] = False
            given = np.flatnonzero(open_slots.any(axis=1))
            taken[given, open_slots[given].argmax(axis=1)] = at
            spent[given, words] = True
        return taken

    def _scores(self, paths: Sequence[Path], slots: Slots, taken: Indices) -> Floats:
        settings, starts = self._settings, [self._starts[path.start] for path in paths]
        still, many = ~slots.hops.any(axis=1), (slots.hops > 1).any(axis=1)
        named = np.array([start.named for start in starts])
        weights = np.array([mention.weight for mention in self._mentions] + [0.0])
        cost = self._cost(slots, taken) + (named & still & (taken[:, -1] < 0))
        scores = settings.link * np.array([start.weight for start in starts])
        scores += (weights[taken] * slots.factors).sum(axis=1)
        scores -= settings.step * cost
        scores += settings.returning * (many & self._returning)
        scores -= settings.inversion * self._inversions(slots, taken, starts)
        likeness = np.where(slots.hops > 0, self._likeness[slots.types], 0.0).sum(axis=1)
        scores += settings.whole * likeness / np.maximum((slots.hops > 0).sum(axis=1), 1)
        scores += settings.asked_label * self._speech.of(self._asked)[slots.ends].any(axis=1)
        breadth = np.log10([len(path.ends) for path in paths])
        return np.asarray(scores - settings.breadth * breadth, dtype=np.float64)

    def _cost(self, slots: Slots, taken: Indices) -> Floats:
        """Count the steps; the way back of what words speak of, and going there again, less."""
        back = np.ones_like(slots.hops, dtype=np.float64)
        for step in range(slots.hops.shape[1]):
            spoken = (taken[:, slots.steps == step + 1] >= 0).any(axis=1)
            back[spoken, step] = _WAY_BACK
        cost = np.where(slots.hops > 0, 1 + (slots.hops - 1) * back, 0.0).sum(axis=1)
        return np.asarray(cost + _AGAIN * slots.again, dtype=np.float64)

    def _inversions(self, slots: Slots, taken: Indices, starts: Sequence[Start]) -> Floats:
        """Count neighbouring steps whose words stand the wrong way round from the name."""
        begins = np.array([mention.span.start for mention in self._mentions] + [0])
        named = np.array([start.place for start in starts])
        count, last = np.zeros(len(taken)), np.full(len(taken), -1)
        for column in np.flatnonzero(np.diff(slots.steps, prepend=0) > 0):
            spoken, far = taken[:, column] >= 0, np.abs(begins[taken[:, column]] - named)
            count += spoken & (far < last)
            last = np.where(spoken, far, last)
        return count


def _asked(elements: Elements, found: Sequence[Mention]) -> int:
    """Return the label that the question asks for, -1 if none.

    "Which movies were directed by …" begins with it; "Who directed the movies …" does not ask for
    movies, because its first mention is a relationship.
    """
    labels = {i for names in elements.labels for i in names}
    first = min(found, key=lambda m: (m.span.start, -m.weight), default=None)
    return first.element if first and first.element in labels else -1


def _begins(span: Span) -> int:
    return span.start
