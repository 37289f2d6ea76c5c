"""Which property a number, day, year or text of a question bounds."""

from __future__ import annotations

import re

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.amounts import bare_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS
from steiner.text import plain_words

_LAST_YEAR = 9999
"""Least and greatest number that is a year of a day."""

FIRST_YEAR = 1000
_WHEN = re.compile(r"(?:before|after|since|prior|earlier|later)\b", re.IGNORECASE)
_ENDS = {
    "end", "ends", "ended", "finish", "finished", "close", "closed", "until", "to", "resolved",
    "completed", "expired", "expires", "expiry", "due", "updated", "modified", "returned", "left",
    "discharged",
}  # fmt: skip
"""Words of days on which something is over, or that are none of what happened."""
_HAPPENED = re.compile(
    r"\b(?:happen(?:s|ed)?|occur(?:s|red)?|t(?:akes?|ook)\s+place|(?:was|were)\s+there|there\s+(?:was|were)|"
    r"beg[aiu]n|start(?:s|ed))\b",
    re.IGNORECASE,
)


def bounded(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the property that a year, day, text or number bounds, by its kind and its words."""
    numeric = cue.kind != "text"
    own = _of_its_kind(binding, cue, binding.property_before(cue.start, numeric, far=True))
    own = None if own and is_no_year(binding, own, cue) else own
    own = own or (binding.property_behind(cue.end, numeric) if cue.kind != "year" else None)
    return own or (_said_inside(binding, cue) if cue.kind == "text" else fitting(binding, cue))


def measured(binding: Binding, adjective: str) -> PropertyOf | None:
    """Return the only number that an adjective measures, of what is asked for before the rest."""
    for owner in (*binding.node_owners, *binding.link_owners):
        own = [
            p
            for p in binding.of_kinds([owner], NUMERIC)
            if {*plain_words(p.name).split()} & {*DIMENSIONS[adjective]}
        ]
        if own:
            return own[0] if len(own) == 1 else None
    return None


def _of_its_kind(binding: Binding, cue: Cue, own: PropertyOf | None) -> PropertyOf | None:
    """Return a property before a cue; None where a year or day would bound what holds none.

    "The highest amount in 2010": no amount of 2010.
    """
    is_day = cue.kind == "bound" and isinstance(cue.value, str)
    if own is None or not (is_day or cue.kind in ("year", "decade", "month")):
        return own
    if is_day:
        return own if own.kind in TEMPORAL else None
    known = (p for p in binding.properties_of(own.owner) if p.name == own.name)
    return own if any(p.tells_time for p in known) else None


def _said_inside(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the text that "containing the text 'x'" names, else what names the node before."""
    before, labels = binding.far(binding.place_before(cue.start)), binding.built.labels
    if before is None or before.number >= len(labels):
        return None
    label = labels[before.number]
    own = binding.built.schema.labels.get(label, {})
    said = {*binding.text[cue.start : cue.end].casefold().split()}
    name = next((n for n in own if plain_words(n) in said), binding.built.schema.names.get(label))
    return PropertyOf(before, name, own[name].kind) if name and name in own else None


def fitting(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return a property of a variable whose values may be what a bare bound compares."""
    wanted = cue.value if isinstance(cue.value, int | float) else None
    dated = cue.kind in ("year", "decade", "month") or isinstance(cue.value, str)
    dated = dated or bool(_WHEN.match(binding.text[cue.start : cue.end])) or _is_span(binding, cue)
    if dated and cue.kind != "text" and (dates := _days_of(binding, cue)):
        binding.built.guesses += EITHER * (len(dates) > 1)
        return dates[0]
    # "acted in from 1990": what was acted in.
    before = binding.far(binding.place_before(cue.start))
    numbers = range(len(binding.built.labels))
    order = sorted(numbers, key=lambda i: (Owner(i) != before, i))
    for i in order:
        bare = bare_amount(binding, Owner(i)) if cue.kind == "bound" and not dated else None
        if bare is not None and wanted is not None:
            return bare
        properties = binding.properties_of(Owner(i))
        texts = [p for p in properties if p.kind == "text" and "date" in plain_words(p.name)]
        said = [p for p in texts if binding.hinted_by(p.name, cue.start)]
        if cue.kind == "year" and len(said) == 1:  # "12-MAR-2006" is no date to the graph.
            return PropertyOf(Owner(i), said[0].name, "text")
        numbers_of = [p for p in properties if p.kind in NUMERIC and wanted is not None]
        if dated:  # Of numbers only those that are years all.
            numbers_of = [p for p in numbers_of if p.tells_time]
        fits = [p for p in numbers_of if binding.hinted_by(p.name, cue.start)] or [
            p for p in numbers_of if (wanted or 0) > 1000 and p.most > 1000 and p.holds(wanted or 0)
        ]
        if len(fits) == 1 and cue.kind != "text":
            binding.built.guesses += EITHER
            return PropertyOf(Owner(i), fits[0].name, fits[0].kind)
    return None


def _days_of(binding: Binding, cue: Cue) -> list[PropertyOf]:
    """Return the dates that a bare day or year may bound, the likeliest first.

    One whose name a verb begins ("admitted in 2024" of admittedOn) alone; else those of one node or
    relationship, what was named last before the rest.
    """
    built = binding.built
    # What no word names has no day that is spoken of.
    named = {*built.places.values(), *map(binding.far, built.places.values())}
    verbs = [built.links[owner.number] for owner in named if owner and owner.is_link]
    named |= {Owner(end) for link in verbs for end in (link.source, link.target)}
    owners = [owner for owner in binding.node_owners if not owner.number or owner in named]
    owners += binding.link_owners
    # "Sailed on the Caledonia in 1870": the day of a named thing is its own, whoever did it.
    owners = [o for o in owners if o.is_link or not binding.fixed(o.number)] or owners
    near = binding.place_before(cue.start)
    far = binding.far(near)
    # "Diagnosed with asthma in 2023": the day of the diagnosis, not one of the patient's.
    entering = Owner(built.entering(far.number), True) if far and far.number else None
    first = [near, far, entering]
    order = sorted(owners, key=lambda o: (*(o != own for own in first), o.is_link, o.number))
    dates = [
        PropertyOf(owner, p.name, p.kind)
        for owner in order
        for p in binding.properties_of(owner)
        if p.kind in TEMPORAL or (p.kind in NUMERIC and p.tells_time and isinstance(cue.value, int))
    ]
    return _spoken_of(binding, cue, dates)


def _spoken_of(binding: Binding, cue: Cue, dates: list[PropertyOf]) -> list[PropertyOf]:
    """Return the dates that a verb tells, else those of what has the first, its beginning first."""
    hinted = [d for d in dates if binding.hinted_by(d.name, cue.start)]
    own = [d for d in dates if d.owner == dates[0].owner]
    began = [d for d in own if not _ENDS & {*plain_words(d.name).split()}]
    if _HAPPENED.search(binding.text) and len(began) == 1:  # When it began, not when it ended.
        return began
    return hinted or sorted(own, key=lambda d: d not in began)


def began(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the only day or year of what "older than 1995" is said of."""
    near = binding.far(binding.place_before(cue.start)) or Owner(0)
    return binding.only_day(near) if binding.built.labels else None


def _is_span(binding: Binding, cue: Cue) -> bool:
    """Say whether a range goes from one year to another: "between 1840 and 1860"."""
    ends = [v for v in (cue.value, cue.last) if isinstance(v, int) and 1500 <= v <= 2100]
    bare = not re.search(r"[$€£%,.]", binding.text[cue.start : cue.end])
    return cue.kind == "bound" and len(ends) == 2 and bare


def is_no_year(binding: Binding, own: PropertyOf, cue: Cue) -> bool:
    """Say whether a number is none of a day's or a year's: "published more than one book"."""
    known = (p for p in binding.properties_of(own.owner) if p.name == own.name)
    years = own.kind in TEMPORAL or any(p.kind == "number" and p.tells_time for p in known)
    number = isinstance(cue.value, int | float) and cue.operator != "divisible"
    return years and number and not FIRST_YEAR <= cue.value <= _LAST_YEAR
