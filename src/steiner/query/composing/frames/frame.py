"""A whole reading in the making: a tree, and what its cues and properties compute of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from steiner.algebra import Bound, Measure, Ordering, PropertyOf
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.lexicon.either_way import holds_both_ways
from steiner.query.composing.frames.either_branches import Branch
from steiner.query.composing.trees.tree import (
    Features,
    ReadingTree,
    summed,
    weighed,
)


class Frame(NamedTuple):
    """What is computed, of what.

    `each`: the variable that rows are of, the first unless one is said to be (`grouped`).
    `across`: what is computed of the measures of each.
    `either`: branches of which one is enough. `beside`: the variable whose number stands beside
    rows. `directed`: links lead as they are stored, though their types may hold both ways. `share`:
    the kind of measure, and the word from which on conditions tell the part from the whole. `used`:
    places in `tree.waiting` that are bound. `counts`: how many a link leads to.
    """

    tree: ReadingTree
    bounds: tuple[Bound, ...] = ()
    measure: Measure | None = None
    group: PropertyOf | None = None
    each: int = 0
    grouped: bool = False
    single: bool = False
    across: str = ""
    order: Ordering | None = None
    limit: int | None = None
    skip: int = 0
    shown: tuple[PropertyOf, ...] = ()
    listed: tuple[PropertyOf, ...] = ()
    counts: tuple[tuple[int, str, float], ...] = ()
    either: tuple[Branch, ...] = ()
    beside: int = -1
    directed: bool = False
    share: tuple[str, int] = ("", 0)
    used: frozenset[int] = frozenset()
    score: float = 0.0
    past: Any = None

    def step(self, features: Features, weights: Mapping[str, float], **changed: Any) -> Frame:
        """Return the frame after a step of these features."""
        score, past = self.score + weighed(features, weights), (features, self.past)
        if not changed:  # As most steps are; `_replace` looks for each of the fields.
            return Frame._make((*self[:-2], score, past))
        return self._replace(score=score, past=past, **changed)

    def features(self) -> dict[str, float]:
        """Return the sums of all features, the tree's, too."""
        return summed(self.past, self.tree.features())

    def using(self, *places: int) -> frozenset[int]:
        """Return the places that are bound with these."""
        return self.used | {*places}


def by_value(own: PropertyOf) -> dict[str, Any]:
    """Return the changes by which a frame has a row for each value of a property."""
    each = 0 if own.owner.is_link else own.owner.number
    return {"group": own, "each": each, "grouped": True, "single": False}


def leads_both_ways(tree: ReadingTree, number: int, schema: GraphSchema) -> bool:
    """Say whether a link of a tree holds both ways by what is noted of its type, or its words."""
    link = tree.links[number]
    return holds_both_ways(link.type, (tree.labels[link.source], tree.labels[link.target]), schema)
