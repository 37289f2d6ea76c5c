"""A graph's schema drawn from the ontology, named in a style of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from start_weights.ontology import Ontology, Relation
from steiner.models.paths.candidates import DescribedStep
from steiner.text import plain_words

_SIZE = (6, 40)
"""Relationship types of a drawn graph: from toys to what databases of enterprises have."""
_VALUES = "type."
_REVERSED = 0.5
_UNLABELLED = 0.3
_MERGED = 0.5


class Move(NamedTuple):
    """A step over a relation, from its start to its end (`along`) or back."""

    relation: str
    along: bool


Style = Callable[[Relation], str]
STYLES: Sequence[Style] = (
    lambda relation: _last(relation.name),
    lambda relation: _last(relation.name),
    lambda relation: f"has_{_last(relation.name)}",
    lambda relation: ".".join(relation.name.split(".")[-2:]),
    lambda relation: relation.name,
    lambda relation: f"{_last(relation.start)}_{_last(relation.name)}",
)
"""How a database may name a relation; upper case and camel case read the same (`plain_words`)."""


@dataclass(frozen=True)
class DrawnGraph:
    """The relations of a graph nobody has; `stored` tells what each is called there, and which way.

    `labels` maps a kind to its label in words ("": the graph has none).
    """

    ontology: Ontology
    relations: Mapping[str, Relation]
    stored: Mapping[str, tuple[str, bool]]
    labels: Mapping[str, str]

    @cached_property
    def leaving(self) -> Mapping[str, list[Move]]:
        """The steps from each kind; none leaves a value."""
        leaving: dict[str, list[Move]] = {}
        for name, relation in self.relations.items():
            leaving.setdefault(self.ontology.kind(relation.start), []).append(Move(name, True))
            if not relation.end.startswith(_VALUES):
                leaving.setdefault(self.ontology.kind(relation.end), []).append(Move(name, False))
        return leaving

    def end(self, move: Move) -> str:
        """Return the kind that a step leads to."""
        relation = self.relations[move.relation]
        return self.ontology.kind(relation.end if move.along else relation.start)

    def start(self, move: Move) -> str:
        """Return the kind that a step leaves."""
        return self.end(Move(move.relation, not move.along))

    def described(self, move: Move) -> DescribedStep:
        """Return a step as a scorer reads it."""
        text, forward = self.stored[move.relation]
        return DescribedStep(text, forward == move.along, self.labels.get(self.end(move), ""))


def draw_graph(ontology: Ontology, worded: Sequence[str], random: Random) -> DrawnGraph:
    """Draw a connected schema, most of its relations such as `worded` has questions for."""
    size, asked = random.randint(*_SIZE), set(worded)
    chosen = {random.choice(worded): None}
    for _ in range(3 * size):
        touched = ontology.relations[random.choice(list(chosen))]
        near = ontology.touching[ontology.kind(random.choice((touched.start, touched.end)))]
        known = [name for name in near if name in asked]
        # Half at least is what people asked for; the rest are types that no question is about.
        chosen[random.choice(known if known and random.random() < 0.6 else near)] = None
        if len(chosen) >= size:
            break
    return _named(ontology, {name: ontology.relations[name] for name in chosen}, random)


def _named(ontology: Ontology, relations: Mapping[str, Relation], random: Random) -> DrawnGraph:
    style = random.choice(STYLES)
    stored: dict[str, tuple[str, bool]] = {}
    for name, relation in relations.items():
        back = ontology.relations.get(ontology.reverse.get(name, ""))
        turned = back is not None and random.random() < _REVERSED
        chosen = back if back is not None and turned else relation
        stored[name] = (plain_words(style(chosen)), not turned)
    # A relation and its way back are one relationship: one of the two is left out.
    backs = {name: ontology.reverse.get(name, "") for name in relations}
    kept = {n: r for n, r in relations.items() if backs[n] not in relations or n < backs[n]}
    return DrawnGraph(ontology, kept, stored, _labels(ontology, kept.values(), random))


def _labels(ontology: Ontology, relations: Iterable[Relation], random: Random) -> dict[str, str]:
    if random.random() < _UNLABELLED:
        return {}
    ends = {end for relation in relations for end in (relation.start, relation.end)}
    own = {ontology.kind(end): end for end in sorted(ends) if not end.startswith(_VALUES)}
    merged = random.random() < _MERGED
    return {kind: plain_words(_last(kind if merged else end)) for kind, end in own.items()}


def _last(dotted: str) -> str:
    return dotted.rsplit(".", 1)[-1]
