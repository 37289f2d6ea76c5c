"""What nobody means, though all of its words are read."""

from __future__ import annotations

import re
from itertools import pairwise

from steiner.algebra import Owner, PropertyOf, Query, QueryLink
from steiner.query.computing.meaning.binding import Binding
from steiner.query.naming.linked_values import Meaning, Value
from steiner.query.naming.schema_words import SPOKEN, base
from steiner.text import plain_words

_HAS_NO = re.compile(
    r"\b(?:(?:have|has|had|having)\W+no|without|lacks?|lacking)\W+(?:(?:an?|any)\W+)?$",
    re.IGNORECASE,
)
"""Before what somebody lacks, which is not what they are none of."""
_CLOSES = re.compile(r"\W*(?:$|[,;]|\b(?:in|on|at|to|for|from|with|of|by|and|or)\b)", re.IGNORECASE)
"""Behind a noun that no other noun follows: "a diesel engine" is had, and diesel."""


def is_hardly_meant(query: Query, bound: Binding) -> bool:
    """Say whether a query is of something else than anybody asks."""
    neighbours = _is_a_neighbours(query, bound) or _is_near_an_unsaid(query, bound)
    return neighbours or _excludes_nothing(query) or _is_lacked(bound) or _crosses(query)


def _crosses(query: Query) -> bool:
    """Say whether two properties of one thing are each one of several: Ann Lee, Bob Orr, Ann Orr.

    Of two people with a first and a last name the other two are none that are named.
    """
    several = [b.property for b in query.bounds if b.operator == "in" and not b.negated]
    owners = [p.owner for p in several if not isinstance(p, Query)]
    return len(owners) > len({*owners})


def _excludes_nothing(query: Query) -> bool:
    """Say whether a bound excludes what another does already: one who is Ann is never Bob.

    "Who played with Ann but not with Bob" is about others than Ann.
    """
    fixed = {
        b.property
        for b in query.bounds
        if b.operator == "=" and not b.negated and b.property.kind != "list"
    }
    return any(b.negated and b.operator == "=" and b.property in fixed for b in query.bounds)


def _is_a_neighbours(query: Query, bound: Binding) -> bool:
    """Say whether a property is of something unsaid that only shares a thing with what is said.

    Of "the average age of players", who have none, it is that of the coach of their team.
    """
    measured = query.measure.over if query.measure else None
    ordered = query.order.by if query.order else None
    own = [p for p in (measured, ordered, *query.shown) if isinstance(p, PropertyOf)]
    spoken = {o.number for o in bound.built.places.values() if not o.is_link}
    numbers = {p.owner.number for p in own if not p.owner.is_link} - spoken
    ways = [bound.built.way_back(number) for number in numbers]
    return any(_turns(*pair) for way in ways for pair in pairwise(way))


def _is_near_an_unsaid(query: Query, bound: Binding) -> bool:
    """Say whether what is measured is near in meaning to a word, and of the unsaid.

    "How many kilos of hay does a cow eat" adds up no weight of cows.
    """
    own = query.measure.over if query.measure else None
    if not isinstance(own, PropertyOf) or own.owner in {*bound.built.places.values(), Owner(0)}:
        return False
    said = [m for m in bound.mentions if m.start in bound.consumed]
    named = [m.score for m in said if own.name in {e.name for e in m.of_kind("property")}]
    return bool(named) and max(named) < SPOKEN


def _is_lacked(bound: Binding) -> bool:
    """Say whether somebody lacks what was taken for what they are not: "who has no manager"."""
    return any(
        bound.built.places.get((value.start, value.end)) == Owner(0)
        and value.text == value.text.casefold()
        and not any(_is_said(value, meaning) for meaning in value.meanings)
        and _HAS_NO.search(bound.text[: value.start])
        and _CLOSES.match(bound.text[value.end :])
        for value in bound.named
    )


def _is_said(value: Value, meaning: Meaning) -> bool:
    """Say whether a value is a name, or its property is said with it: "burnt crusts"."""
    said = {base(word) for word in value.text.split()}
    return meaning.is_name or bool(said & {*map(base, plain_words(meaning.property).split())})


def _turns(link: QueryLink, other: QueryLink) -> bool:
    """Say whether two links of a way meet head to head, or tail to tail."""
    return link.target == other.target or link.source == other.source
