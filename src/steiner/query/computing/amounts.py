"""How much there is of something: "the most units of any product" are all of its quantities."""

from __future__ import annotations

import re

from steiner.algebra import PropertyOf
from steiner.query.computing.binding import Binding
from steiner.query.computing.places import NUMERIC
from steiner.text import plain_words

ADDS_UP = {"quantity", "quantities", "amount", "amounts", "volume", "volumes", "units"}
"""Words for how much there is: of several it is all together."""
_WORD = re.compile(r"\W+(?:(?:of|the|total|overall|combined)\W+)*(\w+)", re.IGNORECASE)


def amount_behind(binding: Binding, position: int) -> PropertyOf | None:
    """Return the only number of how much there is, where the word behind a place asks for it.

    Of a relationship's before a node's: what was ordered, not what is in stock.
    """
    if _behind(binding, position) not in ADDS_UP:
        return None
    for owners in (binding.link_owners, binding.node_owners):
        own = binding.of_kinds(owners, NUMERIC)
        amounts = [p for p in own if ADDS_UP & {*plain_words(p.name).split()}]
        if amounts:
            return amounts[0] if len(amounts) == 1 else None
    return None


def is_of_something_else(binding: Binding, position: int) -> bool:
    """Say whether a property stands right behind a place: "the most units" are no orders."""
    word = _WORD.match(binding.text, position)
    starts = {m.start for m in binding.properties() if not m.of_kind("label")}
    return bool(word) and word.start(1) in starts  # type: ignore[union-attr]


def _behind(binding: Binding, position: int) -> str:
    word = _WORD.match(binding.text, position)
    return word[1].casefold() if word else ""
