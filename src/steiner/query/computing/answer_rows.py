"""Which rows there are, how many, in what order, and what is shown of them."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound, Ordering, Owner, PropertyOf
from steiner.query.computing.amounts import only_amount
from steiner.query.computing.binding import Binding
from steiner.query.computing.bounded_property import measured
from steiner.query.computing.places import NUMERIC, PARTICIPLE, TEMPORAL
from steiner.query.computing.units import time_of
from steiner.query.english.cues import DIMENSIONS, Cue
from steiner.query.naming.schema_words import SPELT, SchemaMention, unit_behind
from steiner.text import plain_words

_RANKING = ("superlative", "adjective", "often")
_WHEN = re.compile(
    r"\W*(?:(?:since\W+)?when|(?:on\W+)?(?:what|which)\W+(?:date|day))\b", re.IGNORECASE
)
_AND_WHEN = re.compile(r"\band\W+(?:since\W+)?when\b", re.IGNORECASE)
_ASKED = re.compile(r"\W*(?:which|what|list|name|show)\W+(?:are\W+)?(?:the\W+)?", re.IGNORECASE)
_HOW_MUCH = re.compile(
    r"\bhow\W+(?:much|old|tall|long|far|high|big|large|heavy|wide|deep|fast|strong|expensive)\b",
    re.IGNORECASE,
)
_FIGURES = (*NUMERIC, *TEMPORAL)
_AND_THE = re.compile(
    r"\b(?:and|with|along\W+with)\W+(?:all\W+)?(?:the|their|his|her)\W+(?:names?\W+of\W+(?:the\W+)?)?$",
    re.IGNORECASE,
)
"""Before what is asked for beside the first noun."""
_OF_THE = re.compile(r"\W+of\W+(?:(?:all|the|those|these)\W+)*", re.IGNORECASE)
_RIGHT_THERE = 4
"""Hint of the word right before a place, see `Places.hint`."""
_USUAL = 0.2
"""Doubt that "the first 3" go by a date, as they usually do."""
EVERY = re.compile(
    r"\b(?:all(?:\s+of)?\s+(?:their|its|his|her)|only|(?P<are>is|are|was|were)\s+all)\s+",
    re.IGNORECASE,
)
"""What is asked of every one of several: "all their products", "only", "are all"."""


def bind_limits(binding: Binding) -> None:
    for cue in binding.cues:
        if cue.kind in ("top", "first", "last", "limit") and isinstance(cue.value, int):
            binding.limit = cue.value
        elif (cue.start, cue.end) in binding.built.used:
            continue
        elif any(m.start <= cue.start < m.end for m in binding.mentions):
            continue  # A part of a name: book45PageRank.
        elif cue.kind == "number" and binding.limit is not None:
            binding.unbound.append(binding.text[cue.start : cue.end])
        elif cue.kind == "number" and isinstance(cue.value, int):
            if any(0 <= c.start - cue.end <= 3 for c in binding.kinds(*_RANKING)):
                binding.limit = cue.value
            elif _is_limit(binding, cue):
                binding.limit = cue.value
                binding.built.used.append((cue.start, cue.end))
            elif not any(a <= cue.start < b for a, b in binding.built.used):
                binding.unbound.append(binding.text[cue.start : cue.end])


def _is_limit(binding: Binding, cue: Cue) -> bool:
    """Say whether a number stands before what is asked for: "list 3 shops", "which 3 cities"."""
    asked = binding.asked or next((m for m in binding.mentions if m.of_kind("label")), None)
    begun = _ASKED.fullmatch(binding.text[: cue.start])
    behind = [*([asked] if asked else []), *(binding.properties() if begun or not asked else [])]
    gaps = (binding.text[cue.end : m.start] for m in behind if 0 <= m.start - cue.end <= 25)
    return any(len(gap.split()) <= 2 for gap in gaps)


def bind_order(binding: Binding) -> None:
    cues = binding.kinds("order")
    direction = next(iter(binding.kinds("direction")), None)
    if cues and binding.order is None:
        owned = binding.property_behind(cues[0].end)
        binding.built.used.append((cues[0].start, cues[0].end))
        if owned is not None and (owned.owner.is_link or not owned.owner.number):
            down = direction is not None and bool(direction.operator)
            binding.order = Ordering(owned, down)
        elif binding.measure:
            binding.order = Ordering(None, not (direction and not direction.operator))
        elif "alpha" in str(cues[0].value) and binding.built.labels:
            name = binding.built.schema.names.get(binding.built.labels[0])
            binding.order = Ordering(PropertyOf(Owner(0), name), False) if name else None
        if binding.order is None:
            binding.unbound.append(binding.text[cues[0].start : cues[0].end])
    for cue in binding.kinds("first", "last"):
        if binding.order is None and binding.measure is None and binding.built.labels:
            owned = _bound_date(binding) or _hinted_date(binding) or binding.hinted("date")
            if owned is not None:
                binding.order = Ordering(owned, cue.kind == "last")
                binding.order_doubt = _USUAL
            elif cue.kind == "last":
                binding.unbound.append("last")
    ranked = binding.order or binding.measure or binding.group
    if binding.limit and not ranked and (own := _bound_date(binding)):
        binding.order, binding.order_doubt = Ordering(own, False), _USUAL


def _bound_date(binding: Binding) -> PropertyOf | None:
    """Return the root's date that a condition compares."""
    own = (b.property for b in binding.built.bounds if b.property.kind in TEMPORAL)
    return next((p for p in own if p.owner == Owner(0)), None)


