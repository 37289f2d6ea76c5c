"""Values that are counted for each row: of "the cities they supply to" not the supplier's own."""

from __future__ import annotations

from steiner.algebra import Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.building.structure import Structure
from steiner.query.computing.meaning.binding import Binding
from steiner.text import plain_words


def of_others(binding: Binding, own: PropertyOf) -> PropertyOf:
    """Return a property whose values differ for one row, where the root's own has one for each.

    It is the nearest that is called alike: shipCity of the orders for the supplier's city, which is
    a guess. Where there is none it is the property as it was.
    """
    built = binding.built
    if own.owner != Owner(0) or own.kind == "list":
        return own
    ways = built.schema.routes(built.labels[0])
    for label in sorted(ways, key=lambda label: len(ways[label][0])):
        named = _called_alike(built, label, own.name) if label != built.labels[0] else []
        if named and (owner := _reached(built, label)):
            built.guesses += EITHER
            return PropertyOf(owner, *named[0])
    return own


def _called_alike(built: Structure, label: str, name: str) -> list[tuple[str, str]]:
    """Return names and kinds of a label's properties that end with the same word."""
    word = plain_words(name).split()[-1]
    own = built.schema.labels.get(label, {}).values()
    return [(p.name, p.kind) for p in own if plain_words(p.name).split()[-1] == word]


def _reached(built: Structure, label: str) -> Owner | None:
    if label in built.labels:
        return Owner(built.labels.index(label))
    return Owner(built.current) if built.reach(label, False) else None
