"""What is shown of the rows: days, amounts, properties and what is asked for beside them."""

from __future__ import annotations

import re

from steiner.algebra import Bound, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.computing.bounding.bounded_property import measured
from steiner.query.computing.meaning.amounts import only_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC, PARTICIPLE
from steiner.query.english.asking_words import AND_THE
from steiner.query.english.days import ASKS_WHEN
from steiner.query.english.degrees import DIMENSIONS
from steiner.query.naming.schema_words import SPELT, SchemaMention
from steiner.text import plain_words

_RIGHT_THERE = 4
"""Hint of the word right before a place, see `Places.hint`."""

_AND_WHEN = re.compile(r"\band\W+(?:since\W+)?when\b", re.IGNORECASE)
_HOW_MUCH = re.compile(
    r"\bhow\W+(?:much|old|tall|long|far|high|big|large|heavy|wide|deep|fast|strong|expensive)\b",
    re.IGNORECASE,
)
_FIGURES = (*NUMERIC, *TEMPORAL)


def bind_when(binding: Binding) -> None:
    """Show the day that "when was Ann admitted" asks for: the verb's own, or the only one."""
    begun, built = ASKS_WHEN.match(binding.text), binding.built
    asked = begun or _AND_WHEN.search(binding.text)
    if asked is None or not built.labels or binding.measure or binding.order:
        return
    for mention in binding.properties():
        if begun and mention.start < asked.end():  # "On what date": no date of its own.
            binding.use(mention)
    days = binding.days(*binding.link_owners, *binding.node_owners)
    said = {e.name for m in binding.properties() if m.score >= SPELT for e in m.elements}
    hinted = [day for day in days if binding.is_begun_by_verb(day.name)]
    hinted = hinted or [day for day in days if day.name in said]  # "When did it start?"
    fitting = hinted or [d for d in days if days and d.owner == days[0].owner]
    if len(fitting) != 1:
        binding.unbound.append(asked.group().strip())
    elif begun:
        binding.built.used.append(begun.span())
    if begun and begun.group().casefold().endswith("year"):
        for mention in binding.properties():
            if {e.name for e in mention.elements} & {d.name for d in fitting}:
                binding.use(mention)
        fitting = [d._replace(kind="year") if d.kind in TEMPORAL else d for d in fitting]
    binding.shown += fitting


def bind_how_much(binding: Binding) -> None:
    """Show the number that "for how much was it sold" asks for: the only one of the verb's."""
    asked = _HOW_MUCH.search(binding.text)
    said = [*binding.shown, *(m for m in [binding.group] if m)]
    word = asked.group().casefold().split()[-1] if asked else ""
    ordered = binding.order.by if binding.order else None
    if asked and ordered and {*plain_words(ordered.name).split()} & {*DIMENSIONS.get(word, ())}:
        binding.built.used.append(asked.span())  # "How long is the longest line": as it is.
    if asked is None or binding.measure or binding.order:
        return
    if any(own.kind in _FIGURES for own in said):
        return
    if word in DIMENSIONS and (own_measure := measured(binding, word)):
        binding.shown.append(own_measure)
        binding.built.used.append(asked.span())
        return
    own = binding.of_kinds(binding.link_owners, NUMERIC)
    if word == "much" and binding.fixed(0) and (done := only_amount(binding)):
        binding.measure_by("sum", done)  # "How much Chai was ordered": all of it.
        binding.single = True
    elif len(own) == 1 and word == "much":
        binding.shown += own
    else:
        binding.unbound.append(asked.group())


def bind_listed(binding: Binding) -> None:
    """List what is asked for beside the rows: "the 3 oldest directors and the films they made"."""
    built = binding.built
    if binding.limit is None or binding.measure:
        return
    for (start, _), owner in built.places.items():
        if owner.is_link or not owner.number or not AND_THE.search(binding.text[:start]):
            continue
        of = built.labels[owner.number]
        name = built.schema.names.get(of)
        linked = {k.source * k.target == 0 and not k.negated for k in built.links_of(owner.number)}
        if name and linked == {True} and not binding.fixed(owner.number):
            kind = built.schema.labels[of][name].kind
            binding.listed.append(PropertyOf(owner, name, kind))


def bind_shown(binding: Binding) -> None:
    for mention in binding.properties():
        if mention.start not in binding.consumed and not mention.of_kind("label"):
            owned = _owned_here(binding, mention)
            if owned is None:
                continue
            binding.use(mention)
            if _stays_open(binding, mention, owned):
                continue
            if _is_done(binding, mention, owned):
                binding.built.bounds.append(Bound(owned, "present"))
            if owned.kind == "yes or no" and binding.single:  # A number shows none.
                binding.unbound.append(binding.text[mention.start : mention.end])
            else:
                binding.shown.append(owned)


def _owned_here(binding: Binding, mention: SchemaMention) -> PropertyOf | None:
    for element in mention.of_kind("property"):
        for owner in binding.owners(element):
            return PropertyOf(owner, element.name, binding.schema_of(element).kind)
    return binding.owned(mention) if mention.score >= 0.95 else None


def _stays_open(binding: Binding, mention: SchemaMention, own: PropertyOf) -> bool:
    """Bind "open cases", which have no day on which they were closed; say whether it is that.

    It is no day on which they were opened: all have one.
    """
    if binding.text[mention.start : mention.end].casefold() != "open" or own.kind not in TEMPORAL:
        return False
    if own in binding.shown or ASKS_WHEN.match(binding.text):
        return False
    days = (p for p in binding.properties_of(own.owner) if p.kind in TEMPORAL)
    ends = [p for p in days if plain_words(p.name).split()[0] in ("closed", "closes", "close")]
    if len(ends) == 1:
        binding.built.bounds.append(
            Bound(PropertyOf(own.owner, ends[0].name, ends[0].kind), "missing")
        )
    else:
        binding.unbound.append("open")
    return True


def _is_done(binding: Binding, mention: SchemaMention, own: PropertyOf) -> bool:
    """Say whether a verb that a day is named by was done: "which books were returned".

    "Shipped to France" is read already where a shipCountry is compared.
    """
    word = binding.text[mention.start : mention.end]
    done = own.kind in TEMPORAL and mention.score >= SPELT and PARTICIPLE.fullmatch(word)
    compared = (b.property for b in binding.built.bounds if b.property.owner == own.owner)
    is_read = any(binding.hint(other.name, mention.end) == _RIGHT_THERE for other in compared)
    return bool(done) and not is_read