def _hinted_date(binding: Binding) -> PropertyOf | None:
    """Return the root's date whose name a verb begins: "shipped" for shippedDate."""
    days = binding.of_kinds([Owner(0)], TEMPORAL)
    return next((day for day in days if binding.is_begun_by_verb(day.name)), None)


def bind_asked_values(binding: Binding) -> None:
    """Read "which beneficiary banks received …" as values of the property, each once."""
    computed = binding.measure or binding.order or binding.group or binding.limit
    if not computed:
        binding.group = binding.asked_values()


def bind_every(binding: Binding) -> None:
    """Read "all their products cost over 20" as products, and none that do not."""
    said, built = EVERY.search(binding.text), binding.built
    if said and any(c.start <= said.start() < c.end for c in binding.kinds("bound")):
        return  # "Only one product"
    behind = [(at, o) for (at, _), o in built.places.items() if said and at >= said.end()]
    owner = binding.far(min(behind, key=lambda pair: pair[0])[1]) if behind else None
    if said and said["are"]:  # "Whose products are all discontinued": of what stands before.
        owner = binding.far(binding.place_before(said.start()))
    own = [bound for bound in built.bounds if bound.property.owner == owner]
    if said is None or owner in (None, Owner(0)) or len(own) != 1 or own[0].negated:
        return
    assert owner is not None
    number = built.entering(owner.number)
    other = built.link_again(number, owner.number, negated=True, count=())
    of = own[0].property._replace(owner=Owner(other))
    built.bounds.remove(own[0])
    built.bounds.append(replace(own[0], property=of, negated=True))
    built.used.append(said.span())


def bind_when(binding: Binding) -> None:
    """Show the day that "when was Ann admitted" asks for: the verb's own, or the only one."""
    begun, built = _WHEN.match(binding.text), binding.built
    asked = begun or _AND_WHEN.search(binding.text)
    if asked is None or not built.labels or binding.measure or binding.order:
        return
    for mention in binding.properties():
        if begun and mention.start < asked.end():  # "On what date": no date of its own.
            binding.use(mention)
    days = binding.days(*binding.link_owners, *binding.node_owners)
    hinted = [day for day in days if binding.is_begun_by_verb(day.name)]
    fitting = hinted or [d for d in days if days and d.owner == days[0].owner]
    if len(fitting) != 1:
        binding.unbound.append(asked.group().strip())
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
    lasting = time_of(binding) if word == "long" else []
    if len(lasting) == 1:
        binding.shown += lasting
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
        if owner.is_link or not owner.number or not _AND_THE.search(binding.text[:start]):
            continue
        of = built.labels[owner.number]
        name = built.schema.names.get(of)
        linked = {k.source * k.target == 0 and not k.negated for k in built.links_of(owner.number)}
        if name and linked == {True} and not binding.fixed(owner.number):
            kind = built.schema.labels[of][name].kind
            binding.listed.append(PropertyOf(owner, name, kind))


