"""How much there is of something: "the most units of any product" are all of its quantities."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.naming.schema_words import SPOKEN, is_key
from steiner.text import plain_words

_BARE = {"value", "amount", "total", "price", "cost", "result", "reading", "measurement", "level"}
"""Words for what a thing amounts to, which a bare number of it is."""

_ADDS_UP = {"quantity", "quantities", "amount", "amounts", "volume", "volumes", "units"}
"""Words for how much there is: of several it is all together."""
_WORD = re.compile(r"\W+(?:(?:of|the|total|overall|combined)\W+)*(\w+)", re.IGNORECASE)


def is_amount(own: PropertyOf) -> bool:
    """Say whether a number is called as how much there is: quantity, unitsOnOrder."""
    return own.kind in NUMERIC and bool(_ADDS_UP & {*plain_words(own.name).split()})


def amount_said(binding: Binding, position: int) -> PropertyOf | None:
    """Return the property behind a place, or how much there is where its word is only near to it.

    "How many units of tea": a quantity, and no unitPrice, nor the text of quantityPerUnit.
    """
    amount, word = amount_behind(binding, position), _WORD.match(binding.text, position)
    there = [m for m in binding.properties() if word and m.start == word.start(1)]
    numbers = [
        m for m in there if any(binding.schema_of(e).kind in NUMERIC for e in m.of_kind("property"))
    ]
    if any(m.score >= SPOKEN for m in (numbers if amount else there)):
        return binding.property_behind(position)
    if amount is None and _behind(binding, position) in _ADDS_UP:
        binding.unbound.append(_behind(binding, position))
    elif amount is None:
        return binding.property_behind(position)
    for mention in there:
        binding.use(mention)
    if word:
        binding.built.used.append(word.span(1))
    return amount


def only_amount(binding: Binding) -> PropertyOf | None:
    """Return the only number of how much there is that a relationship has."""
    amounts = _amounts(binding, binding.link_owners)
    return amounts[0] if len(amounts) == 1 else None


def of_what_was_done(binding: Binding, own: PropertyOf) -> PropertyOf:
    """Return how much somebody did, where a thing's own amount is the same whoever is named.

    "The units ordered by Ann" are those of her orders, not the product's unitsOnOrder.
    """
    of_a_thing = not own.owner.is_link and is_amount(own)
    named = any(binding.fixed(v) for v in range(len(binding.built.labels)) if v != own.owner.number)
    done = only_amount(binding) if of_a_thing and named else None
    binding.built.guesses += EITHER * (done is not None)
    return done or own


def _amounts(binding: Binding, owners: Sequence[Owner]) -> list[PropertyOf]:
    return [own for own in binding.of_kinds(owners, NUMERIC) if is_amount(own)]


def amount_behind(binding: Binding, position: int) -> PropertyOf | None:
    """Return the only number of how much there is, where the word behind a place asks for it.

    Of a relationship's before a node's: what was ordered, not what is in stock.
    """
    if _behind(binding, position) not in _ADDS_UP:
        return None
    for owners in (binding.link_owners, binding.node_owners):
        if amounts := _amounts(binding, owners):
            return amounts[0] if len(amounts) == 1 else None
    return None


def _behind(binding: Binding, position: int) -> str:
    word = _WORD.match(binding.text, position)
    return word[1].casefold() if word else ""


def bare_amount(binding: Binding, owner: Owner) -> PropertyOf | None:
    """Return what a bare number of a thing is: of "readings above 60" the value.

    It is the only number that the thing has, but for what it is known by and years.
    """
    own = [
        p for p in binding.properties_of(owner)
        if p.kind in NUMERIC and not is_key(p.name) and not p.tells_time
    ]  # fmt: skip
    said = len(own) == 1 and _BARE & {*plain_words(own[0].name).split()}
    return PropertyOf(owner, own[0].name, own[0].kind) if said else None
