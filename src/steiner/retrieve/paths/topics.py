"""What a question names, as the starts of relation paths in one neighbourhood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steiner.graph import Neighbourhood
from steiner.index.word_space import WordSpace
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.question.tokens import positions
from steiner.retrieve.paths.adjacency import Arcs, Path
from steiner.retrieve.paths.alignment import likeness, mentions, spans
from steiner.retrieve.paths.beam import enumerate_paths
from steiner.retrieve.paths.candidates import Describer
from steiner.retrieve.paths.features import Start
from steiner.retrieve.paths.schema_words import Elements
from steiner.retrieve.paths.zero_shot import PathScorer
from steiner.retrieve.subgraph.pcst import Indices
from steiner.settings import PathSettings

_SURE = 0.3
_MASKED = 0.5
"""A single word in lower case may be a value and still speak of the schema: it stays."""
_NAMED_ALIKE = 0.5
_BOUNDS = frozenset(
    """
    above after before below between earlier exceeding fewer greater higher later less lower more
    over since smaller than under until
    """.split()  # noqa: SIM905
)
_RETURNING = frozenset(
    """
    also another co common other others same share shared shares sharing similar
    together
    """.split()  # noqa: SIM905
)
_WEAK_SEEDS = 5
_WEAK_WEIGHT = -1.0
_WEAK_HOPS = 2


@dataclass(frozen=True, slots=True)
class Topics:
    """Where paths start (`nodes[i]` of `starts[i]`), how far they go, and what scores them.

    `masked` are the names in the question that speak of no relation.
    """

    arcs: Arcs
    starts: Sequence[Start]
    nodes: Sequence[Indices]
    lengths: Sequence[int]
    masked: Sequence[str]
    scorer: PathScorer
    describer: Describer

    def paths(self, settings: PathSettings, longest: int) -> list[Path]:
        """Return the paths of at most `longest` steps."""
        named = [start.named for start in self.starts]
        lengths = [min(length, longest) for length in self.lengths]
        return enumerate_paths(self.arcs, self.nodes, named, lengths, self.scorer.scores, settings)


def topics(
    question: Question,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
) -> Topics | None:
    """Return what of the linked names and values lies in `around`; None where nothing does."""
    words = question.tokenised.words
    linked = (s for s in question.entities if s.weight >= _SURE and not _compared(words, s.key))
    sets = [*linked, *_weak(question)]
    has = question.properties
    properties = [s.property for s in sets if s.property]
    elements = Elements(around, [*properties, *(name for names in has.values() for name in names)])
    starts, nodes = _starts(sets, around, elements, words)
    starts = [
        _with_properties(s, at, around, elements, has) for s, at in zip(starts, nodes, strict=True)
    ]
    if not starts:
        return None
    masked = [s.key for s in question.entities if s.weight >= _MASKED]
    scorer = _scorer(words, masked, elements, starts, space, settings)
    lengths = [settings.hops if s.weight > _WEAK_WEIGHT else _WEAK_HOPS for s in starts]
    describer = Describer(words, elements, starts, masked)
    return Topics(Arcs(around), starts, nodes, lengths, masked, scorer, describer)


def _compared(words: Sequence[str], key: str) -> bool:
    """Whether the value is a bound ("more than 30", "before 1997") and nothing to start from."""
    place = min(positions(words, [key]), default=0)
    return key[:1].isdigit() and bool(_BOUNDS & set(words[max(place - 2, 0) : place]))


def _weak(question: Question) -> Iterator[Entity]:
    linked = {node for seeds in question.entities for node in seeds.nodes}
    others = [seed for seed in question.seeds if seed.node not in linked]
    for seed in others[:_WEAK_SEEDS]:
        yield Entity("", (seed.node,), "", (), _WEAK_WEIGHT)


def _starts(
    sets: Sequence[Entity], around: Neighbourhood, elements: Elements, words: Sequence[str]
) -> tuple[list[Start], list[Indices]]:
    starts, nodes = [], []
    for seeds in sets:
        inside = np.flatnonzero(np.isin(around.nodes, seeds.nodes))
        if len(inside):
            known = {i for at in np.unique(around.labels[inside]) for i in elements.labels[at]}
            if seeds.property and not seeds.named:
                known.add(elements.properties[seeds.property])
            at = min(positions(words, [seeds.key]), default=0) if seeds.key else 0
            starts.append(Start(seeds.key, seeds.weight, at, tuple(known), seeds.named))
            nodes.append(inside)
    return starts, nodes


def _with_properties(
    start: Start,
    nodes: Indices,
    around: Neighbourhood,
    elements: Elements,
    has: Mapping[int, Sequence[str]],
) -> Start:
    names = (name for node in around.nodes[nodes].tolist() for name in has.get(node, ()))
    return replace(start, properties=tuple({elements.properties[name]: None for name in names}))


def _scorer(
    words: Sequence[str],
    names: Sequence[str],
    elements: Elements,
    starts: Sequence[Start],
    space: WordSpace,
    settings: PathSettings,
) -> PathScorer:
    masked = positions(words, names)
    asked = spans(words, masked)
    rest = " ".join(word for place, word in enumerate(words) if place not in masked)
    space.vectors([*(span.text for span in asked), rest, *elements.texts])
    scores = likeness(asked, elements.texts, space)
    scores[:, list(elements.named_alike)] *= _NAMED_ALIKE
    whole = space.vectors(elements.texts) @ space.vectors([rest])[0]
    returning = bool(_RETURNING & set(words))
    return PathScorer(elements, mentions(asked, scores), starts, whole, settings, returning)