def bind_shown(binding: Binding) -> None:
    units = {unit_behind(binding.text, b) for a, b in binding.built.used if binding.bounds(a, b)}
    for mention in binding.properties():
        if any(a <= mention.start < b for a, b in units):
            continue  # "A delay of more than 8 hours" shows no other hours.
        if mention.start not in binding.consumed and not mention.of_kind("label"):
            owned = _owned_here(binding, mention)
            if owned is None:
                continue
            binding.use(mention)
            if _is_done(binding, mention, owned):
                binding.built.bounds.append(Bound(owned, "present"))
            if owned.kind == "yes or no" and binding.single:  # A number shows none.
                binding.unbound.append(binding.text[mention.start : mention.end])
            elif not _is_hidden(binding, mention, owned):
                binding.shown.append(owned)
            elif mention.score >= SPELT:  # "Without a paid invoice": which are not, is open.
                binding.unbound.append(binding.text[mention.start : mention.end])


def _is_done(binding: Binding, mention: SchemaMention, own: PropertyOf) -> bool:
    """Say whether a verb that a day is named by was done: "which books were returned".

    "Shipped to France" is read already where a shipCountry is compared.
    """
    word = binding.text[mention.start : mention.end]
    done = own.kind in TEMPORAL and mention.score >= SPELT and PARTICIPLE.fullmatch(word)
    compared = (b.property for b in binding.built.bounds if b.property.owner == own.owner)
    is_read = any(binding.hint(other.name, mention.end) == _RIGHT_THERE for other in compared)
    return bool(done) and not is_read and not _is_of_denied(binding, own.owner)


def _is_of_denied(binding: Binding, owner: Owner) -> bool:
    """Say whether a link, or one that enters a variable, is denied."""
    links = binding.built.links
    ends = [link for link in links if owner.number == max(link.source, link.target)]
    return any(link.negated for link in ([links[owner.number]] if owner.is_link else ends))


def _is_hidden(binding: Binding, mention: SchemaMention, own: PropertyOf) -> bool:
    """Say whether a property is none to show: of what there is not, or a verb near in meaning.

    "Received no answers": neither the missing answers' flag "accepted", nor any.
    """
    verb = PARTICIPLE.fullmatch(binding.text[mention.start : mention.end])
    return bool(verb and mention.score < SPELT) or _is_of_denied(binding, own.owner)


def _name_of(binding: Binding, mention: SchemaMention) -> PropertyOf | None:
    """Return what the noun behind "the names of" is called by: films by their titles."""
    built, said = binding.built, binding.text[mention.start : mention.end].casefold()
    of = _OF_THE.match(binding.text, mention.end) if said in ("name", "names") else None
    owners = [o for (start, _), o in built.places.items() if of and start == of.end()]
    if not owners or owners[0].is_link:
        return None
    name = built.schema.names.get(built.labels[owners[0].number])
    return PropertyOf(owners[0], name) if name else None


def _owned_here(binding: Binding, mention: SchemaMention) -> PropertyOf | None:
    if name := _name_of(binding, mention):
        return name
    for element in mention.of_kind("property"):
        for owner in binding.owners(element):
            return PropertyOf(owner, element.name, binding.schema_of(element).kind)
    return binding.owned(mention) if mention.score >= 0.95 else None
