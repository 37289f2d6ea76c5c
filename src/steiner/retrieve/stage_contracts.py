"""The stages of a question, and the record that each makes once.

text -> Question -> Explored -> Selection -> Evidence; a system is its stages (`steiner.systems`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from steiner.calls.stopwatch import Stopwatch
from steiner.columns import Neighbourhood
from steiner.evidence import Evidence
from steiner.question.reading import Embedded, Question
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.subgraph.pcst import Floats, Instance
from steiner.settings import Options
from steiner.stores.protocol import GraphStore, Sought


@dataclass(frozen=True, slots=True)
class ElementScores:
    """What a scorer makes of a neighbourhood of n nodes and m relationships.

    `nodes` float64[n], `lines` float64[n] and `relationships` float64[m] score from 0 to 1 nodes,
    their own properties, and relationships; `instance` is the Steiner tree problem; `ranking`
    orders answers, where relation paths were scored; `confidence` as in Evidence; `named`: the
    question surely names a node, from which paths lead.
    """

    nodes: Floats
    lines: Floats
    relationships: Floats
    instance: Instance
    ranking: Ranking | None = None
    confidence: float | None = None
    named: bool = False


class Step(NamedTuple):
    """A selected relationship (index), that enters or joins nodes, and its score."""

    relationship: int
    score: float


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected part: root nodes (indices; none where nothing is selected) and the steps.

    Steps stand best first, each joined to a root or to a step before it.
    """

    roots: tuple[int, ...]
    steps: tuple[Step, ...]


class Explored(NamedTuple):
    """What was looked at: the question with all that was searched for it, its surroundings."""

    question: Question
    around: Neighbourhood
    scores: ElementScores


class BesideStages(Protocol):
    """What the database computes of a question, beside the stages."""

    def enough(self) -> int | None:
        """Wait until it is known whether this settles the question.

        Then so many hops around what it names are enough to show, else None.
        """

    def answered(self, evidence: Evidence) -> Evidence:
        """Return the evidence with what was computed, waiting for it where that is worth it."""


class Explore(Protocol):
    """Expands around what a question names or resembles, and scores what is there."""

    def __call__(
        self, question: Question, store: GraphStore, watch: Stopwatch, computed: BesideStages, /
    ) -> Explored:
        """Return what was looked at; `watch` times the parts."""

    def everywhere(self, question: Question, store: GraphStore) -> tuple[Question, Neighbourhood]:
        """Return the question with all that is searched for it, and all that is around it."""


class Retrieved(NamedTuple):
    """The records of one question, from which its evidence is packed."""

    question: Question
    around: Neighbourhood
    scores: ElementScores
    selection: Selection


Read = Callable[[str, Embedded, GraphStore, Sequence[str]], Question]
Select = Callable[[Neighbourhood, ElementScores, int], Selection]
Pack = Callable[[Retrieved, GraphStore, Options], Evidence]


class Compute(Protocol):
    """Begins what the database computes; in the block's end it is given up."""

    def __call__(
        self, text: str, store: GraphStore, options: Options, /
    ) -> AbstractContextManager[BesideStages]:
        """Return a block in which a question is computed, by what `store` lets be seen."""

    def reads_on(self, text: str, store: GraphStore, /) -> float:
        """Return how probable it is that sentences are read rightly that go on with a set."""

    def compares(self, text: str, /) -> Sequence[str]:
        """Return what of a question is compared with the schema: it is embedded with it."""


class NoComputing:
    """The stage of a system that computes nothing, and what comes of it."""

    def __call__(
        self, _text: str, _store: GraphStore, options: Options
    ) -> AbstractContextManager[BesideStages]:
        """Return a block without a computation. Raises InvalidInput for a choice of readings."""
        options.without_choice()
        return nullcontext(self)

    def enough(self) -> int | None:
        """Settle nothing."""
        return None

    def answered(self, evidence: Evidence) -> Evidence:
        """Return the evidence as it is."""
        return evidence

    def reads_on(self, _text: str, _store: GraphStore) -> float:
        """Read nothing."""
        return 0.0

    def compares(self, _text: str) -> Sequence[str]:
        """Compare nothing."""
        return ()


NO_COMPUTING = NoComputing()


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a system, in their order.

    `sought` says what `read` looks up first, so that it is begun at once; `compute`, of a system
    that has it, is begun before all others, and its rows are joined to what they bring.
    """

    read: Read
    explore: Explore
    select: Select
    pack: Pack
    sought: Callable[[str], Sought] | None = None
    compute: Compute = NO_COMPUTING
