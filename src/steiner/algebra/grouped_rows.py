"""Rows that are groups: one for each combination of several keys, with several measures each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from steiner.algebra.terms import COLLECT, ITEM, Measure, Owner, PropertyOf
from steiner.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Grouping:
    """What rows are: the different combinations of `by`, with `measures` beside each.

    `by` are variables and properties of what is matched; of kind ITEM each item of a list is a
    value of its own. Without any the one row is over everything. What has none of a key is in no
    group. `pairs`: the first two are variables that stand for two different nodes, in whichever
    order, and each two are one row: "the two actors who were together in most films".

    Raises InvalidInput where nothing is asked for, or pairs are of no two variables.
    """

    by: tuple[Owner | PropertyOf, ...] = ()
    measures: tuple[Measure, ...] = ()
    pairs: bool = False

    def __post_init__(self) -> None:
        """Require keys or measures, and two variables of pairs."""
        if not self.by and not self.measures:
            raise InvalidInput("A table needs what its rows are by, or a measure. Name one.")
        if any(isinstance(own, Owner) and own.is_link for own in self.by):
            raise InvalidInput("Rows are by nodes or properties, not by a link: name its property.")
        two = [own for own in self.by[:2] if isinstance(own, Owner)]
        if self.pairs and len({*two}) < 2:
            raise InvalidInput(
                f"Pairs need two different nodes as the first of what rows are by, got {self.by}."
            )

    @property
    def apart(self) -> tuple[Owner, Owner] | None:
        """The two variables that are two different nodes; None where rows are no pairs."""
        first, second = self.by[:2] if self.pairs else (None, None)
        return (first, second) if isinstance(first, Owner) and isinstance(second, Owner) else None

    def owners(self) -> list[Owner]:
        """Return the variables and links that are keys, have keys, or are measured, each once."""
        own = [*self.by, *(measure.over for measure in self.measures)]
        return list(dict.fromkeys(_owner(one) for one in own))

    def properties(self) -> list[PropertyOf]:
        """Return the properties that are keys or measured."""
        own = [*self.by, *(measure.over for measure in self.measures)]
        return [one for one in own if isinstance(one, PropertyOf)]

    def measured(self) -> list[Owner]:
        """Return what is measured, each once."""
        return list(dict.fromkeys(_owner(measure.over) for measure in self.measures))

    def changed(self, change: Callable[[Any], Any]) -> Grouping:
        """Return the table with changed variables and properties."""
        measures = tuple(replace(own, over=change(own.over)) for own in self.measures)
        return replace(self, by=tuple(map(change, self.by)), measures=measures)

    def is_listing(self) -> bool:
        """Say whether a cell holds several values."""
        return any(measure.kind == COLLECT for measure in self.measures)

    def row_key(self, row: Sequence[Any]) -> list[Any]:
        """Return the cells that tell a row from the others."""
        return list(row[: len(self.by)])


def is_item(own: Owner | PropertyOf) -> bool:
    """Say whether a key is each item of a list."""
    return isinstance(own, PropertyOf) and own.kind == ITEM


def _owner(own: Owner | PropertyOf) -> Owner:
    return own.owner if isinstance(own, PropertyOf) else own
